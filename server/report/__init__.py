"""Rounds as HTML files to share: what a viewer saw, what became of everybody's coins, and what the audit says."""
