"""Re-runs a log's commands: the rules and the recorded inputs must reproduce every entry byte for byte.

Times, ids, salts, roots, commitments, paths and ended rounds' seeds are inputs from the log; the audit checks whether
they agree with each other. The seed of a running round is unknown, so its entries are taken as facts. So are entries
decided by another version of the rules, or by a game that is not installed.
"""

from collections.abc import Iterable
from typing import Final, Literal, TypeVar

import msgspec

from events.dice import Dice
from events.entry import Entry
from events.event import Event
from events.round_events import LuckCalled, RoundStarted, SeedRecorded
from events.table_events import GameSet, RootPublished
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate
from games.engine.catalogue import Catalogue
from games.engine.contract import BrokenRule
from games.engine.dealer import seeded_dice
from games.engine.legality import Refused
from projections.copies import copied
from projections.game import AnyTable
from projections.table import Root
from replays.differences import first_difference
from replays.findings import NotRun, NotRunCode

FORGERIES: Final = (
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
    msgspec.MsgspecError,
)
"""The errors that folds and rules may raise on a forged log."""


T = TypeVar("T")


class NotRecorded(Exception):
    """The log lacks something that re-running a command needs."""

    code = "not_recorded"


class CannotFold(Exception):
    """An entry does not fit the table that the entries before it produce; nothing after it can be folded."""

    code = "cannot_fold"

    def __init__(self, seq: int, error: Exception) -> None:
        super().__init__(f"its events do not fit the table: {type(error).__name__}: {error}")
        self.seq = seq


def other_rules(catalogue: Catalogue, game: str, rules: int) -> NotRun | None:
    """Why decisions by these rules cannot be re-run here; None if they can."""
    if game not in catalogue.rulebooks:
        return NotRun("game_not_installed", f"the game {game} is not installed")
    if catalogue.rulebooks.under(game, rules) is None:
        current = catalogue.rulebooks[game].version
        return NotRun("other_rules", f"it was decided under version {rules} of the rules of {game}, not {current}")
    return None


class RecordedDealer:
    """A dealer with the recorded roots, commitments, paths, and seeds of ended and voided rounds."""

    def __init__(self, entries: Iterable[Entry[Event]] = ()) -> None:
        self._roots: dict[int, str] = {}
        self._commitments: dict[int, tuple[str, bytes]] = {}
        self._seeds: dict[int, str] = {}
        for entry in entries:
            self.note(entry)

    def note(self, entry: Entry[Event]) -> None:
        """Take in the log's next entry."""
        for event in entry.events:
            match event:
                case RootPublished():
                    self._roots[event.first] = event.root
                case LuckCalled() | RoundStarted():
                    # A path is some kilobytes as a list, and there is one for each round of a log.
                    self._commitments[event.round] = (event.commitment, msgspec.json.encode(event.path))
                case SeedRecorded():
                    self._seeds[event.round] = event.seed
                case _:
                    pass

    def root(self, first: int, last: int) -> str:
        """The root (hex) recorded for the rounds from `first` on. Raises `NotRecorded`."""
        return _recorded(self._roots, first, "root for the rounds from")

    def commitment(self, round_number: int, root: Root) -> tuple[str, list[str]]:
        """The commitment and path (hex) recorded for a round. Raises `NotRecorded`."""
        commitment, path = _recorded(self._commitments, round_number, "commitment of round")
        return commitment, msgspec.json.decode(path, type=list[str])

    def seed(self, round_number: int) -> bytes:
        """The seed (32 bytes) recorded for an ended or voided round. Raises `NotRecorded`."""
        return bytes.fromhex(_recorded(self._seeds, round_number, "seed of round"))

    def dice(self, table: AnyTable) -> Dice:
        """The dice of the table's running round, after the draws so far. Raises `NotRecorded`."""
        return seeded_dice(table, self.seed(table.round))

    def knows_seed(self, round_number: int) -> bool:
        """Whether the log has the seed of a round."""
        return round_number in self._seeds


def _recorded(known: dict[int, T], number: int, what: str) -> T:
    try:
        return known[number]
    except KeyError:
        raise NotRecorded(f"the log has no {what} {number}") from None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The result of re-running an entry's command; `detail` says how it differs, or why it was not run: see `code`."""

    seq: int
    result: Literal["same", "differs", "facts", "running"]
    detail: str = ""
    code: NotRunCode | None = None


