"""What Bluffmaster remembers of a Set beyond the common table, and how its events fold into it.

A viewer's state lacks what its viewer may not know: other seats' cards, and choices that are not shown yet.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from events.event import Event
from events.round_events import RoundStarted, RoundVoided
from events.table_events import SeatLeft
from games.bluffmaster import happened
from games.bluffmaster.options import AMOUNT, USES, Options
from games.mechanics import betting, simultaneous
from games.mechanics.betting import Betting
from games.mechanics.showdown import PotWon
from projections.game import Fold
from projections.table import Table


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """How often a Set an ability can be used, and by how much it changes a total."""

    uses: int = USES
    amount: int = AMOUNT


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A split that `seat` proposed, in parts by seat."""

    seat: str
    shares: dict[str, int]


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """An ability that was used in this round, on whom, and what it changed."""

    seat: str
    ability: str
    target: str
    n: int | None
    change: int
    lands: bool


class State(msgspec.Struct, kw_only=True):
    """The Set beyond the common table. `set_round` counts from 1, `won_cp` is what seats won in the Set, in copper.

    `cards` has the cards that were dealt or chosen, `used` how often each seat used each ability in the Set, `changes`
    what abilities did to the totals in this round. `agreed` has who agreed to the proposal. `powers` are the GM's
    grants, which outlast the Set.
    """

    betting: Betting = msgspec.field(default_factory=Betting)
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


def _round_started(table: BluffmasterTable, event: RoundStarted) -> None:
    table.state = State(powers=table.state.powers)


def _round_voided(table: BluffmasterTable, event: RoundVoided) -> None:
    table.state.proposal = None


def _seat_left(table: BluffmasterTable, event: SeatLeft) -> None:
    table.state.powers.pop(event.seat, None)


def _card_taken(table: BluffmasterTable, event: happened.CardTaken) -> None:
    table.state.cards[event.seat] = event.ability


def _round_of_set_began(table: BluffmasterTable, event: happened.RoundOfSetBegan) -> None:
    state = table.state
    state.set_round = event.number
    state.chosen, state.changes, state.plays = {}, {}, []


def _ability_used(table: BluffmasterTable, event: happened.AbilityUsed) -> None:
    state = table.state
    used = state.used.setdefault(event.seat, {})
    used[event.ability] = used.get(event.ability, 0) + 1
    state.changes[event.target] = state.changes.get(event.target, 0) + event.change
    play = Play(
        seat=event.seat,
        ability=event.ability,
        target=event.target,
        n=event.n,
        change=event.change,
        lands=event.lands,
    )
    state.plays.append(play)


def _pot_won(table: BluffmasterTable, event: PotWon) -> None:
    _won(table, event.shares_cp)


def _won(table: BluffmasterTable, shares_cp: Mapping[str, int]) -> None:
    won_cp = table.state.won_cp
    for seat, amount_cp in shares_cp.items():
        won_cp[seat] = won_cp.get(seat, 0) + amount_cp


def _split_proposed(table: BluffmasterTable, event: happened.SplitProposed) -> None:
    table.state.proposal, table.state.agreed = Proposal(seat=event.seat, shares=event.shares), []


def _split_agreed(table: BluffmasterTable, event: happened.SplitAgreed) -> None:
    table.state.agreed.append(event.seat)


def _split_lapsed(table: BluffmasterTable, event: happened.SplitLapsed) -> None:
    table.state.proposal = None


def _pot_split(table: BluffmasterTable, event: happened.PotSplit) -> None:
    table.state.proposal = None
    _won(table, event.shares_cp)


def _power_granted(table: BluffmasterTable, event: happened.PowerGranted) -> None:
    powers = table.state.powers.setdefault(event.seat, {})
    powers[event.ability] = Power(uses=event.uses, amount=event.amount)


FOLDS: Final[Mapping[type[Event], Fold]] = {
    **betting.FOLDS,
    **simultaneous.FOLDS,
    RoundStarted: _round_started,
    RoundVoided: _round_voided,
    SeatLeft: _seat_left,
    happened.CardTaken: _card_taken,
    happened.RoundOfSetBegan: _round_of_set_began,
    happened.AbilityUsed: _ability_used,
    PotWon: _pot_won,
    happened.SplitProposed: _split_proposed,
    happened.SplitAgreed: _split_agreed,
    happened.SplitLapsed: _split_lapsed,
    happened.PotSplit: _pot_split,
    happened.PowerGranted: _power_granted,
}
