"""A kit for playing a table in a test: the secret, the clock, salts and command ids are fixed, chance can be given.

playing = Playing.open(TOYS, "race").seat("Ada", "Bo").start()
playing.load({("ada", "race", 6): [4, 1]})
playing.when("ada", Roll()).then(…)
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from typing import Any, Final, Self, TypeVar, cast

import msgspec
from msgspec import UNSET

from events.audience import GM, HOUSE, PUBLIC, Viewer, seat_viewer
from events.character import NOBODY_SPECIAL, Character
from events.dice import Dice
from events.entry import GENESIS, Entry
from events.event import Command, Draw, Event
from events.gaming_sets import GamingSet
from events.round_events import RoundUnsealed, SeedRecorded
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate, WrittenEntry
from games.engine.authority import npc_actor
from games.engine.catalogue import Catalogue
from games.engine.dealer import SecretDealer
from games.engine.decider import offering, offers_of, rulebook_for
from games.engine.legality import Refused, require_offered
from games.engine.rulebook import AnyRulebook, Timeout
from games.engine.rulebooks import Context
from games.table import OpenTable, RefreshDeadline, SeatNpc, Sit, StartRound, resolve, resolve_options, timeout_of
from projections.actions import Action, Offer
from projections.game import AnyTable
from projections.table import Root, Table
from projections.viewer_projection import ViewerProjection, VisibleEntry
from projections.views import Doing, View, view_of
from server.commands.seat_ids import seat_id

SECRET: Final = bytes(range(32))
TABLE: Final = "a-table-in-a-test"
OPENED_AT: Final = datetime(2025, 3, 1, 19, 0, tzinfo=UTC)
SECONDS_BETWEEN_COMMANDS: Final = 7

Sequence = tuple[str, str, int]
"""A seat (or the House), a purpose, a number of sides."""
Encoded = tuple[str, bytes]
"""A table as JSON, after the game that is played at it."""
_Loaded = Mapping[tuple[int, Sequence, int], int]
Happened = TypeVar("Happened", bound=Event)


@cache
def time_of(count: int) -> str:
    """When the `count`-th command of a test comes (RFC 3339, UTC, milliseconds)."""
    moment = OPENED_AT + timedelta(seconds=SECONDS_BETWEEN_COMMANDS * count)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


@cache
def salt_of(count: int) -> str:
    """The salt (hex) of the `count`-th command of a test."""
    return hashlib.sha256(f"salt {count}".encode()).hexdigest()[:32]


class LoadedDice(Dice):
    """Dice whose faces are given for some draws of a round; the rest fall as the seed has it."""

    def __init__(self, seed: bytes, table: AnyTable, loaded: _Loaded) -> None:
        super().__init__(seed, table.round, table.luck, table.drawn)
        self._round, self._loaded = table.round, loaded

    def _face(self, seat: str, purpose: str, sides: int, n: int) -> int:
        face = self._loaded.get((self._round, (seat, purpose, sides), n))
        return super()._face(seat, purpose, sides, n) if face is None else face


@lru_cache(maxsize=1_000)
def _commitments(secret: bytes) -> SecretDealer:
    """Keeps the tree of a secret that many tables of the tests have: it takes as long as many commands.

    Each game of a property is walked through with the same seeds, and so with the same secrets.
    """
    return SecretDealer(secret)


def context_of(catalogue: Catalogue, table: AnyTable, command: Command) -> Context:
    """What a command at a table is decided with."""
    return Context(
        catalogue.rulebooks, rulebook_for(catalogue.rulebooks, table, command), LoadedDealer(), opening=GENESIS
    )


class LoadedDealer(SecretDealer):
    """A dealer whose dice are loaded. What it dealt cannot be proved, and a re-run of it says so."""

    def __init__(self, secret: bytes = SECRET) -> None:
        super().__init__(secret)
        self.secret = secret
        self._loaded: dict[tuple[int, Sequence, int], int] = {}

    def load(self, round_number: int, drawn: Mapping[str, int], faces: Mapping[Sequence, Iterable[int]]) -> None:
        """Give the next faces of some sequences in a round, of which `drawn` were drawn already."""
        for (seat, purpose, sides), given in faces.items():
            first = drawn.get(f"{seat} {purpose} {sides}", 0) + 1
            for n, face in enumerate(given, start=first):
                self.load_draw(round_number, Draw(seat=seat, purpose=purpose, sides=sides, n=n, face=face))

    def load_draw(self, round_number: int, draw: Draw) -> None:
        """Give one draw of a round."""
        self._loaded[round_number, (draw.seat, draw.purpose, draw.sides), draw.n] = draw.face

    def root(self, first: int, last: int) -> str:
        return _commitments(self.secret).root(first, last)

    def commitment(self, round_number: int, root: Root) -> tuple[str, list[str]]:
        return _commitments(self.secret).commitment(round_number, root)

    def dice(self, table: AnyTable) -> Dice:
        return LoadedDice(self.seed(table.round), table, self._loaded)


class _StrictDice(LoadedDice):
    """Loaded dice, and none that was not loaded falls."""

    def _face(self, seat: str, purpose: str, sides: int, n: int) -> int:
        face = self._loaded.get((self._round, (seat, purpose, sides), n))
        if face is None:
            raise LookupError(f"nobody said how the d{sides} of {seat} falls ({purpose}, number {n})")
        return face


class StrictDealer(LoadedDealer):
    """A dealer at whose tables nothing falls by chance: who loads too few faces is told."""

    def dice(self, table: AnyTable) -> Dice:
        return _StrictDice(self.seed(table.round), table, self._loaded)


def drawn(seat: str, purpose: str, sides: int, face: int, n: int = 1) -> Draw:
    """A draw, to compare with."""
    return Draw(seat=seat, purpose=purpose, sides=sides, n=n, face=face)


def all_of(kind: type[Happened], events: Iterable[Event]) -> list[Happened]:
    """The events of a kind."""
    return [event for event in events if isinstance(event, kind)]


class Outcome:
    """What came of a command: its events, or why it was refused."""

    def __init__(self, events: list[Event], refused: Refused | None) -> None:
        self.events = events
        self._refused = refused

    def then(self, *expected: Event) -> None:
        """Exactly these events, in this order."""
        if self._refused is not None:
            raise self._refused
        assert self.events == list(expected)

    def then_refused(self, code: str) -> None:
        """It was refused for this reason."""
        assert self._refused is not None, f"it was not refused; this happened: {self.events}"
        assert self._refused.code == code, f"{self._refused.code}: {self._refused.detail}"


class _Watching:
    """A viewer's sight, and what it saw of each entry: None if it saw nothing."""

    def __init__(self, sight: ViewerProjection) -> None:
        self.sight = sight
        self.seen: list[VisibleEntry | None] = []
        self.encoded: tuple[int, Encoded] | None = None
        """The table after so many entries."""


