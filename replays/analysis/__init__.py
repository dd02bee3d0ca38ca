"""Analysis: what each decision of a round was worth, from what its player knew then."""
