"""Programs for those who work on the tavern itself."""
