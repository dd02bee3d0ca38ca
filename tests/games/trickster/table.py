"""A table of Trickster's Tavern for tests: classes are given as cards, and dice fall as given."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from events.event import Event
from events.round_events import DiceThrown
from games.installed import CATALOGUE
from games.table import Leave
from games.trickster.abilities import UseAbility
from games.trickster.betting import CallLiar, MakeBet
from games.trickster.cards.card import PLAIN, Ability, Card, Size
from games.trickster.challenge import GiveUpDie
from games.trickster.classes import ChooseClass
from tests.playing import Playing, all_of

NAMES = ("Ada", "Bo", "Cy", "Dee")


def card(name: str, hand: Sequence[Size], *abilities: Ability) -> Card:
    """A card with these abilities."""
    return Card(name=name, hand=list(hand), abilities=list(abilities))


class TricksterGame(Playing):
    """A game in which Ada bets first."""

    def falls(self, **faces: Sequence[int]) -> "TricksterGame":
        """The faces of the next throw of each seat's dice, in the order in which the dice lie there, by size."""
        for seat, given in faces.items():
            by_sides: dict[tuple[str, str, int], list[int]] = {}
            hand = sorted(self.hand(seat), key=lambda size: int(size[1:]))
            for size, face in zip(hand, given, strict=True):
                by_sides.setdefault((seat, "cup", int(size[1:])), []).append(face)
            self.load(by_sides)
        return self

    def hand(self, seat: str) -> list[str]:
        """The sizes of a seat's dice, as the house knows them."""
        return [die.die for die in self.table.seats[seat].dice]

    def faces(self, seat: str) -> list[int | None]:
        """The faces of a seat's dice, as the house knows them."""
        return [die.face for die in self.table.seats[seat].dice]

    def bet(self, amount: int, value: int) -> list[Event]:
        """The seat to act bets."""
        return self.give(self.table.to_act[0], MakeBet(amount=amount, value=value))

    def call(self) -> list[Event]:
        """The seat to act calls Liar."""
        return self.give(self.table.to_act[0], CallLiar())

    def loses(self, n: int = 0) -> list[Event]:
        """The seat that is asked loses its die `n`."""
        return self.give(self.table.to_act[0], GiveUpDie(n=n))

    def uses(self, seat: str, ability: int = 0, target: str | None = None, n: int | None = None) -> list[Event]:
        """A seat uses an ability."""
        return self.give(seat, UseAbility(ability=ability, target=target, n=n))

    def gone(self, seat: str) -> list[Event]:
        """A seat leaves the table."""
        return self.give(seat, Leave())

    def heard(self, viewer: str = "public") -> list[str]:
        """The sentences of the newest entry."""
        seen = self.newest_seen(viewer)
        return [] if seen is None else seen.chronicle


def opened(*names: str, **options: Any) -> TricksterGame:
    """A table at which these people sit."""
    playing = TricksterGame.open(CATALOGUE, "trickster", **options)
    playing.seat(*names)
    return playing


def a_game(
    cards: Mapping[str, Card] | None = None,
    faces: Mapping[str, Sequence[int]] | None = None,
    *,
    seats: int = 2,
    loaded: Mapping[tuple[str, str, int], Sequence[int]] | None = None,
    **options: Any,
) -> TricksterGame:
    """A game of `seats` seats (ada, bo, cy, dee), with these cards by seat (else plain ones) and first faces.

    `loaded` are other draws that are given.
    """
    cards = cards or {}
    own = list({one.name: one for one in cards.values() if one != PLAIN}.values())
    given = {"standard_cards": False, "cards": msgspec.to_builtins(own), **options}
    if not own:
        given |= {"classes": "plain"}
    playing = opened(*NAMES[:seats], **given)
    names = [name.lower() for name in NAMES[:seats]]
    playing.load({(seat, "first_bet", 20): [20 - n] for n, seat in enumerate(names)})
    for seat, shown in (faces or {}).items():
        hand = sorted(cards.get(seat, PLAIN).hand, key=lambda size: int(size[1:]))
        by_sides: dict[tuple[str, str, int], list[int]] = {}
        for size, face in zip(hand, shown, strict=True):
            by_sides.setdefault((seat, "cup", int(size[1:])), []).append(face)
        playing.load(by_sides)
    playing.load(loaded or {}).start()
    if own:
        for seat in names:
            playing.give(seat, ChooseClass(card=cards.get(seat, PLAIN).name))
    return playing


def thrown(events: Iterable[Event], seat: str) -> list[str]:
    """The sizes of the dice that a seat throws, as all see."""
    return [event.die for event in all_of(DiceThrown, events) if event.seat == seat for _ in event.ns]
