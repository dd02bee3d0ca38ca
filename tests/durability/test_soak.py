"""Ten tables played at once over a store that fails in every way: nobody is shown what was not kept.

Everything that anybody was shown, by an answer, a poll, a stream or a view, is written down and compared at the end
with the logs alone, folded without the server. They play until the store has failed in every way, and for some seconds
at least: in a campaign for as many as TAVERN_TEST_SOAK_SECONDS says.
"""

import asyncio
import logging
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
import pytest
import structlog

from events.audience import GM, PUBLIC, seat_viewer
from events.entry import Entry, receipt_of
from events.event import Event
from events.storage.contract import Store
from events.storage.opening import open_store
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from games.twentyone import TwentyOne
from projections.viewer_projection import ViewerProjection
from replays.audit import audit
from server.config import NO_LIMITS, Config
from server.http import app
from tavern_client import (
    ApiProblem,
    Chat,
    Cursor,
    GameMaster,
    Onlooker,
    Patience,
    Reset,
    Seat,
    Tavern,
    Unreachable,
    View,
)
from tavern_client import Entry as SeenEntry
from tests.durability.unreliable import UnreliableStore
from tests.playing import view_by
from tests.server.serving import until
from tests.toys.bank import Bank
from tests.toys.race import Race
from tests.toys.secret_choice import SecretChoice
from tools.choosing import choose_command

SECONDS: Final = 4.0
SECONDS_OF_A_CAMPAIGN: Final = float(os.environ.get("TAVERN_TEST_SOAK_SECONDS", "120"))
GAMES: Final = ("twentyone", "race", "bank", "secret_choice", "twentyone") * 2
NAMES: Final = ("Ada", "Bo", "Cy")
POOR_CP: Final = 5_000
LONGEST_WAIT: Final = 0.02
CATALOGUE: Final = Catalogue.of([TwentyOne(), Race(), Bank(), SecretChoice()], TABLE_RULES)

T = TypeVar("T")


async def impatient(seconds: float) -> None:
    """Wait for a moment instead of for as long as a server asks."""
    await asyncio.sleep(min(seconds, LONGEST_WAIT))


def kept_nothing(problem: ApiProblem) -> bool:
    """Whether a problem says that the command took no effect: it was refused, or there is no room."""
    return problem.status < 500 or problem.code == "disk_full"


def digest(shown: SeenEntry | View) -> bytes:
    """What stands for something that was shown: of an hour, everything itself would be many gigabytes."""
    return blake2b(msgspec.json.encode(shown, order="deterministic"), digest_size=16).digest()


class Witness:
    """What one viewer of one table was shown, and how many entries were in the log when it was.

    `entries` has what happened, `views` how the table was, each at a version, as digests; what is shown twice has to be
    the same.
    """

    def __init__(self, table: str, viewer: str, store: Store) -> None:
        self.table = table
        self.viewer = viewer
        self._store = store
        self.entries: dict[int, bytes] = {}
        self.views: dict[int, bytes] = {}
        self.kept: dict[int, int] = {}

    async def saw(self, view: View) -> None:
        await self._note(view.version)
        same = digest(view)
        assert self.views.setdefault(view.version, same) == same, view

    async def heard(self, entry: SeenEntry) -> None:
        if entry.view is not None:
            await self.saw(entry.view)
        await self._note(entry.version)
        same = digest(msgspec.structs.replace(entry, view=None))
        assert self.entries.setdefault(entry.version, same) == same, entry

    async def _note(self, version: int) -> None:
        if version not in self.kept:
            info = await self._store.table(self.table)
            self.kept[version] = 0 if info is None else info.seq


class Doubt(msgspec.Struct, frozen=True):
    """A command of which nobody knows yet what became of it."""

    who: Seat | GameMaster
    witness: Witness
    id: str
    kind: str
    params: dict[str, Any]


