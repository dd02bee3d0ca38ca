"""Opening tables."""

import msgspec

from events.audience import GM, PUBLIC
from events.dice import SECRET_BYTES
from events.store import AlreadyAnswered, Answered, Request
from games.dealing import SecretDealer
from games.journal import Journal
from games.moves import Move
from games.table_commands import OpenTable
from games.table_rules import resolve_options
from projections.offers import Refused
from server.bodies import OpenBody
from server.house import House
from server.live_table import LiveTable
from server.problems import Problem, key_reused
from server.tables import Tables
from server.tokens import INVITE, TABLE_ID_BYTES, new_table_id, record_of


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was opened, the GM's token, and the invite for who may sit."""

    table: str
    gm_token: str
    invite: str


async def open_table(tables: Tables, asked: OpenBody, key: str | None, fingerprint: str) -> Opened:
    """Open a table. `key` is the idempotency key under which it was asked, if any, and `fingerprint` of what.

    Raises a `Problem`, `UnknownGame`, `StoreError`.
    """
    house = tables.house
    if key is not None and (before := await house.store.answered("", PUBLIC, key)) is not None:
        return await _once_more(house, before, fingerprint)
    command = _command(house, asked)
    request = None if key is None else Request(scope="", caller=PUBLIC, id=key, fingerprint=fingerprint)
    try:
        return await _open(tables, command, _secret(house, asked), request)
    except AlreadyAnswered as error:
        return await _once_more(house, error.answered, fingerprint)


def _command(house: House, asked: OpenBody) -> OpenTable:
    if asked.seed is not None and not house.config.allow_seeds:
        raise Problem(403, "seeds_not_allowed", "This server draws the tables' secrets itself (--allow-seeds is off).")
    book = house.catalogue.book(asked.game)
    try:
        options = resolve_options(book, asked.options)
    except Refused as refusal:
        raise Problem(422, refusal.code, refusal.detail) from None
    return OpenTable(
        name=asked.name,
        gm=asked.gm.name,
        game=asked.game,
        options=options,
        seeded=asked.seed is not None,
        listed=asked.listed,
    )


def _secret(house: House, asked: OpenBody) -> bytes:
    return house.random(SECRET_BYTES) if asked.seed is None else bytes.fromhex(asked.seed)


async def _open(tables: Tables, command: OpenTable, secret: bytes, request: Request | None) -> Opened:
    house = tables.house
    table = house.catalogue.folding.blank(new_table_id(house.random(TABLE_ID_BYTES)))
    journal, at = Journal(house.catalogue, table, SecretDealer(secret)), house.now()
    live = LiveTable(house, tables, journal, opened_at=at, listed=command.listed)
    salt = house.fresh_salt()
    opened = _answer(house, live.id, salt)
    await live.commit(
        Move(actor=GM, seat=None, command=command, at=at),
        command_id=house.fresh_id(),
        salt=salt,
        tokens=[record_of(opened.gm_token, GM, salt), record_of(opened.invite, INVITE, salt)],
        request=request,
        secret=secret,
    )
    tables.adopt(live)
    await live.watch(GM)
    return opened


def _answer(house: House, table: str, nonce: str) -> Opened:
    return Opened(table=table, gm_token=house.token(table, GM, nonce), invite=house.token(table, INVITE, nonce))


async def _once_more(house: House, before: Answered, fingerprint: str) -> Opened:
    """The first answer again: its tokens follow from the salt of the entry that opened the table."""
    if before.fingerprint != fingerprint:
        raise key_reused()
    _, first, _ = await house.reader.at_entry(before.table, PUBLIC, before.seq)
    return _answer(house, before.table, first.entry.salt)
