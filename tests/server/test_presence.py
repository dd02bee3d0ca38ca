"""Who is offline: the GM's live stream says it, and nobody else's."""

import asyncio

from tests.server.serving import Served, until
from tests.server.streaming import Reading, read_live
from tests.server.test_commands import begun

KEEP_ALIVE = 15


async def _silent(reading: Reading) -> bool:
    """Whether the next that a stream says after a keep-alive's time is a keep-alive."""
    return (await reading.next()).event == ":"


async def _left(server: Served, reading: Reading, remaining: int) -> None:
    """Close a stream, and wait until the server has noticed."""
    reading.close()
    await until(lambda: len(server.streams) == remaining)


async def test_the_gm_sees_who_is_offline_after_two_keep_alives_and_who_is_back_at_once(server: Served) -> None:
    table, ada, bo = await begun(server, "race")
    gm, adas, bos = [await read_live(caller) for caller in (table.gm, ada, bo)]
    for reading in (gm, adas, bos):
        await reading.expect("reset")
    await _left(server, adas, 2)
    server.clock.turn(KEEP_ALIVE)
    assert await _silent(gm)
    server.clock.turn(KEEP_ALIVE)
    presence = await gm.expect("presence")
    assert (presence.id, presence.data) == (None, {"offline": [ada.seat]})
    server.clock.turn(KEEP_ALIVE)
    assert await _silent(gm)
    await (await read_live(ada)).expect("reset")
    assert (await gm.expect("presence")).data == {"offline": []}


async def test_nobody_but_the_gm_receives_who_is_offline(server: Served) -> None:
    table, ada, bo = await begun(server, "race")
    gm, adas, *others = [await read_live(caller) for caller in (table.gm, ada, bo, table.public)]
    for reading in (gm, adas, *others):
        await reading.expect("reset")
    await _left(server, adas, 3)
    for _ in range(2):
        server.clock.turn(KEEP_ALIVE)
        for reading in others:
            assert await _silent(reading)
    assert await _silent(gm)
    await gm.expect("presence")
    await ada.did("roll")
    for reading in others:
        await reading.expect("entry")


async def test_a_gm_who_comes_later_sees_who_is_offline(server: Served) -> None:
    table, ada, bo = await begun(server, "race")
    adas, bos = [await read_live(caller) for caller in (ada, bo)]
    await _left(server, adas, 1)
    server.clock.turn(2 * KEEP_ALIVE)
    gm = await read_live(table.gm)
    await gm.expect("reset")
    assert (await gm.expect("presence")).data == {"offline": [ada.seat]}
    await table.gm.did("remove_seat", target=ada.seat)
    await gm.expect("entry")
    assert (await gm.expect("presence")).data == {"offline": []}
    bos.close()


async def test_who_reads_by_long_polls_is_not_offline(server: Served) -> None:
    table, ada, _ = await begun(server, "race")
    gm = await read_live(table.gm)
    await gm.expect("reset")
    await _left(server, await read_live(ada), 1)
    version = (await ada.view())["version"]
    poll = asyncio.create_task(ada.get(f"/events?after={version}&wait=30"))
    live = server.tables.at_hand(table.id)
    assert live is not None
    feed = await live.feed(f"seat:{ada.seat}")
    await until(lambda: feed.listened_to)
    server.clock.turn(KEEP_ALIVE)
    assert await _silent(gm)
    server.clock.turn(KEEP_ALIVE)
    assert await _silent(gm)
    await poll
