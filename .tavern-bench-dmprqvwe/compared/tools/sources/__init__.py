"""The sources of logs for the command line: a store, which a server may have open, or an exported file."""
