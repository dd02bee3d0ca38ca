"""The rulebooks: one module or package for each game, plus the parts that games share."""
