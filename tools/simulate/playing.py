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
from events.entry import SALT_BYTES, Entry
from events.event import Command, Event, type_tag
from events.gaming_sets import GamingSet
from events.round_events import RoundEnded
from events.table_events import CoinsMoved
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate
from games.engine.catalogue import Catalogue
from games.engine.dealer import SecretDealer
from games.engine.legality import Refused
from games.engine.offers import SeatOffers
from games.policies import Policy, named
from games.policies.at_random import filled_in
from games.policies.position import Position
from games.table import TABLE_RULES, GiveCoins, OpenTable, Sit, StartRound, TakeCoins, resolve_options
from projections.actions import Action
from projections.game import AnyTable, TableOptions
from projections.table import Root
from projections.viewer_projection import ViewerProjection
from tools.simulate.counters import COUNTERS, counted
from tools.simulate.tally import Round, Tally

TABLE: Final = "simulated"
_AT: Final = "2026-01-10T20:00:00.000Z"
_PURSE_ANTES: Final = 200
_LEAST_PURSE_CP: Final = 20_000
_UNASKED: Final = 0.1
"""How often seats that are not asked may act before the one that is asked."""
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
        self._chance = random.Random(seed)
        self._aggregate = TableAggregate(catalogue, catalogue.folding.blank(TABLE), dealer(seed))
        self._entries: list[Entry[Event]] = []
        self._projections: dict[str, ViewerProjection] = {}
        self._shown: dict[str, int] = {}
        self._offered: dict[str, SeatOffers] = {}
        self._policies: dict[str, Policy] = {}
        self._labels: dict[str, str] = {}
        self.lines: list[bytes] = []
        self.loans = 0
        self._open(setup, chunk)

    @property
    def table(self) -> AnyTable:
        """The whole table."""
        return self._aggregate.table

    def _open(self, setup: Setup, chunk: int) -> None:
        options = resolve_options(self._catalogue.rulebook(setup.game), dict(setup.options))
        self._give(GM, None, OpenTable(name="", gm="", game=setup.game, options=options, seeded=True))
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
            self._give(GM, seat, sit)
            self._policies[seat], self._labels[seat] = named(seated.policy), seated.label
            blank = self._catalogue.folding.blank(TABLE, seat_viewer(seat))
            self._projections[seat], self._shown[seat] = ViewerProjection(self._catalogue.folding, blank), 0
            self._offered[seat] = SeatOffers(blank, self._catalogue.rulebooks, seat)

    def play_round(self) -> Round:
        """Play a round to its end. Raises `SoftLock`."""
        self._even_purses_out()
        begun = len(self._entries)
        self._give(GM, None, StartRound())
        acts = 0
        while self.table.running:
            acts += 1
            if acts > self._most_acts:
                raise self._lock(f"round {self.table.round} had not ended after {self._most_acts} actions")
            self._act()
        events = [event for entry in self._entries[begun:] for event in entry.events]
        # Entries of finished rounds are only kept for projections that have not folded them yet.
        self._forget_what_all_have_seen()
        return self._result(events, acts)

    def _even_purses_out(self) -> None:
        """Lend coins to poor seats and take winnings from rich ones, so that purses stay similar."""
        for seat in self._policies:
            missing_cp = self._purse_cp - self.table.purse(seat)
            if 2 * missing_cp > self._purse_cp:
                self.loans += 1
                self._give(GM, None, GiveCoins(target=seat, amount_cp=missing_cp, reason="a loan"))
            elif missing_cp < -self._purse_cp:
                self._give(GM, None, TakeCoins(target=seat, amount_cp=-missing_cp, reason="winnings"))

    def _act(self) -> None:
        table = self._aggregate.table
        asked = table.to_act
        if not asked:
            self._let_the_gm_go_on()
            return
        seat = asked[0] if len(asked) == 1 else self._chance.choice(asked)
        if self._chance.random() < _UNASKED:
            other = self._chance.choice(list(self._policies))
            if other not in asked and self._try(other):
                return
        if not self._try(seat):
            raise self._lock(f"{seat} is asked ({table.question}) but has no legal action")

    def _let_the_gm_go_on(self) -> None:
        """If no seat is asked, the round waits for the GM, who takes the first of the game's own actions."""
        gm_commands = self._catalogue.rulebook(self.table.game).gm_commands
        own = {type_tag(kind) for kind in gm_commands}
        for action in TABLE_RULES.gm_offers(self.table, self._catalogue.rulebooks):
            if isinstance(action, Action) and action.type in own:
                body = msgspec.json.encode(filled_in(action, self._chance))
                self._give(GM, None, self._catalogue.read_command(self.table.game, body))
                return
        raise self._lock("nobody has a legal action")

    def _try(self, seat: str) -> bool:
        """Carry out the action that a seat's policy chooses. Returns whether there was one."""
        self._catch_up(seat)
        offered = self._offered[seat]
        try:
            chosen = self._policies[seat].choose_at(Position.at(offered), self._chance)
        except Exception as error:
            raise self._lock(f"{self._policies[seat].name} failed: {error!r}") from error
        if chosen is None:
            return False
        try:
            command = self._catalogue.read_command(self.table.game, msgspec.json.encode(chosen))
            self._give(seat_viewer(seat), seat, command, offered.table)
        except (Refused, msgspec.ValidationError) as error:
            raise self._lock(f"{self._policies[seat].name} chose {chosen}: {error}") from error
        return True

    def _catch_up(self, seat: str) -> None:
        projection, entries = self._projections[seat], self._entries
        for entry in entries[self._shown[seat] :]:
            projection.skip(entry)
        self._shown[seat] = len(entries)

    def _forget_what_all_have_seen(self) -> None:
        for seat in self._projections:
            self._catch_up(seat)
        self._entries.clear()
        self._shown = dict.fromkeys(self._shown, 0)

    def _give(self, actor: str, seat: str | None, command: Command, own_table: AnyTable | None = None) -> None:
        addressed = AddressedCommand(actor=actor, seat=seat, command=command, at=_AT)
        salt = self._chance.randbytes(SALT_BYTES).hex()
        written = self._aggregate.write(addressed, command_id=f"{self.table.seq + 1}", salt=salt, own_table=own_table)
        self.lines.append(written.line)
        self._entries.append(written.entry)

    def _lock(self, why: str) -> SoftLock:
        return SoftLock(why, self._chunk, self.lines)

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
