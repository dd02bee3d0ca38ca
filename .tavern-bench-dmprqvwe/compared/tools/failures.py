"""How a command fails: one line that says why, without a traceback."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import click

from events.printable import escaped


class Failure(click.ClickException):
    """An error that the user can fix: a line on standard error, seldom more, and exit status 2."""

    exit_code = 2

    def __init__(self, *lines: str) -> None:
        super().__init__("\n".join(map(escaped, lines)))


@contextmanager
def failing_on(*kinds: type[Exception]) -> Generator[None]:
    """Turn these errors of the block, which say what is wrong, into a `Failure`."""
    try:
        yield
    except kinds as error:
        raise Failure(str(error)) from None


@contextmanager
def using_file(path: Path, purpose: str) -> Generator[None]:
    """Turn an `OSError` of the block into a `Failure`: the file cannot be "read", or whatever the purpose is."""
    try:
        yield
    except OSError as error:
        raise Failure(f"{path} cannot be {purpose}: {why(error)}") from None


def why(error: OSError) -> str:
    """The operating system's reason, in lower case."""
    reason = os.strerror(error.errno) if error.errno is not None and error.errno > 0 else error.strerror or str(error)
    return reason[:1].lower() + reason[1:]
