"""How the tavern grows: several servers on PostgreSQL, shards, replication, and what so many seats would need."""
