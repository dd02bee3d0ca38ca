"""Connections to whichever PostgreSQL server takes writes, what its standbys confirmed, and its errors."""
