"""Rebuild, verify and export rounds; and the recorded rounds that the tests replay."""
