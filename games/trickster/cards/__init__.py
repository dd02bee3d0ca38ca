"""The cards of Trickster's Tavern: what a card is, which there are, how others are checked, and a card in words."""