class Playing:
    """A table being played: its journal and lines, and what every viewer was shown of it."""

    def __init__(self, catalogue: Catalogue, journal: TableAggregate, dealer: LoadedDealer, table: str = TABLE) -> None:
        self.catalogue = catalogue
        self.dealer = dealer
        self.journal = journal
        self.written: list[WrittenEntry] = []
        self.commands = 0
        self._table_id = table
        self._watching: dict[Viewer, _Watching] = {}
        self._put_by: dict[Viewer, Encoded] = {}
        """The tables of viewers as they were when the table was forked: few are asked for, and only these decoded."""

    @classmethod
    def open(cls, catalogue: Catalogue, game: str, *, dealer: LoadedDealer | None = None, **options: Any) -> Self:
        """A table that was just opened for a game."""
        dealer = dealer or LoadedDealer()
        playing = cls(catalogue, TableAggregate(catalogue, catalogue.folding.blank(TABLE), dealer), dealer)
        resolved = resolve_options(catalogue.rulebook(game), options)
        playing.give(None, OpenTable(name="The Bent Copper", gm="Mo", game=game, options=resolved, seeded=True))
        return playing

    @property
    def table(self) -> AnyTable:
        """The whole table, as the house knows it."""
        return self.journal.table

    @property
    def rulebook(self) -> AnyRulebook:
        """The rulebook that is played by."""
        return self.catalogue.rulebook(self.table.game)

    @property
    def lines(self) -> list[bytes]:
        """The log."""
        return [written.line for written in self.written]

    @property
    def entries(self) -> list[Entry[Event]]:
        """The log, decoded."""
        return [written.entry for written in self.written]

    def seat(self, *names: str, purse_cp: int = 10_000, **given: Any) -> "Playing":
        """Sit people down, each with this purse."""
        for name in names:
            self.sit(name, purse_cp=purse_cp, **given)
        return self

    def sit(
        self,
        name: str,
        *,
        purse_cp: int = 10_000,
        kind: Any = "player",
        luck: str = "",
        character: Character = NOBODY_SPECIAL,
        sets: Iterable[GamingSet] = (),
        actor: str | None = None,
    ) -> str:
        """Sit somebody down, or (`gm`) have the GM do it; their seat's id."""
        seat = seat_id(name, self.table.names)
        sit = Sit(name=name, kind=kind, purse_cp=purse_cp, luck=luck, character=character, sets=list(sets) or UNSET)
        self.give(seat, sit, actor=actor)
        return seat

    def sit_npc(self, name: str, temperament: str = "bully", *, purse_cp: int = 10_000, luck: str = "") -> str:
        """The GM seats an NPC; returns the seat's id."""
        seat = seat_id(name, self.table.names)
        self.give(seat, SeatNpc(name=name, temperament=temperament, purse_cp=purse_cp, luck=luck), actor=GM)
        return seat

    def start(self) -> "Playing":
        """Start a round."""
        self.give(None, StartRound())
        return self

    def load(self, faces: Mapping[Sequence, Iterable[int]]) -> "Playing":
        """Give the next faces of some sequences: in the running round, or else in the next."""
        running = self.table.running
        self.dealer.load(self.table.round + (not running), self.table.drawn if running else {}, faces)
        return self

    def give(self, seat: str | None, command: Command, *, actor: str | None = None) -> list[Event]:
        """Carry a command out for a seat, or (None) for the GM; by who plays it, if no actor is named.

        Raises `Refused`.
        """
        by = actor or self.player_of(seat)
        seen = self.sight(self.viewer_of(seat)).table
        if self.commands:
            command = self._resolved(seat, command)
        move = AddressedCommand(actor=by, seat=seat, command=command, at=time_of(self.commands))
        name, salt = f"command-{self.commands}", salt_of(self.commands)
        self.written.append(self.journal.write(move, command_id=name, salt=salt, own_table=seen))
        self.commands += 1
        return list(self.written[-1].entry.events)

    def _resolved(self, seat: str | None, command: Command) -> Command:
        """The command with all that a re-run needs. What is not legal at all is refused as such, as the server does."""
        try:
            return resolve(self.table, self.catalogue.rulebooks, command)
        except Refused:
            require_offered(self.offers(seat), command)
            raise

    def send(self, seat: str | None, body: bytes, *, actor: str | None = None) -> list[Event]:
        """Carry out a command as a client sends it. Raises as `read_command` does, and `Refused`."""
        return self.give(seat, self.catalogue.read_command(self.table.game, body), actor=actor)

    def let_the_clock_act(self) -> Timeout | None:
        """The deadline passes: what the rulebook then does is done."""
        timeout = timeout_of(self.table, self.rulebook)
        if timeout is not None:
            self.give(timeout.seat, timeout.command, actor="clock")
        return timeout

    def refresh_the_deadline(self) -> None:
        """The house restarts the deadline."""
        self.give(None, RefreshDeadline(), actor=HOUSE)

    def when(self, seat: str | None, command: Command) -> Outcome:
        """Try a command; one that is refused leaves no trace."""
        before, head = msgspec.json.encode(self.table), self.journal.head
        try:
            return Outcome(self.give(seat, command), None)
        except Refused as refused:
            assert msgspec.json.encode(self.table) == before
            assert self.journal.head == head
            return Outcome([], refused)

    def closing(self) -> list[Event]:
        """What the house adds when a round is over: its seed, and where the table says so, for everybody."""
        number = self.table.round
        seed = self.dealer.seed(number).hex()
        recorded: list[Event] = [SeedRecorded(round=number, seed=seed)]
        return [*recorded, RoundUnsealed(round=number, seed=seed)] if self.table.options.unseal == "round" else recorded

    @staticmethod
    def viewer_of(seat: str | None) -> Viewer:
        """Whose sight a seat's moves, or (None) the GM's, are judged from."""
        return GM if seat is None else seat_viewer(seat)

    def player_of(self, seat: str | None) -> str:
        """Who plays a seat (its actor): who sits there, the server, or the GM who took it over. None is the GM."""
        holder = None if seat is None else self.table.seats.get(seat)
        if seat is None or (holder is not None and holder.taken_over):
            return GM
        return npc_actor(seat) if holder is not None and holder.npc else seat_viewer(seat)

    def viewers(self) -> list[Viewer]:
        """Everybody who ever could look: the public, the GM, and each seat that there was."""
        return [PUBLIC, GM, *(seat_viewer(seat) for seat in self.table.names)]

    def sight(self, viewer: Viewer) -> ViewerProjection:
        """A viewer's sight, caught up."""
        return self._watched(viewer).sight

    def seen(self, viewer: Viewer) -> list[VisibleEntry]:
        """All that a viewer has seen."""
        return [seen for seen in self._watched(viewer).seen if seen is not None]

    def newest_seen(self, viewer: Viewer) -> VisibleEntry | None:
        """What a viewer saw of the newest entry, None if it saw nothing."""
        return self._watched(viewer).seen[-1]

    def _watched(self, viewer: Viewer) -> _Watching:
        if viewer not in self._watching:
            folding, put_by = self.catalogue.folding, self._put_by.get(viewer)
            table = folding.blank(self._table_id, viewer) if put_by is None else decoded(self.catalogue, *put_by)
            self._watching[viewer] = _Watching(ViewerProjection(folding, table))
        watching = self._watching[viewer]
        for written in self.written[len(watching.seen) :]:
            watching.seen.append(self._take_in(watching.sight, written.entry))
        return watching

    def _take_in(self, sight: ViewerProjection, entry: Entry[Event]) -> VisibleEntry | None:
        return sight.see(entry)

    def offers(self, seat: str | None) -> list[Offer]:
        """What a seat, or (None) the GM, may and may not do now, from what it sees."""
        return list(offers_of(self.sight(self.viewer_of(seat)).table, self.catalogue.rulebooks, seat))

    def offers_about(self, seat: str, tag: str) -> list[Offer]:
        """What is offered and refused about one command, to a seat that asks for it."""
        seen = self.sight(self.viewer_of(seat)).table
        return [offer for offer in offers_of(seen, self.catalogue.rulebooks, seat, tag) if offer.type == tag]

    def actions(self, seat: str | None) -> list[Action]:
        """What a seat, or (None) the GM, may do now."""
        return [offer for offer in self.offers(seat) if isinstance(offer, Action)]

    def view(self, viewer: Viewer, *, acts_for: str | None = None) -> View:
        """What a viewer is shown now."""
        return view_by(self.catalogue, self.sight(viewer).table, acts_for=acts_for)

    def acting_for(self, seat: str) -> Doing:
        """What the GM is shown that a seat may do."""
        you = self.view(GM, acts_for=seat).you
        assert you is not None
        assert isinstance(you.acts_for, dict)
        assert list(you.acts_for) == [seat]
        return you.acts_for[seat]

    def fork(self) -> "Playing":
        """The same table, to be played on otherwise. Its log starts again with the next entry."""
        journal = TableAggregate(
            self.catalogue, copied(self.catalogue, self.table), self.dealer, self.journal.head, self.journal.opening
        )
        forked = Playing(self.catalogue, journal, self.dealer, self._table_id)
        forked.commands = self.commands
        forked._put_by = {viewer: self._encoded(viewer) for viewer in (*self._watching, *self._put_by)}
        return forked

    def _encoded(self, viewer: Viewer) -> Encoded:
        if viewer in self._put_by and not self.written:
            return self._put_by[viewer]
        watching = self._watched(viewer)
        if watching.encoded is None or watching.encoded[0] != len(watching.seen):
            table = watching.sight.table
            watching.encoded = (len(watching.seen), (table.game, msgspec.json.encode(table)))
        return watching.encoded[1]


