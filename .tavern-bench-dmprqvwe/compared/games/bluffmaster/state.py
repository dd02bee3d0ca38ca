"""What Bluffmaster remembers of a Set beyond the common table, and the state of a Set.

A viewer's state lacks what its viewer may not know: other seats' cards, and choices that are not shown yet.
"""

from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec

from games.bluffmaster.options import ABILITIES, AMOUNT, USES, Options
from games.mechanics.betting import LEFT, Bets
from games.mechanics.tricks.bluffing import Bluffs
from projections.table import Table

CHOOSING_CARDS: Final = "choosing_cards"
FIRST_BETTING: Final = "first_betting"
SECOND_BETTING: Final = "second_betting"
ABILITIES_PHASE: Final = "abilities"
"""The phases of a Set, before the showdown."""

EXCUSED: Final = "excused"
"""The status of a seat that left the Set with a share, as all agreed."""

ORDINALS: Final = ("first", "second", "third")


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """How often a Set an ability can be used, and by how much it changes a total."""

    uses: int = USES
    amount: int = AMOUNT


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A split that `seat` proposed, in parts by seat: for all, to end the Set (None), or for the seats `leaving`."""

    seat: str
    shares: dict[str, int]
    leaving: list[str] | None = None


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """An ability that was used in this round, its target, and what it changed."""

    seat: str
    ability: str
    target: str
    n: int | None
    change: int
    lands: bool


class State(msgspec.Struct, kw_only=True):
    """The Set beyond the common table.

    `set_round` counts from 1, `won_cp` is what seats were paid in the Set (copper). `cards` has the cards that were
    dealt or chosen, `used` how often each seat used each ability in the Set, `changes` how abilities changed totals in
    this round. `agreed` has the seats that agreed to the proposal. `powers` are the GM's grants, which outlast the Set.
    """

    betting: Bets = msgspec.field(default_factory=Bets)
    bluffs: Bluffs = msgspec.field(default_factory=Bluffs)
    chosen: dict[str, dict[str, Any]] = {}
    set_round: int = 0
    cards: dict[str, str] = {}
    used: dict[str, dict[str, int]] = {}
    changes: dict[str, int] = {}
    plays: list[Play] = []
    won_cp: dict[str, int] = {}
    proposal: Proposal | None = None
    agreed: list[str] = []
    powers: dict[str, dict[str, Power]] = {}


BluffmasterTable = Table[Options, State]


def of_the_set(table: BluffmasterTable) -> list[str]:
    """The seats that have not left the Set, folded and sitting-out ones too, in the order of turns."""
    return [seat.seat for seat in table.playing() if seat.status not in (LEFT, EXCUSED)]


def ahead(table: BluffmasterTable) -> dict[str, int]:
    """The seats that were paid more in the Set than they put in, each with all that it was paid (copper)."""
    paid_cp = table.state.won_cp
    return {seat: paid_cp[seat] for seat in table.order if seat in paid_cp and table.moved.get(seat, 0) > 0}


def cards(table: BluffmasterTable, seat: str) -> Sequence[str] | None:
    """The ability cards of a seat of the Set; None if the viewer may not know, or there are none yet."""
    if table.options.cards == "all":
        return ABILITIES
    card = table.state.cards.get(seat)
    return None if card is None else (card,)


def power(table: BluffmasterTable, seat: str, ability: str) -> Power:
    """How often a seat can use an ability in a Set, and how much it changes a total."""
    return table.state.powers.get(seat, {}).get(ability, Power())


def uses_left(table: BluffmasterTable, seat: str, ability: str) -> int:
    """How often a seat can still use an ability in this Set, if it holds the card."""
    used = table.state.used.get(seat, {}).get(ability, 0)
    return max(0, power(table, seat, ability).uses - used)


def rolled(table: BluffmasterTable, seat: str) -> int | None:
    """The sum of a seat's dice; None if the viewer does not see them all."""
    faces = [die.face for die in table.seats[seat].dice]
    return None if None in faces else sum(cast("list[int]", faces))


def change(table: BluffmasterTable, seat: str) -> int:
    """By how much abilities have changed a seat's total in this round."""
    return table.state.changes.get(seat, 0)
