"""How a command fails: one line that says why, without a traceback."""

import os

import click


class Failure(click.ClickException):
    """An error that the user can fix: one line on standard error, and exit status 2."""

    exit_code = 2


def why(error: OSError) -> str:
    """The operating system's reason, in lower case."""
    reason = os.strerror(error.errno) if error.errno is not None and error.errno > 0 else error.strerror or str(error)
    return reason[:1].lower() + reason[1:]