class Silent(Playing):
    """A table whose viewers only catch up with it: reporting what happens takes as long as playing it."""

    def seen(self, viewer: Viewer) -> list[VisibleEntry]:
        """Raises `LookupError`."""
        raise LookupError(f"{viewer} saw no entries: play at another class of table")

    def newest_seen(self, viewer: Viewer) -> VisibleEntry | None:
        """Raises `LookupError`."""
        return self.seen(viewer)[-1]

    def _take_in(self, sight: ViewerProjection, entry: Entry[Event]) -> VisibleEntry | None:
        sight.skip(entry)
        return None


def view_by(catalogue: Catalogue, table: AnyTable, *, plays: bool = False, acts_for: str | None = None) -> View:
    """The view of a viewer's table, as the server makes it: for who sits there, or (`plays`) for who plays the seat."""
    if plays:
        return view_of(table, catalogue.rulebooks, lambda of, seat: offers_of(of, catalogue.rulebooks, seat))
    return view_of(table, catalogue.rulebooks, offering(catalogue.rulebooks), acts_for)


@cache
def _decoder(rulebook: AnyRulebook) -> msgspec.json.Decoder[AnyTable]:
    return msgspec.json.Decoder(cast("Any", Table)[rulebook.options, rulebook.state])


def copied(catalogue: Catalogue, table: AnyTable) -> AnyTable:
    """A copy of a table that shares nothing with it: every table goes through JSON and back."""
    return decoded(catalogue, table.game, msgspec.json.encode(table))


def decoded(catalogue: Catalogue, game: str, encoded: bytes) -> AnyTable:
    """A table that was encoded while `game` was played."""
    return _decoder(catalogue.rulebook(game)).decode(encoded)
