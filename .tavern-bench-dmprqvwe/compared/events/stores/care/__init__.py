"""Care of a store's SQLite file: watching it, finding and repairing damage, copying it."""
