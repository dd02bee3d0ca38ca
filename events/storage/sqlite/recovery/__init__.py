"""Backup and recovery of a SQLite store: copies made while a server runs, and what is saved of a damaged file."""
