"""Looking after the SQLite file of a store: watching it, finding and mending damage, copying it."""
