"""The HTTP server: authentication, durability and delivery. It knows no rule of any game."""
