"""The subcommands of `tavern`, one module each, in a package for each section of the help."""
