"""`tavern cards`: class cards of Trickster's Tavern, checked and compared in strength."""
