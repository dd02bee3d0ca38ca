"""How a command fails: with one line that says why, never with a traceback."""

import os

import click


class Failure(click.ClickException):
    """Something that the caller can mend: one line on standard error, and exit status 2."""

    exit_code = 2


def why(error: OSError) -> str:
    """What the operating system had against it, in its own words."""
    told = os.strerror(error.errno) if error.errno is not None and error.errno > 0 else error.strerror or str(error)
    return told[:1].lower() + told[1:]
