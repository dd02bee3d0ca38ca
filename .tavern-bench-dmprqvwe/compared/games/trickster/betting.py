"""Bets: more dice, or as many of a higher score value; or call the last bettor a Liar. (Seeds 002, "How to Play".)"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import TurnBegan
from games.chapter import Chapter, Uses, act, explains, fold, offers, on_timeout, round_details
from games.mechanics.sentences import sentence, silent
from games.trickster.challenge import Challenges
from games.trickster.counting import VALUES, bet_in_words
from games.trickster.odds import EVEN, chance_for_all, chance_of_bet
from games.trickster.options import MOST_OF_A_SEAT
from games.trickster.state import (
    BETTING,
    CHOOSING_CLASSES,
    STILL_CHOOSING,
    Bet,
    TricksterTable,
    next_in,
    standing,
    still_in,
)
from projections.actions import Action, Bounds, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Labels, QuestionLabel, ValueLabel

_TURN: Final = "turn"
_FIRST, _LAST = VALUES[0], VALUES[-1]


class MakeBet(CommandV1, frozen=True, kw_only=True, tag="bet"):
    """Bet that there are at least `amount` dice of a score value (one to six) under all cups."""

    amount: int
    value: int


class CallLiar(CommandV1, frozen=True, kw_only=True):
    """Call the previous bettor a Liar: all dice are revealed."""


class BetMade(V1, frozen=True, kw_only=True, tag=namespaced("trickster")):
    """A seat bet that there are at least `amount` dice of a score value."""

    seat: str
    amount: int
    value: int


class Betting(Chapter):
    """Bets go round until somebody calls Liar."""

    events: ClassVar = (BetMade,)
    reasons: ClassVar = {
        "bet_first": "Nobody has bet in this round: the first bettor must bet.",
        "bet_not_higher": "A bet must raise the amount, or the score value of as many dice.",
        "bet_too_high": "A bet’s amount is at most three times the six dice that each seat still in is allowed.",
        "not_your_turn": "It is another seat’s turn.",
        "no_higher_bet": "No bet is higher than the one that stands.",
    }
    labels: ClassVar = Labels(
        commands={
            "bet": CommandLabel(
                "Bet",
                "Say how many dice of a score value there are at least, under all cups.",
                {
                    "amount": ValueLabel("How many", "At least this many dice.", "count"),
                    "value": ValueLabel(
                        "Of which score value",
                        "How dice count, not what they show.",
                        "count",
                        {"1": "ones", "2": "twos", "3": "threes", "4": "fours", "5": "fives", "6": "sixes"},
                    ),
                },
            ),
            "call_liar": CommandLabel("Call Liar", "All dice are revealed; whoever is wrong loses a die."),
        },
        questions={
            _TURN: QuestionLabel(
                "Your turn",
                "Raise the bet, or call the previous bettor a Liar.",
                {
                    "bet": "The next player must raise it, or doubt it.",
                    "call_liar": "The dice show who loses one: you, if the bet is true.",
                },
            ),
        },
        details=DetailLabels(
            table={
                "bet": DetailLabel("The bet", "The bet that stands, and who made it.", "object"),
                "bets": DetailLabel("Bets", "All bets of this round, the first one first.", "list", show=False),
                "bet_chance": DetailLabel(
                    "Chance of the bet (%)",
                    "By the dice that you see, the sizes of all others and the wild faces; "
                    "abilities still to come are left out.",
                    "count",
                ),
            }
        ),
    )
    challenges = Uses(Challenges)

    @offers(MakeBet, CallLiar)
    def may_bet(self, table: TricksterTable, seat: str) -> Iterator[Offer]:
        """More dice of any value; or as many of a higher one; or Liar."""
        bet = standing(table)
        if table.phase == CHOOSING_CLASSES:
            for command in ("bet", "call_liar"):
                yield Refusal(command, "choosing_classes", STILL_CHOOSING)
            return
        if table.phase != BETTING or seat not in table.to_act:
            for command in ("bet", "call_liar"):
                yield Refusal(command, "not_your_turn", "It is not your turn to bet.")
            return
        least, most = (bet.amount + 1 if bet else 1), most_dice(table)
        if least <= most:
            values = Bounds(min=_FIRST, max=_LAST)
            yield Action(type="bet", params={"amount": Bounds(min=least, max=most), "value": values})
        if bet and bet.amount <= most and bet.value < _LAST:
            same = Bounds(min=bet.amount, max=bet.amount)
            yield Action(type="bet", params={"amount": same, "value": Bounds(min=bet.value + 1, max=_LAST)})
        if bet is None:
            yield Refusal("call_liar", "bet_first", "Nobody has bet in this round: you bet first.")
            return
        if bet.amount >= most and (bet.amount > most or bet.value == _LAST):
            yield Refusal(
                "bet",
                "no_higher_bet",
                f"No bet that you can make is higher than {bet_in_words(bet.amount, bet.value)}.",
            )
        yield Action(type="call_liar")

    @explains(MakeBet)
    def _why_not(self, table: TricksterTable, seat: str, command: MakeBet) -> Refusal | None:
        bet, most = standing(table), most_dice(table)
        if command.amount > most:
            detail = f"{command.amount} dice are more than {most}, three times all the dice that can be in play."
            return Refusal("bet", "bet_too_high", detail)
        if bet and command.value in VALUES and (command.amount, command.value) <= (bet.amount, bet.value):
            yours, theirs = bet_in_words(command.amount, command.value), bet_in_words(bet.amount, bet.value)
            detail = f"{yours} is not more than {theirs}: bet on more dice, or on as many of a higher value."
            return Refusal("bet", "bet_not_higher", detail)
        return None

    @act(MakeBet)
    def bet(self, table: TricksterTable, dice: Dice, seat: str, command: MakeBet) -> Iterator[Event]:
        """The bet stands, and it is the next seat's turn."""
        yield BetMade(seat=seat, amount=command.amount, value=command.value)
        yield TurnBegan(seat=next_in(table, seat))

    @act(CallLiar)
    def call(self, table: TricksterTable, dice: Dice, seat: str, command: CallLiar) -> Iterator[Event]:
        """The dice decide which of the two loses one."""
        return self.challenges.begin(table, dice, seat, table.state.bets[-1])

    @on_timeout(_TURN)
    def _bet_or_call(self, table: TricksterTable, seat: str) -> Command:
        """By public information: the lowest raise while the bet is at least as likely true as not, otherwise Liar."""
        bet = standing(table)
        if bet is None:
            return MakeBet(amount=1, value=_FIRST)
        if chance_for_all(table, bet) < EVEN:
            return CallLiar()
        if bet.value < _LAST and bet.amount <= most_dice(table):
            return MakeBet(amount=bet.amount, value=bet.value + 1)
        return MakeBet(amount=bet.amount + 1, value=_FIRST) if bet.amount < most_dice(table) else CallLiar()

    @fold(BetMade)
    def _made(self, table: TricksterTable, event: BetMade) -> None:
        table.state.bets.append(Bet(seat=event.seat, amount=event.amount, value=event.value))

    @sentence(BetMade)
    def _made_aloud(self, table: TricksterTable, event: BetMade) -> str:
        return f"{name_of(table, event.seat)} bets {bet_in_words(event.amount, event.value)}."

    _turn_aloud = silent(TurnBegan)

    @round_details
    def _details(self, table: TricksterTable) -> dict[str, Any]:
        bet = standing(table)
        details: dict[str, Any] = {
            "bet": bet and {"seat": bet.seat, "says": bet_in_words(bet.amount, bet.value)},
            "bets": [{"seat": one.seat, "amount": one.amount, "value": one.value} for one in table.state.bets],
        }
        if bet and table.options.odds_hint == "on" and (chance := chance_of_bet(table, bet)) is not None:
            details["bet_chance"] = round(100 * chance)
        return details


def most_dice(table: TricksterTable) -> int:
    """The highest amount that can be bet."""
    return MOST_OF_A_SEAT * len(still_in(table))
