"""How temperaments play Goblin Mode: by a reckoning of what a lead is worth, and by all of its rules."""

from collections import Counter
from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

import pytest

from events.round_events import DieRolled, StatusChanged
from events.table_events import CoinsMoved
from games.goblin.state import CHAMBER, STAGES
from games.installed import CATALOGUE
from games.policies import TEMPERAMENTS, Policy, goblin, named
from games.policies.manners import BULLY, CARD_SHARP, CAUTIOUS, RECKLESS, Manner
from games.policies.position import Position
from projections.actions import Action, Choices
from tests.games.policies.sitting import Table
from tests.playing import Playing

Other = tuple[str, int, str]
"""Another seat: its name, its score and its status."""


def in_the_chamber(die: str, mine: int, *others: Other, may: Iterable[Action] = ()) -> Position:
    """What Cy, who comes between Bo and Dan, sees on the turn in the stage of a die."""
    view = Playing.open(CATALOGUE, "goblin").seat("Ada", "Bo", "Cy", "Dan").start().view("seat:cy")
    assert view.you is not None
    standing = {name: (score, status) for name, score, status in others}
    view.details["die"], view.you.actions = die, [Action(type="roll"), *may]
    for seat in view.seats:
        seat.total, seat.status = standing.get(seat.seat, (0, "dead"))
        if seat.seat == "cy":
            seat.total, seat.status = mine, "active"
    position = Position.of(view)
    assert position is not None
    position.asked = True
    return position


def kinds(position: Position, manner: Manner) -> Counter[Any]:
    choices = [goblin.player(manner)(position, Random(seed)) for seed in range(200)]
    return Counter(chosen["type"] for chosen in choices if chosen)


HOLD = Action(type="hold")


def always(kind: str) -> Counter[str]:
    return Counter({kind: 200})


def caught_up(behind: int, faces: Iterable[int]) -> float:
    """What a seat so far behind a hold takes from it with these faces: all, nothing, or two thirds by the Coin."""
    for face in faces:
        if face == 1:
            return 0
        behind -= face
        if behind < 0:
            return 1
    return 0 if behind else 2 / 3


@pytest.mark.parametrize("behind", [0, 1, 2, 3, 5, 8, 12, 17, 18, 19])
@pytest.mark.parametrize("stage", [3, 4, 5])
def test_how_often_a_seat_fails_to_get_past_a_hold_is_that_of_all_rolls(stage: int, behind: int) -> None:
    """Level at last they flip the Coin, which the hold survives one time in three."""
    rolls = list(product(*(range(1, CHAMBER[die] + 1) for die in STAGES[stage:])))
    expected = 1 - sum(caught_up(behind, faces) for faces in rolls) / len(rolls)

    assert goblin.fails(behind, stage) == pytest.approx(expected, abs=1e-12)


def test_a_seat_past_a_hold_has_not_failed_and_one_level_at_the_end_flips_the_coin() -> None:
    assert goblin.fails(-1, 3) == 0
    assert goblin.fails(0, len(STAGES)) == pytest.approx(1 / 3)
    assert goblin.fails(1, len(STAGES)) == 1


@pytest.mark.parametrize("die", ["d12", "d10"])
def test_a_taxed_hold_is_never_worth_as_much_as_to_live_until_none_is_due(die: str) -> None:
    lives = 1.0
    for taxed in STAGES[STAGES.index(die) : STAGES.index("d8")]:
        lives *= 1 - goblin.death_chance(STAGES.index(taxed))

    assert goblin.is_taxed(STAGES.index(die))
    assert lives > 1 / 2
    assert not goblin.is_taxed(STAGES.index("d8"))


@pytest.mark.parametrize(
    ("die", "mine", "others", "kind"),
    [
        ("d8", 40, [], "hold"),
        ("d4", 40, [("bo", 39, "held")], "hold"),
        ("d4", 40, [("bo", 39, "active")], "hold"),
        ("d4", 40, [("dan", 39, "active")], "roll"),
        ("d4", 40, [("dan", 36, "active")], "hold"),
        ("d8", 40, [("dan", 35, "active")], "roll"),
        ("d8", 40, [("dan", 22, "active")], "hold"),
    ],
)
def test_a_lead_is_held_where_that_is_worth_more_than_one_more_roll(
    die: str, mine: int, others: list[Other], kind: str
) -> None:
    """Who comes earlier in the order has rolled in the last stage already; who comes later has its die yet to roll."""
    assert kinds(in_the_chamber(die, mine, *others, may=[HOLD]), CARD_SHARP) == always(kind)


