"""The table's suspicion outlives other games that it turns to: the heat is kept, and stays the GM's alone."""

import msgspec
import pytest

from events.audience import GM, PUBLIC
from games.goblin.chamber import Hold
from games.goblin.chamber import Roll as Throw
from games.installed import CATALOGUE
from games.table import SetGame, StartRound, VoidRound
from projections.snapshots import Snapshots
from tests.games.twentyone.table import TwentyOneTable
from tests.games.twentyone_v3.table import betting
from tests.playing import TABLE, Playing
from tests.rerunning import rerun


def heated() -> TwentyOneTable:
    """Two cheats were tried, and the round was called off: the heat is 14."""
    table = betting(bri=(1, 2), odo=(2, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.rolls("odo", "d4", 2)
    table.cheats("odo", n=2, change=1, natural=5)
    table.voids()
    return table


def turns(table: Playing, *games: str) -> None:
    for game in games:
        table.give(None, SetGame(game=game))


@pytest.mark.parametrize("games", [("goblin",), ("twentyone",), ("goblin", "bluffmaster", "twentyone")])
def test_the_heat_is_kept_while_the_table_turns_to_other_games(games: tuple[str, ...]) -> None:
    table = heated()
    turns(table, *games, "twentyone-v3")
    assert table.table_heat == 14
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.table_heat == 13


def test_rounds_of_other_games_neither_cool_nor_heat_the_table() -> None:
    table = heated()
    turns(table, "goblin")
    for _ in range(2):
        table.give(None, StartRound())
        table.give(None, VoidRound())
    turns(table, "twentyone")
    table.start_round(bri=(4, 9), odo=(6, 3))
    table.lets_it_be("bri")
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.voids()
    turns(table, "twentyone-v3")
    assert table.table_heat == 14


def test_a_round_of_goblin_mode_that_is_played_to_its_end_leaves_the_heat_as_it_was() -> None:
    table = heated()
    turns(table, "goblin")
    table.load({("bri", "chamber", 20): [20], ("odo", "chamber", 20): [2], ("odo", "chamber", 12): [1]})
    table.give(None, StartRound())
    for seat, command in (("bri", Throw()), ("odo", Throw()), ("bri", Hold()), ("odo", Throw())):
        table.give(seat, command)
    assert not table.table.running
    turns(table, "twentyone-v3")
    assert table.table_heat == 14


def test_each_round_of_its_own_cools_what_was_kept() -> None:
    table = heated()
    for expected in (13, 12, 11, 10, 10):
        turns(table, "goblin", "twentyone-v3")
        table.start_round(bri=(4, 9), odo=(6, 3))
        assert table.table_heat == expected
        table.voids()


def test_what_is_kept_is_put_aside_while_the_table_is_away_and_taken_up_when_it_is_back() -> None:
    table = heated()
    turns(table, "goblin")
    assert table.table.remembered == {"twentyone-v3": {"rounds": 1, "suspicion": 4, "heated_in": 1}}
    turns(table, "twentyone-v3")
    assert table.table.remembered == {"goblin": {}}


def test_what_is_kept_is_above_the_start_that_the_gm_sets_on_coming_back() -> None:
    table = heated()
    turns(table, "goblin")
    table.give(None, SetGame(game="twentyone-v3", options={"starting_heat": 20}))
    assert table.table_heat == 24


def test_while_another_game_is_played_nobody_is_shown_the_heat_that_is_kept() -> None:
    table = heated()
    turns(table, "goblin")
    for viewer in table.viewers():
        assert b"suspicion" not in msgspec.json.encode(table.view(viewer))


def test_nobody_but_the_gm_keeps_a_heat_that_nobody_else_saw() -> None:
    table = heated()
    turns(table, "goblin")
    kept = {viewer: table.sight(viewer).table.remembered for viewer in (GM, PUBLIC, "seat:bri", "seat:odo")}
    seen = {"twentyone-v3": {"rounds": 1, "suspicion": 4, "heated_in": 1}}
    unseen = {"twentyone-v3": {"rounds": 1, "suspicion": 0, "heated_in": 0}}
    assert kept == {GM: seen, PUBLIC: unseen, "seat:bri": unseen, "seat:odo": unseen}
    turns(table, "twentyone-v3")
    for viewer in (PUBLIC, "seat:bri", "seat:odo"):
        assert "heat" not in table.view(viewer).details


def test_a_table_that_is_put_away_during_another_game_still_knows_the_heat() -> None:
    table, snapshots = heated(), Snapshots(CATALOGUE.rulebooks)
    turns(table, "goblin")
    sights = [table.sight(viewer).table for viewer in table.viewers()]
    saved = snapshots.read(TABLE, table.table.seq, snapshots.write(table.journal.head, table.table, sights))
    turns(table, "twentyone-v3")
    for before, after in ((saved.truth(), table.table), (saved.sight(GM), table.sight(GM).table)):
        assert before is not None
        CATALOGUE.folding.fold_all(before, table.written[-1].entry.events)
        assert (before.state, before.remembered) == (after.state, {"goblin": {}})


def test_such_an_evening_runs_again_byte_for_byte() -> None:
    table = Playing.open(CATALOGUE, "twentyone-v3").seat("Bri", "Odo").start()
    table.give(None, VoidRound())
    turns(table, "goblin", "twentyone-v3")
    table.start().give(None, VoidRound())
    assert {outcome.result for outcome in rerun(CATALOGUE, table.lines)} == {"same"}
