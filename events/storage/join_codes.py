"""How stores keep join codes: each in a row of `meta`, which every store has, named after its hash.

They are few and short-lived, so a table's own is found by looking through all of them.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import msgspec

from events.storage.contract import JoinCode

FIRST: Final = "join "
"""What the names of these rows begin with."""
END: Final = "join!"
"""The lowest name after all of theirs."""


class _Kept(msgspec.Struct, frozen=True, kw_only=True):
    table: str
    invite: str
    nonce: str
    expires: str


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(_Kept)


class Replacing(NamedTuple):
    """What keeping a code does to those kept before: the names of rows to remove; `taken`: it is not kept at all."""

    removed: list[str]
    taken: bool


def name_of(code_hash: str) -> str:
    """The name of a code's row."""
    return FIRST + code_hash


def value_of(code: JoinCode) -> bytes:
    """The value of a code's row."""
    return _encoder.encode(_Kept(table=code.table, invite=code.invite, nonce=code.nonce, expires=code.expires))


def read(name: str, value: bytes) -> JoinCode | None:
    """The code in a row; None if it cannot be read, and so leads nowhere."""
    try:
        kept = _decoder.decode(value)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return JoinCode(hash=name.removeprefix(FIRST), **msgspec.structs.asdict(kept))


def code_of(table: str, rows: Iterable[tuple[str, bytes]]) -> JoinCode | None:
    """The table's code among all rows."""
    codes = (read(*row) for row in rows)
    return next((code for code in codes if code is not None and code.table == table), None)


def replacing(new: JoinCode, now: str, rows: Iterable[tuple[str, bytes]]) -> Replacing:
    """What keeping a new code does to all rows: its table's former one and those that have expired are removed."""
    removed: list[str] = []
    for name, value in rows:
        code = read(name, value)
        if code is None or code.expires <= now or code.table == new.table:
            removed.append(name)
        elif code.hash == new.hash:
            return Replacing([], taken=True)
    return Replacing(removed, taken=False)
