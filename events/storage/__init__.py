"""Storage: what a store is (`contract`), and the stores in SQLite, in PostgreSQL and in memory.

Below the server, only this package does I/O.
"""
