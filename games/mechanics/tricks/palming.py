"""Cheating with a hand that nobody else sees: one of its dice is rolled again, unseen. (Seeds 003, "Cheating".)"""

from collections.abc import Iterator
from typing import ClassVar

from events.accounts import HOUSE
from events.audience import seat_viewer
from events.dice import Dice
from events.event import CommandV1, Event
from events.round_events import DieRerolledSecretly
from games.chapter import Chapter, Uses, act, offers
from games.mechanics.sentences import sentence
from games.mechanics.tricks.game import PALMED, AnyTrickGame, TrickGame, tricks_of
from games.mechanics.tricks.noticing import Noticing
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, ValueLabel


class Cheat(CommandV1, frozen=True, kw_only=True):
    """Roll your hidden die `n` again in secret; the second result stands."""

    n: int


class Palming(Chapter):
    """Nobody sees that a hidden die is rolled again, unless they notice the sleight."""

    reasons: ClassVar = {
        "cheated_already": "A seat can cheat once a round.",
        "no_hidden_dice": "The seat has no hidden dice, or is out of the round.",
    }
    labels: ClassVar = Labels(
        commands={
            "cheat": CommandLabel(
                "Cheat",
                "Roll one of your hidden dice again, unseen: Sleight of Hand against everybody’s Perception.",
                {"n": ValueLabel("Die", "The die that you roll again; the second result stands.", "die")},
            ),
        },
    )
    game: Uses[AnyTrickGame] = Uses(TrickGame)
    noticing = Uses(Noticing)

    @offers(Cheat)
    def may_cheat(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Once a round, with dice that are still hidden."""
        hidden = [die.n for die in table.seats[seat].dice if die.hole]
        if not hidden or not self.game.is_still_in(table, seat):
            yield Refusal("cheat", "no_hidden_dice", "You have no hidden dice in this round.")
        elif seat in tricks_of(table).cheated:
            yield Refusal("cheat", "cheated_already", "You have cheated this round, and once is all you dare.")
        else:
            yield Action(type="cheat", params={"n": Choices(choices=hidden)})

    @act(Cheat)
    def cheat(self, table: AnyTable, dice: Dice, seat: str, command: Cheat) -> Iterator[Event]:
        """Only the seat and the GM see the die and its new face."""
        noticed = yield from self.noticing.attempt(table, dice, seat)
        sides = int(table.seats[seat].dice[command.n].die.removeprefix("d"))
        draw = dice.roll(seat, PALMED, sides)
        yield DieRerolledSecretly(to=seat_viewer(seat), seat=seat, n=command.n, by=seat, why=PALMED, draw=draw)
        if noticed:
            yield from self.noticing.denounced(table, dice, seat, by=HOUSE)

    @sentence(DieRerolledSecretly)
    def _palmed_aloud(self, table: AnyTable, event: DieRerolledSecretly) -> str:
        return f"In secret, {name_of(table, event.by)} rolls a die again: {event.draw.face}."
