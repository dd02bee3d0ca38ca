"""Receipts: what a player keeps of each command, to prove later that it is in the log. See docs/verify.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tools.failures import Failure, using_file

MISSING: Final = "receipt_missing"


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


class Receipts(msgspec.Struct, frozen=True, kw_only=True):
    """The check of a file's receipts for one table. A `missing` entry shows that the log was replaced."""

    table: str
    found: int
    missing: list[Receipt]


_decoder: Final = msgspec.json.Decoder(Receipt)


def read_receipts(path: Path) -> list[Receipt]:
    """The receipts in a file of JSON Lines. Raises `Failure`."""
    try:
        with using_file(path, "read"):
            return [_decoder.decode(line) for line in path.read_bytes().splitlines() if line.strip()]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Failure(f"{path} is not a file of receipts: {error}") from None


def check_receipts(receipts: Sequence[Receipt], table: str, hashes: Iterable[str]) -> Receipts:
    """Check a table's receipts against the hashes of all lines of its log."""
    own = [receipt for receipt in receipts if receipt.table == table]
    known = set(hashes)
    missing = [receipt for receipt in own if receipt.receipt not in known]
    return Receipts(table=table, found=len(own) - len(missing), missing=missing)
