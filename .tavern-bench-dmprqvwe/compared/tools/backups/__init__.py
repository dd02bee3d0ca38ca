"""Second stores, and published heads."""
