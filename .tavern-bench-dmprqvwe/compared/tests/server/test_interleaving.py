"""Requests that came together take each step side by side."""

import asyncio

from server.commands.interleaving import interleave


async def test_everybody_takes_a_step_before_anybody_takes_the_next() -> None:
    taken: list[tuple[int, str]] = []

    async def serve(who: str) -> None:
        for step in (1, 2, 3):
            taken.append((step, who))
            await interleave()

    await asyncio.gather(serve("Bri"), serve("Odo"))
    assert taken == [(1, "Bri"), (1, "Odo"), (2, "Bri"), (2, "Odo"), (3, "Bri"), (3, "Odo")]
