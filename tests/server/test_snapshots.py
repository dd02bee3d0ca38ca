"""Snapshots: nothing is folded twice that need not be, and nothing depends on them."""

import asyncio
from collections.abc import Sequence

from events.entry import line_hash
from events.storage.contract import Snapshot, Store, Stored, StoreFull
from events.storage.memory import MemoryStore
from games.engine.aggregate import WrittenEntry
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from tests.server.conftest import Starting
from tests.server.keeping import keep
from tests.server.serving import SEED, AroundStore, Caller, Opened, Served, until
from tests.toys.secret_choice import SecretChoice

EVERY = 20
ENTRIES_A_ROUND = 3


class CountingStore(AroundStore):
    """Counts the lines that are read: whatever is folded has been read."""

    def __init__(self, inner: Store) -> None:
        super().__init__(inner)
        self.lines = 0
        self.snapshots: list[int] = []

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        lines = await super().read(table, after, upto)
        self.lines += len(lines)
        return lines

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        await super().save_snapshot(table, snapshot)
        self.snapshots.append(snapshot.seq)


class BrokenSnapshots(AroundStore):
    """Hands out its newest snapshots broken."""

    async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
        found = await super().snapshot(table, upto)
        if found is None or found.seq < 60:
            return found
        return Snapshot(seq=found.seq, data=found.data[:-20] + b"\0" * 20)


async def play_rounds(table: Opened, count: int) -> None:
    for _ in range(count):
        await table.gm.did("start_round")
        await table.gm.did("choose", seat="ada", number=2)
        await table.gm.did("choose", seat="bo", number=1)


async def long_lived(start: Starting, rounds: int = 40) -> tuple[CountingStore, Opened, list[Caller]]:
    """A table with many rounds behind it, and its callers."""
    store = CountingStore(MemoryStore())
    server = await start(store, snapshot_every=EVERY, allow_seeds=True)
    table = await server.open("secret_choice", seed=SEED)
    ada, bo = await table.sit("Ada", character={"abilities": {"wis": 2}}), await table.sit("Bo")
    await play_rounds(table, rounds)
    due = (3 + rounds * ENTRIES_A_ROUND) // (EVERY + ENTRIES_A_ROUND)
    await until(lambda: len(store.snapshots) >= due)
    return store, table, [table.public, table.gm, ada, bo]


async def test_a_snapshot_is_made_at_a_rounds_end_once_enough_was_written(start: Starting) -> None:
    store, _, _ = await long_lived(start)
    assert store.snapshots[:4] == [21, 42, 63, 84]


