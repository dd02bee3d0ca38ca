"""What Twenty-One remembers of a round beyond the common table, and how its events fold into it.

A viewer's state lacks what its viewer may not know: cheats but its own, and everybody's heat.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from events.accounts import POT
from events.event import Event
from events.round_events import DieRerolled, DieRolled, DieSetDown, RoundStarted, StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.twentyone import happened
from games.twentyone.conditions import CAUGHT, HELD
from games.twentyone.options import SharedOptions
from projections.game import Fold
from projections.table import Table


class Hand(msgspec.Struct, kw_only=True):
    """A seat's part of the round. `made_21` maps a die that made 21 to what it counts (None: not seen).

    `counted` has those of them of which all have been told what they count. `in_hand` is a die that was bought, or one
    that rolls again and was picked up from where it lay (open, hole, blind). `rolled_again` has all that were picked
    up, `judged` those of which the seat was accused.
    """

    acted: bool = False
    skills: list[str] = []
    skill_this_turn: bool = False
    bought: int = 0
    in_hand: int | None = None
    picked_up_from: str | None = None
    drinks: int = 0
    fees_cp: int = 0
    accused: bool = False
    passed: bool = False
    caught: bool = False
    cheats: list[int] = []
    made_21: dict[int, int | None] = {}
    counted: list[int] = []
    rolled_again: list[int] = []
    judged: list[int] = []


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A side bet, in copper."""

    bettor: str
    backed: str
    amount_cp: int


class Retaliation(msgspec.Struct, frozen=True, kw_only=True):
    """A bumper who waits for the die that the target picks."""

    bumper: str
    target: str


class State(msgspec.Struct, kw_only=True):
    """The round beyond the common table. `betting_round` counts from 1.

    `any_bought` and `any_set_down`: whether anybody has bought a die, and has set one down that was in the hand.

    `heat` has the seats whose own heat rose. `rounds` counts those that were begun by these house rules, this one
    included. `suspicion` is by how much the table's one heat, where there is one, was above where it starts when it
    last rose, which was in round `heated_in`, by that count (0: it never did): these three outlive the round.
    """

    hands: dict[str, Hand] = {}
    betting_round: int = 0
    any_bought: bool = False
    any_set_down: bool = False
    retaliation: Retaliation | None = None
    bets: list[Bet] = []
    heat: dict[str, int] = {}
    rounds: int = 0
    suspicion: int = 0
    heated_in: int = 0


TwentyOneTable = Table[SharedOptions, State]


def hand_of(table: TwentyOneTable, seat: str) -> Hand:
    """A seat's part of the round."""
    return table.state.hands[seat]


def _round_started(table: TwentyOneTable, event: RoundStarted) -> None:
    before = table.state
    table.state = State(
        hands={seat: Hand() for seat in event.seats},
        rounds=before.rounds + 1,
        suspicion=before.suspicion,
        heated_in=before.heated_in,
    )


def _turn_began(table: TwentyOneTable, event: TurnBegan) -> None:
    hand_of(table, event.seat).skill_this_turn = False


def _die_rolled(table: TwentyOneTable, event: DieRolled) -> None:
    if event.place == "hand":
        hand = hand_of(table, event.seat)
        hand.acted, hand.in_hand = True, event.n
        hand.bought += 1
        table.state.any_bought = True


def _die_rerolled(table: TwentyOneTable, event: DieRerolled) -> None:
    hand_of(table, event.seat).made_21.pop(event.n, None)


def _die_set_down(table: TwentyOneTable, event: DieSetDown) -> None:
    hand = hand_of(table, event.seat)
    hand.in_hand = hand.picked_up_from = None
    table.state.any_set_down = True


def _status_changed(table: TwentyOneTable, event: StatusChanged) -> None:
    hand = hand_of(table, event.seat)
    hand.acted |= event.status == HELD
    hand.caught |= event.status == CAUGHT


def _coins_moved(table: TwentyOneTable, event: CoinsMoved) -> None:
    if event.reason == "cleaning_fee" and event.payee == POT:
        hand_of(table, event.payer).fees_cp = 0


def _skill_tried(table: TwentyOneTable, event: happened.SkillTried) -> None:
    hand = hand_of(table, event.seat)
    hand.acted = hand.skill_this_turn = True
    hand.skills.append(event.skill)


