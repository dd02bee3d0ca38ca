"""What happens to dice on the table: set down, rolled again, revealed, and what their faces bring about."""

from collections.abc import Iterator

from events.accounts import POT, SIDE_POOL
from events.audience import ALL, GM_ONLY, Audience, seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import ConditionSet, DieRerolled, DieRevealed, DieSetDown, QuestionAsked, StatusChanged
from games.mechanics.checks import NATURAL_ONE, NATURAL_TWENTY
from games.mechanics.coins import fine, pay
from games.twentyone import standing
from games.twentyone.conditions import BUST, CAUGHT, DUE, IN_CONTENTION, MISLED
from games.twentyone.happened import DieCounted, DiePickedUp, FeeOwed, MadeTwentyOne, SideBetsLost
from games.twentyone.options import CLEANING_FEE_CP, HIGHEST, SIDES
from games.twentyone.standing import HOLE_DIE, known
from games.twentyone.state import TwentyOneTable, hand_of
from games.twentyone.variants import rules_of


def audience_of(seat: str, place: str) -> Audience:
    """Who sees a die that lies at `place`: a blind one is open to the GM alone."""
    return {"open": ALL, "blind": GM_ONLY}.get(place, seat_viewer(seat))


def face_of(table: TwentyOneTable, seat: str, n: int) -> int:
    """A die's face on the whole table."""
    return known(table.seats[seat].dice[n].face)


def set_down(table: TwentyOneTable, seat: str) -> Iterator[Event]:
    """The die in the hand goes onto the table: a bought one open unless blind, a picked up one as visible as it was.

    Naturals are read on the face that is set down: an unaltered 20 on a bought d20 makes 21, a 1 on a die that was
    bought spills something. (No d20 is ever altered to a 20.) Those of a blind die are told at the reveal.
    """
    hand = hand_of(table, seat)
    n, came_from = hand.in_hand, hand.picked_up_from
    if n is None:
        return
    face, is_blind = face_of(table, seat, n), standing.rolls_blind(table, seat)
    missing = max(HIGHEST - known(standing.total(table, seat)), 0)
    has_blind_dice = any(die.place == "blind" for die in table.seats[seat].dice)
    place = came_from or ("blind" if is_blind else "open")
    yield DieSetDown(seat=seat, n=n, place=place, face=face, face_to=audience_of(seat, place))
    for condition in MISLED:
        if standing.is_in(table, seat, condition):
            yield ConditionSet(to=seat_viewer(seat), seat=seat, condition=condition, on=False)
    if came_from is None and table.seats[seat].dice[n].die == "d20" and face == NATURAL_TWENTY:
        yield MadeTwentyOne(
            to=GM_ONLY if is_blind else ALL,
            seat=seat,
            n=n,
            counts=missing,
            counts_to=GM_ONLY if is_blind or has_blind_dice else seat_viewer(seat),
        )
    if face == NATURAL_ONE and place == "open" and n > HOLE_DIE:
        yield from _spill(table, seat, n)


def _spill(table: TwentyOneTable, seat: str, n: int) -> Iterator[Event]:
    """Die `n` shows a natural 1: it is paid for at once, as far as the purse goes, or owed until the payout."""
    if rules_of(table).spills_cost_at_once:
        yield from fine(table, seat, POT, CLEANING_FEE_CP, "spilled_drink")
    else:
        yield FeeOwed(seat=seat, n=n, fee_cp=CLEANING_FEE_CP)


def bust_if_over(table: TwentyOneTable, seat: str) -> Iterator[Event]:
    """Above 21 is bust, also by dice that the seat has not seen; and so may be who was caught cheating."""
    status = table.seats[seat].status
    if status == CAUGHT and rules_of(table).cheats_are_bust:
        yield from bust(table, seat, "disqualified")
    elif status in IN_CONTENTION and known(standing.total(table, seat)) > HIGHEST:
        yield from bust(table, seat, "above_21")


def bust(table: TwentyOneTable, seat: str, why: str) -> Iterator[Event]:
    """A seat is bust and shows its hole and blind dice; the house rules may have it lose its side bets."""
    yield StatusChanged(seat=seat, status=BUST, why=why)
    yield from free_of_what_is_due(table, seat)
    yield from reveal_dice(table, seat)
    staked_cp = sum(bet.amount_cp for bet in table.state.bets if bet.bettor == seat)
    rules = rules_of(table)
    if staked_cp and rules.bust_seats_lose_bets and rules.side_bets_into(table.options) == SIDE_POOL:
        yield SideBetsLost(seat=seat, amount_cp=staked_cp)
        yield from pay(SIDE_POOL, POT, staked_cp, "side_bets_lost")


def free_of_what_is_due(table: TwentyOneTable, seat: str) -> Iterator[Event]:
    """A seat rolls no more this round: where the house rules say so, no roll is due or offered any more."""
    if rules_of(table).nothing_is_due_when_out:
        for condition in DUE:
            if standing.is_in(table, seat, condition):
                yield ConditionSet(to=ALL, seat=seat, condition=condition, on=False)


def reveal_dice(table: TwentyOneTable, seat: str) -> Iterator[Event]:
    """A seat's hole and blind dice, and what its dice that made 21 count, are open to all from now on.

    Nothing is shown twice: who went bust and was caught later has shown everything already.
    """
    for n, die in enumerate(table.seats[seat].dice):
        if die.hole:
            yield from reveal_die(table, seat, n)
    hand = hand_of(table, seat)
    for n in [n for n in hand.made_21 if n not in hand.counted]:
        yield DieCounted(seat=seat, n=n, counts=known(hand.made_21[n]))


def reveal_die(table: TwentyOneTable, seat: str, n: int) -> Iterator[Event]:
    """One covered die is shown. The natural 1 of a blind (bought) one is read now; of a hole die where any counts."""
    was_blind = table.seats[seat].dice[n].place == "blind"
    face = face_of(table, seat, n)
    yield DieRevealed(seat=seat, n=n, face=face)
    if face == NATURAL_ONE and (was_blind or rules_of(table).fees_on_any(table.options)):
        yield from _spill(table, seat, n)


def reroll(table: TwentyOneTable, dice: Dice, seat: str, n: int, *, by: str, why: str) -> Iterator[Event]:
    """Die `n` of a seat rolls again. One that made 21 becomes an ordinary die.

    It stays where it lies, as hidden as it was, and can bust. Where it can be cheated on it rolls in its owner's hand,
    who is asked: a cheat and an honest roll look the same, so everybody is always asked.
    """
    die = table.seats[seat].dice[n]
    in_hand = rules_of(table).rerolls_can_be_cheated_on
    if in_hand:
        yield DiePickedUp(seat=seat, n=n)
    draw = dice.roll(seat, why, SIDES[die.die])
    seen_by = seat_viewer(seat) if in_hand and die.place == "open" else audience_of(seat, die.place)
    yield DieRerolled(seat=seat, n=n, by=by, why=why, draw=draw, draw_to=seen_by)
    if in_hand:
        yield QuestionAsked(seats=[seat], question="cheat")
        return
    if draw.face == NATURAL_ONE and die.place == "open" and rules_of(table).fees_on_any(table.options):
        yield from _spill(table, seat, n)
    yield from bust_if_over(table, seat)
