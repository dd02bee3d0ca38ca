"""`tavern bench`, for development: how fast this machine serves, streams, replays and starts. Not in the wheel."""
