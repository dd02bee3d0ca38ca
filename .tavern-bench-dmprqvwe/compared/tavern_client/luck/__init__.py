"""Sealed luck, as a client seals, reveals and checks it."""