class Table:
    """A table with all who sit at it, look at it, and follow it.

    `acknowledged` maps the ids of commands that were answered to their receipts; `refused` are those that certainly
    took no effect; `said` maps numbers of what was said to its text.
    """

    def __init__(self, tavern: Tavern, store: UnreliableStore, number: int) -> None:
        self._tavern = tavern
        self._store = store
        self._number = number
        self._chance = random.Random(f"table {number}")
        self.id = ""
        self.witnesses: dict[str, Witness] = {}
        self.acknowledged: dict[str, str] = {}
        self.refused: set[str] = set()
        self.said: dict[int, str] = {}
        self._doubts: list[Doubt] = []
        self._given = 0
        self._quiet = number % 5 == 4

    async def open(self) -> None:
        options = {"turn_seconds": 5} if self._number % 2 else {}
        key = f"the table number {self._number}"
        self._gm = await insist(
            lambda: self._tavern.open_table(GAMES[self._number], options=options, listed=True, key=key)
        )
        self.id = self._gm.table
        self._seats = [await insist(partial(self._sit, name)) for name in NAMES]
        self._public = self._tavern.onlooker(self.id)
        for viewer in (PUBLIC, GM, *(seat_viewer(seat.seat) for seat in self._seats)):
            self.witnesses[viewer] = Witness(self.id, viewer, self._store.inner)

    async def _sit(self, name: str) -> Seat:
        key = f"table {self._number}, a seat for {name}"
        return await self._tavern.sit(self.id, self._gm.invite, name=name, purse_cp=20_000, key=key)

    def busy(self, over: asyncio.Event) -> list[Coroutine[Any, Any, None]]:
        """All that goes on at the table until it is `over`. Some nobody follows."""
        playing = [self._play(seat, over) for seat in self._seats]
        keeping = [self._keep(over), self._speak(over)]
        if self._quiet:
            return [*playing, *keeping]
        polling = [self._poll(self._public, PUBLIC, over), self._poll(self._seats[0], "seat:ada", over)]
        return [*playing, *keeping, *polling]

    def followers(self) -> list["Follower"]:
        """Those who follow the table live."""
        followed = [(self._public, PUBLIC), (self._gm, GM), *((seat, seat_viewer(seat.seat)) for seat in self._seats)]
        return [] if self._quiet else [Follower(who, self.witnesses[viewer]) for who, viewer in followed]

    async def _play(self, seat: Seat, over: asyncio.Event) -> None:
        witness = self.witnesses[seat_viewer(seat.seat)]
        while not over.is_set():
            await self._settle(seat)
            view = await self._look(seat, witness)
            command = None if view is None else choose_command(view.actions, self._chance)
            if command is None or (view is not None and view.to_act and seat.seat not in view.to_act):
                await impatient(1)
            if command is not None:
                await self._give(seat, witness, command)
            if self._chance.random() < 0.002:
                await doze(over)

    async def _keep(self, over: asyncio.Event) -> None:
        """Be the GM: start rounds, lend coins, stop the clock and let it run, and now and then call a round off."""
        witness = self.witnesses[GM]
        while not over.is_set():
            await self._settle(self._gm)
            view = await self._look(self._gm, witness)
            if view is not None:
                kinds = {action["type"] for action in view.actions}
                poor = [seat.seat for seat in view.seats if seat.purse_cp < POOR_CP]
                if "start_round" in kinds:
                    await self._give(self._gm, witness, {"type": "start_round"})
                if poor and "give_coins" in kinds:
                    loan = {"type": "give_coins", "target": poor[0], "amount_cp": 20_000, "reason": "a loan"}
                    await self._give(self._gm, witness, loan)
                if "close_bets" in kinds:
                    await self._give(self._gm, witness, {"type": "close_bets"})
                rare = [kind for kind in ("pause", "resume", "new_invite", "void_round") if kind in kinds]
                if rare and self._chance.random() < 0.05:
                    await self._give(self._gm, witness, {"type": self._chance.choice(rare)})
            await impatient(1)

    async def _speak(self, over: asyncio.Event) -> None:
        while not over.is_set():
            text = f"{self._chance.getrandbits(64):x}"
            with suppress(ApiProblem, Unreachable):
                message = await self._chance.choice(self._seats).say(text)
                self.said[message.n] = text
            await asyncio.sleep(0.1)

    async def _look(self, who: Onlooker, witness: Witness) -> View | None:
        try:
            view = await who.view()
        except (ApiProblem, Unreachable):
            return None
        await witness.saw(view)
        return view

    async def _give(self, who: Seat | GameMaster, witness: Witness, command: dict[str, Any]) -> None:
        self._given += 1
        params = dict(command)
        kind = params.pop("type")
        await self._send(Doubt(who, witness, f"{self._number}-{self._given}", kind, params))

    async def _settle(self, who: Seat | GameMaster) -> None:
        """Send again what is in doubt: it takes effect now, or it had, or it is not legal any more."""
        doubts = [doubt for doubt in self._doubts if doubt.who is who]
        self._doubts = [doubt for doubt in self._doubts if doubt.who is not who]
        for doubt in doubts:
            await self._send(doubt)

    async def _send(self, doubt: Doubt) -> None:
        """Send a command; now and then its sender goes away before the answer is there."""
        patience = 0.005 if self._store.failing and self._chance.random() < 0.03 else None
        try:
            sending = doubt.who.command(doubt.kind, command_id=doubt.id, **doubt.params)
            answer = await asyncio.wait_for(sending, patience)
        except (TimeoutError, Unreachable):
            self._doubts.append(doubt)
        except ApiProblem as problem:
            if kept_nothing(problem):
                self.refused.add(doubt.id)
            else:
                self._doubts.append(doubt)
        else:
            assert doubt.id not in self.acknowledged
            self.acknowledged[doubt.id] = answer.receipt
            await doubt.witness.saw(answer.view)

    async def settle(self) -> None:
        """Find out about everything that is still in doubt."""
        while self._doubts:
            await self._settle(self._doubts[0].who)

    async def _poll(self, who: Onlooker, viewer: str, over: asyncio.Event) -> None:
        """Ask for what is new, again and again."""
        witness, version = self.witnesses[viewer], 0
        while not over.is_set():
            with suppress(ApiProblem, Unreachable):
                page = await who.events(version, wait=0.5)
                assert [entry.version for entry in page.entries] == list(range(version + 1, page.version + 1))
                version = page.version
                for entry in page.entries:
                    await witness.heard(entry)

    async def check(self, store: Store) -> None:
        """Compare all that anybody was shown with the log."""
        lines = [stored.line for stored in await store.read(self.id)]
        report = audit(CATALOGUE, lines, table=self.id)
        assert (report.findings, report.verified) == ([], True)
        entries = CATALOGUE.codec.decode_log(lines)
        ids = [entry.id for entry in entries if entry.id]
        assert len(ids) == len(set(ids))
        receipts = list(map(receipt_of, lines))
        of_commands = {entry.id: receipt for entry, receipt in zip(entries, receipts, strict=True)}
        assert self.acknowledged == {command_id: of_commands.get(command_id) for command_id in self.acknowledged}
        assert self.refused.isdisjoint(ids)
        assert len(self.acknowledged) > 0
        for witness in self.witnesses.values():
            check_witness(witness, entries, receipts)
        said = {one.n: one.text for one in await store.chat(self.id, 0, 1_000_000)}
        assert self.said == {n: said[n] for n in self.said}
        assert len(set(said.values())) == len(said)


