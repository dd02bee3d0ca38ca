"""Where entries are kept: one protocol, and the stores that implement it. The only place below the server that does I/O."""
