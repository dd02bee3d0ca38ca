"""Whether a policy cheats, denounces and inspects: what a cheat is worth, and what it could cost."""

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from events.audience import seat_viewer
from events.character import Character
from events.gaming_sets import GamingSet
from games.installed import CATALOGUE
from games.mechanics.tricks.noticing import EndClosing
from games.policies import Choice, named
from games.policies.position import Position
from games.policies.races.pig import cheating
from games.policies.tricks import CARD_SHARP, DRUNKARD, HONEST, RECKLESS, answer, chance_of_notice
from tests.games.tricks.racing import plays, throws
from tests.playing import Playing

NIMBLE = Character(skills={"sleight_of_hand": 9})
SHARP = named("card_sharp")


def table(game: str, sheet: Character = NIMBLE, sets: tuple[GamingSet, ...] = (), **options: Any) -> Playing:
    playing = Playing.open(CATALOGUE, game, **{"cheating": "on", **options})
    playing.sit("Bri", character=sheet, sets=sets)
    playing.sit("Odo")
    return playing.start()


def position_of(playing: Playing, seat: str = "bri") -> Position:
    found = Position.of(playing.view(seat_viewer(seat)))
    assert found is not None
    return found


def chosen(playing: Playing, name: str, seat: str = "bri", tries: int = 60) -> set[str]:
    """What a policy chooses to do, now and then."""
    view = playing.view(seat_viewer(seat))
    choices = [named(name).choose(view, Random(n)) for n in range(tries)]
    return {choice["type"] for choice in choices if choice is not None}


def with_a_one(sheet: Character = NIMBLE, **options: Any) -> Playing:
    """Bri has 30 points at risk at Pig, and a 1 under the cup."""
    playing = table("pig", sheet, **options)
    for _ in range(5):
        plays(playing, "bri", 6)
    throws(playing, "bri", 1)
    return playing


def test_if_everybody_plays_fair_a_policy_has_no_answer_and_draws_no_chance() -> None:
    playing = Playing.open(CATALOGUE, "pig").seat("Bri", "Odo").start()
    chance = Random(1)
    before = chance.getstate()
    assert answer(position_of(playing), chance, boldness=CARD_SHARP) is None
    assert chance.getstate() == before


def test_a_card_sharp_throws_a_one_again_that_would_cost_the_turn() -> None:
    assert "cheat" in chosen(with_a_one(), "card_sharp")


def test_nobody_throws_a_good_die_again() -> None:
    playing = table("pig")
    throws(playing, "bri", 5)
    for name in ("card_sharp", "reckless", "drunkard", "bully"):
        assert "cheat" not in chosen(playing, name)


@pytest.mark.parametrize("name", ["cautious", "best_play", "threshold"])
def test_the_cautious_and_those_who_only_know_the_game_never_cheat(name: str) -> None:
    assert chosen(with_a_one(caught="nothing"), name) - {"inspect"} == {"show_dice"}


def test_a_clumsy_player_cheats_only_if_it_costs_nothing_or_they_are_drunk() -> None:
    thumbs = Character(skills={"sleight_of_hand": -5})
    assert "cheat" not in chosen(with_a_one(thumbs), "card_sharp")
    assert "cheat" in chosen(with_a_one(thumbs, caught="nothing"), "card_sharp")
    assert "cheat" in chosen(with_a_one(thumbs), "drunkard", tries=200)


def _noticed(sleight: int, house: int, others: int) -> float:
    """By counting all that can fall."""
    seen = 0.0
    for roll in range(1, 21):
        house_misses = sum(eye + house <= roll + sleight for eye in range(1, 21)) / 20
        other_misses = sum(eye <= roll + sleight for eye in range(1, 21)) / 20
        seen += (1 - house_misses * other_misses**others) / 20
    return seen


@pytest.mark.parametrize(("sleight", "house"), [(0, 2), (9, 2), (-3, 5), (4, -20), (0, 40), (30, 2)])
def test_how_likely_a_cheat_is_noticed_is_exact_for_the_house_and_people_without_a_sheet(
    sleight: int, house: int
) -> None:
    playing = with_a_one(Character(skills={"sleight_of_hand": sleight}), house_perception=house)
    assert chance_of_notice(position_of(playing)) == pytest.approx(_noticed(sleight, house, 1))


def test_proficiency_with_dice_makes_a_cheat_less_likely_to_be_noticed() -> None:
    nimble = Character(abilities={"dex": 3}, proficiency=3)
    trained = Character(abilities={"dex": 3}, proficiency=3, tools={"dice": True})
    known, unknown = (chance_of_notice(position_of(with_a_one(sheet))) for sheet in (trained, nimble))
    assert known == pytest.approx(_noticed(6, 2, 1))
    assert unknown == pytest.approx(_noticed(3, 2, 1))


@pytest.mark.parametrize(
    ("faces", "n"),
    [([2, 2, 3, 4, 6, 6], None), ([1, 1, 1, 5, 5, 2], 5), ([1, 2, 3, 4, 5, 6], None), ([1, 2, 3, 4, 5, 5], 4)],
)
def test_at_farkle_a_cheat_is_with_a_die_that_spoils_a_better_throw(faces: list[int], n: int | None) -> None:
    """A series is not touched; of a farkle any die can be thrown again."""
    playing = table("farkle", caught="nothing", target=1_000)
    throws(playing, "bri", *faces)
    choices = [SHARP.choose(playing.view(seat_viewer("bri")), Random(count)) for count in range(40)]
    cheats = {choice["n"] for choice in choices if choice is not None and choice["type"] == "cheat"}
    if faces == [1, 2, 3, 4, 5, 6]:
        assert cheats == set()
    elif n is None:
        assert len(cheats) == 1
    else:
        assert cheats == {n}


