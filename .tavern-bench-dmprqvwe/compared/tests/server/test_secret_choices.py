"""What a seat chose in secret changes no byte that the server sends to others: views, polls, streams, refusals."""

import asyncio

import pytest

from events.audience import PUBLIC
from games.table import GiveCoins
from tests.playing import Playing
from tests.server.keeping import chained
from tests.server.renaming import assert_alike
from tests.server.test_secrecy_of_logs import World
from tests.toys.catalogue import TOYS
from tests.toys.sealed_bid import Seal


def a_table(number: int, boast: str | None) -> Playing:
    """Ada has chosen, and the others have not."""
    playing = Playing.open(TOYS, "sealed_bid").seat("Ada", "Bo", "Cy").start()
    playing.give("ada", Seal(number=number, boast=boast))
    playing.give(None, GiveCoins(target="bo", amount_cp=5, reason="a loan"))
    return playing


async def all_that_is_received(playing: Playing, viewer: str) -> list[object]:
    """All that a viewer, there from the start, receives from a server, and from another that takes up the store."""
    log = list(chained(playing.entries))
    world = World(playing, log, viewer, None)
    await world.live_through(4)
    await world.look_back()
    return world.received


@pytest.mark.parametrize("viewer", [PUBLIC, "seat:bo", "seat:cy"])
def test_others_are_sent_the_same_whatever_a_seat_chose(viewer: str) -> None:
    received, received_otherwise = (
        asyncio.run(all_that_is_received(a_table(*bid), viewer)) for bid in ((1, None), (9, "Mine, all mine."))
    )
    assert_alike(received, received_otherwise)
    assert len(received) > 20


def test_the_seat_itself_is_sent_what_it_chose() -> None:
    received, received_otherwise = (asyncio.run(all_that_is_received(a_table(n, None), "seat:ada")) for n in (1, 9))
    assert received != received_otherwise
