"""Unsealing rounds, and what can still be done at a closed table, shown with Twenty-One."""

from typing import Any

import pytest

from events.audience import PUBLIC
from events.event import Command
from events.round_events import RoundUnsealed
from games.table import CloseTable, Unseal, VoidRound
from projections.actions import Bounds
from projections.table import Span
from tests.games.disputing import (
    chronicle,
    denied,
    dispute,
    offered,
    play_on,
    played,
    seated,
    upheld,
)
from tests.playing import Playing


def test_the_gm_publishes_the_seed_of_a_round_that_ended() -> None:
    playing = played(unseal="dispute")
    playing.when(None, Unseal(round=1)).then(RoundUnsealed(round=1, seed=playing.dealer.seed(1).hex()))
    assert chronicle(playing, PUBLIC) == ["Round 1 is unsealed: its seed is open to everybody."]


def test_a_voided_round_can_be_unsealed() -> None:
    playing = seated(unseal="dispute").start()
    playing.give(None, VoidRound())
    playing.give(None, Unseal(round=1))
    assert playing.table.sealed == []


def test_a_running_round_cannot_be_unsealed_and_those_before_it_can() -> None:
    playing = played(unseal="dispute").start()
    playing.when(None, Unseal(round=2)).then_refused("round_running")
    playing.give(None, Unseal(round=1))
    playing.when(None, Unseal(round=2)).then_refused("round_running")


def test_a_round_is_unsealed_once() -> None:
    playing = play_on(played(unseal="dispute"))
    playing.give(None, Unseal(round=1))
    playing.when(None, Unseal(round=1)).then_refused("already_unsealed")
    playing.give(None, Unseal(round=2))
    playing.when(None, Unseal(round=2)).then_refused("already_unsealed")


def test_a_table_that_unseals_by_round_leaves_nothing_to_unseal() -> None:
    playing = played(unseal="round")
    assert playing.table.sealed == []
    playing.when(None, Unseal(round=1)).then_refused("already_unsealed")


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_round_that_was_never_played_cannot_be_unsealed(rounds: int) -> None:
    playing = seated(unseal="dispute")
    for _ in range(rounds):
        play_on(playing)
    playing.when(None, Unseal(round=rounds + 1)).then_refused("no_such_round")


def test_the_sealed_rounds_are_offered_as_far_as_they_stand_together() -> None:
    playing = seated(unseal="dispute")
    for _ in range(5):
        play_on(playing)
    playing.give(None, Unseal(round=3))
    playing.give(None, Unseal(round=1))
    assert playing.table.sealed == [Span(first=2, last=2), Span(first=4, last=5)]
    assert [action.params["round"] for action in offered(playing, None, "unseal")] == [
        Bounds(min=2, max=2), Bounds(min=4, max=5)
    ]  # fmt: skip
    play_on(playing)
    assert playing.table.sealed == [Span(first=2, last=2), Span(first=4, last=6)]


def test_a_dispute_alone_unseals_nothing() -> None:
    playing = dispute(played(unseal="dispute"))
    playing.give(None, upheld(remedy="round"))
    assert playing.table.sealed == [Span(first=1, last=1)]


def closed(**options: Any) -> Playing:
    playing = dispute(played(**options))
    playing.give(None, CloseTable())
    return playing


def test_a_closed_tables_rounds_are_disputed_ruled_on_and_unsealed() -> None:
    playing = dispute(closed(unseal="dispute"), "odo")
    playing.give(None, denied(1))
    playing.give(None, upheld(2))
    events = playing.give(None, Unseal(round=1))
    assert [case.ruling.verdict for case in playing.table.ruled if case.ruling] == ["denied", "upheld"]
    assert events == [RoundUnsealed(round=1, seed=playing.dealer.seed(1).hex())]
    assert playing.table.sealed == []


@pytest.mark.parametrize(
    "ruling", [upheld(remedy="round"), upheld(remedy="coins", payer="odo", payee="bri", amount_cp=1)]
)
def test_no_ruling_moves_coins_that_have_left_with_a_closed_table(ruling: Command) -> None:
    closed().when(None, ruling).then_refused("table_closed")
