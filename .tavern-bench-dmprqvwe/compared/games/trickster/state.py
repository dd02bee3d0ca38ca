"""What Trickster's Tavern remembers of a game beyond the common table, and questions about its state.

A viewer's state lacks what its viewer may not know: abilities that hidden faces triggered, and dice that they changed.
"""

from typing import Final, cast

import msgspec

from games.mechanics.turns import next_after
from games.trickster.cards.card import Ability, Card, Constant, Size, Ward, Wild
from games.trickster.counting import WildFaces, wild_on
from games.trickster.options import Options
from projections.table import Table

CHOOSING_CLASSES: Final = "choosing_classes"
BETTING: Final = "betting"
REVEAL: Final = "reveal"
"""The phases of a game: classes once, then a betting and a reveal in each round."""

STILL_CHOOSING: Final = "Classes are still being chosen: the game begins when everybody has one."
"""The refusal of everything else while classes are chosen."""

ACTIVE: Final = "active"
OUT: Final = "out"
LEFT: Final = "left"
"""The statuses of seats: still in, removed because they have no dice, or gone."""

HOLE: Final = "hole"
HAND: Final = "hand"
"""The places of dice that are not shown: thrown under the cup, or not thrown yet."""


class Bet(msgspec.Struct, frozen=True, kw_only=True):
    """A seat bet that there are at least `amount` dice of a score value."""

    seat: str
    amount: int
    value: int


class Lost(msgspec.Struct, frozen=True, kw_only=True):
    """A die that a seat has lost; it lies in the middle."""

    seat: str
    die: str


class Challenge(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the round's challenge: `count` dice of the value that was bet on, by seat in `counts`."""

    bet: Bet
    count: int
    counts: dict[str, int]
    holds: bool
    winner: str
    loser: str


class State(msgspec.Struct, kw_only=True):
    """The game beyond the common table.

    `throw` is the number of the current round, from 1. `cards` has the seats' classes. `used` has, by seat and ability,
    the round of its last use. `bets` are those of this round, the last of which stands; `wild` are the faces that
    became wild in it. `middle` has the dice that were lost. `unseen` has, by seat and number, the dice that were
    changed in secret, with the size that others take them for.
    """

    throw: int = 0
    cards: dict[str, Card] = {}
    used: dict[str, dict[str, int]] = {}
    bets: list[Bet] = []
    wild: list[WildFaces] = []
    middle: list[Lost] = []
    unseen: dict[str, dict[str, str]] = {}
    challenge: Challenge | None = None


TricksterTable = Table[Options, State]


def still_in(table: TricksterTable) -> list[str]:
    """The seats that are in the game, in the order of turns. Some may have lost their last die in this round."""
    return table.with_status(ACTIVE)


def standing(table: TricksterTable) -> Bet | None:
    """The standing bet; None before the first bet of a round."""
    return table.state.bets[-1] if table.state.bets else None


def next_in(table: TricksterTable, seat: str) -> str:
    """The next seat after `seat` that is still in."""
    others = [other for other in still_in(table) if other != seat]
    return next_after(table.order, seat, others) or seat


def previous_in(table: TricksterTable, seat: str) -> str:
    """The seat before `seat` that is still in."""
    others = [other for other in still_in(table) if other != seat]
    return next_after(table.order[::-1], seat, others) or seat


def sizes(table: TricksterTable, seat: str) -> list[Size]:
    """The sizes of a seat's dice, as the table's viewer knows them."""
    return [cast("Size", die.die) for die in table.seats[seat].dice]


def public_sizes(table: TricksterTable, seat: str) -> list[Size]:
    """The sizes of a seat's dice that everybody knows, on anybody's table."""
    unseen = table.state.unseen.get(seat, {})
    return [cast("Size", unseen.get(str(die.n), die.die)) for die in table.seats[seat].dice]


def faces(table: TricksterTable, seat: str) -> list[int]:
    """The faces of a seat's dice that the table's viewer sees."""
    return [die.face for die in table.seats[seat].dice if die.face is not None]


def constant_effects(table: TricksterTable, seat: str) -> list[Wild | Ward]:
    """The constant effects of a seat's class, as long as it has dice."""
    card = table.state.cards.get(seat)
    if card is None or not table.seats[seat].dice:
        return []
    abilities = [ability for ability in card.abilities if isinstance(ability, Constant)]
    return [effect for ability in abilities for effect in ability.effects if isinstance(effect, Wild | Ward)]


def wild_rules(table: TricksterTable) -> list[WildFaces]:
    """The wild faces in force, from constant abilities and for this round."""
    always = [
        WildFaces(faces=effect.faces, seat=seat.seat if effect.of == "own" else None, sizes=effect.sizes)
        for seat in table.playing()
        for effect in constant_effects(table, seat.seat)
        if isinstance(effect, Wild)
    ]
    return [*always, *table.state.wild]


def wild_faces(table: TricksterTable, seat: str, size: Size) -> frozenset[int]:
    """The faces that are wild on a seat's dice of a size."""
    return wild_on(wild_rules(table), seat, size)


def is_warded(table: TricksterTable, seat: str) -> bool:
    """Whether other seats' abilities cannot touch a seat's dice."""
    return any(isinstance(effect, Ward) for effect in constant_effects(table, seat))


def is_used(table: TricksterTable, seat: str, index: int) -> bool:
    """Whether a seat's ability is used up for this round, or for the game."""
    ability = ability_of(table, seat, index)
    last = table.state.used.get(seat, {}).get(str(index))
    if last is None or isinstance(ability, Constant):
        return False
    return ability.limit == "game" or last == table.state.throw


def ability_of(table: TricksterTable, seat: str, index: int) -> Ability:
    """The ability of a seat's class with that number, from 0."""
    return table.state.cards[seat].abilities[index]
