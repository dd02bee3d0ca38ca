"""Join codes: a few letters and digits that lead to a table's invite, to say aloud or to type from a TV.

A code is a syllable that can be pronounced and two digits, such as KELP-42, without O, I, 0 and 1. There are
`HOW_MANY`, about 260,000. A code ends after `HOURS`, with its invite, and with the table.

Guessing is limited to `wrong_codes_per_hour` from one address, and to 10 times as many from all addresses together.
With the default of 10, that is 130 guesses from one address during the life of a code: the chance to hit a table's code
is 1 in 2,000. From as many addresses as one likes, it is 1 in 200.
"""

import re
from datetime import timedelta
from itertools import product
from typing import Final

import msgspec

from events.audience import PUBLIC
from events.storage.contract import JoinCode
from server.clock import stamp
from server.problems import Problem
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tokens import INVITE

HOURS: Final = 12
"""How long a code lasts."""
_RENEWED_HOURS: Final = 2
"""A code that ends sooner than this is replaced when the GM asks for it."""
_NONCE_BYTES: Final = 16

_SINGLE: Final = "BDFGHJKLMNPRSTVWZ"
_VOWELS: Final = "AEU"
_ENDS: Final = "BDFGKLMNPRST"
_DOUBLE: Final = (
    "BL", "BR", "DR", "FL", "FR", "GL", "GR", "KL", "KR", "PL", "PR",
    "SK", "SL", "SM", "SN", "SP", "ST", "SW", "TR",
)  # fmt: skip
_DOUBLE_ENDS: Final = (
    "LF", "LK", "LM", "LP", "LT", "MP", "ND", "NK", "NT", "RB", "RD",
    "RF", "RK", "RL", "RM", "RN", "RP", "RT", "SK", "SP", "ST",
)  # fmt: skip
_RUDE: Final = re.compile(
    "A[NR]SE|BA[BK]|BERK|BU[MT]|CU|DAM|DE[AD]|DRUG|DU[MP]E|FA[FGKPRT]|FU[KDT]|GAG|GRAB|GUN|H[AU]R[EN]|HATE|HUMP|JAP|JE[RSW]"
    "|JU[DNT]|KA[FKMT]|KLAN|KRAP|KU[KMNRST]|LU[DS]T|MERD|NA[GPZ]|NEG|NERD|NUD|P[AE][DK]|P[EU]R[FV]|PLEB|PU[FKLNPST]|RAPE"
    "|RE[KT][AT]|RUMP|S[AE]T[AE]|SERB|SLAG|SLU|SMUT|SPA[SKZ]|SPERM|STD|SUK|TARD|TA[RT]T|TERF|TU[RT]|WAN|WET|WUS|ZEK"
)
"""Syllables that are rude, or mean, in a language that players may speak, and much beside them."""
_SYLLABLES: Final = tuple(
    syllable
    for parts in (
        (_SINGLE, _VOWELS, _SINGLE, _VOWELS),
        (_SINGLE, _VOWELS, _DOUBLE_ENDS),
        (_DOUBLE, _VOWELS, _ENDS),
    )
    for syllable in map("".join, product(*parts))
    if not _RUDE.search(syllable)
)
_DIGITS: Final = "23456789"
HOW_MANY: Final = len(_SYLLABLES) * len(_DIGITS) ** 2
"""The number of different codes."""

_BETWEEN: Final = re.compile(r"[\s.\-_\u2010-\u2015]+")


class Code(msgspec.Struct, frozen=True, kw_only=True):
    """A table's join code, and when it expires."""

    code: str
    expires: str


class CurrentCode(msgspec.Struct, frozen=True, kw_only=True):
    """The join code that a table has now, and when it expires; null if it has none."""

    code: str | None
    expires: str | None


class Joined(msgspec.Struct, frozen=True, kw_only=True):
    """Where a join code leads: the table with its name, its game with its title, and the invite."""

    table: str
    name: str
    game: str
    title: str
    invite: str


async def make(tables: Tables, live: LiveTable) -> Code:
    """The join code of a table's current invite: the one that it has, or a new one if that ends soon.

    Raises a `Problem` if the table is closed, and a `StoreError`.
    """
    live.require_play()
    services = tables.services
    now = services.clock.now()
    kept = await _current(services, live, stamp(now + timedelta(hours=_RENEWED_HOURS)))
    if kept is not None:
        return _code(services, kept)
    invite = await services.store.token_of(live.id, INVITE)
    if invite is None or await _is_closed(live):
        raise Problem(409, "table_closed", "The table is closed: nobody can join.")
    while True:
        nonce = services.random(_NONCE_BYTES).hex()
        new = JoinCode(
            hash=services.code_hash(_normal(_spelled(services.code_number(nonce)))),
            table=live.id,
            invite=invite.hash,
            nonce=nonce,
            expires=stamp(now + timedelta(hours=HOURS)),
        )
        # There are far more codes than tables that are opened while one lasts, so another is soon found.
        if await services.store.keep_join_code(new, stamp(now)):
            return _code(services, new)


async def current(tables: Tables, live: LiveTable) -> CurrentCode:
    """The join code that a table has now, if any. Raises a `StoreError`."""
    kept = await _current(tables.services, live, tables.services.now())
    if kept is None:
        return CurrentCode(code=None, expires=None)
    code = _code(tables.services, kept)
    return CurrentCode(code=code.code, expires=code.expires)


async def look_up(tables: Tables, given: str) -> Joined:
    """Where a code leads. Raises a `Problem` (404) for all codes that lead nowhere, and a `StoreError`.

    For those, the same is asked of the store, so that an expired code takes no longer than a wrong one.
    """
    services = tables.services
    kept = await services.store.join_code(services.code_hash(_normal(given)))
    table = "" if kept is None else kept.table
    info = await services.store.table(table)
    token = await services.store.token_of(table, INVITE)
    if kept is None or info is None or token is None or info.closed or info.archive:
        raise _no_such_code()
    if kept.expires <= services.now() or kept.invite != token.hash:
        raise _no_such_code()
    seen = (await (await tables.open(table)).feed(PUBLIC)).table
    rulebook = services.catalogue.rulebooks.get(seen.game)
    return Joined(
        table=table,
        name=seen.name,
        game=seen.game,
        title=seen.game if rulebook is None else rulebook.name,
        invite=services.token(table, INVITE, token.nonce),
    )


async def _current(services: Services, live: LiveTable, until: str) -> JoinCode | None:
    """The table's code, if it leads to the current invite and lasts beyond `until`."""
    kept = await services.store.join_code_of(live.id)
    invite = await services.store.token_of(live.id, INVITE)
    if kept is None or invite is None or await _is_closed(live):
        return None
    return kept if kept.invite == invite.hash and kept.expires > until else None


async def _is_closed(live: LiveTable) -> bool:
    return (await live.feed(PUBLIC)).table.closed


def _code(services: Services, kept: JoinCode) -> Code:
    return Code(code=_spelled(services.code_number(kept.nonce)), expires=kept.expires)


def _spelled(number: int) -> str:
    """A code as people see it, such as KELP-42."""
    number, syllable = divmod(number, len(_SYLLABLES))
    number, first = divmod(number, len(_DIGITS))
    return f"{_SYLLABLES[syllable]}-{_DIGITS[first]}{_DIGITS[number % len(_DIGITS)]}"


def _normal(given: str) -> str:
    """A code as it is hashed: however it was typed, without dashes and in capital letters."""
    return _BETWEEN.sub("", given).upper()


def _no_such_code() -> Problem:
    return Problem(404, "no_such_code", "No join code is like this, or it has expired. Ask the GM for a new one.")