def check_witness(witness: Witness, entries: Sequence[Entry[Event]], receipts: Sequence[str]) -> None:
    """What somebody was shown is what the log has, shown no earlier; and coins balance at every version."""
    folding = CATALOGUE.folding
    sight = ViewerProjection(folding, folding.blank(witness.table, witness.viewer))
    for entry in entries:
        seen = sight.see(entry, receipts[entry.seq - 1])
        if seen is None:
            continue
        assert sum(sight.table.accounts.values()) == 0
        if (shown := witness.entries.pop(seen.version, None)) is not None:
            entry_shown = msgspec.json.decode(msgspec.json.encode(seen), type=SeenEntry)
            assert shown == digest(entry_shown), entry_shown
        if (view := witness.views.pop(seen.version, None)) is not None:
            view_shown = msgspec.json.decode(msgspec.json.encode(view_by(CATALOGUE, sight.table)), type=View)
            assert view == digest(view_shown), view_shown
        assert witness.kept.pop(seen.version, entry.seq) >= entry.seq
    assert (witness.entries, witness.views, witness.kept) == ({}, {}, {})


class Follower:
    """Somebody who follows a table, and comes again with the last cursor whenever it has to."""

    def __init__(self, who: Onlooker, witness: Witness) -> None:
        self.who = who
        self._witness = witness
        self._cursor: Cursor | None = None
        self._chat: set[int] = set()
        self._moved = asyncio.Event()

    async def follow(self) -> None:
        """Follow, until it is cancelled."""
        while True:
            async with self.who.live(self._cursor) as live:
                with suppress(ApiProblem, Unreachable):
                    async for item in live:
                        await self._take(item)
                        self._cursor = live.cursor
                        self._moved.set()

    async def _take(self, item: SeenEntry | Reset | Chat) -> None:
        match item:
            case Reset():
                assert self._cursor is None
                await self._witness.saw(item.view)
            case SeenEntry():
                await self._witness.heard(item)
            case Chat():
                assert item.n not in self._chat
                self._chat.add(item.n)

    async def come_to_the_end(self) -> None:
        """Wait until the newest version has arrived."""
        newest = (await self.who.view()).version
        while self._cursor is None or self._cursor.version < newest:
            self._moved.clear()
            await self._moved.wait()


