"""The tables in memory: loaded from the log, one command at a time, dropped and rebuilt on any doubt."""
