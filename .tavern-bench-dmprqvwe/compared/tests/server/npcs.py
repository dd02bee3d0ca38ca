"""Tables with NPCs."""

from typing import Any, Final

from games.deciding.catalogue import Catalogue
from replays.audit import audit
from replays.export import parse_export
from tests.server.conftest import Starting
from tests.server.serving import Caller, Opened, Served, until

PURSE_CP: Final = 100_000
NPC_SECONDS: Final = 2
LONGEST: Final = 2_000


async def seat_npc(table: Opened, name: str, temperament: str, **given: Any) -> Caller:
    """The GM seats an NPC; its seat and token."""
    body = {"name": name, "purse_cp": PURSE_CP, "npc": {"temperament": temperament}, **given}
    answer = await table.gm.post("/seats", body)
    assert answer.status == 201, answer.body
    return Caller(table.gm.client, table.id, answer["token"], answer["seat"])


async def still(server: Served) -> None:
    """Wait until the server does nothing more by itself."""
    await until(lambda: not server.busy)


async def acted(table: Opened, after: int = 0) -> list[tuple[str, str | None]]:
    """Who acted, and for which seat, at the GM's versions above `after`."""
    entries = (await table.gm.get(f"/events?after={after}"))["entries"]
    return [(entry["actor"], entry["seat"]) for entry in entries]


async def over(server: Served, table: Opened, *, step: float = 0.5) -> Any:
    """Let the server play a round to its end; what the public sees then."""
    for _ in range(LONGEST):
        await still(server)
        view = await table.public.view()
        if view["phase"] == "lobby":
            return view
        server.clock.turn(step)
    raise AssertionError("the round does not end")


async def audited(table: Opened, catalogue: Catalogue) -> None:
    """An audit of the table's export finds nothing, and every command runs again to the same bytes."""
    body = (await table.gm.get("/export")).body
    export = parse_export(body.splitlines(keepends=True))
    report = audit(catalogue, export.lines, header=export.header)
    assert (report.findings, report.same_again) == ([], report.entries)


async def paced(start: Starting, game: str = "race", **options: Any) -> tuple[Served, Opened]:
    server = await start(allow_seeds=True, npc_seconds=NPC_SECONDS)
    table = await server.open(game, options=options, seed="07" * 32)
    for name in ("Odo", "Ned"):
        await seat_npc(table, name, "random")
    await table.gm.did("start_round")
    await still(server)
    return server, table


async def version(table: Opened) -> int:
    number: int = (await table.public.view())["version"]
    return number
