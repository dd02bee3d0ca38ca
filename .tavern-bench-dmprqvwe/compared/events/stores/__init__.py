"""The stores that implement `events.store`. Below the server, only they do I/O."""
