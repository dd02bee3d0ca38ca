"""The HTTP server: who may call, what is stored, who is told. Knows no rule of any game."""
