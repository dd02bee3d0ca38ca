"""The vocabulary and the log: entries, audiences, dice and stores. Independent of games and of HTTP."""
