"""Games against the House: all bet in company, the House throws and pays the odds (seeds 003, and the rulings on them).

Stakes lie with the stakeholder (the account `escrow`) until the throw. Each bet reserves the most that it could win:
one that would have the House promise more than `bank_limit_cp` on one throw is refused. Who leaves lets the bet stand:
what it brings goes along.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Annotated, Any, ClassVar, Final, TypeVar

import msgspec
from msgspec import Meta

from events.accounts import ESCROW, HOUSE
from events.audience import ALL
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import (
    DiceThrown,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    RoundStarted,
    StatusChanged,
)
from events.table_events import CoinsMoved
from games.parts.antes import able_to_pay
from games.parts.coins import pay, payee_of
from projections.chronicle import coins, coins_moved, listed, name_of
from projections.offers import Action, Bounds, Choices, Offer, Param, Refusal
from projections.rulebook import AnyTable, Fold, Rulebook, Sentence, TableOptions, Timeout

_HIGHEST_CP: Final = 1_000_000
_tag = namespaced("stakes")


class BankOptions(TableOptions, frozen=True, kw_only=True):
    """The options of every game against the House."""

    buy_in_cp: Annotated[
        int, Meta(ge=2, le=_HIGHEST_CP, multiple_of=2, description="The least that one can bet, in copper; even")
    ] = 500
    bank_limit_cp: Annotated[
        Annotated[int, Meta(ge=1, le=1_000 * _HIGHEST_CP)] | None,
        Meta(description="The most, in copper, that the House may have to pay on one throw; null: no limit"),
    ] = None
    auto_roll: Annotated[
        bool,
        Meta(description="Whether the House throws as soon as everybody has bet or passed, or when the GM says so"),
    ] = True


class Bet(CommandV1, frozen=True, kw_only=True):
    """Bet against the House; `on` says on what, where the game has a choice."""

    amount_cp: int
    on: str | None = None


class Pass(CommandV1, frozen=True, kw_only=True):
    """Bet nothing."""


class CloseBets(CommandV1, frozen=True, kw_only=True):
    """No more bets: who has not answered passes, and the House throws."""


class BetPlaced(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat laid `amount_cp` more copper on the table; `on` (a slug) is empty where the game has no choice."""

    seat: str
    on: str
    amount_cp: int


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has on the table, in copper, and on what."""

    on: str
    amount_cp: int


class Stakes(msgspec.Struct, kw_only=True):
    """The bets on the table, by seat."""

    placed: dict[str, Stake] = {}


StakesT = TypeVar("StakesT", bound=Stakes)
OptionsT = TypeVar("OptionsT", bound=BankOptions)


def _started(table: AnyTable, event: RoundStarted) -> None:
    table.state = type(table.state)()


def _placed(table: AnyTable, event: BetPlaced) -> None:
    placed = table.state.placed
    before_cp = placed[event.seat].amount_cp if event.seat in placed else 0
    placed[event.seat] = Stake(on=event.on, amount_cp=before_cp + event.amount_cp)


EVENTS: Final = (BetPlaced,)
FOLDS: Final[Mapping[type[Event], Fold]] = {RoundStarted: _started, BetPlaced: _placed}
REFUSALS: Final[Mapping[str, str]] = {
    "not_asked": "The seat is not asked for a bet.",
    "bank_limit": "The House could not pay so much.",
}


def _told_by_the_bet(table: AnyTable, event: CoinsMoved) -> str | None:
    return None if event.reason in ("stake", "stake_back") else coins_moved(table, event)


def _bet_placed(table: AnyTable, event: BetPlaced) -> str:
    on = f" on {event.on.replace('_', ' ')}" if event.on else ""
    return f"{name_of(table, event.seat)} bets {coins(event.amount_cp)}{on}."


def _round_ended(table: AnyTable, event: RoundEnded) -> str:
    if not table.state.placed:
        return "Nobody has bet."
    if not event.winners:
        return "The House wins."
    return f"{listed([f'{name_of(table, seat)} wins {coins(event.won_cp[seat])}' for seat in event.winners])}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    CoinsMoved: _told_by_the_bet,
    BetPlaced: _bet_placed,
    RoundEnded: _round_ended,
    StatusChanged: lambda table, event: None,
}


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

    @abstractmethod
    def bet_offers(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """What a seat that is asked may bet."""

    @abstractmethod
    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """What happens when everybody who was asked has bet or passed."""

    @abstractmethod
    def odds(self, table: AnyTable, on: str) -> Fraction:
        """The most that a bet could win, as a multiple of it."""

    def entrants(self, table: AnyTable) -> list[str]:
        """Who has the buy-in."""
        return able_to_pay(table, table.options.buy_in_cp, self.max_seats)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """All are asked for their bets at once."""
        yield PhaseBegan(phase="betting")
        yield QuestionAsked(seats=list(table.order), question="bet")

    def choices(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """A bet, or none."""
        if seat not in table.to_act:
            yield Refusal("bet", "not_asked", "You have no bet to make now.")
            yield Refusal("pass", "not_asked", "You have no bet to make now.")
            return
        yield from self.bet_offers(table, seat)
        yield Action(type="pass")

    def gm_choices(self, table: AnyTable) -> Iterator[Offer]:
        """The GM need not wait for everybody."""
        yield Action(type="close_bets")

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """A seat bets or passes; when all have, the House throws by itself where the table has it so."""
        if isinstance(command, Bet):
            yield from self.lay(table, seat, command.on or "", command.amount_cp)
        yield QuestionAnswered(seat=seat)
        yield from self._throw_if_due(table, dice)

    def gm_act(self, table: AnyTable, command: Command, dice: Dice) -> Iterator[Event]:
        """No more bets."""
        for seat in list(table.to_act):
            yield QuestionAnswered(seat=seat)
        yield from self.all_bet(table, dice)

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """The bet of who leaves stands."""
        if not table.seats[seat].playing:
            return
        yield StatusChanged(seat=seat, status="gone", why="left")
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
            yield from self._throw_if_due(table, dice)

    def _throw_if_due(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        if not table.to_act and table.options.auto_roll:
            yield from self.all_bet(table, dice)

    def timeout(self, table: AnyTable) -> Timeout | None:
        """Who does not answer passes."""
        return Timeout(table.to_act[0], Pass()) if table.to_act else None

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """What a seat has on the table."""
        stake = table.state.placed.get(seat)
        return {} if stake is None else {"bet": stake}

    def lay(self, table: AnyTable, seat: str, on: str, amount_cp: int) -> Iterator[Event]:
        """A seat lays coins on the table."""
        yield from pay(seat, ESCROW, amount_cp, "stake")
        yield BetPlaced(seat=seat, on=on, amount_cp=amount_cp)

    def most(self, table: AnyTable, seat: str, on: str) -> int:
        """The most (copper) that a seat could bet on something: what it has, and what the House could pay."""
        limit_cp, purse_cp = table.options.bank_limit_cp, table.purse(seat)
        if limit_cp is None:
            return purse_cp
        promised = sum(self.odds(table, stake.on) * stake.amount_cp for stake in table.state.placed.values())
        return min(purse_cp, int((limit_cp - promised) / self.odds(table, on)))

    def settle(self, table: AnyTable, returned: Mapping[str, int]) -> Iterator[Event]:
        """The reckoning: each bet gives back so much copper, its own coins first; the rest of it is the House's."""
        won_cp: dict[str, int] = {}
        for seat, stake in list(table.state.placed.items()):
            back_cp = returned.get(seat, 0)
            payee, own_cp = payee_of(table, seat), min(back_cp, stake.amount_cp)
            yield from pay(ESCROW, HOUSE, stake.amount_cp - own_cp, "lost_bet")
            yield from pay(ESCROW, payee, own_cp, "stake_back")
            yield from pay(HOUSE, payee, back_cp - own_cp, "winnings")
            if back_cp > stake.amount_cp:
                won_cp[seat] = back_cp - stake.amount_cp
        yield RoundEnded(round=table.round, outcome="settled", winners=list(won_cp), won_cp=won_cp)


