"""What commands print as it is: notes, JSON and lines. Unlike `tools.console`, it does not load Rich."""

import click
import msgspec

from events.printable import escaped, escaped_json


def note(text: str) -> None:
    """Print a line to standard error, which leaves standard output to the result."""
    click.echo(escaped(text), err=True)


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    click.echo(escaped_json(msgspec.json.format(msgspec.json.encode(value))))


def print_lines(text: str) -> None:
    """Print lines, with their control characters as escapes."""
    click.echo("\n".join(map(escaped, text.split("\n"))), nl=False)
