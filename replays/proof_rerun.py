"""Re-runs one round from its proof: the rules and the recorded commands must reproduce every entry byte for byte.

The proof has the table as everybody saw it when the round began. It lacks what only some viewers saw then (sheets,
heat, crooked sets). As far as that mattered, the game infers it from the round's own events (`Rulebook.recall`).
"""

from collections.abc import Iterator
from typing import Any, Final, Literal

import msgspec

from events.audience import HOUSE
from events.codec import UnreadableEntry
from events.entry import Entry
from events.event import Event
from events.round_events import RoundUnsealed
from games.engine.aggregate import TableAggregate
from games.engine.catalogue import Catalogue
from projections.copies import copied
from projections.game import AnyTable
from projections.table import Table
from replays.findings import NotRun, NotRunCode
from replays.rerun import FORGERIES, RecordedDealer, difference_of, other_rules

SEALED: Final = NotRun("proof_sealed", "the round is sealed")
_LEFT_OUT: Final = "the proof leaves it out, because it has other secrets"


class ProofEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a proof, as far as a re-run reads it."""

    seq: int
    line: str | None = None
    events: list[msgspec.Raw] = []


class ProofToRun(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of a proof that a re-run reads."""

    format: Literal["tavern-proof"]
    version: Literal[1]
    table: str
    round: int
    game: str
    rules: int
    seed: str | None
    entries: list[ProofEntry]
    start: dict[str, Any] | None = None


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at the table when the round began, with its copper pieces."""

    seat: str
    name: str
    purse_cp: int


class RoundRerun(msgspec.Struct, kw_only=True):
    """The result: how many entries were reproduced, which differed and how, and which were not re-run and why.

    `seats` and `options` are those of the table when the round began, according to the server: players can compare
    them.
    """

    table: str
    round: int
    game: str
    rules: int
    entries: int
    seats: list[Seat] = []
    options: dict[str, Any] = {}
    same_again: int = 0
    differing: dict[int, str] = {}
    not_run: dict[int, str] = {}
    not_run_at_all: str | None = None
    not_run_code: NotRunCode | None = None

    @property
    def clean(self) -> bool:
        """Whether nothing that was re-run differs."""
        return not self.differing

    @property
    def verified(self) -> bool:
        """Whether every entry was re-run to the same bytes."""
        return self.clean and not self.not_run and self.not_run_at_all is None


class BrokenProof(Exception):
    """The proof cannot be read. `reason` says why."""

    code = "broken_proof"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def rerun_round(catalogue: Catalogue, proof: ProofToRun) -> RoundRerun:
    """Re-run the round of a proof, whose lines, seed and draws were checked before. Raises `BrokenProof`."""
    result = RoundRerun(
        table=proof.table, round=proof.round, game=proof.game, rules=proof.rules, entries=len(proof.entries)
    )
    entries: list[tuple[Entry[Event] | None, list[Event]]] = []
    not_run = _not_run_at_all(catalogue, proof)
    if not_run is None:
        entries = [_read(catalogue, shown) for shown in proof.entries]
        rules = [(entry.game, entry.rules) for entry, _ in entries if entry is not None]
        not_run = next(filter(None, (other_rules(catalogue, *of_entry) for of_entry in rules)), None)
    if not_run is None:
        _Round(catalogue, proof, entries, result).run()
    else:
        result.not_run_at_all, result.not_run_code = not_run.why, not_run.code
    return result


def _not_run_at_all(catalogue: Catalogue, proof: ProofToRun) -> NotRun | None:
    if proof.seed is None:
        return SEALED
    if proof.game not in catalogue.rulebooks:
        return NotRun("game_not_installed", f"the game {proof.game} is not installed")
    return None


def _read(catalogue: Catalogue, shown: ProofEntry) -> tuple[Entry[Event] | None, list[Event]]:
    """An entry, or None if it is left out, and its known events."""
    try:
        if shown.line is not None:
            # A proof does not say how many entries precede the round: here, only the opening does.
            entry = catalogue.codec.decode(shown.line.encode(), shown.seq + 1)
            return entry, list(entry.events)
        return None, [catalogue.codec.decode_event(bytes(raw)) for raw in shown.events]
    except (UnreadableEntry, UnicodeEncodeError) as error:
        raise BrokenProof(f"entry {shown.seq}: {error}") from None


class _ProofDealer(RecordedDealer):
    """A dealer with what the entries of one round record, including seeds of earlier rounds unsealed in it."""

    def __init__(self, entries: list[Entry[Event]]) -> None:
        super().__init__(entries)
        for entry in entries:
            for event in entry.events:
                if isinstance(event, RoundUnsealed):
                    self._seeds.setdefault(event.round, event.seed)


class _Round:
    def __init__(
        self,
        catalogue: Catalogue,
        proof: ProofToRun,
        entries: list[tuple[Entry[Event] | None, list[Event]]],
        result: RoundRerun,
    ) -> None:
        self._catalogue = catalogue
        self._lines = [shown.line for shown in proof.entries]
        self._entries = entries
        self._result = result
        table = _table(catalogue, proof)
        shown = [entry for entry, _ in entries if entry is not None]
        table.seq = shown[0].seq - 1
        result.seats = [
            Seat(seat=seat.seat, name=seat.name, purse_cp=table.purse(seat.seat)) for seat in table.present()
        ]
        result.options = msgspec.to_builtins(table.options)
        self._aggregate = TableAggregate(catalogue, table, _ProofDealer(shown))
        self._left_out: int | None = None

    def run(self) -> None:
        """Re-run the entries one after the other. One that differs is then folded as recorded."""
        for place, (entry, events) in enumerate(self._entries, 1):
            table: AnyTable = self._aggregate.table
            if place == 1:
                self._recall(0)
            try:
                if entry is None:
                    self._left_out = place
                    self._result.not_run[place] = _LEFT_OUT
                    self._catalogue.folding.fold_all(table, events)
                    table.saw(events)
                    table.seq += 1
                    self._recall(place)
                    continue
                before: AnyTable = copied(table)
                line = (self._lines[place - 1] or "").encode()
                difference = difference_of(self._catalogue, self._aggregate, entry, line)
                if difference is None:
                    self._result.same_again += 1
                    continue
                self._note(place, difference)
                self._catalogue.folding.fold_entry(before, entry)
                self._aggregate.table = before
            except FORGERIES as error:
                self._note(place, f"its events do not fit the table: {type(error).__name__}: {error}")
                for later in range(place + 1, len(self._entries) + 1):
                    self._result.not_run[later] = f"entry {place} cannot be folded"
                return

    def _recall(self, since: int) -> None:
        """Infer from later events what only some saw when the round began, or after an entry that was left out."""
        rulebook = self._catalogue.rulebooks.under(self._result.game, self._result.rules)
        if rulebook is not None:
            rulebook.recall(self._aggregate.table, list(_until_left_out(self._entries[since:])))

    def _note(self, place: int, what: str) -> None:
        if self._left_out is not None:
            what += f" (or else entry {self._left_out}, which is left out, did not happen as the proof says)"
        self._result.differing[place] = what


def _until_left_out(entries: list[tuple[Entry[Event] | None, list[Event]]]) -> Iterator[tuple[Event, ...]]:
    """For each entry, the events up to the next entry that is left out, where a sheet may change."""
    for at, (entry, events) in enumerate(entries):
        if entry is None and at:
            return
        yield tuple(events)


def _table(catalogue: Catalogue, proof: ProofToRun) -> AnyTable:
    game = catalogue.rulebooks[proof.game]
    kind: Any = Table
    try:
        table: AnyTable = msgspec.convert(proof.start, kind[game.options, game.state], str_keys=True)
    except msgspec.ValidationError as error:
        raise BrokenProof(f"the table as the round began does not fit the game: {error}") from None
    if (table.table, table.game) != (proof.table, proof.game):
        raise BrokenProof("the table at the start of the round is a different one, or plays a different game")
    table.viewer = HOUSE
    return table
