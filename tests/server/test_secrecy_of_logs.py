"""Architecture, "What must hold", 2, through the server: logs that look alike to a viewer are served alike.

Of a log that was played at random a twin is made: values that one viewer may not see are changed, entries of which it
may see nothing are put in and left out. Both are fed to a server entry by entry, while the viewer follows and polls.
The twin's server moreover gives up its copy of the table at moments, makes snapshots where the other makes none, and
finds out again who is who. Whatever the viewer asks then, of these servers and of others that open the same stores
later, is answered with the same bytes; and its streams send the same, no more often.
"""

import asyncio
import random
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec
import pytest
from hypothesis import Phase, given, settings

from events.audience import CLOSED, GM, GM_ONLY, PUBLIC, Viewer, may_see, seat_of, seat_viewer
from events.entry import Entry
from events.event import Event, redact
from events.round_events import RoundUnsealed, Told
from events.storage.contract import Store, Token
from events.storage.memory import MemoryStore
from events.table_events import SeatTaken
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import WrittenEntry
from games.table import NewInvite
from projections.standings import COUNTED_FOR_MISSED_CHEATS
from server.background.snapshots import SnapshotWriter
from server.http.route_table import ROUTES
from server.tables.live_table import LiveTable
from server.tokens import INVITE, hash_of
from tests.playing import TABLE, Playing
from tests.properties.meddling import SOMETIMES, Meddler
from tests.properties.subjects import Subject, every_installed_game
from tests.properties.walking import Walk, lengths, seeds
from tests.server.asking import EPOCH, Asked, Asker, Received, Tape, questions, received
from tests.server.asking import reports_at_once as reports_at_once
from tests.server.keeping import ReplayingJournal, chained, keep
from tests.server.renaming import assert_alike
from tests.server.serving import KEY, Served, start_server

pytestmark = pytest.mark.thorough

TOKEN: Final = "t" * 43
GM_TOKEN: Final = "g" * 43
INVITATION: Final = "i" * 43
NEVER: Final = 1_000_000
ACTED_ON: Final = {"give_command", "say", "erase_message", "erase_chat", "sit_down", "open_table", "make_join_code"} | {
    "start_analysis",
    "cancel_analysis",
    "read_notation",
}
"""What changes something: asked at the end, but for opening a table and reading a text, which have nothing to do with
this table."""
_ATTEMPTS: Final = 3
VARIED: Final = 40
"""How many questions with parameters are asked in one world, besides the plain ones: half of them of each server."""


def twin(playing: Playing, viewer: Viewer, chance: random.Random) -> Iterator[Entry[Event]]:
    """The log as it might have been as well, as far as a viewer can know; the house can still fold it."""
    folding = playing.catalogue.folding
    whole = folding.blank(TABLE)
    seats = list(playing.table.names)
    events = [event for entry in playing.entries for event in entry.events]
    unsealed = {event.round for event in events if isinstance(event, RoundUnsealed)}
    meddler = Meddler(chance, viewer, seats)
    closed = [a for a in (GM_ONLY, CLOSED, *map(seat_viewer, seats)) if not may_see(viewer, a)]
    for entry in playing.entries:
        while whole.seats and chance.random() < SOMETIMES:
            rumour = Told(
                to=chance.choice(closed), seat=chance.choice(list(whole.seats)), kind="rumour", facts={"n": 1}
            )
            yield msgspec.structs.replace(entry, actor=GM, seat=None, events=[rumour], salt=chance.randbytes(16).hex())
        hidden = all(redact(event, viewer) is None for event in entry.events)
        # The standings show cheats of unsealed rounds, however well they were hidden.
        counted = whole.round in unsealed and any(isinstance(one, COUNTED_FOR_MISSED_CHEATS) for one in entry.events)
        if hidden and not counted and chance.random() < SOMETIMES:
            continue
        events = [meddler.refaced(event) for event in entry.events]
        for event in events:
            folding.fold(whole, event)
        # The line that opens the table stands in every proof, as it is.
        salt = entry.salt if entry.seq == 1 else chance.randbytes(16).hex()
        yield msgspec.structs.replace(entry, events=events, salt=salt)


