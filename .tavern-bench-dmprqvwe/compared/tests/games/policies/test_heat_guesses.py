"""What temperaments make of the heat: from what their seat has seen, and never from what it is."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

import pytest

from events.audience import GM
from games.installed import CATALOGUE
from games.policies import TEMPERAMENTS, cheating, named
from games.policies.cheating import CURRENT, V3, Risks
from games.policies.position import Position
from games.table import SetGame, VoidRound
from games.twentyone.betting import Roll
from games.twentyone.cheating import Cheat
from games.twentyone.turns import LetItBe
from projections.table import Note, Score
from projections.views import View
from tests.playing import Playing


def with_23_in_all(game: str, **options: Any) -> Playing:
    """Ada has 15, and a d8 in the hand that shows 8: two less would make 21. Bo, who waits, has 17."""
    playing = Playing.open(CATALOGUE, game, **options).seat("Ada", "Bo", purse_cp=100_000)
    faces: Mapping[tuple[str, str, int], Iterable[int]] = {
        ("ada", "opening", 10): [6],
        ("ada", "hole", 10): [9],
        ("bo", "opening", 10): [9],
        ("bo", "hole", 10): [8],
        ("ada", "bought", 8): [8],
    }
    playing.load(faces).start()
    playing.give("ada", LetItBe())
    playing.give("ada", Roll(die="d8"))
    return playing


def seen(playing: Playing, *, rounds: int, caught: int, notes: Iterable[Note] = ()) -> View:
    """What Ada sees, if so many rounds had been played here, none of another game, and Bo been caught so often."""
    view = playing.view("seat:ada")
    assert view.you is not None
    view.round = rounds
    view.details["rounds"] = rounds
    view.standings = {"ada": Score(rounds=rounds), "bo": Score(rounds=rounds, caught=caught)}
    view.you.notes = list(notes)
    return view


def guessed(view: View, rules: Risks) -> float:
    position = Position.of(view)
    assert position is not None
    return cheating.guessed_heat(position, rules)


def cheats(view: View) -> int:
    """How often a card sharp cheats, of a hundred times."""
    chosen = [named("card_sharp").choose(view, Random(seed)) for seed in range(100)]
    return sum(one is not None and one["type"] == "cheat" for one in chosen)


def test_a_card_sharp_cheats_less_at_a_table_that_has_grown_hot_by_what_it_has_seen() -> None:
    playing = with_23_in_all("twentyone-v3")

    assert cheats(seen(playing, rounds=40, caught=0)) > 80
    assert cheats(seen(playing, rounds=40, caught=8)) == 0


def test_what_was_seen_of_earlier_rounds_says_nothing_where_heat_is_each_seat_s_own() -> None:
    playing = with_23_in_all("twentyone")

    assert cheats(seen(playing, rounds=40, caught=8)) == cheats(seen(playing, rounds=40, caught=0)) > 80


def test_a_table_at_which_nobody_is_caught_is_guessed_to_be_cold_again() -> None:
    playing = with_23_in_all("twentyone-v3")
    by_catches = [guessed(seen(playing, rounds=40, caught=caught), V3) for caught in range(5)]

    assert by_catches[0] == 10
    assert by_catches == sorted(by_catches)
    assert by_catches[4] > 20
    assert guessed(seen(playing, rounds=20, caught=2), V3) < guessed(seen(playing, rounds=60, caught=6), V3)


def test_the_guess_starts_where_the_heat_does() -> None:
    playing = with_23_in_all("twentyone-v3", starting_heat=17)

    assert guessed(seen(playing, rounds=1, caught=0), V3) == 17


def test_rounds_of_other_games_change_nothing_in_the_guess() -> None:
    """Ten rounds of V3.0 in which Bo was caught three times, and thirty of Goblin Mode, in which nobody can cheat."""
    playing = with_23_in_all("twentyone-v3")
    among_others = seen(playing, rounds=40, caught=3)
    among_others.details["rounds"] = 10
    alone = seen(with_23_in_all("twentyone-v3"), rounds=10, caught=3)

    assert guessed(among_others, V3) == pytest.approx(guessed(alone, V3))
    assert guessed(among_others, V3) > 20


def test_a_view_shows_how_many_of_a_table_s_rounds_were_of_v3() -> None:
    playing = Playing.open(CATALOGUE, "twentyone-v3").seat("Ada", "Bo")
    for game in ("twentyone-v3", "goblin", "goblin", "twentyone", "twentyone-v3"):
        if game != playing.table.game:
            playing.give(None, SetGame(game=game))
        playing.start().give(None, VoidRound())
    playing.start()
    view = playing.view("seat:ada")

    assert (view.details["rounds"], view.round) == (3, 6)


@pytest.mark.parametrize(("cheated", "dice", "hotter_by"), [(False, [], 0), (True, [], 1.9), (True, [1, 2], 3.8)])
def test_a_guess_takes_profiles_into_account(cheated: bool, dice: list[int], hotter_by: float) -> None:
    """Each attempt adds 2, but for one in twenty."""
    facts: dict[str, object] = {"about": "bo", "cheated": cheated, "dice": dice}
    notes = [Note(kind="profile", facts=facts)]
    view = seen(with_23_in_all("twentyone-v3"), rounds=1, caught=0, notes=notes)

    assert guessed(view, V3) == pytest.approx(10 + hotter_by)


@pytest.mark.parametrize(("game", "rules"), [("twentyone", CURRENT), ("twentyone-v3", V3)])
def test_a_seat_knows_what_it_has_tried_itself_in_this_round(game: str, rules: Risks) -> None:
    playing = with_23_in_all(game).load({("ada", "cheat", 20): [19]})
    playing.give("ada", Cheat(n=2, change=-3))
    view = playing.view("seat:ada")
    view.standings = {}

    assert guessed(view, rules) == 12


def evening(bo_cheats: bool, rounds: int = 4) -> Playing:
    """Rounds in which Bo buys a d8 and cheats in secret and in vain, or lets it be. In the last it is Ada's turn to."""
    playing = Playing.open(CATALOGUE, "twentyone-v3").seat("Ada", "Bo", purse_cp=100_000)
    for number in range(rounds):
        faces: dict[tuple[str, str, int], Iterable[int]] = {
            ("ada", "opening", 10): [6],
            ("ada", "hole", 10): [9],
            ("ada", "bought", 8): [8],
            ("bo", "opening", 10): [5],
            ("bo", "hole", 10): [5],
            ("bo", "bought", 8): [3],
        }
        playing.load(faces | {("bo", "cheat", 20): [2]} if bo_cheats else faces).start()
        playing.give("bo", LetItBe())
        playing.give("bo", Roll(die="d8"))
        playing.give("bo", Cheat(n=2, change=3) if bo_cheats else LetItBe())
        playing.give("ada", Roll(die="d8"))
        while playing.table.running and number < rounds - 1:
            playing.let_the_clock_act()
    return playing


@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_a_heat_that_a_seat_has_not_seen_rise_changes_nothing_that_it_does(name: str) -> None:
    """Two evenings are alike for Ada, one of them hot: what Ada does, and what Ada was shown, is the same."""
    honest, hot = evening(bo_cheats=False), evening(bo_cheats=True)
    views = [playing.view("seat:ada") for playing in (honest, hot)]
    one, other = ([named(name).choose(view, Random(seed)) for seed in range(60)] for view in views)

    assert [playing.view(GM).details["heat"] for playing in (honest, hot)] == [10, 15]
    assert one == other
    assert any(chosen and chosen["type"] == "cheat" for chosen in one)
