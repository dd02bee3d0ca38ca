"""How the tavern grows: several servers on PostgreSQL, replication, and what so many seats would need."""
