"""The commands that look back at logs and proofs."""
