"""The subcommands of `tavern`, one module each."""
