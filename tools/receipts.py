"""Receipts: what a player keeps of each command, to show later that it stands in the log. See docs/verify.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from tools.failures import Failure, why

MISSING: Final = "receipt_missing"


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What stays of a command: the SHA-256 (hex) of its entry's line in the log of `table`.

    `version` is the `viewer`'s, which the command made. `round` is the number of the round that the entry belongs to;
    None between rounds, or where it was not noted.
    """

    table: str
    viewer: str = ""
    version: int
    round: int | None = None
    receipt: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Receipts(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a file's receipts for one table. Those whose entries are `missing` tell of another log."""

    table: str
    found: int
    missing: list[Receipt]


_decoder: Final = msgspec.json.Decoder(Receipt)


def read_receipts(path: Path) -> list[Receipt]:
    """The receipts in a file of JSON Lines. Raises `Failure`."""
    try:
        return [_decoder.decode(line) for line in path.read_bytes().splitlines() if line.strip()]
    except OSError as error:
        raise Failure(f"{path} cannot be read: {why(error)}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Failure(f"{path} holds something else than receipts: {error}") from None


def held_against(receipts: Sequence[Receipt], table: str, hashes: Iterable[str]) -> Receipts:
    """Those receipts that are a table's, held against the hashes of all lines of its log."""
    own = [receipt for receipt in receipts if receipt.table == table]
    known = set(hashes)
    missing = [receipt for receipt in own if receipt.receipt not in known]
    return Receipts(table=table, found=len(own) - len(missing), missing=missing)
