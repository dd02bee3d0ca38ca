"""Playing the games that are races."""