class World:
    """A server that is fed a log, and what one viewer received from it. `restless`: it gives up its copy at moments."""

    def __init__(
        self, playing: Playing, log: Sequence[WrittenEntry], viewer: Viewer, restless: random.Random | None
    ) -> None:
        self._catalogue = playing.catalogue
        self._secret = playing.dealer.secret
        self._log = log
        self._viewer = viewer
        self._restless = restless
        self._tape: Tape | None = None
        self._cursor: str | None = None
        self.store: Store = MemoryStore()
        self.received: list[Any] = []

    async def begin(self, store: Store) -> tuple[Served, Asker]:
        """A server on a store, and the viewer who asks it."""
        every = NEVER if self._restless is None else 3
        server = await start_server(self._catalogue, store, snapshot_every=every, analysis_seconds=0)
        own = {PUBLIC: None, GM: GM_TOKEN}.get(self._viewer, TOKEN)
        return server, Asker(server.client, TABLE, own, GM_TOKEN)

    async def live_through(self, before: int) -> None:
        """Feed a server the log, the first `before` entries in advance, while the viewer follows."""
        await self.store.server_key(b"k" * 32)
        await self.store.epoch(EPOCH)
        tokens = [
            Token(hash=hash_of(token), viewer=viewer, nonce="")
            for token, viewer in ((GM_TOKEN, GM), (INVITATION, INVITE), (TOKEN, self._viewer))
            if viewer != PUBLIC and (viewer, token) != (GM, TOKEN)
        ]
        table = await keep(self.store, self._catalogue, self._log[:before], self._secret, tokens, asleep=True)
        journal = ReplayingJournal(self._catalogue, table, self._secret, self._log[before:])
        journal.head = self._log[before - 1].hash
        server, asker = await self.begin(self.store)
        # A log that is fed in goes on by itself, so no clock and no NPC may act at its table.
        server.supervisor.start(SnapshotWriter(server.supervisor))
        await self._adopt(server, journal)
        try:
            await self._follow(server, asker, journal)
        finally:
            if self._tape is not None:
                self._tape.close()
            self._tape = None
            await server.close()

    async def _adopt(self, server: Served, journal: ReplayingJournal) -> None:
        tables = server.tables
        info = await self.store.table(TABLE)
        assert info is not None
        opened_at = self._log[0].entry.at
        tables.adopt(LiveTable(tables, journal, opened_at=opened_at, listed=info.listed, size=info.bytes))

    async def _follow(self, server: Served, asker: Asker, journal: ReplayingJournal) -> None:
        polling: asyncio.Task[Any] | None = None
        try:
            await self._catch_up(asker)
            while (written := journal.next) is not None:
                if polling is None:
                    polling = asyncio.create_task(self._poll(asker))
                if self._restless is not None and self._restless.random() < SOMETIMES:
                    await self._give_up_the_copy(server, journal)
                async with server.tables.exclusive(TABLE) as live:
                    await _commit(live)
                if _shown(written.entry, self._viewer) and await self._catch_up(asker):
                    self.received.append(received(await polling))
                    polling = None
            await self._question(asker, again=False)
        finally:
            if polling is not None:
                polling.cancel()

    async def _poll(self, asker: Asker) -> Any:
        version, _, seen = (self._cursor or f"0.{EPOCH}.").split(".")
        return await asker.of_table("GET", f"/events?after={version}&epoch={EPOCH}&seen={seen}&wait=30")

    async def _give_up_the_copy(self, server: Served, journal: ReplayingJournal) -> None:
        live = await server.tables.open(TABLE)
        live.drop()
        await self._adopt(server, journal)

    async def _catch_up(self, asker: Asker) -> bool:
        """Look, and read the stream up to the version that is shown, coming again where it ended.

        Whether somebody who polls would have been answered.
        """
        look = await asker.of_table("GET", "")
        self.received.append(received(look))
        if look.status != 200:
            return True
        seen = (await asker.of_table("GET", f"/events?after={look['version']}"))["seen"]
        mark = f"{look['version']}.{EPOCH}.{seen}"
        for _ in range(_ATTEMPTS):
            if self._tape is None:
                self._tape = await asker.follow(self._cursor)
            if self._cursor != mark:
                await self._tape.read_to_id(mark)
            if not self._tape.ended:
                break
            self.received.append(self._tape.frames)
            self._tape = None
        moved, self._cursor = mark != self._cursor, mark
        return moved

    async def _question(self, asker: Asker, *, again: bool) -> None:
        """Ask everything that changes nothing, with what the stream sent at its end.

        What has parameters is asked the first time or `again`, and conditions are set again alone.
        """
        spoken = await asker.speak_up()
        if self._tape is not None:
            await self._tape.read_to(spoken)
            self.received.append(self._tape.frames)
        entries = [written.entry for written in self._log]
        unsealed = {event.round for entry in entries for event in entry.events if isinstance(event, RoundUnsealed)}
        look = await asker.of_table("GET", "")
        asked = Asked(TABLE, _seats(entries), look.headers.get("ETag", '"none"'), frozenset(unsealed))
        plain, varied = questions(asked, random.Random(len(look.body)), VARIED)
        for question in [*plain, *varied[again::2]]:
            if (question.route, self._viewer) != ("export_table", GM):
                answer = await asker.answer(question)
                self.received.append((question, _unaudited(answer) if question.route == "get_report" else answer))
        you = look.json["you"] if look.status == 200 else None
        for kind in sorted({refusal["type"] for refusal in (you or {"refused": []})["refused"]}):
            for headers in ({}, {"If-Match": '"stale"'}, {"If-Match": asked.tag})[: 3 if again else 1]:
                self.received.append(
                    (kind, headers, received(await asker.of_table("POST", "/commands", {"type": kind}, headers)))
                )

    async def look_back(self) -> None:
        """Ask another server on the same store everything again, and then for what changes something."""
        server, asker = await self.begin(self.store)
        try:
            await self._question(asker, again=True)
            await self._act(asker)
        finally:
            await server.close()

    async def _act(self, asker: Asker) -> None:
        seat = {"name": "Latecomer", "invite": INVITATION}
        requests: list[tuple[str, str, Any, dict[str, str]]] = [
            ("POST", "/commands", {"type": "set_luck", "luck": "x", "id": "once"}, {}),
            ("POST", "/commands", {"type": "set_luck", "luck": "x", "id": "once"}, {}),
            ("POST", "/commands", {"type": "set_luck", "luck": "y", "id": "once"}, {}),
            ("POST", "/commands", {"type": "dance"}, {}),
            ("POST", "/seats", {**seat, "invite": TOKEN}, {}),
            ("POST", "/seats", seat, {"Idempotency-Key": KEY}),
            ("POST", "/seats", seat, {"Idempotency-Key": KEY}),
            ("POST", "/chat", {"text": "Hear, hear."}, {}),
            ("DELETE", "/chat/1", None, {}),
            ("DELETE", "/chat/3", None, {}),
            ("DELETE", "/chat", None, {}),
            ("GET", "/chat", None, {}),
            ("POST", "/rounds/1/analysis", None, {}),
            ("DELETE", "/rounds/1/analysis", None, {}),
        ]
        for method, path, body, headers in requests:
            answer = await asker.of_table(method, path, body, headers)
            self.received.append((method, path, answer.status, answer.json, answer.headers.get("ETag")))


