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
    """A file of JSON Lines to which the receipt of every command is added."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)

    async def keep(self, told: CommandAnswer) -> None:
        """Add the receipt of a command. Raises `OSError` where it cannot be written: the command took effect still."""
        line = msgspec.json.encode(receipt_of(told)) + b"\n"
        await asyncio.to_thread(self._append, line)

    def _append(self, line: bytes) -> None:
        with self._path.open("ab") as file:
            file.write(line)


def receipt_of(told: CommandAnswer) -> Receipt:
    """What to keep of an answer. An entry is of the round that runs after it, or that it ends."""
    view = told.view
    ended = next((event.get("round") for event in told.events if event["type"] in _ENDS), None)
    return Receipt(
        table=view.table,
        viewer=view.viewer,
        version=told.version,
        round=ended if view.phase == _LOBBY else view.round,
        receipt=told.receipt,
    )
