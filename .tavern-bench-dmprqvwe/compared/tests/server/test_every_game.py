"""Whatever game is installed is played over HTTP, seen again, exported and audited: none needs anything of its own."""

from collections.abc import AsyncIterator

import pytest

from events.stores.memory import MemoryStore
from games.installed import CATALOGUE
from tests.server.playing_through import SHORT, Players, assert_replayed_as_shown, audited, replayed
from tests.server.serving import Served, start_server

ROUNDS = 3


@pytest.fixture
async def services() -> AsyncIterator[Served]:
    """A server with the games that are installed."""
    served = await start_server(CATALOGUE, MemoryStore(), allow_seeds=True)
    yield served
    await served.close()


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_rounds_are_played_to_their_ends_by_what_is_offered(services: Served, game: str) -> None:
    players = await Players.gather(services, CATALOGUE, game, seed=1)
    for number in range(1, ROUNDS + 1):
        view = await players.play_round()
        assert (view["game"], view["round"], view["result"]["round"]) == (game, number, number)
        assert sum(view["accounts"].values()) == 0
    listed = (await players.table.public.get("/rounds"))["rounds"]
    assert [(one["round"], one["game"], one["ended_at"] is None) for one in listed] == [
        (number, game, False) for number in range(1, ROUNDS + 1)
    ]


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_a_replay_shows_everybody_what_the_table_showed(services: Served, game: str) -> None:
    players = await Players.gather(services, CATALOGUE, game, seed=2)
    for number in (1, 2):
        await players.play_round()
        await assert_replayed_as_shown(players, number)


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_an_export_is_audited_and_every_command_runs_again_to_the_same_bytes(services: Served, game: str) -> None:
    players = await Players.gather(services, CATALOGUE, game, seed=3)
    for _ in range(ROUNDS):
        await players.play_round()
    report = await audited(players)
    assert (report.findings, report.facts_only, report.verified) == ([], [], True)
    assert (report.rounds, report.same_again) == (ROUNDS, report.entries)


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_a_restarted_server_serves_the_same_in_the_middle_of_a_round(services: Served, game: str) -> None:
    players = await Players.gather(services, CATALOGUE, game, seed=4)
    await players.play_round()
    await players.table.gm.did("start_round")
    before = [(await caller.get(path)).body for caller in players.callers for path in ("", "/rounds/1", "/chronicle")]
    restarted = await start_server(CATALOGUE, services.store, allow_seeds=True)
    again = [players.table.again(restarted.client, caller) for caller in players.callers]
    assert [(await caller.get(path)).body for caller in again for path in ("", "/rounds/1", "/chronicle")] == before
    await restarted.close()


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
async def test_every_round_is_described_in_sentences(services: Served, game: str) -> None:
    players = await Players.gather(services, CATALOGUE, game, seed=5)
    await players.play_round()
    frames = (await replayed(players.table.gm, 1))["frames"]
    sentences = [sentence for frame in frames for sentence in frame["chronicle"]]
    assert len(sentences) >= 3
    assert [sentence for sentence in sentences if not sentence.endswith((".", "!", "”", "?")) or "_" in sentence] == []


async def test_one_table_plays_all_games_one_after_the_other(services: Served) -> None:
    first, *others = CATALOGUE.rulebooks
    players = await Players.gather(services, CATALOGUE, first, seed=6)
    await players.play_round()
    for game in others:
        await players.table.gm.did("set_game", game=game, options=SHORT.get(game, {}))
        await players.play_round()
    for number in range(1, len(CATALOGUE.rulebooks) + 1):
        await assert_replayed_as_shown(players, number)
    listed = (await players.table.public.get("/rounds"))["rounds"]
    assert [one["game"] for one in listed] == list(CATALOGUE.rulebooks)
    report = await audited(players)
    assert (report.findings, report.verified, report.same_again) == ([], True, report.entries)
