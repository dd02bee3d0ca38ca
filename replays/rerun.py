"""Running a log's commands again: what is recorded of them, with the rules, must give every entry byte for byte.

Times, ids, salts, roots, commitments, paths and ended rounds' seeds are inputs and come from the log; whether these
agree with each other is the audit's to check. Of a round still running no seed is known, so its entries are taken as
facts, and so are those that another version of the rules, or a game that is not installed, decided.
"""

import copy
from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeVar

import msgspec

from events.dice import Dice
from events.entry import Entry
from events.event import Event
from events.round_events import RoundStarted, SeedRecorded
from events.table_events import GameSet, RootPublished
from games.addressed_command import AddressedCommand
from games.aggregate import TableAggregate
from games.catalogue import Catalogue
from games.dealer import seeded_dice
from games.decider import BrokenRule
from games.legality import Refused
from games.rulebook import EDITIONS, Rulebooks
from projections.game import AnyTable
from replays import findings
from replays.differences import first_difference

FORGERIES: Final = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
    msgspec.MsgspecError,
)
"""What folds and rules may run into on a log that no table ever wrote."""


T = TypeVar("T")


class NotRecorded(Exception):
    """The log does not hold what running a command again needs."""

    code = "not_recorded"


class CannotFold(Exception):
    """An entry does not fit the table as the entries before it made it; nothing after it can be folded."""

    code = findings.CANNOT_FOLD

    def __init__(self, seq: int, error: Exception) -> None:
        super().__init__(f"its events do not fit the table: {type(error).__name__}: {error}")
        self.seq = seq


def other_rules(catalogue: Catalogue, edition: int, game: str, rules: int) -> str | None:
    """Why commands that were decided by these rules cannot be run again here; None if they can."""
    if edition not in EDITIONS:
        known = " and ".join(map(str, EDITIONS))
        return f"it was decided under edition {edition} of the common rules; {known} can be run again here"
    if game not in catalogue.rulebooks:
        return f"the game {game} is not installed"
    if catalogue.rulebooks.under(game, rules) is None:
        current = catalogue.rulebooks[game].version
        return f"it was decided under version {rules} of the rules of {game}, not {current}"
    return None


class RecordedDealer:
    """Deals what a log recorded: roots, commitments, paths, and the seeds of ended and voided rounds."""

    def __init__(self, entries: Iterable[Entry[Event]]) -> None:
        self._roots: dict[int, str] = {}
        self._commitments: dict[int, tuple[str, list[str]]] = {}
        self._seeds: dict[int, str] = {}
        for entry in entries:
            for event in entry.events:
                match event:
                    case RootPublished():
                        self._roots[event.first] = event.root
                    case RoundStarted():
                        self._commitments[event.round] = (event.commitment, event.path)
                    case SeedRecorded():
                        self._seeds[event.round] = event.seed
                    case _:
                        pass

    def root(self, first: int) -> str:
        """The root (hex) recorded for the rounds from `first` on. Raises `NotRecorded`."""
        return _recorded(self._roots, first, "root for the rounds from")

    def commitment(self, round_number: int) -> tuple[str, list[str]]:
        """The commitment and path (hex) recorded for a round. Raises `NotRecorded`."""
        return _recorded(self._commitments, round_number, "commitment of round")

    def seed(self, round_number: int) -> bytes:
        """The seed (32 bytes) recorded for an ended or voided round. Raises `NotRecorded`."""
        return bytes.fromhex(_recorded(self._seeds, round_number, "seed of round"))

    def dice(self, table: AnyTable) -> Dice:
        """The dice of the table's running round, as far as they have been drawn. Raises `NotRecorded`."""
        return seeded_dice(table, self.seed(table.round))

    def knows_seed(self, round_number: int) -> bool:
        """Whether the log holds the seed of a round."""
        return round_number in self._seeds


def _recorded(known: dict[int, T], number: int, what: str) -> T:
    try:
        return known[number]
    except KeyError:
        raise NotRecorded(f"the log holds no {what} {number}") from None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of running an entry's command again; `detail` says how it differs, or why it was not run."""

    seq: int
    result: Literal["same", "differs", "facts", "running"]
    detail: str = ""