async def _commit(live: LiveTable) -> None:
    """Have the next entry written, and everybody find out again who they are, as after every change of a token."""
    move = AddressedCommand(actor=GM, seat=None, command=NewInvite(), at="")
    await live.commit(move, salt="")
    live.renew_credentials({*live.tokens.values()})


def _unaudited(report: Received) -> Received:
    """A report without what an audit of the log says: a twin is not a log that the rules allow."""
    status, _, body = report
    return status, [], re.sub(rb'<section class="verdict">.*?</section>', b"", body)


def _shown(entry: Entry[Event], viewer: Viewer) -> bool:
    return any(redact(event, viewer) is not None for event in entry.events)


def _seats(entries: Sequence[Entry[Event]]) -> list[str]:
    return sorted({event.seat for entry in entries for event in entry.events if isinstance(event, SeatTaken)})


def _place(log: Sequence[WrittenEntry], viewer: Viewer, version: int) -> int:
    """How many entries there are when a viewer has seen `version` of them."""
    seen = [written.entry.seq for written in log if _shown(written.entry, viewer)]
    return seen[version - 1]


def onlooker(playing: Playing, chance: random.Random) -> tuple[Viewer, int]:
    """Somebody who looks, and the version from which on they do: not before they had a token."""
    viewer = chance.choice([PUBLIC, GM, *(seat_viewer(seat) for seat in playing.table.names)])
    seat = seat_of(viewer)
    came = 0
    shown = 0
    for entry in playing.entries:
        shown += _shown(entry, viewer)
        if seat in (None, entry.seat) and not came:
            came = shown
    return viewer, chance.randint(came, shown)


@every_installed_game
@settings(max_examples=max(1, settings().max_examples // 4), phases=[Phase.explicit, Phase.generate])
@given(seed=seeds, length=lengths)
def test_logs_that_look_alike_to_a_viewer_are_served_alike(subject: Subject, seed: int, length: int) -> None:
    playing = Walk(subject, seed).play(length)
    chance = random.Random(seed)
    viewer, version = onlooker(playing, chance)
    logs = [list(chained(playing.entries)), list(chained(twin(playing, viewer, chance)))]
    worlds = [
        World(playing, log, viewer, restless) for log, restless in zip(logs, (None, random.Random(seed)), strict=True)
    ]

    async def compare() -> None:
        for world, log in zip(worlds, logs, strict=True):
            await world.live_through(_place(log, viewer, version))
            await world.look_back()

    asyncio.run(compare())
    assert_alike(*(world.received for world in worlds))


@every_installed_game
def test_a_twin_is_another_log_to_the_house(subject: Subject) -> None:
    playing = Walk(subject, 7).play(60)
    assert list(twin(playing, PUBLIC, random.Random(7))) != list(playing.entries)


def test_every_route_is_asked() -> None:
    asked = Asked("A" * 22, ["ada"], '"tag"', frozenset())
    plain, _ = questions(asked, random.Random(1), 0)
    read = {question.route for question in plain}
    assert read | ACTED_ON == {route.id for route in ROUTES}
