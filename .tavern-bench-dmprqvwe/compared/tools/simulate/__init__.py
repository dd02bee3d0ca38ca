"""`tavern simulate`: many rounds played by policies, and their statistics."""
