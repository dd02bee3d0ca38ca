"""Checks the proof of a round and re-runs it, for `tavern audit`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import msgspec
from rich.console import Console

from games.installed import CATALOGUE
from projections.chronicle import coins
from replays.proof_rerun import BrokenProof, ProofToRun, RoundRerun, rerun_round
from tools.commands.review.proofs import WRONG, checked_proof
from tools.console import Text, console
from tools.failures import Failure
from tools.output import print_json
from tools.wording import counted

_NOT_ALL_RUN: Final = 3


def audit_proof(data: bytes, luck: Sequence[str], record_file: Path | None, *, rerun: bool, as_json: bool) -> int:
    """Check a proof, and re-run its round; returns the exit status."""
    report, verdict = checked_proof(data, luck, record_file)
    again = _run_again(data) if report["right"] and rerun else None
    clean = report["right"] and (again is None or again.clean)
    verified = clean and again is not None and again.verified
    if as_json:
        print_json({"clean": clean, "verified": verified, "proof": report, "rerun": again})
    else:
        click.echo(verdict, nl=False)
        if again is not None:
            _print(console(), again)
    return WRONG if not clean else 0 if verified or not rerun else _NOT_ALL_RUN


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