class Rerunner:
    """Runs one log's entries again, in order. `table` is the table as the house knew it, after the entries so far."""

    def __init__(self, catalogue: Catalogue, table: str, dealer: RecordedDealer) -> None:
        self._catalogue = catalogue
        self._dealer = dealer
        self._journal = TableAggregate(catalogue, catalogue.folding.blank(table), dealer)
        self._as_recorded: AnyTable = catalogue.folding.blank(table)
        self._since: list[Entry[Event]] = []

    @property
    def table(self) -> AnyTable:
        """The table as the entries taken so far have made it."""
        return self._journal.table

    def take(self, entry: Entry[Event], line: bytes, *, run: bool = True) -> Outcome:
        """Run the entry's command again and compare the line; without `run`, take its events as facts.

        Whatever comes of it, the table is afterwards as the log has it. Raises `CannotFold`.
        """
        why = self._only_facts(entry) if run else "it was not to be run again"
        running = None if why else self._runs_still(entry)
        if why or running:
            self._fold(self.table, entry)
            self._since.append(entry)
            return Outcome(seq=entry.seq, result="facts" if why else "running", detail=why or running or "")
        difference = self._difference(entry, line)
        self._since.append(entry)
        if difference is None:
            return Outcome(seq=entry.seq, result="same")
        self._go_back_to_the_log()
        return Outcome(seq=entry.seq, result="differs", detail=difference)

    def _only_facts(self, entry: Entry[Event]) -> str | None:
        why = (other_rules(self._catalogue, entry.edition, game, rules) for game, rules in _rules_of(entry).items())
        return next(filter(None, why), None)

    def _runs_still(self, entry: Entry[Event]) -> str | None:
        number = self._round_of(entry)
        if number is not None and not self._dealer.knows_seed(number):
            return f"round {number} has no recorded seed: it is still running"
        return None

    def _round_of(self, entry: Entry[Event]) -> int | None:
        if self.table.running:
            return self.table.round
        return next((event.round for event in entry.events if isinstance(event, RoundStarted)), None)

    def _difference(self, entry: Entry[Event], line: bytes) -> str | None:
        try:
            command = self._catalogue.read_recorded(entry.game, bytes(entry.command))
            move = AddressedCommand(actor=entry.actor, seat=entry.seat, command=command, at=entry.at)
            again = self._journal.write_again(move, entry, self._rulebooks_of(entry))
            return None if again.line == line else first_difference(line, again.line)
        except Refused as refused:
            return f"run again, its command is refused ({refused.code}): {refused.detail}"
        except NotRecorded as missing:
            return f"its command cannot be run again: {missing}"
        except (BrokenRule, *FORGERIES) as error:
            return f"its command cannot be run again: {type(error).__name__}: {error}"

    def _rulebooks_of(self, entry: Entry[Event]) -> Rulebooks:
        """The rulebooks that decided an entry."""
        return self._catalogue.rulebooks.as_of(_rules_of(entry), entry.edition)

    def _go_back_to_the_log(self) -> None:
        """A command that went otherwise has spoilt the table: fold the log's own entries instead."""
        table = self._as_recorded
        for entry in self._since:
            self._fold(table, entry)
        self._as_recorded, self._since = copy.deepcopy(table), []
        self._journal.table = table

    def _fold(self, table: AnyTable, entry: Entry[Event]) -> None:
        try:
            self._catalogue.folding.fold_entry(table, entry)
        except FORGERIES as error:
            raise CannotFold(entry.seq, error) from error


def _rules_of(entry: Entry[Event]) -> dict[str, int]:
    """The versions of rules that an entry names, by game: those that decided it, and those of a game that was set."""
    chosen = {event.game: event.rules for event in entry.events if isinstance(event, GameSet)}
    return {**chosen, entry.game: entry.rules}


def rerun(catalogue: Catalogue, lines: Iterable[bytes]) -> Iterator[Outcome]:
    """Run a whole log's commands again, in order: one outcome for each entry.

    Raises `UnreadableEntry` for a line that is no entry, `CannotFold`.
    """
    stored = [(line, catalogue.codec.decode(line)) for line in lines]
    dealer = RecordedDealer(entry for _, entry in stored)
    rerunner = Rerunner(catalogue, stored[0][1].table if stored else "", dealer)
    for line, entry in stored:
        yield rerunner.take(entry, line)
