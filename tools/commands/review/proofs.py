"""Checks and re-runs the proof of a round, for `tavern verify` and `tavern audit`."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click
import msgspec
from rich.console import Console

from games.installed import CATALOGUE
from projections.chronicle import coins
from replays.proof_rerun import BrokenProof, ProofToRun, RoundRerun, rerun_round
from tools.console import Text, console
from tools.failures import Failure, using_file
from tools.output import print_json
from tools.records import record_in
from tools.wording import counted

_STDIN: Final = "-"
_BEGINS: Final = 1_000
"""The first bytes of a file, which show whether it is a proof."""
_WRONG: Final = 1
_NOT_ALL_RUN: Final = 3


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
    report, verdict = _checked(data, luck, record_file)
    if as_json:
        print_json(report)
    else:
        click.echo(verdict, nl=False)
    return 0 if report["right"] else _WRONG


def audit_proof(data: bytes, luck: Sequence[str], record_file: Path | None, *, rerun: bool, as_json: bool) -> int:
    """Check a proof, and re-run its round; returns the exit status."""
    report, verdict = _checked(data, luck, record_file)
    again = _run_again(data) if report["right"] and rerun else None
    clean = report["right"] and (again is None or again.clean)
    verified = clean and again is not None and again.verified
    if as_json:
        print_json({"clean": clean, "verified": verified, "proof": report, "rerun": again})
    else:
        click.echo(verdict, nl=False)
        if again is not None:
            _print(console(), again)
    return _WRONG if not clean else 0 if verified or not rerun else _NOT_ALL_RUN


def _checked(data: bytes, luck: Sequence[str], record_file: Path | None) -> tuple[dict[str, Any], str]:
    """The report of verify.py, and its verdict in words."""
    from tavern_client import verify  # loads as much as all else together

    record = record_in(record_file)
    try:
        report = verify.checked(data, record, luck_in(luck))
    except verify.Unreadable as error:
        raise Failure(str(error)) from None
    return report, verify.verdict(report, False)


def _run_again(data: bytes) -> RoundRerun:
    try:
        return rerun_round(CATALOGUE, msgspec.json.decode(data, type=ProofToRun))
    except (msgspec.DecodeError, BrokenProof) as error:
        raise Failure(f"the round cannot be re-run: {error}") from None


def _print(out: Console, again: RoundRerun) -> None:
    out.print()
    if again.not_run_at_all is not None:
        out.print(Text(f"! not re-run: {again.not_run_at_all}", "bad"))
        return
    out.print(Text("When the round began, according to the server:"))
    for seat in again.seats:
        out.print(Text(f"  {seat.name} ({seat.seat}), {coins(seat.purse_cp)}"))
    options = ", ".join(f"{name}={_json(value)}" for name, value in again.options.items())
    out.print(Text(f"  Options: {options}"), soft_wrap=True)
    same = f"{again.same_again} of {counted(again.entries, 'command')} re-run to the same bytes"
    out.print(Text(f"✓ {same}", "good" if again.verified else ""))
    for seq, what in again.differing.items():
        out.print(Text(f"✗ entry {seq} is not what the rules produce: {what}", "bad"), soft_wrap=True)
    for seq, why in again.not_run.items():
        out.print(Text(f"! entry {seq} was not re-run: {why}", "bad"), soft_wrap=True)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()
