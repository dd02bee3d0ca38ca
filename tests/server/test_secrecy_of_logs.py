"""Architecture, "What must hold", 2, through the server: logs that a viewer cannot tell apart are served alike.

Of a log that was played at random a twin is made: values that one viewer may not see are changed, entries of which it
may see nothing are put in and left out. Whatever that viewer asks, two servers answer with the same bytes.
"""

import asyncio
import random
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
from hypothesis import given, settings

from events.audience import CLOSED, GM, GM_ONLY, PUBLIC, Viewer, may_see, seat_viewer
from events.entry import GENESIS, Entry, encode_entry, line_hash
from events.event import Event, redact
from events.round_events import Told
from events.store import Beside, Token
from events.stores.memory import MemoryStore
from server.tokens import hash_of
from tests.playing import SECRET, TABLE, Playing
from tests.properties.meddling import SOMETIMES, Meddler
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk, lengths, seeds
from tests.server.serving import Caller, Served, start_server

TOKEN: Final = "t" * 43
ROUTES: Final = (
    "/events?after=2",
    "/events?after=7",
    "/chronicle",
    "/ledger",
    "/standings",
    "/rounds",
    "/rounds/1",
    "/rounds/2?from=5&limit=3",
    "/rounds/3",
    "/rounds/1?as=gm",
    "/export",
)
HEADERS: Final = ("ETag", "Vary", "Cache-Control", "Content-Type", "Content-Length")


def twin(playing: Playing, viewer: Viewer, chance: random.Random) -> Iterator[Entry[Event]]:
    """The log as it might have been as well, as far as a viewer can know; the house can still fold it."""
    folding = playing.catalogue.folding
    whole = folding.blank(TABLE)
    seats = list(playing.table.names)
    meddler = Meddler(chance, viewer, seats)
    closed = [a for a in (GM_ONLY, CLOSED, *map(seat_viewer, seats)) if not may_see(viewer, a)]
    for entry in playing.entries:
        while whole.seats and chance.random() < SOMETIMES:
            rumour = Told(
                to=chance.choice(closed), seat=chance.choice(list(whole.seats)), kind="rumour", facts={"n": 1}
            )
            yield msgspec.structs.replace(entry, actor=GM, seat=None, events=[rumour], salt=chance.randbytes(16).hex())
        if all(redact(event, viewer) is None for event in entry.events) and chance.random() < SOMETIMES:
            continue
        events = [meddler.refaced(event) for event in entry.events]
        for event in events:
            folding.fold(whole, event)
        yield msgspec.structs.replace(entry, events=events, salt=chance.randbytes(16).hex())


def chained(entries: Sequence[Entry[Event]] | Iterator[Entry[Event]]) -> Iterator[bytes]:
    """The entries as the lines of a sound log."""
    head = GENESIS
    for seq, entry in enumerate(entries, start=1):
        line = encode_entry(msgspec.structs.replace(entry, seq=seq, prev=head))
        head = line_hash(line)
        yield line


async def kept(lines: Iterator[bytes], viewer: Viewer) -> MemoryStore:
    """A store with this log, in which `viewer` has a token."""
    store = MemoryStore()
    await store.server_key(b"k" * 32)
    await store.epoch("epoch")
    tokens = [Token(hash=hash_of(TOKEN), viewer=viewer, nonce="")]
    for seq, line in enumerate(lines, start=1):
        await store.append(TABLE, seq, line, Beside(secret=SECRET, tokens=tokens) if seq == 1 else Beside())
    return store


async def all_that_is_served(server: Served, viewer: Viewer) -> list[Any]:
    """Every answer that a viewer can get without changing anything."""
    caller = Caller(server.client, TABLE, None if viewer == PUBLIC else TOKEN)
    look = await caller.get()
    answers = [look, await caller.get(headers={"If-None-Match": look.headers["ETag"]})]
    answers += [await caller.get(path) for path in ROUTES]
    answers.append(await caller.get(f"/events?after={look['version']}"))
    for refusal in (look["you"] or {"refused": []})["refused"]:
        answers.append(await caller.give(refusal["type"]))
        answers.append(await caller.give(refusal["type"], headers={"If-Match": '"stale"'}))
    return [(answer.status, [answer.headers.get(name) for name in HEADERS], answer.body) for answer in answers]


@every_game
@settings(max_examples=12)
@given(seed=seeds, length=lengths)
def test_logs_that_a_viewer_cannot_tell_apart_are_served_alike(subject: Subject, seed: int, length: int) -> None:
    playing = Walk(subject, seed).play(length)
    chance = random.Random(seed)
    viewer = chance.choice([PUBLIC, *(seat_viewer(seat) for seat in playing.table.names)])

    async def compare() -> None:
        served: list[Any] = []
        for lines in (chained(playing.entries), chained(twin(playing, viewer, chance))):
            server = await start_server(subject.catalogue, await kept(lines, viewer))
            served.append(await all_that_is_served(server, viewer))
            await server.close()
        assert served[0][0][0] == 200
        assert all(status < 500 for status, _, _ in served[0])
        assert served[0] == served[1]

    asyncio.run(compare())


@every_game
def test_a_twin_is_another_log_to_the_gm(subject: Subject) -> None:
    playing = Walk(subject, 7).play(60)
    assert list(chained(twin(playing, PUBLIC, random.Random(7)))) != list(chained(playing.entries))
