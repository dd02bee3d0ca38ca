"""The proof of a round: everything needed to check its dice. docs/verify.md specifies it.

The proof of a sealed round has only the commitments: the root, the round's commitment, the path between them, and the
luck words. Once the seed is published, it also has the round's entries as stored, numbered from the round's start, and
the table as everybody saw it just before, so that anyone can re-run the round.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, TypeVar, cast

import msgspec

from events.audience import PUBLIC
from events.codec import Codec, Opaque
from events.draws import draws_of
from events.entry import Entry, line_hash
from events.event import Draw, Event, type_tag, visible
from events.other_secrets import mixes_secrets, tells_of_other_secrets
from events.round_events import LuckCalled, LuckWord, RoundStarted, RoundVoided, SeedRecorded
from events.table_events import RootPublished, TableOpened
from projections.game import AnyTable
from projections.table import Root

FORMAT: Final = "tavern-proof"

E = TypeVar("E", bound=Event)


class ShownEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry, by the hash (hex) of its line.

    `seq` counts the round's entries from 1; it is 1 for the entries outside the round.

    `line` is left out if it contains secrets that are not the round's. Then the hash is null unless the next entry is
    shown, whose `prev` confirms it, and `events` are what everybody saw of it.
    """

    seq: int
    hash: str | None
    line: str | msgspec.UnsetType = msgspec.UNSET
    events: list[Event] | msgspec.UnsetType = msgspec.UNSET


class SealedEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a sealed round. Its seq is secret too."""

    hash: str


class ProvenDraw(msgspec.Struct, frozen=True, kw_only=True):
    """A draw of the round, and the entry that records it."""

    seq: int
    seat: str
    purpose: str
    sides: int
    n: int
    face: int


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The proof of a round. While it is sealed, `seed` (hex) and `start` are null, and there are no draws or entries.

    `opening` is the entry that opened the table. `published` is the one that published the root, if that is a different
    one: from round 4,097 on. `path` has hashes (hex), from the leaf's sibling upwards. `start` is the table as
    everybody saw it when the round began.
    """

    format: Literal["tavern-proof"] = FORMAT
    version: Literal[1] = 1
    table: str
    round: int
    game: str
    rules: int
    seeded: bool
    opening: ShownEntry
    published: ShownEntry | SealedEntry | None
    root: Root
    commitment: str
    path: list[str]
    luck: list[LuckWord]
    seed: str | None
    start: dict[str, Any] | None
    draws: list[ProvenDraw]
    entries: list[ShownEntry]


class NotProvable(Exception):
    """The log lacks something that a proof needs. `reason` says what."""

    code = "not_provable"

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def range_start(own: Iterable[Entry[Event]]) -> int:
    """The first round of the range whose root covers a round, from the round's entries. Raises `NotProvable`."""
    return _start_of(own).first


def sealed_proof(
    codec: Codec, opening: bytes, published: bytes | None, announced_openly: bool, own: Iterable[Entry[Event]]
) -> Proof:
    """The proof of a sealed round, from what was public when it began.

    `opening` and `published` are the lines of the entries that opened the table and that published the root (None: the
    same one), `own` are the round's entries, which are read until it started. `announced_openly` says whether
    `published` may be shown.

    Raises `UnreadableEntry`, `NotProvable`.
    """
    opening_entry = codec.decode(opening, 1)
    opened = _found(opening_entry, TableOpened)
    started = _start_of(own)
    root = _root_of(codec.decode(opening if published is None else published), started.first)
    return Proof(
        table=opening_entry.table,
        round=started.round,
        game=started.game,
        rules=started.rules,
        seeded=opened.seeded,
        opening=_shown(1, opening),
        published=None if published is None else _published(published, announced_openly),
        root=root,
        commitment=started.commitment,
        path=started.path,
        luck=started.luck if isinstance(started, RoundStarted) else [],
        seed=None,
        start=None,
        draws=[],
        entries=[],
    )


