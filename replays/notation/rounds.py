"""Writes a round as text, as its viewer saw it, and reads it back into the same events."""

import re
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any, Final, NamedTuple, TypeVar

import msgspec
from msgspec import Meta

from events.accounts import OUTSIDE
from events.audience import Viewer, seat_viewer
from events.codec import Codec, UnreadableEntry
from events.dispute_events import DisputeRaised
from events.entry import Entry
from events.event import Event, type_tag
from events.round_events import DiceThrown
from events.table_events import SeatTaken, TableOpened
from games.engine.authority import CLOCK
from games.engine.catalogue import Catalogue
from games.engine.decider import no_offers
from games.table.disputes import MAX_OPEN
from games.table.seats import MAX_TABLE_SEATS
from projections.game import AnyTable
from projections.table import Seat
from projections.viewer_projection import ViewerProjection, VisibleEntry
from projections.views import view_of
from replays.notation import MAGIC
from replays.notation.lines import line_of, read_line
from replays.notation.values import Footnotes, Reader, Unexpected, written
from replays.rebuild import Frame, Replay, Round, facts_only, rounds_of
from replays.rerun import FORGERIES

_VERSION: Final = f"{MAGIC} 1"
_LONG: Final = 120
_LONG_WORD: Final = 40
"""A longer value, or one with a longer word, such as a hash, stands below, unless somebody wrote it."""
_LONGEST_REASON: Final = 500
"""A reason that repeats a longer text of a damaged or hostile file is cut there."""
_MOST_LINES: Final = {"seat": MAX_TABLE_SEATS, "dispute_raised": MAX_OPEN}
"""How many seats and open disputes a table can have."""
_MOST_DICE: Final = 500
"""Far more than anybody has. Each event can move all the dice of a seat."""
_MOST_BELOW: Final = 4
"""How many times as long as the whole text its footnotes may be together, each counted wherever it is used."""
_ACTORS: Final = ("gm", "house", CLOCK)
"""The actors without a seat's id, which no seat has."""

_step: Final = re.compile(r"(\d{1,9})\. (.*)")
_skipped: Final = re.compile(r"#|```|\^\d{1,6} ")
_footnote: Final = re.compile(r"(\^\d{1,6}) (.*)")
_at: Final = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d{3})Z")
_clock: Final = re.compile(r"(\d\d:\d\d:\d\d)(\.\d{3})?")


class _Line(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=str.lower):
    """A line of the heading."""


class Table(_Line, frozen=True, kw_only=True):
    """The table: its id, its name and its GM's."""

    table: str
    name: str
    gm: str
    seeded: bool = False


class Game(_Line, frozen=True, kw_only=True):
    """The game, the version of its rules, and the options that are not the game's defaults."""

    game: str
    rules: int
    options: dict[str, Any] = {}


class Played(_Line, frozen=True, kw_only=True, tag="round"):
    """The round, the day on which it began, whether its seed is published, who saw it so, and what lay in accounts."""

    number: int
    date: str = ""
    unsealed: bool
    viewer: Annotated[Viewer, Meta(pattern="^(public|gm|house|seat:.+)$")]
    accounts_cp: dict[str, int] = {}


class Seated(_Line, frozen=True, kw_only=True, tag="seat"):
    """A seat at the table before the round, with its purse."""

    seat: str
    name: str
    kind: str
    purse_cp: int
    played_by: str = "player"


L = TypeVar("L", bound=msgspec.Struct)

HEADING: Final = {type_tag(kind): kind for kind in (Table, Game, Played, Seated, DisputeRaised)}


class Heading(NamedTuple):
    """What stands above the steps: the table as its viewer saw it before the round, with its open disputes."""

    table: Table
    game: Game
    round: Played
    seats: list[Seated]
    disputes: list[DisputeRaised]


class NotationError(Exception):
    """A text is no notation from line `line` on."""

    code = "bad_notation"

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason[:_LONGEST_REASON]}")
        self.line = line


class Notation(NamedTuple):
    """A round as a text had it: its steps by their lines. `fault` is what ends the good part, None if all is good."""

    heading: Heading
    steps: dict[int, VisibleEntry]
    fault: NotationError | None


def heading_of(table: AnyTable, played: Round) -> Heading:
    """The heading of a round, from its viewer's table before the round."""
    accounts = {name: amount_cp for name, amount_cp in table.accounts.items() if amount_cp and name not in table.seats}
    accounts.pop(OUTSIDE, None)
    at = _at.fullmatch(played.started_at)
    date, unsealed, viewer = at[1] if at else "", played.unsealed, table.viewer
    return Heading(
        Table(table=table.table, name=table.name, gm=table.gm, seeded=table.seeded),
        Game(game=played.game, rules=played.rules, options=_unusual(table.options)),
        Played(number=played.round, date=date, unsealed=unsealed, viewer=viewer, accounts_cp=accounts),
        [_seated(table, seat) for seat in table.present()],
        [DisputeRaised(dispute=one.dispute, seat=one.seat, round=one.round, text=one.text) for one in table.disputes],
    )


