import asyncio
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.storage.contract import (
    Answered,
    AppendRecords,
    DirectoryEntry,
    Request,
    RoundSpan,
    Snapshot,
    Store,
    StoreError,
    StoreMissing,
)
from events.storage.memory import MemoryStore
from events.storage.sqlite import SqliteStore, queries
from events.storage.sqlite.file.opening import open_for_writing
from tests.events.storage.contract import StoreContract
from tests.events.storage.files import ByHand, contents, modes, set_mode
from tests.events.storage.filling import (
    AT,
    NOTHING,
    SECRET,
    everything,
    facts,
    fill,
    line,
    request,
    round_line,
    say,
    texts,
    token,
)


class TestSqliteStore(StoreContract):
    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[Store]:
        store = SqliteStore.open(tmp_path / "tavern.db")
        yield store
        await store.close()

    @pytest.fixture
    def by_hand(self, tmp_path: Path) -> ByHand:
        def change(statement: str) -> None:
            connection = sqlite3.connect(tmp_path / "tavern.db", isolation_level=None)
            connection.execute(statement)
            connection.close()

        return change


async def test_all_that_was_kept_is_there_when_the_file_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    store = SqliteStore.open(path)
    beside = AppendRecords(secret=SECRET, tokens=[token("gm", "g")], request=request("1", ""))
    first = await store.append("t", 1, line("t", 1), beside)
    second = AppendRecords(request=request("2"), deadline="2026-01-01T00:00:00.000Z", listing=b"listed")
    await store.append("t", 2, round_line(began=1), second)
    await say(store, "kept", "erased")
    await store.erase_chat("t", "gm", AT, [2])
    size = store.size()
    await store.save_snapshot("t", Snapshot(seq=2, data=b"\x00fold"))
    await store.server_key(b"\xffkey")
    await store.epoch("epoch")
    await store.close()

    store = SqliteStore.open(path)
    assert [stored.line for stored in await store.read("t")] == [line("t", 1), round_line(began=1)]
    assert [facts(info) for info in await store.tables()] == [("t", 2, "2026-01-01T00:00:00.000Z", False)]
    assert await store.secret("t") == SECRET
    assert await store.token("t", token("gm", "g").hash) == token("gm", "g")
    assert await store.answered("", "seat:bri", "1") == Answered(table="t", seq=1, fingerprint="asked")
    assert await store.answered("t", "seat:bri", "2") == Answered(table="t", seq=2, fingerprint="asked")
    assert await store.snapshot("t") == Snapshot(seq=2, data=b"\x00fold")
    assert await store.rounds("t", 0, 10) == [RoundSpan(round=1, first=2)]
    assert await store.directory(None, 10) == [DirectoryEntry(table="t", data=b"listed")]
    assert await texts(store) == ["kept", None, None]
    assert store.size() == size
    assert await store.server_key(b"another") == b"\xffkey"
    assert await store.epoch("another") == "epoch"
    assert await store.append("t", 3, line("t", 3), NOTHING) > first
    await store.close()


async def test_a_closed_store_leaves_one_file_and_its_lock(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "tavern.db")
    await fill(store, "t", 3)
    await store.close()
    assert sorted(contents(tmp_path)) == ["tavern.db", "tavern.db.lock"]


async def test_a_new_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    set_mode(tmp_path, 0o777)
    store = SqliteStore.open(tmp_path / "tavern.db")
    await fill(store, "t", 1)
    found = modes(tmp_path)
    await store.close()
    assert found == {"tavern.db": 0o600, "tavern.db-wal": 0o600, "tavern.db-shm": 0o600, "tavern.db.lock": 0o600}


async def test_the_mode_of_a_file_that_was_there_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    path.touch()
    path.chmod(0o640)
    store = SqliteStore.open(path)
    await fill(store, "t", 1)
    await store.close()
    assert path.stat().st_mode & 0o777 == 0o640


async def test_only_a_store_that_is_there_is_opened_unless_a_new_one_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    with pytest.raises(StoreMissing, match="there is no store at"):
        SqliteStore.open(path, create=False)
    assert contents(tmp_path) == {}
    path.touch()
    with pytest.raises(StoreMissing, match="there is no store at"):
        SqliteStore.open(path, create=False)
    await SqliteStore.open(path).close()
    store = SqliteStore.open(path, create=False)
    await fill(store, "t", 1)
    await store.close()


def test_a_commit_waits_for_the_disk(tmp_path: Path) -> None:
    connection = open_for_writing(tmp_path / "tavern.db").connection
    full = 2
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (full,)
    connection.close()


@pytest.mark.parametrize(
    "name",
    [
        "READ_TABLE", "READ_ALL", "LIST_TABLES", "FIND_TABLE", "LIST_ROUNDS", "LIST_DIRECTORY", "LIST_CHAT",
        "LAST_SAID", "SECRETS_BY_TABLE", "TOKENS_BY_HASH", "TOKENS_BY_VIEWER", "FIND_ANSWERED", "FIND_SNAPSHOT",
        "FIND_ANALYSIS", "FIND_META",
    ],
)  # fmt: skip
def test_no_query_reads_more_than_it_asks_for(tmp_path: Path, name: str) -> None:
    query = getattr(queries, name)
    parameters = (1,) * len(set(re.findall(r"\?\d", query)) or query.split("?")[1:] or "-")
    connection = open_for_writing(tmp_path / "tavern.db").connection
    steps = [detail for *_, detail in connection.execute(f"EXPLAIN QUERY PLAN {query}", parameters)]
    connection.close()
    assert steps
    assert [step for step in steps if step.startswith("SCAN") or "TEMP B-TREE" in step] == []


