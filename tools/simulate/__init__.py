"""`tavern simulate`: many rounds, played by policies, and what came of them."""
