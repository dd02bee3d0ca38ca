"""The section `scaling`: several servers, and a standby, each beside one server."""

from contextlib import AsyncExitStack
from pathlib import Path

from tools.bench import stores
from tools.bench.playing import Game
from tools.bench.report import Section
from tools.bench.scaling import servers
from tools.bench.scaling.database import borrowed
from tools.bench.scaling.servers import Arrangement, measure_servers


async def measure_scaling(
    game: Game,
    folder: Path,
    postgres: str,
    replicated: str | None,
    connections: int,
) -> Section:
    """Measure on empty databases at these addresses. Raises `Failure`."""
    async with AsyncExitStack() as stack:
        single = await stack.enter_async_context(borrowed(postgres))
        plans = [
            Arrangement(what=servers.ON_A_FILE, store=stores.address(folder / "scaling.db")),
            Arrangement(what=servers.ONE, store=postgres, database=single),
            Arrangement(what=servers.TWO, store=postgres, servers=2, database=single),
            Arrangement(what=servers.ANYWHERE, store=postgres, servers=2, anywhere=True, database=single),
        ]
        if replicated is not None:
            database = await stack.enter_async_context(borrowed(replicated))
            plans.append(Arrangement(what=servers.REPLICATED, store=replicated, database=database))
        figures = await measure_servers(plans, game, connections, max(1, len(game.sent) // 4))
    return Section(
        name="scaling",
        title="Servers on PostgreSQL",
        how=f"{connections} tables over as many connections; medians of turns; all processes on this machine",
        figures=figures,
    )