def test_a_tables_lines_are_found_by_the_index_from_their_first_seq(tmp_path: Path) -> None:
    connection = open_for_writing(tmp_path / "tavern.db").connection
    steps = [detail for *_, detail in connection.execute(f"EXPLAIN QUERY PLAN {queries.READ_TABLE}", ("t", 1, 9, 128))]
    connection.close()
    assert steps[0] == "SEARCH log USING INDEX sqlite_autoindex_log_1 (table_no=? AND seq>? AND seq<?)"


async def test_a_file_of_ten_thousand_tables_opens_at_once(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    connection = open_for_writing(path).connection
    connection.execute("BEGIN")
    numbers = range(1, 10_001)
    connection.executemany(
        "INSERT INTO heads (table_no, id, seq, closed, bytes, archive) VALUES (?, ?, 1, 0, 1000, 0)",
        ((number, f"table-{number}") for number in numbers),
    )
    connection.executemany(
        "INSERT INTO log (table_no, seq, line) VALUES (?, 1, ?)", ((number, b"{}" * 500) for number in numbers)
    )
    connection.execute("COMMIT")
    connection.close()

    began = time.perf_counter()
    store = SqliteStore.open(path)
    took = time.perf_counter() - began
    await store.append("table-5000", 2, b"{}", NOTHING)
    assert [stored.seq for stored in await store.read("table-5000")] == [1, 2]
    assert len(await store.tables()) == 10_000
    await store.close()
    # Some 5 ms; reading the tables in would take ten times that, reading the lines a hundred times.
    assert took < 0.5


async def test_a_file_half_made_by_a_crash_is_made_again(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    store = SqliteStore.open(path)
    await fill(store, "t", 1)
    await store.close()
    assert path.stat().st_size > 0


_IDS = st.sampled_from(["a", "b", "c"])
_REQUESTS = st.one_of(st.none(), st.tuples(st.booleans(), st.sampled_from(["1", "2", "3"])))
_ROUNDS = st.tuples(*[st.one_of(st.none(), st.integers(1, 3))] * 3)
_APPENDS = st.tuples(st.just("append"), _IDS, st.integers(0, 4), _REQUESTS, st.booleans(), _ROUNDS)
_OTHERS = st.one_of(
    st.tuples(st.just("say"), _IDS),
    st.tuples(st.just("erase"), _IDS, st.one_of(st.none(), st.lists(st.integers(0, 5), max_size=3))),
    st.tuples(st.just("import"), _IDS),
    st.tuples(st.just("delete"), _IDS),
)
_GROUPS = st.lists(st.lists(st.one_of(_APPENDS, _APPENDS, _OTHERS), min_size=1, max_size=6), max_size=6)


def _sent(store: Store, number: int, asked: Any) -> Awaitable[object]:
    match asked:
        case ("append", table, seq, request, closed, (began, ended, unsealed)):
            beside = AppendRecords(
                request=request
                and Request(scope=table if request[0] else "", caller="", id=request[1], fingerprint=""),
                tokens=[token("gm", f"{number}")],
                revoked=["gm"] if closed else [],
                closed=closed,
                listing=b"%d" % number if seq % 2 else None,
            )
            marks = {"began": began, "ended": ended, "unsealed": unsealed}
            marked = round_line(**{what: round_no for what, round_no in marks.items() if round_no is not None})
            return store.append(table, seq, marked.replace(b"{", b'{"n":%d,' % number, 1), beside)
        case ("say", table):
            return store.say(table, "gm", AT, f"{number}")
        case ("erase", table, numbers):
            return store.erase_chat(table, "gm", AT, numbers)
        case ("import", table):
            return store.import_table(table, [b"1", b"{}"], [token("gm", f"{number}")])
        case _:
            return store.delete(asked[1])


async def _send(store: Store, groups: list[list[object]]) -> list[str]:
    told: list[str] = []
    for number, group in enumerate(groups):
        sent = [_sent(store, number, asked) for asked in group]
        for outcome in await asyncio.gather(*sent, return_exceptions=True):
            assert isinstance(outcome, int | StoreError | None)
            told.append(f"{outcome}")
        told.append(f"{store.size()}")
    return told


async def _shown(store: Store) -> list[object]:
    shown: list[object] = [await everything(store), await store.tables(), await store.directory(None, 10), store.size()]
    for table in ("a", "b", "c"):
        shown += [await store.read(table), await store.token_of(table, "gm")]
        shown += [await store.rounds(table, 0, 10), await store.chat(table, 0, 100), await store.directory(table, 2)]
        shown += [
            await store.answered(scope, "", request_id) for scope in ("", table) for request_id in ("1", "2", "3")
        ]
    return shown


@settings(max_examples=60)
@given(groups=_GROUPS)
def test_it_answers_as_the_store_in_memory_does(
    tmp_path_factory: pytest.TempPathFactory, groups: list[list[object]]
) -> None:
    async def compared() -> None:
        memory = MemoryStore()
        path = tmp_path_factory.mktemp("same") / "tavern.db"
        file = SqliteStore.open(path)
        assert await _send(file, groups) == await _send(memory, groups)
        assert await _shown(file) == await _shown(memory)
        await file.close()
        again = SqliteStore.open(path)
        assert await _shown(again) == await _shown(memory)
        await again.close()

    asyncio.run(compared())
