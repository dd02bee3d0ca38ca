"""Cheating with one's own dice: a die that nobody else sees is thrown again, unseen. (Seeds 003, "Cheating".)"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from events.accounts import HOUSE
from events.audience import seat_viewer
from events.dice import Dice
from events.event import CommandV1, Event
from events.round_events import DieRerolledSecretly
from games.chapter import Chapter, Uses, act
from games.drawn import Drawn
from games.mechanics.tricks.game import PALMED, AnyTrickGame, TrickGame, tricks_of
from games.mechanics.tricks.noticing import Noticing
from projections.actions import Action, Choices, Offer, Refusal
from projections.game import AnyTable


class Cheat(CommandV1, frozen=True, kw_only=True):
    """Throw your die `n` again in secret; the second result stands."""

    n: int


def palmed(*sides: int) -> Drawn:
    """The declaration of dice, one a round, that are thrown again in secret."""
    return Drawn(purpose=PALMED, sides=sides, event=DieRerolledSecretly, most=1, where={"why": (PALMED,)})


class Palming(Chapter):
    """A die is thrown again, unseen by all who do not notice it. A game says which dice are hidden from the others."""

    reasons: ClassVar = {"cheated_already": "A seat can cheat once a round."}
    nothing_unseen: ClassVar[tuple[str, str]]
    """The code and the sentence for a seat that has no die to cheat with."""
    game: Uses[AnyTrickGame] = Uses(TrickGame)
    noticing = Uses(Noticing)

    @abstractmethod
    def unseen(self, table: AnyTable, seat: str) -> list[int]:
        """The dice that a seat can throw again in secret now."""

    def cheats(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """The offers for cheats: once a round, with a die that nobody else has seen."""
        ns = self.unseen(table, seat)
        if not ns:
            yield Refusal("cheat", *self.nothing_unseen)
        elif seat in tricks_of(table).cheated:
            yield Refusal("cheat", "cheated_already", "You have cheated this round, and once is all you dare.")
        else:
            yield Action(type="cheat", params={"n": Choices(choices=ns)})

    @act(Cheat)
    def cheat(self, table: AnyTable, dice: Dice, seat: str, command: Cheat) -> Iterator[Event]:
        """Only the seat and the GM see the die and its new face."""
        noticed = yield from self.noticing.attempt(table, dice, seat)
        yield from self.palm(table, dice, seat, command.n)
        if noticed:
            yield from self.noticing.denounced(table, dice, seat, by=HOUSE)

    def palm(self, table: AnyTable, dice: Dice, seat: str, n: int) -> Iterator[Event]:
        """Die `n` of a seat is thrown again in secret."""
        sides = int(table.seats[seat].dice[n].die.removeprefix("d"))
        draw = dice.roll(seat, PALMED, sides)
        yield DieRerolledSecretly(to=seat_viewer(seat), seat=seat, n=n, by=seat, why=PALMED, draw=draw)


def hidden(table: AnyTable, seat: str) -> list[int]:
    """The numbers of a seat's hidden dice."""
    return [die.n for die in table.seats[seat].dice if die.hole]
