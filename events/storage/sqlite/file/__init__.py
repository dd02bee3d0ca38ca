"""The SQLite file itself: how it is locked, opened, read and watched, and how damage to it is found."""