class OneThrow(AgainstTheHouse[OptionsT, StakesT]):
    """A game in which everybody calls what the House's next throw will be.

    A game of this kind says what the House throws, what can be called, and what a call gives back.
    """

    stake_step: ClassVar[int] = 1
    """Bets are multiples of so much copper: 2 where the odds halve them."""

    @abstractmethod
    def thrown(self, table: AnyTable) -> tuple[int, int]:
        """How many dice the House throws, and with how many sides."""

    @abstractmethod
    def calls(self, table: AnyTable) -> Sequence[str]:
        """What can be called."""

    @abstractmethod
    def returns(self, call: str, faces: tuple[int, ...]) -> Fraction | int:
        """What a call gives back when the dice fall so, as a multiple of the bet: 0 where it is wrong."""

    def odds(self, table: AnyTable, on: str) -> Fraction:
        """The most that a call could win: found by trying every throw."""
        return _odds(self, on, *self.thrown(table))

    def bet_offers(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Calls with the same limit stand together."""
        least_cp, step = table.options.buy_in_cp, self.stake_step
        by_limit: dict[int, list[str]] = {}
        for call in self.calls(table):
            most_cp = self.most(table, seat, call)
            by_limit.setdefault(most_cp - most_cp % step, []).append(call)
        for most_cp, calls in by_limit.items():
            if most_cp >= least_cp:
                params: dict[str, Param] = {
                    "on": Choices(choices=calls),
                    "amount_cp": Bounds(min=least_cp, max=most_cp, step=step),
                }
                yield Action(type="bet", params=params)
                continue
            for call in calls:
                yield too_little(table, seat, {"on": call})

    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """The House throws, if anybody has bet, and pays."""
        faces: tuple[int, ...] = ()
        if table.state.placed:
            count, sides = self.thrown(table)
            thrown = house_throw(dice, count, sides)
            yield thrown
            faces = tuple(draw.face for draw in thrown.draws or ())
        returned = {
            seat: int(self.returns(stake.on, faces) * stake.amount_cp) for seat, stake in table.state.placed.items()
        }
        yield from self.settle(table, returned)


@cache
def _odds(game: "OneThrow[Any, Any]", call: str, count: int, sides: int) -> Fraction:
    throws = product(range(1, sides + 1), repeat=count)
    return Fraction(max(game.returns(call, faces) for faces in throws)) - 1


def house_throw(dice: Dice, count: int, sides: int) -> DiceThrown:
    """The House throws so many dice in the open."""
    draws = [dice.roll(HOUSE, "house", sides) for _ in range(count)]
    return DiceThrown(seat=HOUSE, ns=list(range(count)), die=f"d{sides}", place="open", draws=draws, draws_to=ALL)


def too_little(table: AnyTable, seat: str, params: Mapping[str, Any]) -> Refusal:
    """Why a seat cannot bet the least that one can."""
    least_cp, purse_cp = table.options.buy_in_cp, table.purse(seat)
    if purse_cp < least_cp:
        detail = f"A bet is {coins(least_cp)} at least, and you have {coins(purse_cp)}."
        return Refusal("bet", "purse_too_small", detail, params)
    detail = (
        f"The House pays {coins(table.options.bank_limit_cp)} at most on one throw, and the bets there come near it."
    )
    return Refusal("bet", "bank_limit", detail, params)
