"""Betting rounds: check, open, call, raise and fold, without limit. (Rulings, "Tavern Games"; seeds 004.)

A seat that cannot match a bet is all-in and stays in contention for what it matched; what nobody matched goes back.

A game with betting keeps `betting: Bets` in its state. It begins each hand with `HandBegan` and `ante`, begins each
betting round with `begin`, and says what comes `after` one.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

import msgspec

from events.accounts import POT
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced, type_tag
from events.round_events import StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.chapter import Chapter, act, fold, offers, on_timeout, round_details, seat_details, tags_of
from games.mechanics.coins import pay
from games.mechanics.sentences import says, sentence, silent
from games.mechanics.side_pots import unmatched
from games.mechanics.turns import from_on, next_after
from projections.actions import Action, Bounds, Offer, Refusal
from projections.chronicle import coins, name_of
from projections.game import AnyTable
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, ValueLabel

ACTIVE: Final = "active"
ALL_IN: Final = "all_in"
FOLDED: Final = "folded"
LEFT: Final = "left"
IN_CONTENTION: Final = (ACTIVE, ALL_IN)

TURN: Final = "turn"
_UNMATCHED: Final = "unmatched"
_tag = namespaced("betting")


class Check(CommandV1, frozen=True, kw_only=True):
    """Bet nothing for now. Possible until somebody bets."""


class Open(CommandV1, frozen=True, kw_only=True):
    """Make the first bet."""

    amount_cp: int


class Call(CommandV1, frozen=True, kw_only=True):
    """Match the highest bet, or go all-in with whatever you have."""


class Raise(CommandV1, frozen=True, kw_only=True):
    """Match the highest bet and bet more on top."""

    amount_cp: int


class Fold(CommandV1, frozen=True, kw_only=True):
    """Leave the hand; what you bet stays in the pot."""


class HandBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """A new hand: nobody has paid anything into it yet."""


class BettingBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """A betting round began: nobody has bet or acted in it yet."""


class Paid(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat acted: `move` is ante, check, open, call or raise, for which it paid `amount_cp` copper into the pot; or
    stay, if it cannot bet and its turn is over."""

    seat: str
    move: str
    amount_cp: int


class GivenBack(V1, frozen=True, kw_only=True, tag=_tag):
    """The part of a seat's bet that nobody matched went back to it."""

    seat: str
    amount_cp: int


class Bets(msgspec.Struct, kw_only=True):
    """A hand's bets, in copper: what each seat has `paid` into it, and its `bets` of this betting round, the highest of
    which is `level_cp`. `spoken`: the seats that have acted since the highest bet was made."""

    paid: dict[str, int] = {}
    bets: dict[str, int] = {}
    level_cp: int = 0
    spoken: list[str] = []


def bets_of(table: AnyTable) -> Bets:
    """The bets of the hand."""
    bets: Bets = table.state.betting
    return bets


def contenders(table: AnyTable) -> list[str]:
    """The seats still in the hand, in the order of turns."""
    return table.with_status(*IN_CONTENTION)


def to_call(table: AnyTable, seat: str) -> int:
    """How much more (copper) a seat must pay to match the highest bet."""
    bets = bets_of(table)
    return bets.level_cp - bets.bets.get(seat, 0)


