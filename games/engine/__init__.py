"""The engine: what rules are made of, and how a command is decided by them and recorded."""
