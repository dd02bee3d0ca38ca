"""Where a round stands: who is in it, what its dice count, who could still do what. Nothing here changes anything.

But for totals, all of this answers alike whether asked of the whole table or of what a seat can see of it.
"""

from typing import Final, TypeVar

from events.character import NOBODY_SPECIAL, Character
from games.parts.checks import DISADVANTAGE, NORMAL
from games.twentyone.options import ACCUSATION_ANTES, DICE_BY_PRICE, die_cost
from games.twentyone.state import TwentyOneTable, hand_of

ACTIVE: Final = "active"
HELD: Final = "held"
FOLDED: Final = "folded"
BUST: Final = "bust"
CAUGHT: Final = "caught"

SLOPPY: Final = "sloppy"
GOADED: Final = "goaded"
GOADED_TO_D20: Final = "goaded_to_a_d20"
LOCKED: Final = "locked"
PASSED_OUT: Final = "passed_out"
BLIND: Final = "blind"
"""Foresight failed: the next bought die is blind. The seat and the GM alone know."""
LOCKED_TO_BLIND_D20: Final = "locked_to_a_blind_d20"
"""Foresight failed badly. The seat and the GM alone know."""

T = TypeVar("T")

HOLE_DIE: Final = 1
"""A seat's dice are the open die, the hole die, then those it bought."""


def is_in(table: TwentyOneTable, seat: str, *conditions: str) -> bool:
    """Whether a seat is under one of these conditions."""
    under = table.seats[seat].conditions
    return bool(under) and any(condition in under for condition in conditions)


def rolls_blind(table: TwentyOneTable, seat: str) -> bool:
    """Whether the seat's next bought die, or the one in its hand, is blind."""
    return is_in(table, seat, BLIND, LOCKED_TO_BLIND_D20)


def contenders(table: TwentyOneTable) -> list[str]:
    """The seats in contention, in the order of turns: neither folded, bust, caught nor passed out."""
    return table.with_status(ACTIVE, HELD)


def total(table: TwentyOneTable, seat: str) -> int | None:
    """What a seat's dice count that were set down; None where the table's viewer cannot know."""
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
    """A value that the whole table, where nothing is unseen, always has at this point of the rules."""
    if value is None:
        raise LookupError("the rules were run on a table that lacks what they decide by")
    return value


def sheet(table: TwentyOneTable, seat: str) -> Character:
    """A seat's character sheet."""
    return table.seats[seat].character or NOBODY_SPECIAL


def check_mode(table: TwentyOneTable, seat: str) -> str:
    """Sloppy: all checks at disadvantage."""
    return DISADVANTAGE if is_in(table, seat, SLOPPY) else NORMAL


def may_drink(table: TwentyOneTable, seat: str) -> bool:
    """Whether the tab is open to a seat: in liquid mode, until it is Sloppy."""
    return table.options.liquid_mode and not is_in(table, seat, SLOPPY)


def allowed_dice(table: TwentyOneTable, seat: str) -> list[list[str]]:
    """The dice a seat may buy, by their price: a d20 alone where it was goaded or locked into one."""
    return [["d20"]] if is_in(table, seat, GOADED_TO_D20, LOCKED_TO_BLIND_D20) else DICE_BY_PRICE


def could_be_goaded(table: TwentyOneTable, seat: str) -> bool:
    """Active and held seats can be goaded; not Sloppy ones, nor one that could pay for no die in coins or drinks."""
    if table.seats[seat].status not in (ACTIVE, HELD) or is_in(table, seat, SLOPPY):
        return False
    cheapest_cp = die_cost(table.options.ante_cp, "d20")
    return table.options.liquid_mode or table.purse(seat) >= cheapest_cp


def accusation_cp(table: TwentyOneTable) -> int:
    """What an accusation costs, in copper."""
    return ACCUSATION_ANTES * table.options.ante_cp


def could_be_accused(table: TwentyOneTable, accuser: str) -> dict[str, list[int]]:
    """Whom `accuser` could accuse (anyone neither folded nor caught), and of which dice (any but one in the hand)."""
    return {
        seat.seat: [n for n, die in enumerate(seat.dice) if die.place != "hand"]
        for seat in table.playing()
        if seat.seat != accuser and seat.status not in (FOLDED, CAUGHT)
    }


def has_a_say(table: TwentyOneTable, seat: str) -> bool:
    """Whether a seat could still accuse somebody, and pay for it, and has not passed."""
    hand = hand_of(table, seat)
    return (
        table.seats[seat].status not in (FOLDED, CAUGHT)
        and table.state.any_bought
        and not (hand.accused or hand.passed)
        and table.purse(seat) >= accusation_cp(table)
        and bool(could_be_accused(table, seat))
    )
