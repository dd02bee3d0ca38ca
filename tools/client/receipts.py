"""Keeping receipts in a file."""

import asyncio
from pathlib import Path
from typing import Final

import msgspec

from tools.client.answers import CommandAnswer
from tools.receipts import Receipt

_LOBBY: Final = "lobby"
_ENDS: Final = ("round_ended", "round_voided")


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
