"""The HTTP server: authentication, durability, delivery. Knows no rule of any game."""
