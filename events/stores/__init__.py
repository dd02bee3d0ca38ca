"""Where entries are kept: one protocol and the stores that implement it; below the server, only they do I/O."""
