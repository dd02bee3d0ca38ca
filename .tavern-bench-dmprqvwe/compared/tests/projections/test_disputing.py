"""How disputes, rulings and rounds that are put back change what a table remembers."""

from typing import Any

import pytest

from events.accounts import POT
from events.dispute_events import DisputeRaised, DisputeRuled
from projections.disputing import settle
from projections.game import AnyTable
from projections.table import Settled
from tests.playing import Playing
from tests.toys.catalogue import TOYS

SEATED = Playing.open(TOYS, "race").seat("Ada", "Bo")


def seated() -> AnyTable:
    """A table that may be changed."""
    return SEATED.fork().table


def dispute(table: AnyTable, number: int, *, round_number: int = 1, verdict: str = "upheld", **more: Any) -> None:
    """Ada raises a dispute, and the GM rules on it."""
    TOYS.folding.fold(table, DisputeRaised(dispute=number, seat="ada", round=round_number, text=""))
    ruled = {"remedy": "none", **more}
    TOYS.folding.fold(table, DisputeRuled(dispute=number, verdict=verdict, text="", **ruled))


def test_only_disputes_that_are_upheld_are_counted_as_such() -> None:
    table = seated()
    for number, verdict in enumerate(("upheld", "denied", "upheld"), 1):
        dispute(table, number, verdict=verdict)
    score = table.scores["ada"]
    assert (score.disputes, score.disputes_open, score.disputes_upheld) == (3, 0, 2)
    assert [one.verdict for one in table.disputed] == ["upheld", "denied", "upheld"]


def test_the_last_ten_rulings_and_the_last_ten_rounds_are_remembered() -> None:
    table = seated()
    for number in range(1, 13):
        dispute(table, number)
        settle(table, number, [])
    assert [case.dispute for case in table.ruled] == [*range(3, 13)]
    assert [settled.round for settled in table.settled] == [*range(3, 13)]
    assert len(table.disputed) == 12


@pytest.mark.parametrize(
    ("moved", "balance", "owners"),
    [
        ({POT: -1}, 30, ["ada", "bo"]),
        ({POT: -1}, 0, ["ada"]),
        ({POT: 30, "ada": -30}, 30, ["bo"]),
        ({"ada": -30, "bo": 30}, 30, ["bo"]),
    ],
)
def test_the_pot_belongs_again_to_those_who_left_it_only_if_the_round_took_it(
    moved: dict[str, int], balance: int, owners: list[str]
) -> None:
    table = seated()
    table.rolled_over_from, table.accounts[POT] = ["bo"], balance
    table.settled = [Settled(round=1, moved=moved, pot_cp=0, rolled_over_from=["ada"])]
    dispute(table, 1, remedy="round")
    assert table.rolled_over_from == owners
    assert table.settled == []
    assert table.scores["ada"].coins_cp == -moved.get("ada", 0)
