"""Deciding a command: who may give it, whether it is offered, which events follow, and the entry that records them."""
