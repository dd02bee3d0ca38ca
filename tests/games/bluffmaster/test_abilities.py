"""Abilities (seeds 004, and the rulings): chosen at once in secret, shown together, reroll, then subtract, then add."""

import msgspec
import pytest

from events.event import Event
from events.round_events import DieRerolled, DieRevealed, PhaseBegan, QuestionAnswered
from games.bluffmaster.abilities import AbilityUsed, UseAbility, UseNone
from games.bluffmaster.options import Ability
from games.bluffmaster.showdown import TotalReckoned
from games.engine.legality import Refused
from games.mechanics.betting import Call, Fold, Open
from games.mechanics.simultaneous import ChoicesShown, Chosen
from games.table import Leave
from tests.games.bluffmaster.table import EVEN, BluffmasterSet, a_set, ability, won
from tests.playing import all_of, drawn


def at_the_abilities() -> BluffmasterSet:
    return a_set().to_the_abilities()


def totals(events: list[Event]) -> dict[str, tuple[int, int, int]]:
    """What each has: by its dice, by abilities, and in all."""
    return {event.seat: (event.rolled, event.change, event.total) for event in all_of(TotalReckoned, events)}


def test_no_ability_touches_the_throw_for_who_bets_first() -> None:
    a_set().when("bri", ability("reroll", "abernathy", 0)).then_refused("not_asked")


def test_all_who_have_not_folded_are_asked_at_once() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    playing.give("columbia", Call())
    playing.checks_round()
    assert (playing.table.question, playing.table.to_act) == ("ability", ["abernathy", "columbia"])
    playing.when("bri", UseNone()).then_refused("not_asked")


def test_that_a_seat_has_chosen_is_seen_and_what_is_not() -> None:
    playing = at_the_abilities()
    playing.when("bri", ability("add", "bri")).then(
        Chosen(to="seat:bri", seat="bri", choice={"ability": "add", "target": "bri", "n": None}),
        QuestionAnswered(seat="bri"),
    )

    seen = playing.newest_seen("seat:columbia")
    assert seen is not None
    assert seen.events == [QuestionAnswered(seat="bri")]
    chosen = {viewer: playing.details("bri", viewer)["choice"] for viewer in playing.viewers()}
    secret = {"ability": "add", "target": "bri", "n": None}
    assert chosen == {
        "public": None,
        "gm": secret,
        "seat:abernathy": None,
        "seat:bri": secret,
        "seat:columbia": None,
    }


def test_others_are_served_the_same_bytes_whatever_a_seat_chooses() -> None:
    choices = [
        UseNone(),
        *(ability(name, "columbia") for name in ("subtract", "add")),
        ability("reroll", "abernathy", 1),
    ]
    served = []
    for choice in choices:
        playing = at_the_abilities()
        playing.give("bri", choice)
        viewers = [viewer for viewer in playing.viewers() if viewer not in ("gm", "seat:bri")]
        served.append([msgspec.json.encode([playing.newest_seen(viewer), playing.view(viewer)]) for viewer in viewers])
    assert served == [served[0]] * 4


def test_a_choice_binds() -> None:
    playing = at_the_abilities()
    playing.give("bri", UseNone())
    playing.when("bri", ability("add", "bri")).then_refused("not_asked")


def test_what_all_chose_is_shown_together_once_all_have() -> None:
    playing = at_the_abilities()
    events = playing.uses(bri=ability("subtract", "columbia"), columbia=ability("add", "columbia"))
    assert all_of(ChoicesShown, events) == [
        ChoicesShown(
            choices={
                "abernathy": {},
                "bri": {"ability": "subtract", "target": "columbia", "n": None},
                "columbia": {"ability": "add", "target": "columbia", "n": None},
            }
        )
    ]


def test_they_resolve_reroll_then_subtract_then_add_each_in_the_order_of_turns() -> None:
    playing = a_set({**EVEN, "dee": (3, 1, 1), "eve": (2, 1, 1)}).to_the_abilities()
    events = playing.uses(
        abernathy=ability("add", "abernathy"),
        bri=ability("subtract", "columbia"),
        columbia=ability("reroll", "bri", 0),
        dee=ability("subtract", "abernathy"),
        eve=ability("reroll", "eve", 1),
    )
    assert [(event.seat, event.ability) for event in all_of(AbilityUsed, events)] == [
        ("columbia", "reroll"),
        ("eve", "reroll"),
        ("bri", "subtract"),
        ("dee", "subtract"),
        ("abernathy", "add"),
    ]


def test_subtract_takes_three_from_a_total_and_add_puts_three_on_top() -> None:
    playing = at_the_abilities()
    events = playing.uses(abernathy=ability("add", "abernathy"), bri=ability("subtract", "columbia"))
    assert totals(events) == {"abernathy": (19, 3, 22), "bri": (16, 0, 16), "columbia": (21, -3, 18)}
    assert won(events) == [("abernathy", 3_000, "best")]


def test_several_abilities_on_one_total_all_count() -> None:
    playing = at_the_abilities()
    events = playing.uses(
        abernathy=ability("subtract", "columbia"),
        bri=ability("subtract", "columbia"),
        columbia=ability("add", "columbia"),
    )
    assert totals(events)["columbia"] == (21, -3, 18)