def test_at_mason_a_cheat_is_with_a_die_that_does_not_count() -> None:
    playing = table("mason", caught="nothing")
    throws(playing, "bri", 4, 5, 2, 6, 1, 4)
    choices = [SHARP.choose(playing.view(seat_viewer("bri")), Random(count)) for count in range(40)]
    assert {choice["n"] for choice in choices if choice is not None and choice["type"] == "cheat"} == {2}
    throws_that_count = table("mason", caught="nothing")
    throws(throws_that_count, "bri", 4, 5, 4, 6, 5, 4)
    assert chosen(throws_that_count, "card_sharp") - {"inspect"} == {"show_dice"}


def test_a_policy_denounces_a_cheat_that_it_has_noticed_also_out_of_turn() -> None:
    playing = with_a_one(house_perception=-20)
    playing.load({("bri", "sleight_of_hand", 20): [1], ("odo", "notice", 20): [20], ("bri", "palmed", 6): [3]})
    playing.send("bri", b'{"type": "cheat", "n": 0}')
    assert playing.table.to_act == ["bri"]
    for name in ("bully", "best_play"):
        assert chosen(playing, name, "odo") == {"denounce"}
    # Out of turn there is nothing else to do.
    assert chosen(playing, "drunkard", "odo") == {"denounce"}
    assert None in [named("drunkard").choose(playing.view(seat_viewer("odo")), Random(n)) for n in range(60)]


def test_at_the_closing_step_a_seat_with_nothing_to_denounce_says_nothing() -> None:
    playing = table("pig", target=50)
    for _ in range(9):
        plays(playing, "bri", 6)
    playing.send("bri", b'{"type": "bank"}')
    assert playing.table.phase == "closing"
    for name in ("cautious", "best_play", "bully", "drunkard", "reckless"):
        assert chosen(playing, name, "odo", tries=10) <= {"say_nothing", "inspect"}
    playing.give(None, EndClosing())


def test_sets_that_cannot_be_crooked_are_not_inspected() -> None:
    looks: Mapping[bool, tuple[GamingSet, ...]] = {True: (GamingSet(set="weighted_heavy"),), False: (CLEAR,)}
    for inspected, sets in looks.items():
        playing = Playing.open(CATALOGUE, "pig", cheating="on")
        playing.sit("Odo")
        playing.sit("Bri", sets=sets)
        playing.start()
        assert ("inspect" in chosen(playing, "card_sharp", "odo", tries=200)) == inspected


CLEAR = GamingSet(set="clear_dice")


def test_sticky_dice_are_loaded_for_ones_at_farkle_by_who_would_cheat() -> None:
    playing = table("farkle", sets=(GamingSet(set="weighted_sticky"),))
    load: Choice = {"type": "load_dice", "die": "d6", "face": 6}
    view = playing.view(seat_viewer("bri"))
    assert SHARP.choose(view, Random(1)) == load
    assert named("cautious").choose(view, Random(1)) == {"type": "throw"}
    playing.send("bri", b'{"type": "load_dice", "die": "d6", "face": 6}')
    assert chosen(playing, "card_sharp") <= {"throw", "inspect"}


def test_the_bolder_a_player_is_the_less_a_cheat_must_gain() -> None:
    """With few points at risk, a 1 is hardly worth the race."""
    playing = table("pig")
    plays(playing, "bri", 6)
    throws(playing, "bri", 1)
    cheats = {
        boldness: any(
            (answer(position_of(playing), Random(n), boldness=boldness, prospects=cheating) or {}).get("type")
            == "cheat"
            for n in range(60)
        )
        for boldness in (HONEST, CARD_SHARP, RECKLESS, DRUNKARD)
    }
    assert cheats == {HONEST: False, CARD_SHARP: False, RECKLESS: True, DRUNKARD: True}


@pytest.mark.parametrize(
    ("brought", "banks"),
    [
        (GamingSet(set="weighted_double"), False),
        (GamingSet(set="weighted_high"), False),
        (GamingSet(set="weighted_heavy"), False),
        (GamingSet(set="weighted_heavy", faces={"d6": 1}), True),
        (GamingSet(set="weighted_sticky"), False),
        (GamingSet(set="weighted_sticky", faces={"d6": 6}), True),
        (GamingSet(set="ivory_dice"), True),
    ],
)
def test_the_best_play_of_pig_throws_for_the_victory_with_dice_that_hardly_show_a_one(
    brought: GamingSet, banks: bool
) -> None:
    playing = table("pig", sets=(brought,))
    playing.load({("bri", "weight", 25): [25] * 5})
    for _ in range(5):
        plays(playing, "bri", 6)
    assert playing.table.state.at_risk >= 25
    view = playing.view(seat_viewer("bri"))
    assert named("best_play").choose(view, Random(1)) == {"type": "bank" if banks else "throw"}
    assert named("threshold").choose(view, Random(1)) == {"type": "bank"}
