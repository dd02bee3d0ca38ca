"""Games against the House: all bet in company, the House throws and pays the odds (seeds 003, and the rulings on them).

Stakes lie with the stakeholder (the account `escrow`) until they are settled. A bet is refused with which the House
might have to pay more than `bank_limit_cp`. Who leaves lets the bet stand: what it brings goes along. A game that asks
for more than bets (cards, another throw) says so by `offer_play` and the hooks beside it.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import Annotated, Any, ClassVar, Final, TypeVar

from msgspec import Meta

from events.accounts import ESCROW, HOUSE
from events.audience import ALL
from events.dice import Dice
from events.event import Command, Event
from events.round_events import DiceThrown, PhaseBegan, QuestionAnswered, QuestionAsked, RoundEnded, StatusChanged
from games.mechanics.antes import able_to_pay
from games.mechanics.coins import pay, payee_of
from games.mechanics.house_bets import (
    EVENTS,
    FOLDS,
    REFUSALS,
    SENTENCES,
    Bet,
    BetPlaced,
    BetSettled,
    CloseBets,
    Pass,
    Stake,
    Stakes,
)
from games.rulebook import Rulebook, Timeout
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal
from projections.chronicle import coins, number_word
from projections.game import AnyTable, Fold, OpenGameOptions, Sentence

_HIGHEST_CP: Final = 1_000_000


class BankOptions(OpenGameOptions, frozen=True, kw_only=True):
    """The options of every game against the House."""

    buy_in_cp: Annotated[
        int, Meta(ge=2, le=_HIGHEST_CP, multiple_of=2, description="The least that one can bet, in copper; even")
    ] = 500
    bank_limit_cp: Annotated[
        Annotated[int, Meta(ge=1, le=1_000 * _HIGHEST_CP)] | None,
        Meta(description="The most, in copper, that the House may have to pay at once; null: no limit"),
    ] = None
    auto_roll: Annotated[
        bool,
        Meta(description="Whether the House throws as soon as everybody has bet or passed, or when the GM says so"),
    ] = True


StakesT = TypeVar("StakesT", bound=Stakes)
OptionsT = TypeVar("OptionsT", bound=BankOptions)


class AgainstTheHouse(Rulebook[OptionsT, StakesT]):
    """What all games against the House have in common: bets in company, the limit of the bank, and the reckoning."""

    min_seats = 1
    max_seats = 12
    commands: ClassVar[tuple[type[Command], ...]] = (Bet, Pass)
    gm_commands: ClassVar[tuple[type[Command], ...]] = (CloseBets,)
    events: ClassVar[tuple[type[Event], ...]] = EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    sentences: ClassVar[Mapping[type[Event], Sentence]] = SENTENCES
    refusals: ClassVar[Mapping[str, str]] = REFUSALS
    bet_questions: ClassVar[tuple[str, ...]] = ("bet",)
    """What is asked where a bet is asked for; every other question is the game's own."""

    @abstractmethod
    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """What happens when everybody who was asked has bet or passed."""

    @abstractmethod
    def could_win(self, table: AnyTable, stake: Stake) -> int:
        """The most (copper) that a bet can win, its own coins not counted."""

    @abstractmethod
    def room(self, table: AnyTable, limit_cp: int) -> Mapping[str | None, int]:
        """How much (copper) can still be bet on each call, so that the House never pays more than `limit_cp`."""

    def calls(self, table: AnyTable) -> Sequence[str | None]:
        """What can be bet on; by default the game has no choice."""
        return (None,)

    def offer_play(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """What a seat may do, and may not, beside betting."""
        yield from ()

    def play(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a command that is no bet."""
        yield from ()

    def leave_play(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """What comes of the leaving of a seat that is asked for something else than a bet."""
        yield QuestionAnswered(seat=seat)

    def safest_play(self, table: AnyTable, seat: str) -> Command:
        """What the clock does for a seat that is asked for something else than a bet."""
        return Pass()

    def bounds(self, table: AnyTable) -> tuple[int, int | None]:
        """The least and the most (None: no such limit) that the rules let one bet now, in copper."""
        return table.options.buy_in_cp, None

    def step(self, table: AnyTable) -> int:
        """In what steps of copper bets are made, so that all that they win is whole."""
        return 1

    def entrants(self, table: AnyTable) -> list[str]:
        """Who has the buy-in."""
        return able_to_pay(table, table.options.buy_in_cp, self.max_seats)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """All are asked for their bets at once."""
        yield PhaseBegan(phase="betting")
        yield QuestionAsked(seats=list(table.order), question="bet")

    def choices(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """A bet, or none, where that is asked; and what the game has beside."""
        if seat in table.to_act and self._asks_for_bets(table):
            yield from self._bet_offers(table, seat)
            yield Action(type="pass")
        else:
            for kind in ("bet", "pass"):
                yield Refusal(kind, "not_asked", self._why_not_asked(table, seat))
        yield from self.offer_play(table, seat)

    def _asks_for_bets(self, table: AnyTable) -> bool:
        return table.question in self.bet_questions

    def _why_not_asked(self, table: AnyTable, seat: str) -> str:
        buy_in_cp = table.options.buy_in_cp
        if seat in table.state.placed:
            return "Your bet stands, and nothing more is asked of you now."
        if table.seats[seat].playing:
            return "You have passed, and are asked again in the next round."
        if table.seats[seat].kind == "watcher":
            return "You watch here: who watches does not bet."
        if table.purse(seat) < buy_in_cp:
            return f"You do not play this round; for the next one have {coins(buy_in_cp)} in your purse."
        if len(table.order) == self.max_seats:
            return f"You do not play this round: no more than {number_word(self.max_seats)} can."
        return "This round began without you; you are asked again in the next."

    def _bet_offers(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Calls with the same limit stand together."""
        (least_cp, _), purse_cp, step = self.bounds(table), table.purse(seat), self.step(table)
        if purse_cp < least_cp:
            detail = f"A bet is {coins(least_cp)} at least, and you have {coins(purse_cp)}."
            yield Refusal("bet", "purse_too_small", detail)
            return
        by_limit: dict[int, list[str | None]] = {}
        for call, most_cp in self.most(table, seat).items():
            by_limit.setdefault(most_cp - most_cp % step, []).append(call)
        if max(by_limit) < least_cp:
            yield Refusal("bet", "bank_limit", _no_room(table))
            return
        for most_cp, calls in by_limit.items():
            if most_cp < least_cp:
                yield from (Refusal("bet", "bank_limit", _no_room(table), {"on": call}) for call in calls)
                continue
            on: dict[str, Param] = {} if calls == [None] else {"on": Choices(choices=calls)}
            yield Action(type="bet", params={**on, "amount_cp": Bounds(min=least_cp, max=most_cp, step=step)})

    def most(self, table: AnyTable, seat: str) -> dict[str | None, int]:
        """The most (copper) that a seat could bet on each call: by the rules, its purse and the limit of the bank."""
        _, highest_cp = self.bounds(table)
        purse_cp, limit_cp = table.purse(seat), table.options.bank_limit_cp
        most_cp = purse_cp if highest_cp is None else min(purse_cp, highest_cp)
        if limit_cp is None:
            return dict.fromkeys(self.calls(table), most_cp)
        room = self.room(table, limit_cp)
        return {call: min(most_cp, room[call]) for call in self.calls(table)}

    def explain(self, table: AnyTable, seat: str | None, command: Command) -> Refusal | None:
        """A bet may be too much for the purse, more or less than the rules allow, or too much for the House."""
        if seat is None or not isinstance(command, Bet) or command.on not in self.calls(table):
            return None
        amount_cp, purse_cp, limit_cp = command.amount_cp, table.purse(seat), table.options.bank_limit_cp
        if amount_cp > purse_cp:
            return Refusal("bet", "purse_too_small", f"You have {coins(purse_cp)}, and would bet {coins(amount_cp)}.")
        least_cp, most_cp = self.bounds(table)
        if amount_cp < least_cp or (most_cp is not None and amount_cp > most_cp):
            return Refusal("bet", "bet_out_of_bounds", _bounds_told(least_cp, most_cp))
        if limit_cp is not None and amount_cp > (room_cp := self.room(table, limit_cp)[command.on]):
            detail = f"The House could not pay for {coins(amount_cp)}: with the bets that lie there it is good for"
            return Refusal("bet", "bank_limit", f"{detail} a bet of {coins(room_cp)} at most.")
        return None

    def gm_choices(self, table: AnyTable) -> Iterator[Offer]:
        """The GM need not wait for everybody's bets."""
        if not table.to_act or self._asks_for_bets(table):
            yield Action(type="close_bets")
        else:
            yield Refusal("close_bets", "no_bets_to_close", "The bets are made: the round waits for something else.")

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """A seat bets or passes; when all have, the House goes on by itself where the table has it so."""
        match command:
            case Bet():
                yield from self.lay(seat, command.on, command.amount_cp)
                yield QuestionAnswered(seat=seat)
                yield from self.go_on_if_due(table, dice)
            case Pass():
                yield from self._pass(table, seat, "passed")
                yield from self.go_on_if_due(table, dice)
            case _:
                yield from self.play(table, seat, command, dice)

    def gm_act(self, table: AnyTable, command: Command, dice: Dice) -> Iterator[Event]:
        """No more bets."""
        for seat in list(table.to_act):
            yield from self._pass(table, seat, "bets_closed")
        yield from self.all_bet(table, dice)

    def _pass(self, table: AnyTable, seat: str, why: str) -> Iterator[Event]:
        yield StatusChanged(seat=seat, status="content" if seat in table.state.placed else "passed", why=why)
        yield QuestionAnswered(seat=seat)

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """The bet of who leaves stands."""
        if not table.seats[seat].playing:
            return
        yield StatusChanged(seat=seat, status="gone", why="left")
        if seat not in table.to_act:
            return
        if self._asks_for_bets(table):
            yield QuestionAnswered(seat=seat)
            yield from self.go_on_if_due(table, dice)
        else:
            yield from self.leave_play(table, seat, dice)

    def go_on_if_due(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """When nobody is left to answer the House goes on, unless it is for the GM to say so."""
        if not table.to_act and table.options.auto_roll:
            yield from self.all_bet(table, dice)

    def timeout(self, table: AnyTable) -> Timeout | None:
        """Who does not answer passes. Nothing is done where the table waits for the GM alone to close the bets."""
        if not table.to_act:
            return None
        seat = table.to_act[0]
        return Timeout(seat, Pass() if self._asks_for_bets(table) else self.safest_play(table, seat))

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """What a seat has on the table, the most that it can win, and what it gave back once it is settled."""
        stake = table.state.placed.get(seat)
        if stake is None:
            return {}
        bet = {
            "on": stake.on,
            "amount_cp": stake.amount_cp,
            "could_win_cp": self.could_win(table, stake),
            "back_cp": stake.back_cp,
        }
        return {"bet": bet}

    def round_view(self, table: AnyTable) -> dict[str, Any]:
        """Whether all have answered, so that the round waits for the GM's `close_bets`."""
        return {"waits_for_gm": table.running and not table.to_act}

    def lay(self, seat: str, on: str | None, amount_cp: int) -> Iterator[Event]:
        """A seat lays coins on the table."""
        yield from pay(seat, ESCROW, amount_cp, "stake")
        yield BetPlaced(seat=seat, on=on, amount_cp=amount_cp)

    def settle(self, table: AnyTable, returned: Mapping[str, int]) -> Iterator[Event]:
        """The reckoning: each bet gives back so much copper, its own coins first; the rest of it is the House's.

        Who gets back more than the bet has won the round; all of what they get, the bet too, is what they were paid.
        """
        won_cp: dict[str, int] = {}
        for seat, stake in list(table.state.placed.items()):
            back_cp = returned.get(seat, 0)
            payee, own_cp = payee_of(table, seat), min(back_cp, stake.amount_cp)
            yield from pay(ESCROW, HOUSE, stake.amount_cp - own_cp, "lost_bet")
            yield from pay(ESCROW, payee, own_cp, "stake_back")
            yield from pay(HOUSE, payee, back_cp - own_cp, "winnings")
            yield BetSettled(seat=seat, amount_cp=stake.amount_cp, back_cp=back_cp)
            if back_cp > stake.amount_cp:
                won_cp[seat] = back_cp
        outcome = "settled" if table.state.placed else "no_bets"
        yield RoundEnded(round=table.round, outcome=outcome, winners=list(won_cp), won_cp=won_cp)


class OneThrow(AgainstTheHouse[OptionsT, StakesT]):
    """A game in which everybody calls what the House's next throw will be.

    A game of this kind says what the House throws, what can be called, and what a call gives back.
    """

    @abstractmethod
    def thrown(self, table: AnyTable) -> tuple[int, int]:
        """How many dice the House throws, and with how many sides."""

    @abstractmethod
    def calls(self, table: AnyTable) -> Sequence[str]:
        """What can be called."""

    @abstractmethod
    def returns(self, call: str, faces: tuple[int, ...]) -> Fraction | int:
        """What a call gives back when the dice fall so, as a multiple of the bet: 0 where it is wrong."""

    def could_win(self, table: AnyTable, stake: Stake) -> int:
        """What the best throw brings."""
        return int((max(self._throws(table, stake.on)) - 1) * stake.amount_cp)

    def step(self, table: AnyTable) -> int:
        """Where the odds are in halves, bets are even."""
        return lcm(*(back.denominator for call in self.calls(table) for back in self._throws(table, call)))

    def room(self, table: AnyTable, limit_cp: int) -> Mapping[str | None, int]:
        """No throw wins all bets: what matters for a call is what the others win with the throws that it wins with."""
        owed_cp: Counter[tuple[int, ...]] = Counter()
        for stake in table.state.placed.values():
            for times, throws in self._wins(table, stake.on):
                owed_cp.update(dict.fromkeys(throws, int(times * stake.amount_cp)))
        return {
            call: min(
                (limit_cp - max(owed_cp[throw] for throw in throws)) // times
                for times, throws in self._wins(table, call)
            )
            for call in self.calls(table)
        }

    def _wins(self, table: AnyTable, call: str | None) -> Iterator[tuple[Fraction, Sequence[tuple[int, ...]]]]:
        """How many times the bet a call wins, each with the throws that bring as much."""
        return ((back - 1, throws) for back, throws in self._throws(table, call).items() if back > 1)

    def _throws(self, table: AnyTable, call: str | None) -> Mapping[Fraction, Sequence[tuple[int, ...]]]:
        return _throws(self, call or "", *self.thrown(table))

    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """The House throws, if anybody has bet, and pays."""
        faces: tuple[int, ...] = ()
        if table.state.placed:
            thrown = house_throw(dice, *self.thrown(table))
            yield thrown
            faces = tuple(draw.face for draw in thrown.draws or ())
        returned = {
            seat: int(self.returns(stake.on or "", faces) * stake.amount_cp)
            for seat, stake in table.state.placed.items()
        }
        yield from self.settle(table, returned)


@cache
def _throws(
    game: OneThrow[Any, Any], call: str, count: int, sides: int
) -> Mapping[Fraction, Sequence[tuple[int, ...]]]:
    """All that a call can give back, as multiples of the bet, each with the throws that bring it."""
    throws: dict[Fraction, list[tuple[int, ...]]] = {}
    for faces in product(range(1, sides + 1), repeat=count):
        throws.setdefault(Fraction(game.returns(call, faces)), []).append(faces)
    return throws


def house_throw(dice: Dice, count: int, sides: int) -> DiceThrown:
    """The House throws so many dice in the open."""
    draws = [dice.roll(HOUSE, "house", sides) for _ in range(count)]
    return DiceThrown(seat=HOUSE, ns=list(range(count)), die=f"d{sides}", place="open", draws=draws, draws_to=ALL)


def _bounds_told(least_cp: int, most_cp: int | None) -> str:
    if least_cp == most_cp:
        return f"A bet is {coins(least_cp)} now, no more and no less."
    at_most = f", and {coins(most_cp)} at most" if most_cp is not None else ""
    return f"A bet is {coins(least_cp)} at least now{at_most}."


def _no_room(table: AnyTable) -> str:
    limit_cp = table.options.bank_limit_cp
    return f"The House pays {coins(limit_cp)} at most at once, and the bets that lie there leave no room for another."