async def insist(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask until there is an answer."""
    while True:
        with suppress(ApiProblem, Unreachable):
            return await ask()


async def doze(over: asyncio.Event) -> None:
    """Do nothing for longer than the clock waits."""
    with suppress(TimeoutError):
        await asyncio.wait_for(over.wait(), 7)


@asynccontextmanager
async def serving(store: Store) -> AsyncIterator[str]:
    settings: dict[str, Any] = {**NO_LIMITS, "idle_seconds": 1, "snapshot_every": 20, "keepalive_seconds": 1}
    async with app.serving(app.create_app(Config(port=0, **settings), store, CATALOGUE)) as address:
        yield f"{address}/"


@asynccontextmanager
async def meanwhile(work: Iterable[Coroutine[Any, Any, None]]) -> AsyncIterator[list[asyncio.Task[None]]]:
    """Have work done until the context ends; whatever fails there fails here."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        failed = [error for error in ended if isinstance(error, Exception)]
        if failed:
            raise failed[0]


@pytest.fixture
def quiet() -> None:
    """Faults are what this is about: they need not all be logged."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


async def every_fault(store: UnreliableStore, seconds: float) -> None:
    """Wait for so long, and until the store has failed in every way in which it keeps entries."""
    await asyncio.sleep(seconds)
    await until(lambda: all(count for fault, count in store.faults.items() if fault.startswith("append")))


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize("seconds", [SECONDS, pytest.param(SECONDS_OF_A_CAMPAIGN, marks=pytest.mark.campaign)])
async def test_tables_played_over_a_store_that_fails_show_nobody_what_was_not_kept(
    tmp_path: Path, seconds: float
) -> None:
    inner = await open_store(f"sqlite:///{tmp_path / 'tavern.db'}")
    store = UnreliableStore(inner, random.Random("faults"))
    patience = Patience(answer=10.0, attempts=4)
    async with serving(store) as url, Tavern(url, patience=patience, sleep=impatient) as tavern:
        tables = [Table(tavern, store, number) for number in range(len(GAMES))]
        store.failing = True
        await asyncio.gather(*(table.open() for table in tables))
        followers = [follower for table in tables for follower in table.followers()]
        over = asyncio.Event()
        async with meanwhile(follower.follow() for follower in followers):
            async with meanwhile(work for table in tables for work in table.busy(over)) as busy:
                enough = asyncio.create_task(every_fault(store, seconds))
                ended, _ = await asyncio.wait(
                    [*busy, enough], timeout=seconds + 60, return_when=asyncio.FIRST_COMPLETED
                )
                assert ended == {enough}
                store.failing = False
                over.set()
                await asyncio.wait(busy)
            for table in tables:
                await table.settle()
            async with asyncio.timeout(60):
                for follower in followers:
                    await follower.come_to_the_end()
    for table in tables:
        await table.check(inner)
    await inner.close()
