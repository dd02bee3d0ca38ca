"""What the server does by itself: deadlines, NPCs, startup and verification."""