def _unusual(options: Any) -> dict[str, Any]:
    """The options that are not the game's defaults."""
    if options is None:
        return {}
    usual = msgspec.to_builtins(type(options)())
    return {name: value for name, value in msgspec.to_builtins(options).items() if value != usual[name]}


def _seated(table: AnyTable, seat: Seat) -> Seated:
    purse_cp = table.purse(seat.seat)
    return Seated(seat=seat.seat, name=seat.name, kind=seat.kind, purse_cp=purse_cp, played_by=seat.played_by)


# Writing


def write_notation(heading: Heading, steps: Sequence[VisibleEntry]) -> str:
    """A round as text, from the steps that its viewer saw."""
    below: dict[str, str] = {}

    def keep_below(text: str) -> str:
        long = len(text) > _LONG or max(map(len, text.split(" "))) > _LONG_WORD
        return below.setdefault(text, f"^{len(below) + 1}") if long and not text.startswith('"') else text

    above = (heading.table, heading.game, heading.round, *heading.seats, *heading.disputes)
    lines = [_VERSION, *(line_of(line, keep_below) for line in above), ""]
    date = heading.round.date
    for step in steps:
        time, date = _time(step.at, date)
        lines.append(f"{step.version}. {time} {_who(step)}")
        lines += [f"   {line_of(event, keep_below)}" for event in step.events]
    lines += ["", *(f"{mark} {text}" for text, mark in below.items())] if below else []
    return "\n".join((*lines, ""))


def _time(at: str, date: str) -> tuple[str, str]:
    """A time, without the date if it is still the same; and the date."""
    if (found := _at.fullmatch(at)) is None:
        return written(at), date
    return (f"{found[2]}{found[3].removesuffix('.000')}" if found[1] == date else at), found[1]


def _who(step: VisibleEntry) -> str:
    if step.seat is None:
        return written(step.actor)
    if step.actor == seat_viewer(step.seat) and step.seat not in _ACTORS and ":" not in step.seat:
        return written(step.seat)
    return f"{written(step.actor)} for {written(step.seat)}"


# Reading


_Numbered = tuple[int, str]
"""A line with its number in the text."""


def parse_notation(codec: Codec, text: str) -> Notation:
    """A round from a text. Raises `NotationError` if nothing is good up to the end of the first step."""
    numbered = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    below = {found[1]: found[2] for _, line in numbered if (found := _footnote.fullmatch(line))}
    notes = Footnotes(below, _MOST_BELOW * len(text))
    lines = [(number, line) for number, line in numbered if line and not _skipped.match(line)]
    begins = [n for n, (_, line) in enumerate(lines) if _step.fullmatch(line)]
    if not lines or lines[0][1] != _VERSION:
        raise NotationError(lines[0][0] if lines else 1, f"expected {_VERSION}")
    heading = _read_heading(lines[1 : begins[0] if begins else None], notes)
    codec.learn([heading.game.game])
    if not begins:
        raise NotationError(len(numbered), "expected a step")
    steps: dict[int, VisibleEntry] = {}
    date, next_version = heading.round.date, None
    for first, after in zip(begins, [*begins[1:], len(lines)], strict=True):
        try:
            step = _read_step(codec, lines[first:after], date, next_version, notes)
        except NotationError as fault:
            if not steps:
                raise
            return Notation(heading, steps, fault)
        steps[lines[first][0]] = step
        date, next_version = step.at[:10], step.version + 1
    missing = NotationError(len(numbered), f"expected footnote {notes.missing[0]}") if notes.missing else None
    return Notation(heading, steps, missing)


@contextmanager
def _in_line(number: int) -> Generator[None]:
    """Errors in the block are errors in that line of the text."""
    try:
        yield
    except (Unexpected, UnreadableEntry, msgspec.MsgspecError, OverflowError) as error:
        raise NotationError(number, str(error)) from None


def _read_heading(lines: list[_Numbered], notes: Footnotes) -> Heading:
    found: list[Any] = []
    left = dict(_MOST_LINES)
    for number, line in lines:
        with _in_line(number):
            fields = read_line(HEADING.get, line, notes)
            if (name := fields["type"]) in left:
                left[name] -= 1
                if left[name] < 0:
                    raise Unexpected(f"at most {_MOST_LINES[name]} lines with {name.replace('_', '-')}")
            found.append(msgspec.convert(fields, HEADING[name]))
    with _in_line(lines[-1][0] if lines else 1):
        return Heading(
            _only(Table, found),
            _only(Game, found),
            _only(Played, found),
            _all(Seated, found),
            _all(DisputeRaised, found),
        )


def _all(kind: type[L], lines: list[Any]) -> list[L]:
    return [line for line in lines if isinstance(line, kind)]


def _only(kind: type[L], lines: list[Any]) -> L:
    if len(those := _all(kind, lines)) != 1:
        raise Unexpected(f"one line with the {type_tag(kind)} before the steps")
    return those[0]