class Betting(Chapter):
    """Betting goes round until every seat in the hand has matched the highest bet, is all-in, or has folded."""

    events: ClassVar[Sequence[type[Event]]] = (HandBegan, BettingBegan, Paid, GivenBack)
    reasons: ClassVar = {
        "all_in": "The seat is all-in, or calling would put it all-in: it cannot bet more.",
        "bet_made": "There is a bet: call it, raise it or fold.",
        "folded": "The seat has folded, and cannot bet any more.",
        "no_bet_yet": "Nobody has bet yet: check, or open.",
        "no_betting_now": "There is no betting now.",
        "nobody_to_raise": "Nobody else has coins left to match a raise.",
        "not_in_hand": "The seat does not play this hand.",
        "not_your_turn": "It is somebody else’s turn.",
        "purse_too_small": "It costs more than is in the purse.",
    }
    labels: ClassVar = Labels(
        commands={
            "check": CommandLabel("Check", "Bet nothing for now."),
            "open": CommandLabel(
                "Open",
                "Make the first bet; the others call it, raise it or fold.",
                {"amount_cp": ValueLabel("How much", "What you bet.", "coins")},
            ),
            "call": CommandLabel("Call", "Match the highest bet, or go all-in with what you have."),
            "raise": CommandLabel(
                "Raise",
                "Match the highest bet, and bet more on top.",
                {"amount_cp": ValueLabel("By how much", "What you bet on top of the highest bet.", "coins")},
            ),
            "fold": CommandLabel("Fold", "Leave the hand; what you bet stays in the pot.", grave=True),
        },
        questions={
            TURN: QuestionLabel(
                "Your turn",
                "It is your turn to bet.",
                {
                    "check": "You bet nothing, and stay in.",
                    "open": "You make the first bet.",
                    "call": "You match the highest bet, and stay in.",
                    "raise": "You match the highest bet, and the others must match yours.",
                    "fold": "You are out, and what you bet is gone.",
                },
            ),
        },
        statuses={
            ACTIVE: Label("In", "Can still bet."),
            ALL_IN: Label("All-in", "Has nothing left to bet, and stays in for what it matched."),
            FOLDED: Label("Folded", "Is out, and what it bet stays in the pot."),
            LEFT: Label("Left", "Has left the table; what it bet stays in the pot."),
        },
        coins={
            "ante": Label("Ante", "What the hand costs to join."),
            "open": Label("Opening bet", "The first bet."),
            "call": Label("Call", "The highest bet is matched."),
            "raise": Label("Raise", "The highest bet is matched and raised."),
            _UNMATCHED: Label("Unmatched bet", "What nobody matched goes back."),
        },
        details=DetailLabels(
            table={"level_cp": DetailLabel("Highest bet", "What has to be matched to stay in.", "coins")},
            seat={
                "paid_cp": DetailLabel("Paid in", "What it has paid into this hand.", "coins"),
                "bet_cp": DetailLabel("Bet", "What it has bet since the last die.", "coins"),
                "to_call_cp": DetailLabel("To call", "What a call takes.", "coins"),
            },
        ),
    )

    # What a game decides

    @abstractmethod
    def after(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """What follows a betting round, after which there may be only one seat left in the hand."""

    def before_the_next(self, table: AnyTable) -> Iterator[Event]:
        """What happens after a bet or a fold, before the next seat is asked; by default nothing."""
        yield from ()

    def ask(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """Ask the next seat; by default for a bet."""
        yield TurnBegan(seat=seat)

    def is_turn_of(self, table: AnyTable, seat: str) -> bool:
        """Whether it is this seat's turn to bet."""
        return table.question == TURN and seat in table.to_act

    def waits_for(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat still has to act before the betting round is over."""
        if table.seats[seat].status != ACTIVE:
            return False
        if to_call(table, seat):
            return True
        return seat not in bets_of(table).spoken and len(table.with_status(ACTIVE)) > 1

    # The course of a hand and of a betting round

    def ante(self, table: AnyTable, seat: str, amount_cp: int) -> Iterator[Event]:
        """A seat pays its ante, which counts as paid into the hand."""
        yield from self._pay_in(table, seat, "ante", amount_cp)

    def begin(self, table: AnyTable, dice: Dice, first: str) -> Iterator[Event]:
        """A betting round begins with `first`, or the next seat that can bet. It is over at once if only one can."""
        yield BettingBegan()
        asked = next((seat for seat in from_on(table.order, first) if self.waits_for(table, seat)), None)
        if asked is None:
            yield from self.after(table, dice)
        else:
            yield from self.ask(table, asked)

    def go_on(self, table: AnyTable, dice: Dice, spoke: str) -> Iterator[Event]:
        """The next seat that has to act is asked. If there is none, unmatched coins go back, and the round is over."""
        asked = next_after(table.order, spoke, [seat for seat in table.order if self.waits_for(table, seat)])
        if asked is None or len(contenders(table)) < 2:
            yield from self._give_back(table)
            yield from self.after(table, dice)
        else:
            yield from self.ask(table, asked)

    def go_on_without(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The betting continues after a seat has left the hand. What it bet stays."""
        asked = table.to_act[0]
        if asked == seat or len(contenders(table)) < 2 or not self.waits_for(table, asked):
            yield from self.go_on(table, dice, asked)

    def stay(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat that cannot bet ends its turn."""
        yield Paid(seat=seat, move="stay", amount_cp=0)
        yield from self.go_on(table, dice, seat)

    def _pay_in(self, table: AnyTable, seat: str, move: str, amount_cp: int) -> Iterator[Event]:
        yield from pay(seat, POT, amount_cp, move)
        yield Paid(seat=seat, move=move, amount_cp=amount_cp)
        if not table.purse(seat):
            yield StatusChanged(seat=seat, status=ALL_IN, why="all_in")

    def _give_back(self, table: AnyTable) -> Iterator[Event]:
        seat, amount_cp = unmatched(bets_of(table).paid) or ("", 0)
        if seat not in contenders(table):
            return
        yield from pay(POT, seat, amount_cp, _UNMATCHED)
        yield GivenBack(seat=seat, amount_cp=amount_cp)
        if table.seats[seat].status == ALL_IN:
            yield StatusChanged(seat=seat, status=ACTIVE, why="coins_back")

    @fold(HandBegan)
    def _hand_began(self, table: AnyTable, event: HandBegan) -> None:
        table.state.betting = Bets()

    @fold(BettingBegan)
    def _betting_began(self, table: AnyTable, event: BettingBegan) -> None:
        bets = bets_of(table)
        bets.bets, bets.level_cp, bets.spoken = {}, 0, []

    @fold(Paid)
    def _paid(self, table: AnyTable, event: Paid) -> None:
        bets = bets_of(table)
        bets.paid[event.seat] = bets.paid.get(event.seat, 0) + event.amount_cp
        if event.move == "ante":
            return
        bet_cp = bets.bets[event.seat] = bets.bets.get(event.seat, 0) + event.amount_cp
        if bet_cp > bets.level_cp:
            bets.level_cp, bets.spoken = bet_cp, []
        bets.spoken.append(event.seat)

    @fold(GivenBack)
    def _given_back(self, table: AnyTable, event: GivenBack) -> None:
        bets = bets_of(table)
        bets.paid[event.seat] -= event.amount_cp
        bets.bets[event.seat] -= event.amount_cp
        bets.level_cp = max(bets.bets.values())

    _given_back_aloud = says(GivenBack, "Nobody matched {amount_cp} of {seat}’s bet.")
    _in_again_aloud = silent(StatusChanged, status=ACTIVE, why="coins_back")
    _all_in_aloud = says(StatusChanged, "{seat} is all-in.", status=ALL_IN)
    _left_aloud = silent(StatusChanged, status=LEFT)
    _coins_aloud = silent(CoinsMoved, reason=("open", "call", "raise", _UNMATCHED))

    # A seat's turn

    @offers(Check, Open, Call, Raise, Fold)
    def may_bet(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """On its turn, a seat checks or opens before any bet, and calls, raises or folds after one."""
        if not self.is_turn_of(table, seat):
            why = self.why_not_now(table, seat)
            yield from (Refusal(kind, *why) for kind in _COMMANDS)
        elif to_call(table, seat):
            yield Action(type="call", cost_cp=min(to_call(table, seat), table.purse(seat)))
            yield self._may_raise(table, seat)
            yield Action(type="fold")
            yield from _BET_MADE
        else:
            open_with = Action(type="open", params={"amount_cp": Bounds(min=1, max=table.purse(seat))})
            nothing = Refusal("open", "purse_too_small", "You have nothing to bet.")
            yield Action(type="check")
            yield open_with if table.purse(seat) else nothing
            yield from _NO_BET_YET

    def _may_raise(self, table: AnyTable, seat: str) -> Offer:
        owed_cp, purse_cp = to_call(table, seat), table.purse(seat)
        if purse_cp <= owed_cp:
            detail = f"You have {coins(purse_cp)}, and a call alone takes {coins(owed_cp)}."
            return Refusal("raise", "all_in", detail)
        others = [other for other in table.with_status(ACTIVE) if other != seat]
        if not any(table.purse(other) > to_call(table, other) for other in others):
            detail = "Nobody else has coins left to match a raise: call, or fold."
            return Refusal("raise", "nobody_to_raise", detail)
        return Action(type="raise", params={"amount_cp": Bounds(min=1, max=purse_cp - owed_cp)}, cost_cp=owed_cp)

    def why_not_now(self, table: AnyTable, seat: str) -> tuple[str, str]:
        """Why it is not a seat's turn to bet, as code and sentence."""
        status = table.seats[seat].status
        if status == FOLDED:
            return "folded", "You have folded, and cannot bet any more in this hand."
        if status not in IN_CONTENTION:
            return "not_in_hand", "You do not play this hand."
        if table.question != TURN:
            return "no_betting_now", "There is no betting now."
        if status == ALL_IN:
            return "all_in", "You are all-in: you stay in without betting more."
        return "not_your_turn", f"It is {name_of(table, table.turn or '')}’s turn to bet."

    @on_timeout(TURN)
    def _safest(self, table: AnyTable, seat: str) -> Command:
        return Fold() if to_call(table, seat) else Check()

    @seat_details
    def _bets_of_seat(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """What a seat has paid into the hand and bet in this betting round (copper); on its turn, what a call takes."""
        if not table.seats[seat].playing:
            return {}
        bets = bets_of(table)
        details = {"paid_cp": bets.paid.get(seat, 0), "bet_cp": bets.bets.get(seat, 0)}
        return details | {"to_call_cp": to_call(table, seat)} if self.is_turn_of(table, seat) else details

    @round_details
    def _level(self, table: AnyTable) -> dict[str, Any]:
        return {"level_cp": bets_of(table).level_cp}

    @act(Check)
    def _check(self, table: AnyTable, dice: Dice, seat: str, command: Check) -> Iterator[Event]:
        yield Paid(seat=seat, move="check", amount_cp=0)
        yield from self.go_on(table, dice, seat)

    _stay_aloud = says(Paid, "{seat} stays in.", move="stay")
    _check_aloud = says(Paid, "{seat} checks.", move="check")

    @act(Raise)
    @act(Call)
    @act(Open)
    def bet(self, table: AnyTable, dice: Dice, seat: str, command: Open | Call | Raise) -> Iterator[Event]:
        """The seat pays what it needs to match the highest bet, as far as its purse goes, and its own bet or raise."""
        owed_cp = min(to_call(table, seat), table.purse(seat))
        more_cp = 0 if isinstance(command, Call) else command.amount_cp
        yield from self._pay_in(table, seat, type_tag(type(command)), owed_cp + more_cp)
        yield from self.before_the_next(table)
        yield from self.go_on(table, dice, seat)

    _open_aloud = says(Paid, "{seat} opens with {amount_cp}.", move="open")

    _call_aloud = says(Paid, "{seat} calls, and pays {amount_cp}.", move="call")

    @sentence(Paid, move="raise")
    def _raise_aloud(self, table: AnyTable, event: Paid) -> str:
        amount, level = coins(event.amount_cp), coins(bets_of(table).level_cp)
        return f"{name_of(table, event.seat)} pays {amount}, and raises to {level}."

    @act(Fold)
    def _fold_hand(self, table: AnyTable, dice: Dice, seat: str, command: Fold) -> Iterator[Event]:
        yield StatusChanged(seat=seat, status=FOLDED, why="folded")
        yield from self.before_the_next(table)
        yield from self.go_on(table, dice, seat)

    _fold_aloud = says(StatusChanged, "{seat} folds.", status=FOLDED)


def _refusals(code: str, detail: str, *kinds: str) -> tuple[Refusal, ...]:
    return tuple(Refusal(kind, code, detail) for kind in kinds)


_COMMANDS: Final = tags_of((Check, Open, Call, Raise, Fold))
_NO_BET_YET: Final = _refusals("no_bet_yet", "Nobody has bet yet: check, or open the betting.", "call", "raise", "fold")
_BET_MADE: Final = _refusals("bet_made", "There is a bet: call it, raise it, or fold.", "check", "open")
