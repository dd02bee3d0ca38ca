"""The server's own work: deadlines, NPCs, startup and verification."""
