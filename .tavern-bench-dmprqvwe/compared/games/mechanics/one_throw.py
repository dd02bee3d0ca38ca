"""Games in which everybody bets on the House's next throw, at odds that follow from the possible throws."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import lcm
from typing import Any, ClassVar

from events.dice import Dice
from events.event import Event
from events.round_events import DiceThrown
from games.chapter import Chapter, Uses
from games.mechanics.bank import AgainstTheHouse, OptionsT, StakesT, house_throw
from games.mechanics.house_bets import CONTENT, Stake
from games.mechanics.tricks.game import is_on
from games.mechanics.tricks.house_dice import HouseDice, HouseThrows
from games.mechanics.tricks.noticing import Noticing
from projections.game import AnyTable
from projections.labels import NEVER, Labels


class OneThrow(AgainstTheHouse[OptionsT, StakesT], HouseThrows):
    """A game says which dice the House throws, what can be called, and what each call gives back."""

    labels: ClassVar = Labels(
        statuses={CONTENT: NEVER},
    )
    chapters: ClassVar[tuple[type[Chapter], ...]] = (Noticing, HouseDice)
    house_dice = Uses(HouseDice)

    @abstractmethod
    def calls(self, table: AnyTable) -> Sequence[str]:
        """What can be called."""

    @abstractmethod
    def returns(self, call: str, faces: tuple[int, ...]) -> Fraction | int:
        """What a call gives back for these faces, as a multiple of the bet: 0 if it is wrong."""

    def set_out(self, table: AnyTable) -> Iterator[Event]:
        """Seats throw no dice, so none of their sets is in play."""
        yield from ()

    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """The House throws, if anybody has bet, and pays."""
        if table.state.placed and is_on(table):
            yield from self.house_dice.throw(table, dice, *self.thrown(table))
        elif table.state.placed:
            yield from house_throw(dice, *self.thrown(table))
        yield from self.settle(table)

    def throw_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        """What the House has thrown in the open."""
        return f"The House throws {self.in_words([draw.face for draw in event.draws or ()])}."

    def back_cp(self, table: AnyTable, stake: Stake) -> int:
        """What the call gives back for the faces on the table."""
        faces = tuple(die.face or 0 for die in table.house_dice)
        return int(self.returns(stake.on or "", faces) * stake.amount_cp)

    def could_win(self, table: AnyTable, stake: Stake) -> int:
        """What the best throw would win."""
        return int((max(self._returned(table, stake.on)) - 1) * stake.amount_cp)

    def step(self, table: AnyTable) -> int:
        """If odds come in halves, bets are even."""
        return _step(self, tuple(self.calls(table)), *self.thrown(table))

    def room(self, table: AnyTable, limit_cp: int) -> Mapping[str | None, int]:
        """No throw wins all bets. A call's limit depends on what other bets win with the same throws."""
        count, sides = self.thrown(table)
        owed_cp = [0] * sides**count
        for stake in table.state.placed:
            for times, throws in _wins(self, stake.on or "", count, sides):
                won_cp = int(times * stake.amount_cp)
                for throw in throws:
                    owed_cp[throw] += won_cp
        room_cp: dict[str | None, int] = {}
        for call in self.calls(table):
            left_cp = [
                (limit_cp - max([owed_cp[throw] for throw in throws])) * times.denominator // times.numerator
                for times, throws in _wins(self, call, count, sides)
            ]
            room_cp[call] = min(left_cp)
        return room_cp

    def _returned(self, table: AnyTable, call: str | None) -> Mapping[Fraction, Sequence[int]]:
        return _returned(self, call or "", *self.thrown(table))


@cache
def _returned(game: OneThrow[Any, Any], call: str, count: int, sides: int) -> Mapping[Fraction, Sequence[int]]:
    """All that a call can give back, as multiples of the bet, each with the numbers of the throws that give it."""
    throws: dict[Fraction, list[int]] = {}
    for number, faces in enumerate(product(range(1, sides + 1), repeat=count)):
        throws.setdefault(Fraction(game.returns(call, faces)), []).append(number)
    return throws


@cache
def _wins(game: OneThrow[Any, Any], call: str, count: int, sides: int) -> Sequence[tuple[Fraction, Sequence[int]]]:
    """How many times the bet a call wins, each with the numbers of the throws that win as much."""
    return [(back - 1, throws) for back, throws in _returned(game, call, count, sides).items() if back > 1]


@cache
def _step(game: OneThrow[Any, Any], calls: tuple[str, ...], count: int, sides: int) -> int:
    return lcm(*(back.denominator for call in calls for back in _returned(game, call, count, sides)))
