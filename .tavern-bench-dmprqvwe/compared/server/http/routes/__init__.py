"""The routes of the API, each beside its description."""
