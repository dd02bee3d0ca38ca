"""What no store may keep, whatever it is made of: mistakes of the caller, found before anything is queued."""

from collections.abc import Sequence

from events.dice import SECRET_BYTES
from events.store import AppendRecords, Token


def refuse_unfit(table: str, seq: int, beside: AppendRecords) -> None:
    """Raise `ValueError` where an append makes no sense in any log.

    That is: a table without an id, a secret of the wrong length or after the table's first entry, a request that
    belongs to another table, or an id that is no text (a lone surrogate has no UTF-8 form).
    """
    if not table:
        raise ValueError("a table has an id")
    if beside.secret is not None:
        if len(beside.secret) != SECRET_BYTES:
            raise ValueError(f"a table's secret has {SECRET_BYTES} bytes, not {len(beside.secret)}")
        if seq != 1:
            raise ValueError(f"a table's secret comes with entry 1, not with entry {seq}")
    names = [table, *beside.revoked, beside.deadline or ""]
    if (request := beside.request) is not None:
        if request.scope not in ("", table):
            raise ValueError(f"a request of {request.scope} cannot be answered by an entry of {table}")
        names += (request.caller, request.id, request.fingerprint)
    for token in beside.tokens:
        names += (token.hash, token.viewer, token.nonce)
    _refuse_no_text(names)


def refuse_unfit_chat(*texts: str) -> None:
    """Raise `ValueError` where what is said, or who says it, is no text."""
    _refuse_no_text(texts)


def refuse_unfit_archive(table: str, lines: Sequence[bytes], tokens: Sequence[Token]) -> None:
    """Raise `ValueError` where a table without an id or without entries is imported, or an id is no text."""
    if not table:
        raise ValueError("a table has an id")
    if not lines:
        raise ValueError("a table begins with entry 1: there is none")
    names = [table]
    for token in tokens:
        names += (token.hash, token.viewer, token.nonce)
    _refuse_no_text(names)


def _refuse_no_text(names: Sequence[str]) -> None:
    # A UnicodeEncodeError is a ValueError.
    "".join(names).encode()