def test_reroll_rolls_a_single_die_of_ones_own_or_of_another_seat() -> None:
    playing = at_the_abilities().load({("columbia", "reroll", 20): [2], ("bri", "reroll", 20): [20]})
    events = playing.uses(abernathy=ability("reroll", "columbia", 0), bri=ability("reroll", "bri", 1))
    assert all_of(DieRerolled, events) == [
        DieRerolled(
            seat="columbia",
            n=0,
            by="abernathy",
            why="reroll",
            draw=drawn("columbia", "reroll", 20, 2),
            draw_to="seat:columbia",
        ),
        DieRerolled(seat="bri", n=1, by="bri", why="reroll", draw=drawn("bri", "reroll", 20, 20), draw_to="seat:bri"),
    ]
    assert totals(events) == {"abernathy": (19, 0, 19), "bri": (27, 0, 27), "columbia": (6, 0, 6)}


def test_a_rerolled_die_stays_as_hidden_as_it_was_even_from_the_player_who_rerolled_it() -> None:
    playing = at_the_abilities().load({("columbia", "reroll", 20): [2]})
    playing.uses(abernathy=ability("reroll", "columbia", 0))
    seen = {
        viewer: [event.draw.face if event.draw else None for event in all_of(DieRerolled, list(newest.events))]
        for viewer in playing.viewers()
        if (newest := playing.newest_seen(viewer))
    }
    assert seen == {
        "public": [None],
        "gm": [2],
        "seat:abernathy": [None],
        "seat:bri": [None],
        "seat:columbia": [2],
    }


def test_an_ability_is_used_once_a_set() -> None:
    playing = at_the_abilities()
    playing.uses(bri=ability("add", "bri"))
    playing.to_the_abilities()
    playing.when("bri", ability("add", "bri")).then_refused("card_used")
    playing.give("bri", ability("subtract", "abernathy"))


def test_a_new_set_gives_every_use_back() -> None:
    playing = at_the_abilities()
    playing.uses(bri=ability("add", "bri"))
    while playing.table.running:
        playing.plays_on()
    playing.start()
    assert playing.details("bri")["uses_left"] == {"reroll": 1, "subtract": 1, "add": 1}


@pytest.mark.parametrize(("name", "n"), [("reroll", None), ("reroll", 2)])
def test_a_reroll_names_one_of_two_dice(name: Ability, n: int | None) -> None:
    at_the_abilities().when("bri", UseAbility(ability=name, target="bri", n=n)).then_refused("not_offered")


@pytest.mark.parametrize("name", ["subtract", "add"])
def test_nothing_but_a_reroll_names_a_die(name: Ability) -> None:
    with pytest.raises(Refused) as refused:
        at_the_abilities().give("bri", UseAbility(ability=name, target="bri", n=0))
    assert (refused.value.code, refused.value.detail) == (
        "no_die_to_name",
        f"Only a re-roll names a die: leave n out of {name}.",
    )


def test_only_seats_that_are_in_can_be_the_target() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()))
    playing.give("columbia", Call())
    playing.checks_round()
    with pytest.raises(Refused) as refused:
        playing.give("columbia", ability("subtract", "bri"))
    assert (refused.value.code, refused.value.detail) == (
        "target_out",
        "Bri is not in the round: Abernathy and Columbia are.",
    )


def test_nothing_comes_of_an_ability_whose_target_has_left_meanwhile_and_it_is_used() -> None:
    playing = at_the_abilities()
    playing.give("abernathy", ability("subtract", "columbia"))
    playing.give("bri", ability("reroll", "columbia", 0))
    events = playing.give("columbia", Leave())
    assert all_of(AbilityUsed, events) == [
        AbilityUsed(seat="bri", ability="reroll", target="columbia", n=0, change=0, lands=False),
        AbilityUsed(seat="abernathy", ability="subtract", target="columbia", n=None, change=0, lands=False),
    ]
    assert all_of(DieRerolled, events) == []
    assert playing.details("abernathy")["uses_left"]["subtract"] == 0


def test_a_seat_that_is_all_in_chooses_an_ability_too_and_can_be_its_target() -> None:
    playing = a_set(purses={"bri": 1_000}).to_the_abilities()
    events = playing.uses(bri=ability("add", "bri"), columbia=ability("subtract", "bri"))
    assert totals(events)["bri"] == (16, 0, 16)
    assert len(all_of(AbilityUsed, events)) == 2


def test_at_the_showdown_the_dice_of_all_who_are_in_are_shown_and_counted() -> None:
    events = at_the_abilities().uses()
    start = events.index(PhaseBegan(phase="showdown"))
    assert events[start + 1 : start + 10] == [
        *(DieRevealed(seat=seat, n=n, face=face) for seat, (_, *faces) in EVEN.items() for n, face in enumerate(faces)),
        *(
            TotalReckoned(seat=seat, rolled=sum(faces), change=0, total=sum(faces))
            for seat, (_, *faces) in EVEN.items()
        ),
    ]
    assert won(events) == [("columbia", 3_000, "best")]
