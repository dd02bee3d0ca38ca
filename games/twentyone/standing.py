"""Where a round stands: who is in it, what its dice count, who could still do what. Nothing here changes anything.

But for totals and heat, all of this answers alike whether asked of the whole table or of what a seat can see of it.
"""

from typing import Final, TypeVar

from events.character import NOBODY_SPECIAL, Character
from games.mechanics.checks import DISADVANTAGE, NORMAL
from games.twentyone.conditions import (
    BLIND,
    DARED,
    FOLDED,
    FREE_ROLL,
    GOADED_TO_D20,
    IN_CONTENTION,
    LOCKED_TO_BLIND_D4,
    LOCKED_TO_BLIND_D20,
    LOCKED_TO_D20,
    SLOPPY,
)
from games.twentyone.options import ACCUSATION_ANTES, DICE_BY_PRICE, HEAT_LOST_A_ROUND, RESISTING_ANTES, die_cost
from games.twentyone.state import TwentyOneTable, hand_of
from games.twentyone.variants import rules_of

T = TypeVar("T")

HOLE_DIE: Final = 1
"""A seat's dice are the open die, the hole die, then those it bought."""
_BLINDING: Final = (BLIND, LOCKED_TO_BLIND_D20, LOCKED_TO_BLIND_D4)
_THE_ONLY_DIE: Final = {
    DARED: "d8",
    GOADED_TO_D20: "d20",
    LOCKED_TO_BLIND_D20: "d20",
    LOCKED_TO_D20: "d20",
    LOCKED_TO_BLIND_D4: "d4",
}


def is_in(table: TwentyOneTable, seat: str, *conditions: str) -> bool:
    """Whether a seat is under one of these conditions."""
    under = table.seats[seat].conditions
    return bool(under) and any(condition in under for condition in conditions)


def rolls_blind(table: TwentyOneTable, seat: str) -> bool:
    """Whether the seat's next bought die, or the one in its hand, is blind."""
    came_from = hand_of(table, seat).picked_up_from
    return came_from == "blind" or (came_from is None and is_in(table, seat, *_BLINDING))


def is_asked_about_a_cheat(table: TwentyOneTable, seat: str) -> bool:
    """Whether a seat has a die in its hand, and has not yet said whether it cheats."""
    return hand_of(table, seat).in_hand is not None


def contenders(table: TwentyOneTable) -> list[str]:
    """The seats in contention, in the order of turns: neither folded, bust, caught nor passed out."""
    return table.with_status(*IN_CONTENTION)


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


def only_die(table: TwentyOneTable, seat: str) -> str | None:
    """The one die that a seat may buy, where it was goaded, dared or misled into one."""
    under = table.seats[seat].conditions
    return (
        next((_THE_ONLY_DIE[condition] for condition in _THE_ONLY_DIE if condition in under), None) if under else None
    )


def allowed_dice(table: TwentyOneTable, seat: str) -> list[list[str]]:
    """The dice a seat may buy, by their price."""
    only = only_die(table, seat)
    return [[only]] if only else DICE_BY_PRICE


def rolls_for_nothing(table: TwentyOneTable, seat: str) -> bool:
    """Whether the seat's next die costs nothing: a dared d8, or the one more after a natural 20 on the tab."""
    return is_in(table, seat, DARED, FREE_ROLL)


def table_heat(table: TwentyOneTable) -> int:
    """The table's one heat, on the whole table: each round begun since it rose lowered it, never below its start.

    No event says that it fell. It would stand in an entry that a proof of the round has to show, and tell of the rounds
    before. Where the GM moves the start the heat moves along: what is kept is how far it is above.
    """
    state = table.state
    cooled = HEAT_LOST_A_ROUND * (state.rounds - state.heated_in)
    return table.options.starting_heat + max(0, state.suspicion - cooled)


def heat_of(table: TwentyOneTable, seat: str) -> int:
    """The DC of a seat's next cheat, on the whole table."""
    if rules_of(table).shared_heat:
        return table_heat(table)
    return table.state.heat.get(seat, table.options.starting_heat)


def could_be_goaded(table: TwentyOneTable, seat: str) -> bool:
    """Whether a seat can be goaded: not a Sloppy one, nor one that could pay for no die in coins or drinks."""
    if table.seats[seat].status not in rules_of(table).goadable or is_in(table, seat, SLOPPY):
        return False
    cheapest_cp = die_cost(table.options.ante_cp, "d20")
    return table.options.liquid_mode or table.purse(seat) >= cheapest_cp


def could_resist(table: TwentyOneTable, seat: str) -> bool:
    """Whether a seat could pay for shrugging a Goad off."""
    return table.purse(seat) >= RESISTING_ANTES * table.options.ante_cp


def accusations_are_heard(table: TwentyOneTable) -> bool:
    """Whether there is anything yet that somebody could be accused of."""
    state = table.state
    return state.any_bought if rules_of(table).accusations_wait_for_a_bought_die else state.any_set_down


def accusation_cp(table: TwentyOneTable) -> int:
    """What an accusation costs, in copper."""
    return ACCUSATION_ANTES * table.options.ante_cp


def is_done_with(table: TwentyOneTable, seat: str) -> bool:
    """Whether a seat can neither accuse nor be accused any more: it has folded, or was caught."""
    return table.seats[seat].status == FOLDED or hand_of(table, seat).caught


def could_be_accused(table: TwentyOneTable, accuser: str) -> dict[str, list[int]]:
    """Whom `accuser` could accuse (anyone neither folded nor caught), and of which dice (any but one in the hand)."""
    return {
        seat.seat: [n for n, die in enumerate(seat.dice) if die.place != "hand"]
        for seat in table.playing()
        if seat.seat != accuser and not is_done_with(table, seat.seat)
    }


def has_had_its_say(table: TwentyOneTable, seat: str) -> bool:
    """Whether a seat has accused as often as it may."""
    return rules_of(table).one_accusation and hand_of(table, seat).accused


def has_a_say(table: TwentyOneTable, seat: str) -> bool:
    """Whether a seat could still accuse somebody, and pay for it, and has not passed."""
    hand = hand_of(table, seat)
    return (
        not is_done_with(table, seat)
        and accusations_are_heard(table)
        and not hand.passed
        and not has_had_its_say(table, seat)
        and table.purse(seat) >= accusation_cp(table)
        and bool(could_be_accused(table, seat))
    )
