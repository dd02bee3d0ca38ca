"""The tables in memory: loaded from the log, changed by one command at a time, dropped and loaded again if in doubt."""
