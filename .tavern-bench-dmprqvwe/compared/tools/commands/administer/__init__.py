"""The commands that administer a store and its tables."""
