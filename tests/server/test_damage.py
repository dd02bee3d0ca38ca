"""A damaged log: the good part is shown, the table is closed to play, and the place and the reason are shown."""

import asyncio
import random
from collections.abc import Sequence

import msgspec
import pytest
import structlog

from events.entry import encode_entry
from events.round_events import StatusChanged
from events.round_spans import RoundSpan
from events.storage.contract import AppendRecords, ExportSignature, Store, Stored, StoreUnavailable
from events.storage.memory import MemoryStore
from replays.export import parse_export
from replays.signing import flaw_of
from server.tables.damage import fold_good_part, good_part, header_of
from server.tables.log_reader import LogReader
from server.tables.registry import Tables
from tests.playing import TABLE
from tests.server.conftest import Starting
from tests.server.serving import AroundStore, Caller, Opened, Served, until
from tests.server.streaming import read_live
from tests.server.test_log_reader import kept
from tests.server.test_log_reader import played as played_log
from tests.toys.catalogue import TOYS

ENTRIES = 3 + 2 * 3


class FlippedStore(AroundStore):
    """Hands out one table's lines with one byte of one of them changed."""

    def __init__(self, inner: Store, table: str, seq: int, place: int) -> None:
        super().__init__(inner)
        self._of = (table, seq, place)

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        flipped, seq, place = self._of
        return [
            Stored(one.position, one.table, one.seq, flip(one.line, place))
            if (table, one.seq) == (flipped, seq)
            else one
            for one in await super().read(table, after, upto)
        ]

    def put_back(self) -> None:
        """Hand out the lines as they are from now on."""
        self._of = ("", 0, 0)


def flip(line: bytes, place: int) -> bytes:
    """The line with one bit of one byte changed."""
    spoiled = bytearray(line)
    spoiled[place % len(line)] ^= 1
    return bytes(spoiled)


async def played(server: Served) -> tuple[Opened, Caller]:
    """A table with two rounds, the second of which still runs: no other entry shows the newest one."""
    table = await server.open("secret_choice", seed="07" * 32)
    ada, _ = await table.sit("Ada"), await table.sit("Bo")
    for number in (1, 2):
        await table.gm.did("start_round")
        await table.gm.did("choose", seat="ada", number=2)
        if number == 1:
            await table.gm.did("choose", seat="bo", number=1)
    return table, ada


@pytest.mark.parametrize("seq", range(2, ENTRIES))
async def test_a_byte_that_is_flipped_anywhere_in_a_line_is_found_and_its_entry_is_named(
    start: Starting, seq: int
) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, ada = await played(server)
    before = await server.store.read(table.id)
    assert len(before) == ENTRIES - 1
    for place in random.Random(seq).sample(range(len(before[seq - 1].line)), 3):
        other = await start(FlippedStore(server.store, table.id, seq, place))
        damage = (await table.again(other.client, table.gm).view())["damage"]
        assert damage["seq"] == seq
        shown = await table.again(other.client, ada).view()
        assert "seq" not in shown["damage"]
        assert not (shown["you"] or {"actions": []})["actions"]
        assert (await table.again(other.client, ada).give("choose", number=3)).code == (503, "log_damaged")


async def test_the_round_before_the_damage_is_shown_whole_and_the_one_in_which_it_is_up_to_there(
    start: Starting,
) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, ada = await played(server)
    whole = [(await ada.get(f"/rounds/{number}")).json for number in (1, 2)]
    other = await start(FlippedStore(server.store, table.id, ENTRIES - 1, 100))
    again = table.again(other.client, ada)
    assert (await again.get("/rounds/1")).json == whole[0]
    second = (await again.get("/rounds/2")).json
    assert second["frames"] == whole[1]["frames"][: len(second["frames"])]
    assert len(second["frames"]) == len(whole[1]["frames"]) - 1
    assert [one["round"] for one in (await again.get("/rounds")).json["rounds"]] == [1, 2]
    assert (await again.get("/events")).json["version"] == second["frames"][-1]["version"]


