"""Checks proofs with the verifier that comes with the tavern, which trusts no server."""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec

from tavern_client import verify
from tavern_client.errors import BadAnswer


class Wrong(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong: a stable code, a sentence for people, and the number of the entry, if it is in one."""

    code: str
    detail: str
    seq: int | None = None


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """How much of the record was compared with the proof. `not_here` are entries that are not due in it."""

    roots: int
    calls: int
    entries: int
    views: int
    not_here: int
    of_other_tables: int


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a check: whether all that can be checked is `right`, and what the proof cannot show.

    `record` is None if something else is wrong, because the record is compared last. As a text, it is the verifier's
    verdict.
    """

    right: bool
    wrong: list[Wrong]
    table: str
    root: str | None
    seeded: bool
    rounds: list[dict[str, Any]]
    draws: list[dict[str, Any]]
    altered: list[str]
    not_shown: list[str]
    record: Compared | None = None
    text: str = ""

    def __str__(self) -> str:
        return self.text


def require_readable(line: bytes) -> None:
    """Check that a verifier can read a line of a record. Raises `BadAnswer`: no tavern sends what it cannot."""
    try:
        verify.parsed(line)
    except verify.Unreadable as error:
        raise BadAnswer(f"the answer cannot be recorded: {error}") from None


async def verified(proof: bytes, record: bytes, luck: Mapping[str, str]) -> Report:
    """Check a proof, with a record and luck words by seat. Raises `BadAnswer` if it is no proof."""
    try:
        report = await asyncio.to_thread(verify.checked, proof, record, list(luck.items()))
    except verify.Unreadable as error:
        raise BadAnswer(f"the proof cannot be checked: {error}") from None
    return msgspec.convert({**report, "text": verify.verdict(report, draws=False)}, Report)
