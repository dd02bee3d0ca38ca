"""Replays a round step by step from its log, as any viewer saw it."""

from collections.abc import Iterable, Iterator
from itertools import chain

import msgspec

from events.audience import Viewer
from events.entry import Entry
from events.event import Event
from events.round_events import LuckCalled, RoundEnded, RoundStarted, RoundUnsealed, RoundVoided
from games.deciding.catalogue import Catalogue
from games.deciding.decider import no_offers, offering
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection, VisibleEntry
from projections.views import View, view_of
from replays.rerun import other_rules


class Round(msgspec.Struct, kw_only=True):
    """The facts of a round. `last` and the fields below it are None or empty while it runs.

    `first` and `last` are the seqs of its first and last entries, which players never see.
    """

    round: int
    game: str
    rules: int
    first: int
    started_at: str
    last: int | None = None
    ended_at: str | None = None
    outcome: str | None = None
    winners: list[str] = []
    won_cp: dict[str, int] = {}
    unsealed: bool = False


class Frame(VisibleEntry, frozen=True, kw_only=True):
    """One step of a replay: what its viewer saw, and the view that was served at that version."""

    view: View


class Replay(msgspec.Struct, frozen=True, kw_only=True):
    """A round as one viewer saw it.

    `facts_only` says why its commands cannot be re-run if other rules decided them; then the frames show the recorded
    events, without the legal actions. None otherwise.
    """

    round: int
    game: str
    rules: int
    facts_only: str | None
    viewer: Viewer
    frames: list[Frame]


class NoSuchRound(Exception):
    """The log has no round with that number; `rounds` is the number of rounds it has."""

    code = "no_such_round"

    def __init__(self, number: int, rounds: int) -> None:
        super().__init__(f"there is no round {number}: the log has {rounds}")
        self.number = number
        self.rounds = rounds


def note_round(rounds: dict[int, Round], entry: Entry[Event], event: Event) -> None:
    """Update `rounds`, by number, with what an event of an entry says about a round."""
    match event:
        case RoundStarted() if event.round in rounds:
            """With sealed luck, it began when the luck was called."""
        case LuckCalled() | RoundStarted():
            rounds[event.round] = Round(
                round=event.round,
                game=event.game,
                rules=event.rules,
                first=entry.seq,
                started_at=entry.at,
            )
        case RoundEnded() if found := rounds.get(event.round):
            found.last, found.ended_at, found.outcome = entry.seq, entry.at, event.outcome
            found.winners, found.won_cp = event.winners, event.won_cp
        case RoundVoided() if found := rounds.get(event.round):
            found.last, found.ended_at, found.outcome = entry.seq, entry.at, "voided"
        case RoundUnsealed() if found := rounds.get(event.round):
            found.unsealed = True
        case _:
            pass


def note_rounds(rounds: dict[int, Round], entry: Entry[Event]) -> None:
    """Update `rounds`, by number, with the facts about rounds in an entry."""
    for event in entry.events:
        note_round(rounds, entry, event)


def rounds_of(entries: Iterable[Entry[Event]]) -> list[Round]:
    """The rounds that began in these entries, in order."""
    rounds: dict[int, Round] = {}
    for entry in entries:
        note_rounds(rounds, entry)
    return list(rounds.values())


def round_of(rounds: Iterable[Round], number: int) -> Round:
    """The round with that number. Raises `NoSuchRound`."""
    known = {played.round: played for played in rounds}
    if number not in known:
        raise NoSuchRound(number, len(known))
    return known[number]


def facts_only(catalogue: Catalogue, played: Round) -> str | None:
    """Why a round's commands cannot be re-run here, in a sentence; None if they can."""
    why = other_rules(catalogue, played.game, played.rules)
    return None if why is None else f"Its commands were not re-run, these are the recorded facts: {why.why}."


class Steps:
    """The steps of a round from version `since` on, as the viewer of `table` saw them, entry by entry.

    With `acts_for`, the GM's views have the actions of the first seat that the table waits for.

    `table` is that viewer's own, up to the entry before the first one taken: blank at the start of a log, or from a
    snapshot, which avoids folding the whole log. `Steps` folds it further.
    """

    def __init__(
        self, catalogue: Catalogue, table: AnyTable, played: Round, since: int = 0, *, acts_for: bool = False
    ) -> None:
        self._table = table
        self._projection = ViewerProjection(catalogue.folding, table)
        self._rulebooks = catalogue.rulebooks
        self._played = played
        self._since = since
        self._acts_for = acts_for
        self._offering = offering(catalogue.rulebooks) if facts_only(catalogue, played) is None else no_offers

    def take(self, entry: Entry[Event]) -> Frame | None:
        """Take the log's next entry; returns None if it is not one of the requested steps."""
        if entry.seq < self._played.first or self._table.version + 1 < self._since:
            self._projection.skip(entry)
            return None
        if (seen := self._projection.see(entry)) is None:
            return None
        asked = self._table.to_act[0] if self._acts_for and self._table.to_act else None
        view = view_of(self._table, self._rulebooks, self._offering, asked)
        return Frame(**msgspec.structs.asdict(seen), view=view)

    def skip(self, entry: Entry[Event]) -> int | None:
        """Take the log's next entry without a frame; returns its version, None if the viewer saw nothing of it."""
        return self._table.version if self._projection.skip(entry) else None


def frames(
    catalogue: Catalogue,
    table: AnyTable,
    entries: Iterable[Entry[Event]],
    played: Round,
    since: int = 0,
    *,
    acts_for: bool = False,
) -> Iterator[Frame]:
    """The frames of a round in these entries; the first one follows the entry that `table` was folded up to."""
    steps = Steps(catalogue, table, played, since, acts_for=acts_for)
    for entry in entries:
        if played.last is not None and entry.seq > played.last:
            return
        if frame := steps.take(entry):
            yield frame


def replay(
    catalogue: Catalogue,
    entries: Iterable[Entry[Event]],
    viewer: Viewer,
    played: Round,
    *,
    table: AnyTable | None = None,
    acts_for: bool = False,
) -> Replay:
    """A round as `viewer` saw it; `acts_for` as in `Steps`.

    The entries are those of a whole log, or those after the ones that the viewer's `table` was folded from. None are
    read after the round.
    """
    left = iter(entries)
    if table is None:
        first = next(left, None)
        left = iter(()) if first is None else chain((first,), left)
        table = catalogue.folding.blank("" if first is None else first.table, viewer)
    return Replay(
        round=played.round,
        game=played.game,
        rules=played.rules,
        facts_only=facts_only(catalogue, played),
        viewer=viewer,
        frames=list(frames(catalogue, table, left, played, acts_for=acts_for)),
    )
