"""Receipts: players keep one for each command, to prove later that it must be in the log. See docs/verify.md."""

import asyncio
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tavern_client.answers import CommandAnswer

_LOBBY: Final = "lobby"
_ENDS: Final = ("round_ended", "round_voided")


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """The receipt of a command: the SHA-256 (hex) of its entry's line in the log of `table`.

    `version` is the `viewer`'s version after the command. `round` is the round that the entry belongs to; None between
    rounds, or if unknown.
    """

    table: str
    viewer: str = ""
    version: int
    round: int | None = None
    receipt: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class ReceiptFile:
    """A file of JSON Lines to which the receipt of every command is appended."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)

    async def keep(self, result: CommandAnswer) -> None:
        """Append the receipt of a command. Raises `OSError` if it cannot be written; the command has taken effect."""
        line = msgspec.json.encode(receipt_of(result)) + b"\n"
        await asyncio.to_thread(self._append, line)

    def _append(self, line: bytes) -> None:
        with self._path.open("ab") as file:
            file.write(line)


def receipt_of(result: CommandAnswer) -> Receipt:
    """The receipt of a command. Its round is the one that runs after it, or that it ends."""
    view = result.view
    ended = next((event.get("round") for event in result.events if event["type"] in _ENDS), None)
    return Receipt(
        table=view.table,
        viewer=view.viewer,
        version=result.version,
        round=ended if view.phase == _LOBBY else view.round,
        receipt=result.receipt,
    )
