"""The HTTP server: authentication, durability, delivery. It knows none of the games' rules."""