async def test_a_table_opens_from_its_newest_snapshot(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    store.lines = 0
    restarted = await start(store, snapshot_every=EVERY)
    for caller in callers:
        again = table.again(restarted.client, caller)
        assert (await again.get()).body == (await caller.get()).body
    tail_and_head = EVERY + ENTRIES_A_ROUND + 1
    assert store.lines <= (1 + len(callers)) * tail_and_head


async def test_a_round_is_rebuilt_without_folding_the_tables_life(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    restarted = await start(store, snapshot_every=EVERY)
    for caller in callers:
        again = table.again(restarted.client, caller)
        await again.get("/rounds")
        store.lines = 0
        replay = await again.get("/rounds/38")
        assert len(replay["frames"]) == ENTRIES_A_ROUND
        assert store.lines <= EVERY + 3 * ENTRIES_A_ROUND


async def test_old_entries_are_read_back_without_folding_the_whole_log(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    restarted = await start(store, snapshot_every=EVERY)
    public = table.again(restarted.client, callers[0])
    version = (await public.view())["version"]
    store.lines = 0
    assert len((await public.get(f"/events?after={version - 5}"))["entries"]) == 5
    assert store.lines <= EVERY + 3 * ENTRIES_A_ROUND


async def test_a_late_seat_starts_from_what_everybody_saw(start: Starting) -> None:
    store, table, _ = await long_lived(start)
    store.lines = 0
    cy = await table.sit("Cy")
    await cy.get()
    assert store.lines <= EVERY + 3 * ENTRIES_A_ROUND
    whole = MemoryStore()
    await copy(store.inner, whole, table, "seat:cy")
    without_snapshots = await start(whole)
    assert (await table.again(without_snapshots.client, cy).get()).body == (await cy.get()).body


async def compare(table: Opened, callers: Sequence[Caller], other: Served) -> None:
    for caller in callers:
        again = table.again(other.client, caller)
        for path in ("", "/events?after=100", "/rounds", "/rounds/17", "/rounds/39", "/ledger?after=90", "/standings"):
            assert (await again.get(path)).body == (await caller.get(path)).body, path


async def test_every_answer_is_the_same_without_snapshots(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    plain = MemoryStore()
    await copy(store.inner, plain, table)
    await compare(table, callers, await start(plain, chance=7))


async def copy(old: Store, new: Store, table: Opened, *more: str) -> None:
    """The log and what is kept beside it, without snapshots."""
    tokens = [
        token for viewer in ("gm", "seat:ada", "seat:bo", *more) if (token := await old.token_of(table.id, viewer))
    ]
    await new.server_key(await old.server_key(b""))
    await new.epoch(await old.epoch(""))
    catalogue = Catalogue.of([SecretChoice()], TABLE_RULES)
    lines = [stored.line for stored in await old.read(table.id)]
    log = [WrittenEntry(catalogue.codec.decode(line, seq), line, line_hash(line)) for seq, line in enumerate(lines, 1)]
    await keep(new, catalogue, log, await old.secret(table.id), tokens)


async def without_snapshots(store: CountingStore, table: Opened) -> CountingStore:
    """A copy of the store that has lost its snapshots."""
    plain = MemoryStore()
    await copy(store.inner, plain, table)
    return CountingStore(plain)


async def test_missing_snapshots_are_made_in_one_pass_and_equal_the_earlier_ones(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    plain = await without_snapshots(store, table)
    restarted = await start(plain, snapshot_every=EVERY)
    await asyncio.gather(*(table.again(restarted.client, caller).get("/rounds/3") for caller in callers))
    assert plain.snapshots == store.snapshots
    for seq in plain.snapshots:
        assert await plain.snapshot(table.id, seq) == await store.snapshot(table.id, seq)
    plain.lines = 0
    for caller in callers:
        assert (await table.again(restarted.client, caller).get("/rounds/20")).status == 200
    assert plain.lines <= len(callers) * (EVERY + 3 * ENTRIES_A_ROUND)


async def test_snapshots_missing_in_the_middle_are_made_when_that_part_is_read(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    plain = await without_snapshots(store, table)
    newest = await store.snapshot(table.id)
    assert newest is not None
    await plain.inner.save_snapshot(table.id, newest)
    again = table.again((await start(plain, snapshot_every=EVERY)).client, callers[2])
    assert (await again.get("/rounds/39")).status == 200
    assert plain.snapshots == []
    assert (await again.get("/rounds/30")).body == (await callers[2].get("/rounds/30")).body
    assert plain.snapshots == store.snapshots[:4]


class SlowReads(CountingStore):
    """Reads a few lines at a time, each after everything else that is to be done."""

    async def read(self, table: str, after: int = 0, upto: int | None = None) -> Sequence[Stored]:
        await asyncio.sleep(0)
        few = after + 2 if upto is None else min(after + 2, upto)
        return await super().read(table, after, few)


async def test_nothing_is_read_for_a_request_whose_client_has_gone(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    slow = SlowReads((await without_snapshots(store, table)).inner)
    restarted = await start(slow, snapshot_every=EVERY)
    again = table.again(restarted.client, callers[2])
    for path in ("", "/rounds/30", "/events"):
        looking = asyncio.create_task(again.get(path))
        slow.lines = 0
        await until(lambda: slow.lines > 10)
        looking.cancel()
        await asyncio.wait([looking])
        await until(lambda: not restarted.tables.loading)
        for _ in range(20):
            await asyncio.sleep(0)
        read = slow.lines
        for _ in range(200):
            await asyncio.sleep(0)
        assert slow.lines == read < 100
    assert (await again.get()).body == (await callers[2].get()).body


async def test_a_store_that_keeps_no_snapshots_costs_time_alone(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    plain = NoSnapshots((await without_snapshots(store, table)).inner)
    await compare(table, callers, await start(plain, snapshot_every=EVERY))


class NoSnapshots(AroundStore):
    """Cannot keep a snapshot."""

    async def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        raise StoreFull


async def test_broken_snapshots_are_passed_over(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    await compare(table, callers, await start(BrokenSnapshots(store.inner)))


async def test_a_snapshot_of_another_log_is_passed_over(start: Starting) -> None:
    store, table, callers = await long_lived(start)
    lines = await store.inner.read(table.id)
    newest = await store.inner.snapshot(table.id)
    assert newest is not None

    class Swapped(AroundStore):
        async def snapshot(self, table: str, upto: int | None = None) -> Snapshot | None:
            older = await super().snapshot(table, 21)
            assert older is not None
            return (
                Snapshot(seq=42, data=older.data) if (upto or len(lines)) >= 42 else await super().snapshot(table, upto)
            )

    await compare(table, callers, await start(Swapped(store.inner)))
