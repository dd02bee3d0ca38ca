"""Class cards of Trickster's Tavern: their fields, which combinations are allowed, and how they read."""
