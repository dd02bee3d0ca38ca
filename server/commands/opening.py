"""Opens tables."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from events.audience import GM, PUBLIC
from events.dice import SECRET_BYTES
from events.merkle import last_of
from events.storage.contract import Answered, AppendRecords, Request
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate
from games.engine.command_fields import TableName
from games.engine.dealer import SecretDealer
from games.engine.legality import Refused
from games.table import OpenTable, resolve_options
from server.commands.idempotency import answer_once
from server.commands.seat_names import require_visible
from server.problems import Problem
from server.services import Services
from server.tables.live_table import LiveTable
from server.tables.registry import Tables
from server.tokens import INVITE, TABLE_ID_BYTES, new_table_id, record_of

Counting = Callable[[], AbstractContextManager[None]]
"""Makes a context that counts, for a limit, what is done within it, unless that fails."""


class GmBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The game master of a new table."""

    name: TableName = ""


class OpenBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tables`. `seed` is the table's secret, 64 hex digits, if the server allows seeds."""

    game: str
    options: dict[str, Any] = {}
    name: TableName = ""
    gm: GmBody = GmBody()
    listed: bool = False
    seed: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$")] | None = None


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A new table, its GM's token, and the invite for its players."""

    table: str
    gm_token: str
    invite: str


async def open_table(tables: Tables, body: OpenBody, key: str | None, fingerprint: str, counting: Counting) -> Opened:
    """Open a table, at most once per idempotency `key`; `fingerprint` is that of the request.

    A table is opened within a context of `counting`, which may raise a `Problem`. Raises a `Problem`,
    `UnknownGame`, `StoreError`.
    """
    services = tables.services
    request = None if key is None else Request(scope="", caller=PUBLIC, id=key, fingerprint=fingerprint)

    async def run() -> Opened:
        command = _command(services, body)
        with counting():
            return await _open(tables, body, command, request)

    return await answer_once(services.store, request, partial(_replay, tables), run)


async def _open(tables: Tables, body: OpenBody, command: OpenTable, request: Request | None) -> Opened:
    services = tables.services
    secret = services.random(SECRET_BYTES) if body.seed is None else bytes.fromhex(body.seed)
    blank = services.catalogue.folding.blank(new_table_id(services.random(TABLE_ID_BYTES)))
    at, salt, command_id = services.now(), services.fresh_salt(), services.fresh_id()
    dealer = SecretDealer(secret)
    # Hashing the tree takes a while, so it runs on a thread.
    nodes = await asyncio.to_thread(dealer.nodes, 1, last_of(1))
    aggregate = TableAggregate(services.catalogue, blank, dealer)
    live = LiveTable(tables, aggregate, opened_at=at, listed=command.listed)
    opened = _answer(services, live.id, salt)
    await live.commit(
        AddressedCommand(actor=GM, seat=None, command=command, at=at),
        command_id=command_id,
        salt=salt,
        records=AppendRecords(
            secret=secret,
            nodes=nodes,
            tokens=[record_of(opened.gm_token, GM, salt), record_of(opened.invite, INVITE, salt)],
            request=request,
        ),
    )
    tables.adopt(live)
    await live.feed(GM)
    return opened


def _command(services: Services, body: OpenBody) -> OpenTable:
    if body.seed is not None and not services.config.allow_seeds:
        raise Problem(403, "seeds_not_allowed", "This server does not accept seeds.")
    for name in filter(None, (body.name, body.gm.name)):
        require_visible(name)
    rulebook = services.catalogue.rulebook(body.game)
    try:
        options = resolve_options(rulebook, body.options)
    except Refused as refusal:
        raise Problem(422, refusal.code, refusal.detail) from None
    return OpenTable(
        name=body.name,
        gm=body.gm.name,
        game=body.game,
        options=options,
        seeded=body.seed is not None,
        listed=body.listed,
    )


async def _replay(tables: Tables, answered: Answered) -> Opened:
    """The first answer again: its tokens are derived from the salt of the entry that opened the table."""
    _, first, _ = await tables.reader.at_entry(answered.table, PUBLIC, answered.seq)
    return _answer(tables.services, answered.table, first.entry.salt)


def _answer(services: Services, table: str, nonce: str) -> Opened:
    return Opened(table=table, gm_token=services.token(table, GM, nonce), invite=services.token(table, INVITE, nonce))