def test_the_reckless_roll_on_with_a_lead_that_the_cautious_hold() -> None:
    """It is worth 0.859 of the pot held, and 0.867 after one more roll."""
    position = in_the_chamber("d8", 40, ("dan", 26, "active"), may=[HOLD])

    assert kinds(position, CAUTIOUS) == always("hold")
    assert kinds(position, RECKLESS) == always("roll")


@pytest.mark.parametrize("name", TEMPERAMENTS)
@pytest.mark.parametrize("die", ["d8", "d6", "d4"])
@pytest.mark.parametrize("status", ["held", "active"])
def test_nobody_holds_a_score_that_is_level_with_another(name: str, die: str, status: str) -> None:
    """With a hold beside it there is one time in three to win by the Coin; any roll that one lives through leads."""
    policy = named(name).plays["goblin"]
    position = in_the_chamber(die, 30, ("bo", 30, status), may=[HOLD])

    assert {chosen["type"] for seed in range(40) if (chosen := policy(position, Random(seed)))} == {"roll"}


def test_the_cautious_now_and_then_pay_the_tax_for_a_safe_lead_and_never_for_a_small_one() -> None:
    safe = kinds(in_the_chamber("d10", 40, ("dan", 15, "active"), may=[HOLD]), CAUTIOUS)
    small = kinds(in_the_chamber("d10", 40, ("dan", 30, "active"), may=[HOLD]), CAUTIOUS)

    assert 60 <= safe["hold"] <= 140
    assert small == always("roll")


def boots(*targets: str) -> list[Action]:
    return [Action(type="boot", params={"target": Choices(choices=list(targets))})]


@pytest.mark.parametrize(
    ("mine", "theirs", "kind"),
    [(20, 40, "boot"), (35, 40, "roll"), (40, 40, "roll"), (41, 40, "roll")],
)
def test_a_boot_is_for_a_hold_that_is_out_of_reach(mine: int, theirs: int, kind: str) -> None:
    """Nobody spends a Boot when ahead or level, nor when one more roll gets ahead: booted, that seat came after."""
    position = in_the_chamber("d8", mine, ("bo", theirs, "held"), may=boots("bo"))

    assert kinds(position, BULLY) == always(kind)


def test_a_boot_goes_to_the_highest_hold() -> None:
    position = in_the_chamber("d8", 20, ("ada", 39, "held"), ("bo", 40, "held"), may=boots("ada", "bo"))

    assert goblin.player(BULLY)(position, Random(1)) == {"type": "boot", "target": "bo"}


def test_the_temperaments_together_use_all_that_there_is_in_the_chamber() -> None:
    """Each die rolled, holds taxed and not, the tax paid, hold after hold broken by a Boot."""
    seen = Counter[str]()
    for seed in (4, 5, 6):
        among = TEMPERAMENTS[seed % 3 : seed % 3 + 3]
        seats: dict[str, Policy] = {seat: named(name) for seat, name in zip(("Ada", "Bo", "Cy"), among, strict=True)}
        table = Table("goblin", seats, seed=seed)
        for _ in range(100):
            table.play_round()
        for event in (event for entry in table.playing.entries for event in entry.events):
            match event:
                case DieRolled(place="open", die=die):
                    seen[f"roll {die}"] += 1
                case StatusChanged(why="hold" | "booted" as why):
                    seen[why] += 1
                case CoinsMoved(reason="cowards_tax"):
                    seen["tax"] += 1
                case _:
                    pass

    assert {kind for kind in seen if kind.startswith("roll")} >= {f"roll {die}" for die in STAGES}
    assert seen["hold"] > 100
    assert seen["booted"] > 3
    assert seen["tax"] > 0