def _read_step(codec: Codec, lines: list[_Numbered], date: str, expected: int | None, notes: Footnotes) -> VisibleEntry:
    (number, line), *below = lines
    version, _, rest = line.partition(". ")
    with _in_line(number):
        if expected is not None and int(version) != expected:
            raise Unexpected(f"step {expected}")
        reader = Reader(rest, notes)
        at, actor = _read_time(reader.value(), date), reader.value()
        seat = None
        if not reader.ended:
            if reader.value() != "for" or not isinstance(seat := reader.value(), str) or not reader.ended:
                raise Unexpected("the end of the line, or for SEAT")
        elif isinstance(actor, str) and ":" not in actor and actor not in _ACTORS:
            actor, seat = seat_viewer(actor), actor
        if not isinstance(actor, str):
            raise Unexpected("who acted: a seat, gm, house or clock")
    events = [_read_event(codec, number, line, notes) for number, line in below]
    with _in_line(number):
        if not events:
            raise Unexpected("an event below the step")
    return VisibleEntry(version=int(version), at=at, actor=actor, seat=seat, events=events, chronicle=[])


def _read_event(codec: Codec, number: int, line: str, notes: Footnotes) -> Event:
    with _in_line(number):
        event = codec.decode_event(msgspec.json.encode(read_line(codec.kind_of, line, notes)))
        if isinstance(event, DiceThrown) and max(event.ns, default=0) >= _MOST_DICE:
            raise Unexpected(f"dice with numbers below {_MOST_DICE}")
        return event


def _read_time(value: object, date: str) -> str:
    text = str(value)
    if found := _clock.fullmatch(text):
        text = f"{date}T{found[1]}{found[2] or '.000'}Z"
    try:
        if _at.fullmatch(text):
            datetime.fromisoformat(text)
            return text
    except ValueError:
        pass
    raise Unexpected("a time, such as 20:15:40 or 2026-01-10T20:15:40.000Z")


# Stepping


def replay_of(
    catalogue: Catalogue, notation: Notation, most: int | None = None
) -> tuple[Round, Replay, NotationError | None]:
    """The facts of a round, its steps with the views that they lead to, as far as its text says, and what ends them.

    Where the steps become longer than `most` bytes of JSON, they end: each repeats the whole view. Nobody is offered
    anything: what a seat may do can depend on what was before the round. Raises `NotationError` if not even the first
    step fits its heading.
    """
    heading, steps, fault = notation
    frames: list[Frame] = []
    entries: list[Entry[Event]] = []
    length = 0
    at = next(iter(steps))
    if heading.game.game not in catalogue.rulebooks:
        raise NotationError(at, f"the game {written(heading.game.game)} is not installed here")
    try:
        projection = ViewerProjection(catalogue.folding, _table_before(catalogue, heading))
        projection.table.version = steps[at].version - 1
        for line, step in steps.items():
            at = line
            entry = _entry(heading, step)
            if seen := projection.see(entry):
                view = view_of(projection.table, catalogue.rulebooks, no_offers)
                frame = Frame(**msgspec.structs.asdict(seen), view=view)
                if most is not None and (length := length + len(msgspec.json.encode(frame))) > most:
                    fault = NotationError(at, f"expected an end: the steps are longer than {most:,} bytes")
                    break
                frames.append(frame)
                entries.append(entry)
    except FORGERIES as error:
        fault = NotationError(at, f"this does not fit what stands above ({error})")
    played = next((played for played in rounds_of(entries) if played.round == heading.round.number), None)
    if played is None:
        raise fault or NotationError(at, f"expected round-started round={heading.round.number} in the first step")
    played.unsealed = heading.round.unsealed
    replayed = Replay(
        round=played.round,
        game=played.game,
        rules=played.rules,
        facts_only=facts_only(catalogue, played),
        viewer=heading.round.viewer,
        frames=frames,
    )
    return played, replayed, fault


def _table_before(catalogue: Catalogue, heading: Heading) -> AnyTable:
    about, game, played, seats, disputes = heading
    table = catalogue.folding.blank(about.table, played.viewer)
    opened = TableOpened(
        name=about.name, gm=about.gm, game=game.game, rules=game.rules, options=game.options, seeded=about.seeded
    )
    taken = [SeatTaken(seat=seat.seat, name=seat.name, kind=seat.kind, luck="") for seat in seats]
    catalogue.folding.fold_all(table, [opened, *taken, *disputes])
    for seat in seats:
        at_table = table.seats[seat.seat]
        at_table.npc, at_table.taken_over = seat.played_by == "npc", seat.played_by == "gm"
    table.accounts.update(played.accounts_cp, **{seat.seat: seat.purse_cp for seat in seats})
    return table


def _entry(heading: Heading, step: VisibleEntry) -> Entry[Event]:
    game, rules = heading.game.game, heading.game.rules
    entry: Entry[Event] = Entry(
        v=1, table=heading.table.table, seq=step.version, at=step.at, actor=step.actor, seat=step.seat, id="",
        game=game, rules=rules, command=msgspec.Raw(b"{}"), events=step.events, salt="", prev="",
    )  # fmt: skip
    return entry
