"""Simulated tables: policies play rounds by the real rules, and every entry is written and hashed.

Each seat's action is chosen, and checked, from its own view. A table's lines stay in memory while it is played, so that
the log of a round that does not end can be saved.
"""

import hashlib
import random
from collections import Counter as Multiset
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from events.accounts import ESCROW, HOUSE, POT, SIDE_POOL
from events.audience import GM, seat_viewer
from events.character import Character
from events.dice import commitment_of
from events.event import Command, Event
from events.gaming_sets import GamingSet
from events.round_events import RoundEnded
from events.table_events import CoinsMoved
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate
from games.engine.catalogue import Catalogue
from games.engine.dealer import SecretDealer
from games.policies import named
from games.policies.played_table import PlayedTable, Stuck
from games.table import GiveCoins, OpenTable, Sit, StartRound, TakeCoins, resolve_options
from projections.game import AnyTable, TableOptions
from projections.table import Root
from tools.simulate.counters import COUNTERS, counted
from tools.simulate.tally import Round, Tally

TABLE: Final = "simulated"
_AT: Final = "2026-01-10T20:00:00.000Z"
_PURSE_ANTES: Final = 200
_LEAST_PURSE_CP: Final = 20_000
_STAKES: Final = (POT, ESCROW, SIDE_POOL)
BASES: Final = {counter.name: counter.of for counter in COUNTERS}


class Seated(msgspec.Struct, frozen=True):
    """A player at a simulated table: policy, character sheet and gaming sets. `label` names the player in reports."""

    policy: str
    character: Character
    label: str
    sets: Sequence[GamingSet] = ()


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What to simulate: `options` as a client gives them, and the most rounds of a table and actions of a round."""

    game: str
    seated: Sequence[Seated]
    options: Mapping[str, Any]
    seed: bytes
    most_acts: int
    table_rounds: int


class SoftLock(Exception):
    """A round that does not end, or in which a policy chose an illegal action. `lines` are the table's log."""

    def __init__(self, why: str, chunk: int, lines: Sequence[bytes]) -> None:
        super().__init__(why, chunk, lines)
        self.why = why
        self.chunk = chunk
        self.lines = lines


def seed_of(seed: bytes, chunk: int) -> bytes:
    """The seed (32 bytes) of a chunk of rounds, from 0."""
    return hashlib.sha256(b"tavern simulate %d " % chunk + seed).digest()


def play_chunk(catalogue: Catalogue, setup: Setup, chunk: int, rounds: int) -> Tally:
    """Play `rounds` rounds at a new table. Raises `SoftLock`."""
    try:
        table, played = _played(catalogue, setup, chunk, rounds, UnprovenDealer)
    except SoftLock:
        # Play the same rounds again with real roots, so that the saved log passes an audit.
        table, played = _played(catalogue, setup, chunk, rounds, SecretDealer)
    tally = Tally()
    tally.add(played, BASES, loans=table.loans)
    return tally


def _played(
    catalogue: Catalogue, setup: Setup, chunk: int, rounds: int, dealer: type[SecretDealer]
) -> tuple["SimulatedTable", list[Round]]:
    table = SimulatedTable(catalogue, setup, chunk, dealer)
    return table, [table.play_round() for _ in range(rounds)]


class UnprovenDealer(SecretDealer):
    """Deals the dice of a secret, but publishes no real root: hashing its tree takes as long as many rounds."""

    def root(self, first: int, last: int) -> str:
        """A placeholder."""
        return "0" * 64

    def commitment(self, round_number: int, root: Root) -> tuple[str, list[str]]:
        """The commitment to the round's seed, without a path."""
        return commitment_of(self.seed(round_number)).hex(), []


