"""Dice that were thrown together are audited one by one, as are those that were thrown for who is highest."""

from collections.abc import Callable
from typing import Any

import pytest

from events.event import Draw
from events.round_events import DiceThrown, OpenThrown
from games.mechanics.betting import Check
from games.table import StartRound
from replays.audit import audit
from tests.replays.logs import Evening, event, forged
from tests.toys.catalogue import TOYS

DEALT = 4
"""The seq at which a hand of the evening below begins, with a die for each seat."""


def high_die_evening() -> Evening:
    """Hands of High die in which both check, until two have tied and thrown for the pot."""
    evening = Evening("high_die")
    while b"open_thrown" not in evening.lines[-1]:
        evening.gm(StartRound())
        evening.seat("bri", Check())
        evening.seat("odo", Check())
    return evening


EVENING = high_die_evening()
TIED = len(EVENING.lines)


def found_in(lines: list[bytes]) -> list[tuple[int | None, str, str]]:
    found = audit(TOYS, lines, rerun=False).findings
    return [(finding.seq, finding.code, finding.detail) for finding in found]


def thrown(change: Callable[[dict[str, Any]], object]) -> list[bytes]:
    """The evening with its first throw changed."""
    return forged(EVENING.lines, DEALT, lambda entry: change(event(entry, "dice_thrown")))


def test_an_evening_of_throws_is_sound() -> None:
    report = audit(TOYS, EVENING.lines)
    assert (report.findings, report.facts_only, report.same_again) == ([], [], len(EVENING.lines))


@pytest.mark.parametrize("draws", [None, []])
def test_a_throw_without_its_draws_is_found(draws: list[Any] | None) -> None:
    assert found_in(thrown(lambda throw: throw.update(draws=draws)))[0] == (
        DEALT,
        "draw_missing",
        "bri throws 1 dice, but 0 draws are recorded",
    )


def test_a_throw_with_a_draw_too_few_is_found() -> None:
    assert (DEALT, "draw_missing", "bri throws 3 dice, but 1 draws are recorded") in found_in(
        thrown(lambda throw: throw.update(ns=[0, 1, 2]))
    )


def test_a_throw_with_a_draw_too_many_is_found() -> None:
    def twice(throw: dict[str, Any]) -> None:
        throw["draws"].append({**throw["draws"][0], "n": 2})

    found = found_in(thrown(twice))
    assert (DEALT, "draw_missing", "bri throws 1 dice, but 2 draws are recorded") in found


def test_a_face_that_was_changed_in_a_throw_is_found() -> None:
    face = face_of_the_first_throw()
    other = face % 6 + 1
    assert found_in(thrown(lambda throw: throw["draws"][0].update(face=other))) == [
        (
            DEALT,
            "draw_mismatch",
            f"draw 1 of a d6 for bri (hole) shows {other}, but the seed gives {face}",
        )
    ]


def test_a_draw_that_was_passed_over_in_a_throw_is_found() -> None:
    found = found_in(thrown(lambda throw: throw["draws"][0].update(n=2)))
    assert found[0] == (
        DEALT,
        "draw_order",
        "draw 2 of a d6 for bri (hole) is out of order, expected number 1 of its sequence",
    )


def test_a_face_that_was_changed_in_an_open_throw_is_found() -> None:
    def raised(entry: dict[str, Any]) -> None:
        draw = event(entry, "open_thrown")["draws"][0]
        draw["face"] = draw["face"] % 20 + 1

    ((seq, code, detail),) = found_in(forged(EVENING.lines, TIED, raised))
    assert (seq, code) == (TIED, "draw_mismatch")
    assert detail.startswith("draw 1 of a d20 for bri (the_pot) shows ")


def test_a_draw_that_was_left_out_of_an_open_throw_is_found_by_running_it_again() -> None:
    def alone(entry: dict[str, Any]) -> None:
        event(entry, "open_thrown")["draws"].pop()

    report = audit(TOYS, forged(EVENING.lines, TIED, alone))
    assert [(finding.seq, finding.code) for finding in report.findings] == [(TIED, "rerun_differs")]


def face_of_the_first_throw() -> int:
    dealt = TOYS.codec.decode(EVENING.lines[DEALT - 1]).events
    throws = [event for event in dealt if isinstance(event, DiceThrown)]
    draws: list[Draw] = throws[0].draws or []
    return draws[0].face


def test_those_who_tied_threw_for_the_pot() -> None:
    last = TOYS.codec.decode(EVENING.lines[-1]).events
    (high,) = [event for event in last if isinstance(event, OpenThrown)]
    assert [draw.seat for draw in high.draws] == ["bri", "odo"]