async def test_of_a_round_whose_end_is_damaged_nobody_is_told_that_it_still_runs(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, ada = await played(server)
    last = 6
    assert (await server.store.round(table.id, 1)) == RoundSpan(round=1, first=4, last=last, unsealed=last)
    other = await start(FlippedStore(server.store, table.id, last, 100))
    for caller in (table.again(other.client, ada), table.again(other.client, table.gm)):
        for asked in (
            caller.get("/rounds/1/report"),
            caller.get("/rounds/1/analysis"),
            caller.post("/rounds/1/analysis", None),
            caller.post("/rounds/1/what-if", {"version": 5}),
        ):
            assert (await asked).code == (503, "log_damaged")


async def test_damage_behind_a_snapshot_is_found_eventually_and_everybody_learns_of_it(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True, snapshot_every=2)
    table, ada = await played(server)
    await until(lambda: not server.busy)
    assert await server.store.snapshot(table.id) is not None
    other = await start(FlippedStore(server.store, table.id, 4, 50), snapshot_every=2)
    again = table.again(other.client, ada)
    first = await again.get()
    assert "damage" not in first.json
    reading = await read_live(again)
    await reading.expect("reset")
    other.clock.turn(1)
    await until(lambda: other.tables.damaged_count == 1 and not other.busy)
    assert (await reading.expect("close")).data["reason"] == "table_reloaded"
    now = await again.get(headers={"If-None-Match": first.headers["ETag"]})
    assert "damaged" in now["damage"]["detail"]
    assert now["version"] < first["version"]
    assert (await other.get("/readyz")).json == {"status": "ready", "damaged_tables": 1}
    assert b"\ntavern_tables_damaged 1.0\n" in other.tables.services.metrics.exposition()


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables whose logs servers verify, which they then do not."""
    tables: list[str] = []

    async def examine(_: Tables, table: str) -> bool:
        tables.append(table)
        return False

    monkeypatch.setattr(Tables, "examine", examine)
    return tables


async def test_a_log_is_verified_once_a_second_after_its_table_was_loaded_from_a_snapshot(
    start: Starting, examined: list[str]
) -> None:
    server = await start(MemoryStore(), allow_seeds=True, snapshot_every=2)
    table, ada = await played(server)
    await until(lambda: not server.busy)
    server.clock.turn(1)
    assert examined == []
    other = await start(server.store, snapshot_every=2, idle_seconds=8)
    again = table.again(other.client, ada)
    for seconds, tables in ((0.9, []), (0.1, [table.id]), (10, [table.id])):
        await again.view()
        other.clock.turn(seconds)
        await until(lambda: not other.busy)
        assert examined == tables
    assert other.tables.at_hand(table.id) is None
    await again.view()
    other.clock.turn(2)
    await until(lambda: not other.busy)
    assert examined == [table.id]


async def test_a_stopping_server_verifies_no_log(start: Starting, examined: list[str]) -> None:
    server = await start(MemoryStore(), allow_seeds=True, snapshot_every=2)
    table, ada = await played(server)
    await until(lambda: not server.busy)
    other = await start(server.store, snapshot_every=2)
    await table.again(other.client, ada).view()
    await other.stop()
    assert other.clock.pending() == 0
    late = await start(server.store, snapshot_every=2)
    late.supervisor.stopping = True
    await table.again(late.client, ada).view()
    late.clock.turn(2)
    await until(lambda: not late.busy)
    # It began to stop while the check waited for its turn.
    last = await start(server.store, snapshot_every=2)
    await table.again(last.client, ada).view()
    last.supervisor.stopping = True
    last.clock.turn(2)
    await until(lambda: not last.busy)
    assert examined == []


class RefusingFlippedStore(FlippedStore):
    """Reads nothing for as long as it refuses."""

    refuses = False
    refused = 0

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        if self.refuses:
            self.refused += 1
            raise StoreUnavailable("gone")
        return await super().read(table, after, upto)


async def test_damage_is_found_even_if_the_store_first_refuses_and_nobody_asks_again(
    start: Starting,
) -> None:
    server = await start(MemoryStore(), allow_seeds=True, snapshot_every=2)
    table, ada = await played(server)
    await until(lambda: not server.busy)
    store = RefusingFlippedStore(server.store, table.id, 4, 50)
    other = await start(store, snapshot_every=2)
    assert "damage" not in await table.again(other.client, ada).view()
    await until(lambda: not other.busy)
    store.refuses = True
    with structlog.testing.capture_logs() as logged:
        for _ in range(60):
            other.clock.turn(1)
            await until(lambda: not other.busy)
        assert 5 <= store.refused <= 8
        store.refuses = False
        other.clock.turn(60)
        await until(lambda: not other.busy)
    assert other.tables.damaged_count == 1
    assert [one["event"] for one in logged if one["event"] != "request"] == [
        "log_verification_held_up",
        "log_damaged",
        "log_verification_goes_on",
    ]


async def test_damage_is_new_only_once_and_a_table_that_is_gone_has_none(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, _ = await played(server)
    other = await start(FlippedStore(server.store, table.id, 4, 50))
    examined = [await other.tables.examine(name) for name in (table.id, table.id, "nowhere")]
    assert examined == [True, False, False]
    assert other.tables.damaged_count == 1


class SlowStore(AroundStore):
    """Counts how many reads go on at once."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.reading = self.most = self.reads = 0

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        self.reading += 1
        self.reads += 1
        self.most = max(self.most, self.reading)
        for _ in range(5):
            await asyncio.sleep(0)
        self.reading -= 1
        return await super().read(table, after, upto)


async def test_the_logs_of_many_tables_are_looked_through_one_after_the_other(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True, snapshot_every=2)
    tables = [(await played(server))[0] for _ in range(4)]
    await until(lambda: not server.busy)
    slow = SlowStore(server.store)
    other = await start(slow, snapshot_every=2)
    for table in tables:
        await table.again(other.client, table.public).view()
    await until(lambda: not other.busy)
    slow.reads = slow.most = 0
    other.clock.turn(1)
    await until(lambda: not other.busy)
    assert (slow.reads, slow.most) == (len(tables), 1)


async def test_an_answer_that_meets_damage_is_given_from_the_good_part(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True, snapshot_every=2)
    table, ada = await played(server)
    await until(lambda: not server.busy)
    other = await start(FlippedStore(server.store, table.id, 5, 50), snapshot_every=2)
    again = table.again(other.client, ada)
    assert (await again.get()).status == 200
    replay = await again.get("/rounds/1")
    assert replay.status == 200
    assert len(replay["frames"]) < 3
    assert "damage" in (await again.get()).json


async def test_an_export_is_signed_with_the_key_that_the_server_publishes(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, _ = await played(server)
    published = (await server.get("/api/key")).json
    export = parse_export((await table.gm.get("/export")).body.splitlines())
    assert published == {"algorithm": "Ed25519", "key": export.header.key}
    assert flaw_of(export.header) is None
    again = await start(server.store)
    assert (await again.get("/api/key")).json == published


async def test_an_archive_keeps_the_signature_that_it_came_with_while_its_log_is_whole(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, _ = await played(server)
    signed = parse_export((await table.gm.get("/export")).body.splitlines()).header
    assert isinstance(signed.key, str)
    assert isinstance(signed.signature, str)
    lines = [stored.line for stored in await server.store.read(table.id)]
    for signature in (ExportSignature(key=signed.key, signature=signed.signature), None):
        archive = MemoryStore()
        await archive.import_table(table.id, lines, [], signature)
        info = await archive.table(table.id)
        assert info is not None
        for store, whole in ((archive, True), (FlippedStore(archive, table.id, 4, 50), False)):
            good = await good_part(LogReader(store, TOYS), info)
            header = await header_of(archive, info, good, None)
            assert (header == signed) is (signature is not None and whole)
            assert isinstance(header.signature, str) is (signature is not None and whole)


async def test_a_log_with_events_that_do_not_fit_is_good_up_to_the_last_that_fit() -> None:
    playing = played_log()
    last = playing.written[-1]
    unfit = [StatusChanged(seat="nobody", status="folded", why="left")]
    store = await kept(playing)
    line = encode_entry(msgspec.structs.replace(last.entry, seq=8, prev=last.hash, events=unfit))
    await store.append(TABLE, 8, line, AppendRecords())
    info = await store.table(TABLE)
    assert info is not None
    reader = LogReader(store, TOYS)
    fold, damage = await fold_good_part(reader, info)
    assert damage is not None
    assert (damage.seq, fold.seq, fold.head) == (8, 7, last.hash)


class FewLines(FlippedStore):
    """Reads two lines at a time, and notes after which entry it is asked to."""

    def __init__(self, inner: Store, table: str, seq: int, place: int) -> None:
        super().__init__(inner, table, seq, place)
        self.after: list[int] = []

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        self.after.append(after)
        return (await super().read(table, after, upto))[:2]


async def test_a_log_is_read_only_until_its_first_damage_is_known() -> None:
    store = FewLines(await kept(played_log()), TABLE, 3, 50)
    info = await store.table(TABLE)
    assert info is not None
    good = await good_part(LogReader(store, TOYS), info)
    assert good.damage is not None
    assert (good.seq, good.damage.seq, store.after) == (2, 3, [0, 2, 4])
    store.put_back()
    good = await good_part(LogReader(store, TOYS), info)
    assert (good.seq, good.damage, store.after) == (7, None, [0, 2, 4, 0, 2, 4, 6])


class FirstLineStore(AroundStore):
    """Hands out another first line, or (None) none."""

    def __init__(self, inner: Store, first: bytes | None) -> None:
        super().__init__(inner)
        self.first: bytes | None = first

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        lines = await super().read(table, after, upto)
        if after:
            return lines
        first = [] if self.first is None else [Stored(lines[0].position, table, 1, self.first)]
        return [*first, *lines[1:]]


@pytest.mark.parametrize("snapshot_every", [2, 1000])
@pytest.mark.parametrize(
    "first",
    [None, b'{"at":', b'{"at":"\xff"}', b"[" * 100_000, b'{"seq":1}'],
    ids=["missing", "cut off", "not Unicode", "nested", "without a time"],
)
async def test_of_a_table_whose_first_entry_is_damaged_nothing_is_shown_until_it_is_put_back(
    start: Starting, first: bytes | None, snapshot_every: int
) -> None:
    server = await start(MemoryStore(), allow_seeds=True, snapshot_every=snapshot_every)
    table, _ = await played(server)
    await until(lambda: not server.busy)
    assert (await server.store.snapshot(table.id) is None) is (snapshot_every == 1000)
    (whole,) = await server.store.read(table.id, 0, 1)
    store = FirstLineStore(server.store, first)
    other = await start(store, snapshot_every=snapshot_every)
    gm = table.again(other.client, table.gm)
    refused = await gm.get()
    assert refused.code == (503, "log_damaged")
    assert refused["seq"] == 1
    assert "Entry 1: " in refused["detail"]

    store.first = whole.line
    assert "damage" not in await gm.view()
    assert other.tables.damaged_count == 0


async def test_a_table_whose_damaged_entry_was_put_back_is_played_on(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, ada = await played(server)
    store = FlippedStore(server.store, table.id, 4, 50)
    with structlog.testing.capture_logs() as logged:
        other = await start(store, idle_seconds=60)
        again = table.again(other.client, ada)
        assert "damage" in await again.view()
        assert other.tables.damaged_count == 1
        store.put_back()
        other.clock.turn(200)
        await until(lambda: other.tables.live_count == 0)
        assert "damage" not in await again.view()
    assert other.tables.damaged_count == 0
    assert [one["seq"] for one in logged if one["event"] == "log_damaged"] == [5]


async def test_an_export_of_a_sound_table_leaves_it_in_memory_and_those_who_follow_it_alone(start: Starting) -> None:
    server = await start(MemoryStore(), allow_seeds=True)
    table, ada = await played(server)
    assert (await table.gm.get("/export")).status == 200
    assert server.tables.live_count == 1
    reading = await read_live(ada)
    await reading.expect("reset")
    assert (await table.gm.get("/export")).status == 200
    await table.gm.did("choose", seat="bo", number=1)
    await reading.expect("entry")
    reading.close()
