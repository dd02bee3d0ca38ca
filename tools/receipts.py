"""Checks receipts: whether the commands for which players have receipts are in the log. See docs/verify.md."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from tavern_client.receipts import Receipt
from tools.failures import Failure, using_file

MISSING: Final = "receipt_missing"


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
    asked = {receipt.receipt for receipt in own}
    known = {digest for digest in hashes if digest in asked}
    missing = [receipt for receipt in own if receipt.receipt not in known]
    return Receipts(table=table, found=len(own) - len(missing), missing=missing)