class SimulatedTable:
    """A table where policies play. They change places from chunk to chunk, so that places do not matter."""

    def __init__(
        self, catalogue: Catalogue, setup: Setup, chunk: int, dealer: type[SecretDealer] = UnprovenDealer
    ) -> None:
        seed = seed_of(setup.seed, chunk)
        self._catalogue = catalogue
        self._chunk = chunk
        self._most_acts = setup.most_acts
        aggregate = TableAggregate(catalogue, catalogue.folding.blank(TABLE), dealer(seed))
        self._played = PlayedTable(catalogue, aggregate, random.Random(seed))
        self._labels: dict[str, str] = {}
        self.lines: list[bytes] = []
        self.loans = 0
        self._open(setup, chunk)

    @property
    def table(self) -> AnyTable:
        """The whole table."""
        return self._played.table

    def _open(self, setup: Setup, chunk: int) -> None:
        options = resolve_options(self._catalogue.rulebook(setup.game), dict(setup.options))
        self._give(None, OpenTable(name="", gm="", game=setup.game, options=options, seeded=True))
        self._purse_cp = _purse(self.table.options)
        count = len(setup.seated)
        for place in range(count):
            seated, seat = setup.seated[(place + chunk) % count], f"seat-{place + 1}"
            sit = Sit(
                name=seat,
                kind="player",
                purse_cp=self._purse_cp,
                character=seated.character,
                sets=list(seated.sets) or msgspec.UNSET,
            )
            self._give(seat, sit)
            blank = self._catalogue.folding.blank(TABLE, seat_viewer(seat))
            self._played.seat(seat, named(seated.policy), blank)
            self._labels[seat] = seated.label

    def play_round(self) -> Round:
        """Play a round to its end. Raises `SoftLock`."""
        self._even_purses_out()
        events = self._give(None, StartRound())
        acts = 0
        try:
            for written in self._played.play(self._most_acts):
                self.lines.append(written.line)
                events += written.entry.events
                acts += 1
        except Stuck as stuck:
            raise SoftLock(str(stuck), self._chunk, self.lines) from stuck
        self._played.forget()
        return self._result(events, acts)

    def _even_purses_out(self) -> None:
        """Lend coins to poor seats and take winnings from rich ones, so that purses stay similar."""
        for seat in self._labels:
            missing_cp = self._purse_cp - self.table.purse(seat)
            if 2 * missing_cp > self._purse_cp:
                self.loans += 1
                self._give(None, GiveCoins(target=seat, amount_cp=missing_cp, reason="a loan"))
            elif missing_cp < -self._purse_cp:
                self._give(None, TakeCoins(target=seat, amount_cp=-missing_cp, reason="winnings"))

    def _give(self, seat: str | None, command: Command) -> list[Event]:
        """Have the GM give a command. Returns its events."""
        written = self._played.give(AddressedCommand(actor=GM, seat=seat, command=command, at=_AT))
        self.lines.append(written.line)
        return list(written.entry.events)

    def _result(self, events: Sequence[Event], acts: int) -> Round:
        table, labels = self.table, self._labels
        moved = table.settled_round(table.round).moved
        net_cp, wins, staked_cp = Multiset[str](), Multiset[str](), 0
        for event in events:
            if isinstance(event, CoinsMoved) and event.payer in labels and event.payee in _STAKES:
                staked_cp += event.amount_cp
            elif isinstance(event, RoundEnded):
                wins.update(labels[seat] for seat in event.winners)
        for account, amount_cp in moved.items():
            if account in labels:
                net_cp[labels[account]] += amount_cp
        return Round(
            acts=acts,
            seats=Multiset(labels[seat] for seat in table.order if seat in labels),
            wins=wins,
            net_cp=net_cp,
            house_cp=moved.get(HOUSE, 0),
            staked_cp=staked_cp,
            counts=counted(events),
        )


def _purse(options: TableOptions) -> int:
    """A seat's purse in copper: 200 times the ante or the buy-in."""
    ante_cp = getattr(options, "ante_cp", 0) or getattr(options, "buy_in_cp", 0)
    return max(_PURSE_ANTES * int(ante_cp), _LEAST_PURSE_CP)
