"""Folds over events: the table, the views, the ledger, the chronicle and the standings."""
