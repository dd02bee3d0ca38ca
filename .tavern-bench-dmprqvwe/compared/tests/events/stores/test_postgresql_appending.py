"""Groups of appends to PostgreSQL, from several servers at once: what is kept is what a store in memory keeps."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import count
from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.store import AlreadyAnswered, AppendRecords, Conflict, Request, RoundSpan, Store, StoreError, Token
from events.stores.memory import MemoryStore
from events.stores.postgresql import PostgresqlStore
from events.stores.postgresql.appending import Append, append_all
from events.stores.postgresql.connections.connecting import connect
from events.stores.postgresql.group_commit import BEGIN
from tests.events.stores.filling import NOTHING, SECRET, request, round_line, token
from tests.events.stores.servers import Opening, stores_at
from tests.postgres import Postgres

_TABLES: Final = ("t", "t\\0", "t\0", "'{},\"☂")
_VIEWERS: Final = ("gm", "seat:\\\0")
_KEYS: Final = ("", "k", "k\\\0")
_WAITING: Final = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%floor AS%'"


class Move(msgspec.Struct, frozen=True):
    """An append by a server; `step` is how far its seq is from the next."""

    server: int
    table: int
    step: int
    opens: bool
    key: str
    given: Sequence[str]
    revoked: Sequence[str]
    marks: Sequence[tuple[str, int]]
    closed: bool
    more: str | None


def moves(servers: int) -> st.SearchStrategy[list[list[Move]]]:
    """Groups of moves, each of moves that are made at once."""
    viewers = st.lists(st.sampled_from(_VIEWERS), max_size=2)
    kinds = ("luck_called", "round_started", "round_ended", "round_voided", "round_unsealed")
    marks = st.lists(st.tuples(st.sampled_from(kinds), st.integers(1, 2)), max_size=4)
    steps, more = st.sampled_from((0, 0, 0, 0, 1, -1)), st.sampled_from((None, "", "\0\\"))
    move = st.builds(
        Move, st.integers(0, servers - 1), st.integers(0, len(_TABLES) - 1), steps,
        st.booleans(), st.sampled_from(_KEYS), viewers, viewers, marks, st.booleans(), more,
    )  # fmt: skip
    return st.lists(st.lists(move, min_size=1, max_size=6), min_size=1, max_size=5)


class Play:
    """Plays groups at tables of its own."""

    def __init__(self, number: int, stores: Sequence[Store]) -> None:
        self.tables = [f"{number} {table}" for table in _TABLES]
        self.caller = f"{number}\0"
        self.stores = stores
        self._moves = count()

    async def group(self, moves: Sequence[Move]) -> list[tuple[Append, object]]:
        """Make moves at once; each append with its outcome, in order."""
        infos = {table: await self.stores[0].table(table) for table in self.tables}
        seqs = {table: 0 if info is None else info.seq for table, info in infos.items()}
        appends: list[Append] = []
        for move in moves:
            table = self.tables[move.table]
            seq = seqs[table] + 1 + move.step
            seqs[table] += not move.step
            appends.append(Append(table, seq, self._line(move), self._records(move, table, seq)))
        both = list(zip(moves, appends, strict=True))
        works = [outcome_of(self.stores[move.server], append) for move, append in both]
        return list(zip(appends, await asyncio.gather(*works), strict=True))

    def _line(self, move: Move) -> bytes:
        events = [{"type": kind, "round": number} for kind, number in move.marks]
        return msgspec.json.encode({"n": next(self._moves), "events": events})

    def _records(self, move: Move, table: str, seq: int) -> AppendRecords:
        n = str(seq)
        asked = Request(scope="" if move.opens else table, caller=self.caller, id=move.key, fingerprint=move.key + n)
        return AppendRecords(
            secret=SECRET if seq == 1 else None,
            nodes=SECRET if seq == 1 and move.closed else None,
            tokens=[Token(hash=f"{viewer}{n}", viewer=viewer, nonce=n) for viewer in move.given],
            revoked=move.revoked,
            request=asked if move.key else None,
            deadline=move.more,
            closed=move.closed,
            listing=None if move.more is None else move.more.encode(),
        )

    async def kept(self, store: Store) -> list[object]:
        """All that a store has of the tables."""
        found: list[object] = []
        for table in self.tables:
            found += [
                await store.table(table),
                [(one.seq, one.line) for one in await store.read(table)],
                await store.rounds(table, 0, 10),
                [await store.token_of(table, viewer) for viewer in _VIEWERS],
                [await store.answered(table, self.caller, key) for key in _KEYS],
            ]
            if await store.table(table) is not None:
                found += [await store.secret(table), await store.nodes(table)]
        return [*found, [await store.answered("", self.caller, key) for key in _KEYS]]


@pytest.fixture
async def serving(postgres: Postgres) -> AsyncIterator[Opening]:
    async with stores_at(postgres.address) as serve:
        yield serve


async def waits(postgres: Postgres) -> None:
    """Wait until an append waits for a lock."""
    while not await asyncio.to_thread(postgres.sql, _WAITING):
        pass


async def test_what_another_server_keeps_beside_an_entry_is_never_overlooked(
    postgres: Postgres, serving: Opening
) -> None:
    store = await serving()
    await store.append("t", 1, b"{}", NOTHING)
    link = await connect(postgres.address)
    await link.execute(BEGIN)
    begins = Append("t", 2, round_line(began=1), AppendRecords(tokens=[token("seat:bri", "bri")]))
    await append_all(link, [begins])
    ends = AppendRecords(revoked=["seat:bri"], request=request("end"))
    # Nobody can know of entry 2 yet.
    early = asyncio.ensure_future(store.append("t", 3, round_line(ended=1), ends))
    await waits(postgres)
    await link.execute("COMMIT")
    await link.close()
    with pytest.raises(Conflict, match="entry 3 of table t cannot be appended after entry 1"):
        await early
    await store.append("t", 3, round_line(ended=1), ends)
    assert await store.rounds("t", 0, 10) == [RoundSpan(round=1, first=2, last=3)]
    assert await store.token_of("t", "seat:bri") is None


async def test_an_append_that_waited_for_the_chat_counts_both(postgres: Postgres, serving: Opening) -> None:
    store = await serving()
    for table in ("t", "u"):
        await store.append(table, 1, b"{}", NOTHING)
    link = await connect(postgres.address)
    await link.execute(BEGIN)
    await link.execute("UPDATE heads SET said = said + 1, bytes = bytes + 1000 WHERE id = 't'")
    late = asyncio.gather(*(store.append(table, 2, b"{}", AppendRecords(closed=True)) for table in ("u", "t")))
    await waits(postgres)
    await link.execute("COMMIT")
    await link.close()
    await late
    heads = postgres.sql("SELECT id, seq, said, bytes, closed FROM heads ORDER BY id")
    assert heads.split() == ["t|2|1|1004|t", "u|2|0|4|t"]


async def compare(play: Play, groups: Sequence[Sequence[Move]]) -> None:
    """Make moves, then the same in memory: each at its place if one server made them, or else those that were kept."""
    memory = MemoryStore()
    for moves in groups:
        outcomes = await play.group(moves)
        if len(play.stores) == 1:
            again = [await outcome_of(memory, append) for append, _ in outcomes]
            assert [shown(outcome) for _, outcome in outcomes] == [shown(outcome) for outcome in again]
        else:
            assert {type(outcome) for _, outcome in outcomes} <= {int, Conflict, AlreadyAnswered}
            for _, append in sorted((outcome, append) for append, outcome in outcomes if isinstance(outcome, int)):
                assert isinstance(await outcome_of(memory, append), int)
            for append, outcome in outcomes:
                if isinstance(outcome, AlreadyAnswered):
                    assert shown(await outcome_of(memory, append)) == shown(outcome)
        assert await play.kept(play.stores[-1]) == await play.kept(memory)


async def outcome_of(store: Store, append: Append) -> object:
    """The position of an entry, or the refusal."""
    try:
        return await store.append(*append)
    except StoreError as refusal:
        return refusal


def shown(outcome: object) -> object:
    """An outcome as it can be compared: positions have gaps."""
    return (type(outcome), str(outcome)) if isinstance(outcome, StoreError) else type(outcome)


def explore(address: str, servers: int) -> None:
    """Compare many groups by that many servers."""
    with asyncio.Runner() as runner:
        numbers = count()
        stores = [runner.run(PostgresqlStore.open(address, "the store", shared=True)) for _ in range(servers)]

        @given(moves(servers))
        def each(groups: list[list[Move]]) -> None:
            runner.run(compare(Play(next(numbers), stores), groups))

        try:
            each()
        finally:
            for store in stores:
                runner.run(store.close())


def test_what_one_server_appends_at_once_is_kept_as_if_each_append_came_alone(postgres: Postgres) -> None:
    explore(postgres.address, 1)


def test_what_two_servers_append_at_once_is_kept_as_if_each_append_came_alone(postgres: Postgres) -> None:
    explore(postgres.address, 2)