def _drinks_taken(table: TwentyOneTable, event: happened.DrinksTaken) -> None:
    hand_of(table, event.seat).drinks = event.total


def _cheat_tried(table: TwentyOneTable, event: happened.CheatTried) -> None:
    hand_of(table, event.seat).cheats.append(event.n)


def _heat_rose(table: TwentyOneTable, event: happened.HeatRose) -> None:
    table.state.heat[event.seat] = event.heat


def _table_heat_set(table: TwentyOneTable, event: happened.TableHeatSet) -> None:
    table.state.suspicion = event.heat - table.options.starting_heat
    table.state.heated_in = table.state.rounds


def _die_picked_up(table: TwentyOneTable, event: happened.DiePickedUp) -> None:
    hand, dice = hand_of(table, event.seat), table.seats[event.seat].dice
    hand.in_hand, hand.picked_up_from = event.n, dice[event.n].place
    dice[event.n] = msgspec.structs.replace(dice[event.n], face=None, hole=False, place="hand")
    if event.n not in hand.rolled_again:
        hand.rolled_again.append(event.n)


def _made_twenty_one(table: TwentyOneTable, event: happened.MadeTwentyOne) -> None:
    hand_of(table, event.seat).made_21[event.n] = event.counts


def _die_counted(table: TwentyOneTable, event: happened.DieCounted) -> None:
    hand = hand_of(table, event.seat)
    hand.made_21[event.n] = event.counts
    hand.counted.append(event.n)


def _fee_owed(table: TwentyOneTable, event: happened.FeeOwed) -> None:
    hand_of(table, event.seat).fees_cp += event.fee_cp


def _betting_round_began(table: TwentyOneTable, event: happened.BettingRoundBegan) -> None:
    table.state.betting_round = event.number


def _retaliation_opened(table: TwentyOneTable, event: happened.RetaliationOpened) -> None:
    table.state.retaliation = Retaliation(bumper=event.bumper, target=event.target)


def _retaliation_closed(table: TwentyOneTable, event: happened.RetaliationClosed) -> None:
    table.state.retaliation = None


def _side_bet_placed(table: TwentyOneTable, event: happened.SideBetPlaced) -> None:
    table.state.bets.append(Bet(bettor=event.seat, backed=event.backed, amount_cp=event.amount_cp))


def _side_bets_lost(table: TwentyOneTable, event: happened.SideBetsLost) -> None:
    table.state.bets = [bet for bet in table.state.bets if bet.bettor != event.seat]


def _accused(table: TwentyOneTable, event: happened.Accused) -> None:
    hand_of(table, event.seat).accused = True


def _accusation_judged(table: TwentyOneTable, event: happened.AccusationJudged) -> None:
    judged = hand_of(table, event.target).judged
    if event.n not in judged:
        judged.append(event.n)


def _staredown_passed(table: TwentyOneTable, event: happened.StaredownPassed) -> None:
    hand_of(table, event.seat).passed = True


FOLDS: Final[Mapping[type[Event], Fold]] = {
    RoundStarted: _round_started,
    TurnBegan: _turn_began,
    DieRolled: _die_rolled,
    DieRerolled: _die_rerolled,
    DieSetDown: _die_set_down,
    StatusChanged: _status_changed,
    CoinsMoved: _coins_moved,
    happened.SkillTried: _skill_tried,
    happened.DrinksTaken: _drinks_taken,
    happened.CheatTried: _cheat_tried,
    happened.HeatRose: _heat_rose,
    happened.TableHeatSet: _table_heat_set,
    happened.DiePickedUp: _die_picked_up,
    happened.MadeTwentyOne: _made_twenty_one,
    happened.DieCounted: _die_counted,
    happened.FeeOwed: _fee_owed,
    happened.BettingRoundBegan: _betting_round_began,
    happened.RetaliationOpened: _retaliation_opened,
    happened.RetaliationClosed: _retaliation_closed,
    happened.SideBetPlaced: _side_bet_placed,
    happened.SideBetsLost: _side_bets_lost,
    happened.Accused: _accused,
    happened.AccusationJudged: _accusation_judged,
    happened.StaredownPassed: _staredown_passed,
}
