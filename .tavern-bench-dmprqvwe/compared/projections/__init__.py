"""Projections: folds over events that build the table, its views, the ledger, the chronicle and the standings."""
