"""Argument checks that every store makes before it queues anything."""

from collections.abc import Sequence

from events.dice import SECRET_BYTES
from events.store import AppendRecords, Token


def refuse_unfit(table: str, seq: int, records: AppendRecords) -> None:
    """Raise `ValueError` for an append that is invalid in any log.

    That is: an empty table id, a secret of the wrong length or after the first entry, a request that belongs to another
    table, or an id that is not valid Unicode (a lone surrogate has no UTF-8 form).
    """
    if not table:
        raise ValueError("a table needs an id")
    if records.secret is not None:
        if len(records.secret) != SECRET_BYTES:
            raise ValueError(f"a table's secret has {SECRET_BYTES} bytes, not {len(records.secret)}")
        if seq != 1:
            raise ValueError(f"a table's secret comes with entry 1, not with entry {seq}")
    names = [table, *records.revoked, records.deadline or ""]
    if (request := records.request) is not None:
        if request.scope not in ("", table):
            raise ValueError(f"a request of {request.scope} cannot be answered by an entry of {table}")
        names += (request.caller, request.id, request.fingerprint)
    for token in records.tokens:
        names += (token.hash, token.viewer, token.nonce)
    _require_text(names)


def refuse_unfit_chat(*texts: str) -> None:
    """Raise `ValueError` if a text is not valid Unicode."""
    _require_text(texts)


def refuse_unfit_archive(table: str, lines: Sequence[bytes], tokens: Sequence[Token]) -> None:
    """Raise `ValueError` for an import without a table id or entries, or with an id that is not valid Unicode."""
    if not table:
        raise ValueError("a table needs an id")
    if not lines:
        raise ValueError("a table needs at least one entry")
    names = [table]
    for token in tokens:
        names += (token.hash, token.viewer, token.nonce)
    _require_text(names)


def _require_text(names: Sequence[str]) -> None:
    # A UnicodeEncodeError is a ValueError.
    "".join(names).encode()
