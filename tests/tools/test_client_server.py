"""The client against the real server."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from events.storage.memory import MemoryStore
from games.engine.catalogue import Catalogue
from games.policies import named
from games.table import TABLE_RULES
from games.twentyone import TwentyOne
from replays.audit import audit
from replays.export import parse_export
from replays.rebuild import Frame
from server.commands import opening, seating
from server.commands.command_handler import CommandAnswer
from server.http.routes import chat as chat_routes
from server.http.routes import history, rounds
from server.tables import chat, directory
from server.tables.viewer_feed import LiveEntry
from tavern_client import ApiProblem, Chat, Entry, GameMaster, Live, Patience, Reset, Seat, Tavern, answers
from tests.toys.race import Race
from tools.bot import play
from tools.serving import local_server

GAMES = Catalogue.of([TwentyOne(), Race()], TABLE_RULES)


async def in_haste(seconds: float) -> None:
    """Wait, but not for as long as a server asks its clients to."""
    await asyncio.sleep(min(seconds, 0.05))


@pytest.fixture
async def tavern() -> AsyncIterator[Tavern]:
    """A client of a server that is mounted under a path prefix."""
    async with local_server(GAMES, prefix="/dice/tavern") as url, Tavern(url, sleep=in_haste) as tavern:
        yield tavern


async def opened(tavern: Tavern, game: str = "race") -> tuple[GameMaster, Seat, Seat]:
    gm = await tavern.open_table(game, name="The Wobbly Flagon", gm="Mo", listed=True)
    bri = await tavern.sit(gm.table, gm.invite, name="Bri", purse_cp=5_000, luck="seven")
    odo = await tavern.sit(gm.table, gm.invite, name="Odo", purse_cp=5_000, character={"skills": {"insight": 3}})
    return gm, bri, odo


async def test_a_table_is_opened_seated_and_found(tavern: Tavern) -> None:
    gm, bri, _ = await opened(tavern)

    view = await bri.view()
    assert (view.name, view.gm, view.viewer, view.phase) == ("The Wobbly Flagon", "Mo", "seat:bri", "lobby")
    assert [(seat.seat, seat.purse_cp, seat.luck) for seat in view.seats] == [
        ("bri", 5_000, "seven"),
        ("odo", 5_000, ""),
    ]
    assert view.seat("odo").character is None
    assert (await gm.view()).seat("odo").character is not None
    listed = [(table.table, table.name, table.gm, table.seats) async for table in tavern.tables()]
    assert listed == [(gm.table, "The Wobbly Flagon", "Mo", 2)]
    assert [game["id"] for game in await tavern.games()] == ["twentyone", "race"]
    assert (await tavern.onlooker(gm.table).view()).viewer == "public"


@pytest.mark.parametrize(
    ("read", "sent"),
    [
        (answers.ListedTable, directory.Listed),
        (answers.Seated, seating.Seated),
        (answers.Opened, opening.Opened),
        (answers.CommandAnswer, CommandAnswer),
        (answers.Page, history.EventsPage),
        (answers.Entry, LiveEntry),
        (answers.ReplayPage, rounds.ReplayPage),
        (answers.LedgerPage, history.LedgerPage),
        (answers.ChatPage, chat_routes.ChatPage),
        (answers.Chat, chat.Message),
    ],
)
def test_no_member_of_an_answer_is_left_out(read: type[msgspec.Struct], sent: type[msgspec.Struct]) -> None:
    assert sorted(read.__struct_fields__) == sorted(sent.__struct_fields__)


def test_a_frame_of_a_replay_is_an_entry_without_a_receipt() -> None:
    assert {*answers.Frame.__struct_fields__, "receipt"} == set(Frame.__struct_fields__)


async def bot(tavern: Tavern, gm: GameMaster, name: str, policy: str) -> None:
    """Somebody who plays by a policy."""
    await play(tavern, gm.table, gm.invite, name, named(policy), random.Random(name))


async def test_bots_play_an_evening_and_every_call_shows_it(tavern: Tavern, tmp_path: Path) -> None:
    gm = await tavern.open_table("twentyone", gm="Mo")
    names, policies = ["Bri", "Odo", "Mirela"], ["random", "card_sharp", "bully"]
    bots = [asyncio.create_task(bot(tavern, gm, name, policy)) for name, policy in zip(names, policies, strict=True)]
    async with asyncio.timeout(20), gm.live() as live:
        await rounds_played(gm, live, seats=3, rounds=2)
        await gm.command("close_table")
        await asyncio.gather(*bots)

    view = await gm.view()
    assert (view.closed, view.phase, view.round) == (True, "lobby", 2)
    assert sum(view.accounts.values()) == 0
    assert [(one.round, one.game) for one in await gm.rounds()] == [(1, "twentyone"), (2, "twentyone")]
    assert [one.round for one in await gm.rounds(after=1)] == [2]
    assert {one.seat: one.rounds for one in await gm.standings()} == {"bri": 2, "odo": 2, "mirela": 2}
    assert (await every_entry(gm))[-1].version == view.version
    sentences = [sentence for entry in (await gm.chronicle()).entries for sentence in entry.chronicle]
    assert "Round 1 begins: Bri, Odo and Mirela play." in sentences
    assert sum((await gm.ledger()).accounts.values()) == 0
    frames = [frame async for frame in gm.replay(2)]
    assert frames[-1].view.result == view.result
    assert "viewer=gm" in await gm.notation(2)
    assert "viewer=seat:odo" in await gm.notation(2, as_="seat:odo")
    assert "As the GM saw it" in (await gm.report(1)).decode()
    as_odo = [frame async for frame in gm.replay(2, as_="seat:odo")]
    assert {frame.view.viewer for frame in as_odo} == {"seat:odo"}
    path = tmp_path / "flagon.jsonl"
    assert await gm.export(path) == path.stat().st_size
    assert audit(GAMES, parse_export(path.read_bytes().splitlines()).lines).clean


async def rounds_played(gm: GameMaster, live: Live, *, seats: int, rounds: int) -> None:
    """Start a round whenever none is being played and all are there."""
    async for item in live:
        if isinstance(item, Chat) or item.view is None or item.view.phase != "lobby" or len(item.view.seats) < seats:
            continue
        if item.view.round == rounds:
            return
        await gm.command("start_round")


async def every_entry(gm: GameMaster) -> list[Entry]:
    entries: list[Entry] = []
    while True:
        page = await gm.events(len(entries))
        entries += page.entries
        if not page.more:
            return entries


async def test_a_refusal_comes_with_what_is_legal(tavern: Tavern) -> None:
    gm, bri, odo = await opened(tavern)
    await gm.command("start_round")
    with pytest.raises(ApiProblem) as refused:
        await (odo if (await gm.view()).to_act == ["bri"] else bri).command("roll")

    assert (refused.value.status, refused.value.code) == (409, "not_your_turn")
    assert "roll" not in [action["type"] for action in refused.value.actions]


async def test_a_command_given_twice_under_one_id_takes_effect_once(tavern: Tavern) -> None:
    gm, _, _ = await opened(tavern)

    first = await gm.command("give_coins", target="bri", amount_cp=100, reason="a loan", command_id="only once")
    again = await gm.command("give_coins", target="bri", amount_cp=100, reason="a loan", command_id="only once")

    assert (again.receipt, again.version) == (first.receipt, first.version)
    assert (await gm.view()).seat("bri").purse_cp == 5_100


async def test_if_match_is_refused_once_the_table_has_moved_on(tavern: Tavern) -> None:
    gm, bri, _ = await opened(tavern)
    await bri.view()
    await gm.command("start_round")

    with pytest.raises(ApiProblem, match="newer_version"):
        await bri.command("leave", if_match=True)


async def test_a_live_stream_has_the_same_entries_as_the_events(tavern: Tavern) -> None:
    gm, bri, _ = await opened(tavern)
    async with asyncio.timeout(20), bri.live() as live:
        reset = await anext(live)
        assert isinstance(reset, Reset)
        await gm.command("start_round")
        await gm.command("void_round", reason="closing time")
        streamed = [await anext(live), await anext(live)]

    page = await bri.events(reset.cursor)
    assert [(item.version, item.events) for item in streamed if isinstance(item, Entry)] == [
        (entry.version, entry.events) for entry in page.entries
    ]
    assert live.cursor == page.cursor


async def test_a_stream_goes_on_from_a_cursor_that_was_kept(tavern: Tavern) -> None:
    gm, bri, _ = await opened(tavern)
    async with asyncio.timeout(20), bri.live() as live:
        await anext(live)
    await gm.command("start_round")
    async with asyncio.timeout(20), bri.live(live.cursor) as live:
        item = await anext(live)

    assert isinstance(item, Entry)
    assert item.chronicle[0] == "Round 1 begins: Bri and Odo play."


async def test_a_stream_and_a_command_outlast_a_restart_of_the_server() -> None:
    store = MemoryStore()
    patience = Patience(attempts=50, first_wait=0.01, longest_wait=0.05)
    async with asyncio.timeout(20):
        async with local_server(GAMES, store=store) as url:
            port = int(url.rpartition(":")[2])
            tavern = Tavern(url, patience=patience, sleep=in_haste)
            gm, bri, _ = await opened(tavern)
            live = bri.live()
            assert isinstance(await anext(live), Reset)
        starting = asyncio.create_task(gm.command("start_round"))
        async with local_server(GAMES, store=store, port=port), tavern, live:
            answer = await starting
            item = await anext(live)

    assert isinstance(item, Entry)
    assert item.version == answer.version
    assert live.connections == 2


async def test_messages_are_sent_received_and_erased(tavern: Tavern) -> None:
    gm, bri, odo = await opened(tavern)
    async with asyncio.timeout(20), odo.live() as live:
        await anext(live)
        said = await bri.say("Your shuffle smells, Odo.")
        heard = await anext(live)
        erased = await bri.erase(said.n)

    assert heard == said
    assert (said.by, said.text) == ("seat:bri", "Your shuffle smells, Odo.")
    assert erased.erases == [said.n]
    assert [message.text for message in (await odo.chat()).messages] == [None, None]
    await odo.say("It does not.")
    assert (await gm.clear_chat()).erases == [3]
    assert [message.n for message in (await odo.chat(2)).messages] == [3, 4]


async def test_a_token_that_was_replaced_ends_its_stream(tavern: Tavern) -> None:
    gm, bri, _ = await opened(tavern)
    async with asyncio.timeout(20), bri.live() as live:
        await anext(live)
        answer = await gm.command("new_token", target="bri")
        with pytest.raises(ApiProblem, match="wrong_token"):
            async for _ in live:
                pass

    assert answer.token is not None
    assert (await tavern.seat(gm.table, "bri", answer.token).view()).viewer == "seat:bri"


async def test_a_gm_who_lets_people_in_is_waited_for(tavern: Tavern) -> None:
    gm = await tavern.open_table("race", options={"admit": "gm"})
    bri = await tavern.sit(gm.table, gm.invite, name="Bri")

    assert bri.admitted is False
    assert [asking.seat for asking in (await gm.view()).asking] == ["bri"]
    await gm.command("admit_seat", target="bri")
    assert (await bri.view()).viewer == "seat:bri"
