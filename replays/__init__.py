"""Rebuilding, auditing, proving and exporting rounds, and the recorded rounds that the tests replay."""
