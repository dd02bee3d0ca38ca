"""How a command fails: one line that says why, without a traceback."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from events.printable import escaped

_OF_SOCKETS: Final = {
    10013: "permission denied",
    10048: "address already in use",
    10049: "cannot assign requested address",
    10051: "network is unreachable",
    10054: "connection reset by peer",
    10060: "connection timed out",
    10061: "connection refused",
    10065: "no route to host",
}
"""Windows' own errors of sockets, whose numbers begin at 10000 and are unknown to C's `strerror`."""
_FIRST_OF_SOCKETS: Final = 10_000


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
    number = error.errno or 0
    # What asyncio says in its place has the address again, and Windows' words are in the user's language.
    reason = os.strerror(number) if 0 < number < _FIRST_OF_SOCKETS else _OF_SOCKETS.get(number)
    reason = reason or error.strerror or str(error)
    return reason[:1].lower() + reason[1:]
