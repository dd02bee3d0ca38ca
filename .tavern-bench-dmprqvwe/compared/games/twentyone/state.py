"""What Twenty-One remembers of a round beyond the common table, and the questions that several chapters ask of it.

A viewer's state lacks what its viewer may not know: other seats' cheats, and everybody's heat. Except for totals, every
question here has the same answer on a seat's own table as on the whole one.
"""

from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec

from events.audience import ALL, Audience
from events.character import NOBODY_SPECIAL, Character
from events.event import Event, namespaced
from events.round_events import ConditionSet
from games.mechanics.side_bets import Backing
from games.twentyone.options import Options
from projections.table import Table

T = TypeVar("T")

tag: Final = namespaced("twentyone")
"""Makes the recorded names of Twenty-One's events."""

ACTIVE: Final = "active"
HELD: Final = "held"
FOLDED: Final = "folded"
BUST: Final = "bust"
CAUGHT: Final = "caught"
IN_CONTENTION: Final = (ACTIVE, HELD)
"""The statuses of seats that can still win the pot."""

SLOPPY: Final = "sloppy"
PASSED_OUT: Final = "passed_out"
"""Two of the conditions of seats; the others are beside their rules."""

HOLE_DIE: Final = 1
"""A seat's dice are the open die, the hole die, then those it bought."""


class Hand(msgspec.Struct, kw_only=True):
    """A seat's part of the round. `in_hand` is the die that was rolled and not yet set down. `made_21` maps a die that
    made 21 to what it counts (None: not seen); `counted` has those whose count is public. `judged` has the dice of
    which the seat was accused, `cheats` those with which it tried to cheat, one entry for each attempt."""

    acted: bool = False
    skills: list[str] = []
    skill_this_turn: bool = False
    bought: int = 0
    in_hand: int | None = None
    drinks: int = 0
    fees_cp: int = 0
    accused: bool = False
    passed: bool = False
    caught: bool = False
    cheats: list[int] = []
    made_21: dict[int, int | None] = {}
    counted: list[int] = []
    judged: list[int] = []


class Retaliation(msgspec.Struct, frozen=True, kw_only=True):
    """A bumper, waiting for the target to pick a die."""

    bumper: str
    target: str


class State(msgspec.Struct, kw_only=True):
    """The round beyond the common table. `betting_round` counts from 1.

    `any_bought`: whether anybody has bought a die. `heat` has the seats whose heat has risen.
    """

    hands: dict[str, Hand] = {}
    betting_round: int = 0
    any_bought: bool = False
    retaliation: Retaliation | None = None
    side_bets: list[Backing] = []
    heat: dict[str, int] = {}


TwentyOneTable = Table[Options, State]


def hand_of(table: TwentyOneTable, seat: str) -> Hand:
    """A seat's part of the round."""
    return table.state.hands[seat]


def is_in(table: TwentyOneTable, seat: str, *conditions: str) -> bool:
    """Whether a seat is under one of these conditions."""
    under = table.seats[seat].conditions
    return bool(under) and any(condition in under for condition in conditions)


def lift(table: TwentyOneTable, seat: str, *conditions: str, to: Audience = ALL) -> Iterator[Event]:
    """End these conditions of a seat. `to` sees which of them end."""
    for condition in conditions:
        if is_in(table, seat, condition):
            yield ConditionSet(to=to, seat=seat, condition=condition, on=False)


def contenders(table: TwentyOneTable) -> list[str]:
    """The seats in contention, in the order of turns: neither folded, bust, caught nor passed out."""
    return table.with_status(*IN_CONTENTION)


def total(table: TwentyOneTable, seat: str) -> int | None:
    """The total of a seat's dice, without one in its hand; None if the table's viewer cannot know it."""
    made_21 = hand_of(table, seat).made_21
    counted = 0
    for n, die in enumerate(table.seats[seat].dice):
        if die.place != "hand":
            worth = made_21.get(n, die.face)
            if worth is None:
                return None
            counted += worth
    return counted


def known(value: T | None) -> T:
    """A value that is always present at this point of the rules on the whole table, where nothing is hidden."""
    if value is None:
        raise LookupError("the rules were run on a table that hides what they depend on")
    return value


def face_of(table: TwentyOneTable, seat: str, n: int) -> int:
    """A die's face, on the whole table."""
    return known(table.seats[seat].dice[n].face)


def die_name(table: TwentyOneTable, seat: str, n: int) -> str:
    """What sentences call a seat's die `n`."""
    return "hole die" if n == HOLE_DIE else table.seats[seat].dice[n].die


def sheet(table: TwentyOneTable, seat: str) -> Character:
    """A seat's character sheet."""
    return table.seats[seat].character or NOBODY_SPECIAL


def explain_being_out(table: TwentyOneTable, seat: str) -> str:
    """Why a seat is not in contention: the end of a sentence that begins with the seat's name."""
    holder = table.seats[seat]
    if not holder.playing:
        return "does not play this round"
    if hand_of(table, seat).caught:
        return "was caught cheating already, and is out of the round"
    if holder.status == FOLDED:
        return "has folded, and is out of the round"
    return "lies under the table" if PASSED_OUT in holder.conditions else "is bust, and cannot win this round any more"
