"""Several servers on one PostgreSQL database, and a synchronous standby, each beside one server."""

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

import asyncpg
import msgspec

from events.storage.addresses import POSTGRESQL, shown
from events.storage.postgresql.connections.asyncpg_types import Connection
from events.storage.postgresql.connections.connecting import CONNECT_SECONDS
from tools.bench.clients import opened
from tools.bench.contenders import Contender, contender, figures, play_in_turns
from tools.bench.playing import Game, play
from tools.bench.report import Section
from tools.bench.run import Run
from tools.bench.servers import tavern
from tools.bench.stores import address
from tools.failures import Failure

_ONE: Final = "one server"
_ON_A_FILE: Final = "one server on a file"
_THERE: Final = "SELECT to_regnamespace('tavern') IS NOT NULL"
_COMMANDS: Final = "commands"


class _Arrangement(msgspec.Struct, frozen=True, kw_only=True):
    """So many servers on a store; a command goes to its table's server, or `anywhere`."""

    what: str
    store: str
    servers: int = 1
    anywhere: bool = False


async def measure_scaling(run: Run) -> Section:
    """Have all arrangements play a game in turns. Raises `Failure`."""
    if run.postgres is None:
        raise Failure("scaling needs --postgres with the address of an empty database")
    arrangements = [
        _Arrangement(what=_ON_A_FILE, store=address(run.folder / "scaling.db")),
        _Arrangement(what=_ONE, store=run.postgres),
        _Arrangement(what="two servers, each table at one of them", store=run.postgres, servers=2),
        _Arrangement(what="two servers, one at random for each command", store=run.postgres, servers=2, anywhere=True),
    ]
    if run.replicated is not None:
        arrangements.append(_Arrangement(what="one server, a synchronous standby", store=run.replicated))
    game, count = play(run.sizes.commands), run.sizes.connections
    async with AsyncExitStack() as stack:
        for database in filter(None, (run.postgres, run.replicated)):
            await stack.enter_async_context(_borrowed(database))
        contenders = {one.what: await _begun(stack, one, game, count) for one in arrangements}
        await play_in_turns(list(contenders.values()), game, [(_COMMANDS, "")])
    took = {what: one.took(_COMMANDS) for what, one in contenders.items()}
    beside = {what: _ON_A_FILE if what == _ONE else _ONE for what in took if what != _ON_A_FILE}
    return Section(
        name="scaling",
        title="Servers on PostgreSQL",
        how=f"{count} tables over as many connections; medians of turns; all processes on this machine",
        figures=[one for what, other in beside.items() for one in figures(what, took[what], other, took[other])],
    )


async def _begun(stack: AsyncExitStack, arrangement: _Arrangement, game: Game, count: int) -> Contender:
    servers = [await stack.enter_async_context(tavern(arrangement.store)) for _ in range(arrangement.servers)]
    tables = await opened(servers[0].port, game, count)
    return await contender(servers, tables, anywhere=arrangement.anywhere)


@asynccontextmanager
async def _borrowed(database: str) -> AsyncGenerator[None]:
    """The database at an address, which must have no store; it is left without one. Raises `Failure`."""
    if not database.startswith(POSTGRESQL):
        raise Failure(f"{shown(database)} is not the address of a PostgreSQL database")
    try:
        link: Connection = await asyncpg.connect(database, timeout=CONNECT_SECONDS)
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
        raise Failure(f"{shown(database)} cannot be reached: {error}") from None
    try:
        if await link.fetchval(_THERE):
            raise Failure(f"{shown(database)} has a store already: a benchmark needs an empty database")
        try:
            yield
        finally:
            await link.execute("DROP SCHEMA IF EXISTS tavern CASCADE")
    finally:
        await link.close()
