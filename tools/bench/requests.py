"""Requests over HTTP, beside a bare handler or another revision: commands, durable when answered, and views."""

from collections.abc import Sequence
from typing import Final

from tools.bench.clients import Table, opened
from tools.bench.contenders import AT_ONCE, Contender, ask_in_turns, contender, figures, play_in_turns
from tools.bench.playing import Game, play
from tools.bench.report import Section
from tools.bench.run import Run
from tools.bench.servers import bare, checked_out, tavern
from tools.bench.stores import address

_COMMAND: Final = "a durable command"
_MINIMAL: Final = "a durable command, minimal answer"
_VIEW: Final = "a view"
_UNCHANGED: Final = "a view that has not changed (304)"


async def measure_requests(run: Run) -> Section:
    """Measure the tavern beside a bare handler. Raises `Failure`."""
    game, count = play(run.sizes.commands), run.sizes.connections
    async with tavern(address(run.folder / "requests.db")) as served, bare() as ceiling:
        own = await contender([served], await opened(served.port, game, count))
        other = await contender([ceiling], [Table()] * count)
        return await _measured("requests", "Requests over HTTP", own, other, "a bare handler", game, run)


async def compare(run: Run, revision: str) -> Section:
    """Compare this checkout with another revision. Raises `Failure`."""
    game, count = play(run.sizes.commands), run.sizes.connections
    then = checked_out(revision, run.folder)
    async with tavern(address(run.folder / "now.db")) as new, tavern(address(run.folder / "then.db"), then) as old:
        own, other = [await contender([one], await opened(one.port, game, count)) for one in (new, old)]
        return await _measured("compare", f"Requests, compared with {revision}", own, other, revision, game, run)


async def _measured(
    name: str, title: str, own: Contender, other: Contender, beside: str, game: Game, run: Run
) -> Section:
    contenders = (own, other)
    await play_in_turns(contenders, game, ((_COMMAND, ""), (_MINIMAL, "Prefer: return=minimal\r\n")))
    await _look(contenders, run.sizes.repeats)
    sizes = f"{own.took(_COMMAND).body_bytes:,} and {other.took(_COMMAND).body_bytes:,} bytes in an answer"
    return Section(
        name=name,
        title=title,
        how=f"{run.sizes.connections} tables over as many connections, in turns of {AT_ONCE}; {sizes}; medians",
        figures=[
            one
            for what in (_COMMAND, _MINIMAL, _VIEW, _UNCHANGED)
            for one in figures(what, own.took(what), beside, other.took(what))
        ],
    )


async def _look(contenders: Sequence[Contender], repeats: int) -> None:
    for what, headers in ((_UNCHANGED, "If-None-Match: *\r\n"), (_VIEW, "")):
        for n in range(AT_ONCE * repeats + 1):
            await ask_in_turns(contenders, what, [None] * AT_ONCE, headers, n, counts=n > 0)
