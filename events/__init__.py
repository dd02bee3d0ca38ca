"""The vocabulary and the log: entries, audiences, dice and stores. Knows no game and no HTTP."""
