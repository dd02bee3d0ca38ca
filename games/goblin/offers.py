"""What a seat may do now in Goblin Mode, and what it may not."""

from collections.abc import Iterator
from typing import Final

from games.goblin import standing
from games.goblin.options import SIDE_BET_STAGES
from games.goblin.state import DEAD, HELD, GoblinTable
from games.mechanics import side_bets
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of, number_word

_OWN: Final = ("roll", "hold", "boot")
_DONE: Final = {
    DEAD: ("dead", "You are dead: you can bet on the living, no more."),
    HELD: ("already_held", "You hold: only somebody’s Boot brings you back."),
}


def seat_offers(table: GoblinTable, seat: str) -> Iterator[Offer]:
    """One action a stage; Boots before it; side bets at any time while they are taken."""
    if seat in table.to_act:
        yield Action(type="roll")
        yield _hold(table, seat)
        yield from _boots(table, seat)
    else:
        for command in _OWN:
            yield Refusal(command, *_why_not_now(table, seat))
    past = table.state.stage > SIDE_BET_STAGES
    closed = f"Side bets are taken during the first {number_word(SIDE_BET_STAGES)} stages." if past else None
    yield from side_bets.offers(table, seat, standing.living(table), closed)


def _why_not_now(table: GoblinTable, seat: str) -> tuple[str, str]:
    holder = table.seats[seat]
    if not holder.playing:
        return "not_in_round", "You are not in this round; you can bet on those who are."
    if holder.status in _DONE:
        return _DONE[holder.status]
    return "not_your_turn", f"It is {name_of(table, table.turn or '')}’s turn."


def _hold(table: GoblinTable, seat: str) -> Offer:
    if standing.may_hold(table, seat):
        return Action(type="hold")
    if not table.seats[seat].dice:
        return Refusal("hold", "roll_first", "Nobody holds before the first roll: roll.")
    best = standing.highest(table)[0]
    detail = (
        f"Only the highest may hold: {name_of(table, best)} has {standing.score(table, best)}, "
        f"and you have {standing.score(table, seat)}."
    )
    return Refusal("hold", "not_the_highest", detail)


def _boots(table: GoblinTable, seat: str) -> Iterator[Offer]:
    """A Boot breaks a hold, from the next stage on; in the last stage it has no use."""
    holding = table.with_status(HELD)
    if not table.state.boots[seat]:
        yield Refusal("boot", "no_boot", f"You have no Boot: the highest face of a {table.state.die} earns one.")
    elif standing.is_last_stage(table):
        yield Refusal("boot", "no_next_stage", "No stage comes after this one, into which a Boot could force anybody.")
    elif not holding:
        yield Refusal("boot", "nobody_holds", "Nobody holds: keep the Boot until somebody does.")
    else:
        yield Action(type="boot", params={"target": Choices(choices=holding)})
        for other in table.order:
            if other not in holding:
                detail = f"{name_of(table, other)} does not hold: a Boot breaks a hold."
                yield Refusal("boot", "does_not_hold", detail, {"target": other})
