"""Checks the proof of a round, for `tavern verify` and `tavern audit`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from tools.failures import Failure, using_file
from tools.output import print_json
from tools.records import record_in

_STDIN: Final = "-"
_BEGINS: Final = 1_000
"""The first bytes of a file, which show whether it is a proof."""
WRONG: Final = 1


def proof_at(where: str) -> bytes | None:
    """The proof in a file (`-`: on standard input); None if it is something else, which is then not read."""
    if where == _STDIN:
        peek = getattr(sys.stdin.buffer, "peek", None)
        begins: bytes = peek(_BEGINS)[:_BEGINS] if peek else b""
        return sys.stdin.buffer.read() if _is_proof(begins) else None
    path = Path(where)
    if not path.is_file():
        return None
    with using_file(path, "read"), path.open("rb") as file:
        begins = file.read(_BEGINS)
        return begins + file.read() if _is_proof(begins) else None


def _is_proof(begins: bytes) -> bool:
    return begins.lstrip()[:1] == b"{" and b'"tavern-proof"' in begins


def luck_in(words: Sequence[str]) -> list[tuple[str, str]]:
    """The luck words by seat. Raises `Failure`."""
    pairs = [word.partition("=") for word in words]
    if not all(equals for _, equals, _ in pairs):
        raise Failure("--luck takes SEAT=WORD")
    return [(seat, word) for seat, _, word in pairs]


def verify_proof(data: bytes, luck: Sequence[str], record_file: Path | None, *, as_json: bool) -> int:
    """Check a proof as verify.py does; returns the exit status."""
    report, verdict = checked_proof(data, luck, record_file)
    if as_json:
        print_json(report)
    else:
        click.echo(verdict, nl=False)
    return 0 if report["right"] else WRONG


def checked_proof(data: bytes, luck: Sequence[str], record_file: Path | None) -> tuple[dict[str, Any], str]:
    """The report of verify.py, and its verdict in words."""
    from tavern_client import verify  # an audit of a log needs none of it

    record = record_in(record_file)
    try:
        report = verify.checked(data, record, luck_in(luck))
    except verify.Unreadable as error:
        raise Failure(str(error)) from None
    return report, verify.verdict(report, False)
