"""The commands to play: serve tables, watch a demo, list the games."""
