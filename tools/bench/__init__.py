"""The measurements behind `tavern bench`: commands over HTTP, and how fast logs are read, replayed and run again."""
