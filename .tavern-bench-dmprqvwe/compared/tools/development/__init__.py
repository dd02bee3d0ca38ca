"""Programs for developers of the tavern."""
