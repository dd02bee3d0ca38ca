"""The end of a round: the reveal, the staredown, the duel and the payout."""

from collections.abc import Generator, Iterator

from events.accounts import HOUSE, POT, SIDE_POOL
from events.dice import Dice
from events.event import Event
from events.round_events import PhaseBegan, QuestionAnswered, QuestionAsked, RoundEnded
from games.mechanics.coins import fine, pay, payee_of, shares
from games.twentyone import standing
from games.twentyone.conditions import BUST, FOLDED
from games.twentyone.happened import DuelRolled
from games.twentyone.standing import known
from games.twentyone.state import TwentyOneTable, hand_of
from games.twentyone.throws import free_of_what_is_due, reveal_dice
from games.twentyone.variants import rules_of


def reveal(table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
    """The betting is over: the dice are shown, and there is a last chance to accuse, if anybody can."""
    yield from show_dice(table)
    yield PhaseBegan(phase="staredown")
    yield from ask_or_settle(table, dice)


def ask_or_settle(table: TwentyOneTable, dice: Dice, *, leaving: str | None = None) -> Iterator[Event]:
    """Whoever could still accuse is asked, but for one that is leaving; where nobody could, the round is settled.

    It comes to this again when all who were asked have answered: a loan may have given somebody else a say.
    """
    asked = [seat for seat in table.order if seat != leaving and standing.has_a_say(table, seat)]
    if asked:
        yield QuestionAsked(seats=asked, question="staredown")
    else:
        yield from settle(table, dice)


def show_dice(table: TwentyOneTable) -> Iterator[Event]:
    """All hole and blind dice are shown but those of folded seats; bust ones have shown theirs."""
    yield PhaseBegan(phase="reveal")
    for seat in table.order:
        yield from free_of_what_is_due(table, seat)
        if table.seats[seat].status not in (FOLDED, BUST):
            yield from reveal_dice(table, seat)


def excuse_the_speechless(table: TwentyOneTable) -> Iterator[Event]:
    """The staredown no longer waits for whoever has accused or passed, was caught, or has nobody left to accuse."""
    for seat in list(table.to_act):
        if not standing.has_a_say(table, seat):
            yield QuestionAnswered(seat=seat)


def settle(table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
    """The staredown is closed: duel if the top is tied, collect cleaning fees, pay out."""
    tied = _at_the_top(table)
    outcome = "won_in_a_duel" if len(tied) > 1 else "won"
    if len(tied) > 1:
        yield PhaseBegan(phase="duel")
        tied = yield from _duel(table, dice, tied)
        while len(tied) > 1 and not rules_of(table).one_duel:
            tied = yield from _duel(table, dice, tied)
    yield PhaseBegan(phase="payout")
    for seat in table.order:
        yield from collect_fees(table, seat)
    yield from _pay_side_bets(table, tied)
    if not tied:
        if table.options.no_winner == "house":
            yield from pay(POT, HOUSE, table.balance(POT), "no_winner")
        yield RoundEnded(round=table.round, outcome=table.options.no_winner, winners=[], won_cp={})
        return
    won_cp = shares(table.balance(POT), dict.fromkeys(tied, 1))
    for seat, share_cp in won_cp.items():
        yield from pay(POT, seat, share_cp, "payout")
    yield RoundEnded(
        round=table.round, outcome="split" if len(tied) > 1 else outcome, winners=list(won_cp), won_cp=won_cp
    )


def _at_the_top(table: TwentyOneTable) -> list[str]:
    """The seats in contention with the highest total: several where it is a tie, none where nobody is left."""
    totals = {seat: known(standing.total(table, seat)) for seat in standing.contenders(table)}
    best = max(totals.values(), default=0)
    return [seat for seat, total in totals.items() if total == best]


def _duel(table: TwentyOneTable, dice: Dice, tied: list[str]) -> Generator[Event, None, list[str]]:
    """1d20 and a d4 for each die bought; returns those at the top."""
    totals: dict[str, int] = {}
    for seat in tied:
        draws = [dice.roll(seat, "duel", 20)]
        draws += [dice.roll(seat, "duel", 4) for _ in range(hand_of(table, seat).bought)]
        totals[seat] = sum(draw.face for draw in draws)
        yield DuelRolled(seat=seat, draws=draws, total=totals[seat])
    top = max(totals.values())
    return [seat for seat in tied if totals[seat] == top]


def collect_fees(table: TwentyOneTable, seat: str) -> Iterator[Event]:
    """What a seat owes for cleaning goes into the pot, as far as its purse goes."""
    owed_cp = hand_of(table, seat).fees_cp
    if owed_cp:
        yield from fine(table, seat, POT, owed_cp, "cleaning_fee")


def _pay_side_bets(table: TwentyOneTable, winners: list[str]) -> Iterator[Event]:
    """Who backed a winner shares the pool in proportion; where nobody did, the stakes go back."""
    backing: dict[str, int] = {}
    bets = table.state.bets
    backed = [bet for bet in bets if bet.backed in winners]
    for bettor in _by_turn_then_arrival(table):
        staked_cp = sum(bet.amount_cp for bet in backed or bets if bet.bettor == bettor)
        if staked_cp:
            backing[bettor] = staked_cp
    if not backing:
        return
    reason = "side_bet_won" if backed else "side_bet_returned"
    for bettor, share_cp in shares(table.balance(SIDE_POOL), backing).items():
        yield from pay(SIDE_POOL, payee_of(table, bettor), share_cp, reason)


def _by_turn_then_arrival(table: TwentyOneTable) -> list[str]:
    return [*table.order, *(seat for seat in table.seats if seat not in table.order)]
