"""`tavern cards`: class cards of Trickster's Tavern, checked and weighed."""
