"""Opening tables."""

import msgspec

from events.audience import GM, PUBLIC
from events.dice import SECRET_BYTES
from events.store import AlreadyAnswered, Answered, Request
from games.addressed_command import AddressedCommand
from games.aggregate import TableAggregate
from games.dealer import SecretDealer
from games.legality import Refused
from games.table import OpenTable, resolve_options
from server.http.bodies import OpenBody
from server.problems import Problem, key_reused
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
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
    services = tables.services
    if key is not None and (before := await services.store.answered("", PUBLIC, key)) is not None:
        return await _once_more(services, before, fingerprint)
    command = _command(services, asked)
    request = None if key is None else Request(scope="", caller=PUBLIC, id=key, fingerprint=fingerprint)
    try:
        return await _open(tables, command, _secret(services, asked), request)
    except AlreadyAnswered as error:
        return await _once_more(services, error.answered, fingerprint)


def _command(services: Services, asked: OpenBody) -> OpenTable:
    if asked.seed is not None and not services.config.allow_seeds:
        raise Problem(403, "seeds_not_allowed", "This server draws the tables' secrets itself (--allow-seeds is off).")
    rulebook = services.catalogue.rulebook(asked.game)
    try:
        options = resolve_options(rulebook, asked.options)
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


def _secret(services: Services, asked: OpenBody) -> bytes:
    return services.random(SECRET_BYTES) if asked.seed is None else bytes.fromhex(asked.seed)


async def _open(tables: Tables, command: OpenTable, secret: bytes, request: Request | None) -> Opened:
    services = tables.services
    table = services.catalogue.folding.blank(new_table_id(services.random(TABLE_ID_BYTES)))
    journal, at = TableAggregate(services.catalogue, table, SecretDealer(secret)), services.now()
    live = LiveTable(services, tables, journal, opened_at=at, listed=command.listed)
    salt = services.fresh_salt()
    opened = _answer(services, live.id, salt)
    await live.commit(
        AddressedCommand(actor=GM, seat=None, command=command, at=at),
        command_id=services.fresh_id(),
        salt=salt,
        tokens=[record_of(opened.gm_token, GM, salt), record_of(opened.invite, INVITE, salt)],
        request=request,
        secret=secret,
    )
    tables.adopt(live)
    await live.watch(GM)
    return opened


def _answer(services: Services, table: str, nonce: str) -> Opened:
    return Opened(table=table, gm_token=services.token(table, GM, nonce), invite=services.token(table, INVITE, nonce))


async def _once_more(services: Services, before: Answered, fingerprint: str) -> Opened:
    """The first answer again: its tokens follow from the salt of the entry that opened the table."""
    if before.fingerprint != fingerprint:
        raise key_reused()
    _, first, _ = await services.reader.at_entry(before.table, PUBLIC, before.seq)
    return _answer(services, before.table, first.entry.salt)