def difference_of(catalogue: Catalogue, aggregate: TableAggregate, entry: Entry[Event], line: bytes) -> str | None:
    """Re-run an entry's command and compare the line. Returns how it differs; None if it is the same."""
    try:
        command = catalogue.read_recorded(entry.game, bytes(entry.command))
        addressed = AddressedCommand(actor=entry.actor, seat=entry.seat, command=command, at=entry.at)
        aggregate.head, aggregate.opening = entry.prev, _opening_named_in(entry)
        again = aggregate.write(
            addressed,
            command_id=entry.id,
            salt=entry.salt,
            rulebooks=catalogue.rulebooks.as_of(_rules_of(entry)),
            recorded=entry.command,
        )
        return None if again.line == line else first_difference(line, again.line)
    except Refused as refused:
        return f"when re-run, its command is refused ({refused.code}): {refused.detail}"
    except NotRecorded as missing:
        return f"its command cannot be re-run: {missing}"
    except (BrokenRule, *FORGERIES) as error:
        return f"its command cannot be re-run: {type(error).__name__}: {error}"


class Rerunner:
    """Re-runs one log's entries in order. `table` is the whole table after the entries so far.

    It begins with the first entry, or after the entries from which `start` was folded.
    """

    def __init__(self, catalogue: Catalogue, table: str, dealer: RecordedDealer, start: AnyTable | None = None) -> None:
        self._catalogue = catalogue
        self._dealer = dealer
        self._as_recorded: AnyTable = catalogue.folding.blank(table) if start is None else start
        self._aggregate = TableAggregate(catalogue, copied(self._as_recorded), dealer)
        self._since: list[Entry[Event]] = []

    @property
    def table(self) -> AnyTable:
        """The table after the entries taken so far."""
        return self._aggregate.table

    def take(self, entry: Entry[Event], line: bytes, *, run: bool = True) -> Outcome:
        """Re-run the entry's command and compare the line; without `run`, take its events as facts.

        Either way, the table then follows the log. Raises `CannotFold`.
        """
        not_run = self._only_facts(entry) if run else NotRun("switched_off", "re-running is switched off")
        not_run = not_run or self._runs_still(entry)
        if not_run is not None:
            self._fold(self.table, entry)
            self._since.append(entry)
            result: Literal["running", "facts"] = "running" if not_run.code == "round_running" else "facts"
            return Outcome(seq=entry.seq, result=result, detail=not_run.why, code=not_run.code)
        difference = difference_of(self._catalogue, self._aggregate, entry, line)
        self._since.append(entry)
        if difference is None:
            return Outcome(seq=entry.seq, result="same")
        self._go_back_to_the_log()
        return Outcome(seq=entry.seq, result="differs", detail=difference)

    def _only_facts(self, entry: Entry[Event]) -> NotRun | None:
        why = (other_rules(self._catalogue, game, rules) for game, rules in _rules_of(entry).items())
        return next(filter(None, why), None)

    def _runs_still(self, entry: Entry[Event]) -> NotRun | None:
        number = self._round_of(entry)
        if number is not None and not self._dealer.knows_seed(number):
            return NotRun("round_running", f"round {number} has no recorded seed: it is still running")
        return None

    def _round_of(self, entry: Entry[Event]) -> int | None:
        if self.table.running:
            return self.table.round
        return next((event.round for event in entry.events if isinstance(event, LuckCalled | RoundStarted)), None)

    def _go_back_to_the_log(self) -> None:
        """After a command with another result, rebuild the table from the log's entries."""
        table = self._as_recorded
        for entry in self._since:
            self._fold(table, entry)
        self._as_recorded, self._since = copied(table), []
        self._aggregate.table = table

    def _fold(self, table: AnyTable, entry: Entry[Event]) -> None:
        try:
            self._catalogue.folding.fold_entry(table, entry)
        except FORGERIES as error:
            raise CannotFold(entry.seq, error) from error


def _opening_named_in(entry: Entry[Event]) -> str:
    """The hash of the table's first line as the entry names it, which an audit compares with that line."""
    named = (event.opening for event in entry.events if isinstance(event, LuckCalled | RoundStarted))
    return next((opening for opening in named if opening), "")


def _rules_of(entry: Entry[Event]) -> dict[str, int]:
    """The versions of rules that an entry names, by game: those that decided it, and those of a game that was set."""
    chosen = {event.game: event.rules for event in entry.events if isinstance(event, GameSet)}
    return {**chosen, entry.game: entry.rules}