def unsealed_proof(sealed: Proof, start: AnyTable, entries: Iterable[tuple[Entry[Event], bytes]]) -> Proof:
    """The proof of a round whose seed is published, from its sealed proof and its entries with their lines.

    `start` is the public's table before them. The entries are those from the one that starts the round to the one that
    ends or voids it. Raises `NotProvable`.
    """
    if start.viewer != PUBLIC:
        raise NotProvable("a proof may only show the table as everybody saw it")
    shown: list[ShownEntry] = []
    draws: list[ProvenDraw] = []
    seed: str | None = None
    for place, (entry, line) in enumerate(entries, 1):
        if mixes_secrets(entry.events):
            raise NotProvable(f"entry {entry.seq} has secrets of its own beside what a proof has to show")
        if tells_of_other_secrets(entry.events):
            _hide_unconfirmed_hash(shown)
            shown.append(ShownEntry(seq=place, hash=line_hash(line), events=visible(entry.events, PUBLIC)))
        else:
            shown.append(_shown(place, line))
            draws += [_proven(place, draw) for event in entry.events for draw in _draws_of(event)]
        for event in entry.events:
            if isinstance(event, SeedRecorded) and event.round == sealed.round:
                seed = event.seed
    if seed is None:
        raise NotProvable(f"the seed of round {sealed.round} is not recorded")
    before = msgspec.to_builtins(start, str_keys=True)
    return msgspec.structs.replace(sealed, seed=seed, start=before, draws=draws, entries=shown)


def _start_of(entries: Iterable[Entry[Event]]) -> LuckCalled | RoundStarted:
    """The event that started a round or, if sealed luck was not revealed, called it. Raises `NotProvable`."""
    called: LuckCalled | None = None
    for entry in entries:
        for event in entry.events:
            if isinstance(event, RoundStarted):
                return event
            if isinstance(event, LuckCalled):
                called = event
            if called is not None and isinstance(event, RoundVoided):
                return called
        if called is None:
            raise NotProvable(f"entry {entry.seq} begins no round")
    if called is None:
        raise NotProvable("the round has no entries")
    return called


def _found(entry: Entry[Event], kind: type[E]) -> E:
    for event in entry.events:
        if isinstance(event, kind):
            return event
    raise NotProvable(f"entry {entry.seq} has no {type_tag(kind)}")


def _root_of(entry: Entry[Event], first: int) -> Root:
    for event in entry.events:
        if isinstance(event, RootPublished) and event.first == first:
            return Root(first=event.first, last=event.last, root=event.root)
    raise NotProvable(f"entry {entry.seq} publishes no root for the rounds from {first} on")


def _published(line: bytes, openly: bool) -> ShownEntry | SealedEntry:
    return _shown(1, line) if openly else SealedEntry(hash=line_hash(line))


def _shown(seq: int, line: bytes) -> ShownEntry:
    return ShownEntry(seq=seq, hash=line_hash(line), line=line.decode())


def _proven(seq: int, draw: Draw) -> ProvenDraw:
    return ProvenDraw(seq=seq, seat=draw.seat, purpose=draw.purpose, sides=draw.sides, n=draw.n, face=draw.face)


def _draws_of(event: Event) -> list[Draw]:
    """The draws of an event, even if its game is not installed."""
    return list(_draws_within(msgspec.json.decode(event.raw))) if isinstance(event, Opaque) else draws_of(event)


def _draws_within(value: Any) -> Iterator[Draw]:
    if isinstance(value, dict) and set(cast("dict[str, Any]", value)) == set(Draw.__struct_fields__):
        yield msgspec.convert(value, Draw)
    elif isinstance(value, dict | list):
        held = cast("dict[str, Any] | list[Any]", value)
        for part in held.values() if isinstance(held, dict) else held:
            yield from _draws_within(part)


def _hide_unconfirmed_hash(shown: list[ShownEntry]) -> None:
    """Remove a hash that no line confirms: it would prove nothing."""
    if shown and shown[-1].line is msgspec.UNSET:
        shown[-1] = msgspec.structs.replace(shown[-1], hash=None)
