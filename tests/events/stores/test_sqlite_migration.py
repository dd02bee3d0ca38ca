"""Files of the first schema: brought up to date by the first who opens them for writing, readable before that."""

import sqlite3
from pathlib import Path

import pytest

from events.entry import line_hash
from events.store import AppendRecords, RoundSpan, StoreDamaged, StoreUnreadable, TableInfo, Token
from events.stores.sqlite import SqliteStore
from events.stores.sqlite.file import open_for_writing
from events.stores.sqlite.schema import migrate
from tests.events.stores.contract_maintenance import LOG, ROUNDS
from tests.events.stores.files import break_overflow_chain, contents
from tests.events.stores.filling import NOTHING, SECRET, everything, fill, line, round_line, say, seqs, texts
from tests.events.stores.schema_1 import write_schema_1

PLAIN = [b"{}", b'{"n":2}']


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tavern.db"
    write_schema_1(path, {"t": LOG, "u": PLAIN}, SECRET)
    return path


def info(table: str, lines: list[bytes], *, archive: bool = False, head: bool = True) -> TableInfo:
    size = sum(map(len, lines))
    return TableInfo(
        table=table,
        seq=len(lines),
        deadline=None,
        closed=False,
        bytes=size,
        archive=archive,
        listed=False,
        head=line_hash(lines[-1]) if head else None,
    )


def version_of(path: Path) -> int:
    connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.close()
    return int(version)


async def test_a_server_brings_an_older_file_up_to_date_and_finds_the_rounds_and_sizes_in_its_lines(
    path: Path,
) -> None:
    store = SqliteStore.open(path)
    assert await store.tables() == [info("t", LOG), info("u", PLAIN)]
    assert store.size() == sum(map(len, LOG)) + sum(map(len, PLAIN))
    assert await store.rounds("t", 0, 10) == ROUNDS
    assert list(await store.rounds("u", 0, 10)) == []
    assert [stored.line for stored in await everything(store)] == LOG + PLAIN
    assert await store.secret("t") == SECRET
    assert await store.token_of("u", "gm") == Token(hash="hash of u", viewer="gm", nonce="nonce")
    assert await store.epoch("another") == "the first"
    await store.close()
    assert version_of(path) == 5


def drop_message_keys(connection: sqlite3.Connection) -> None:
    """Take away what schema 5 added."""
    connection.execute("DROP INDEX said_once")
    connection.execute("ALTER TABLE chat DROP COLUMN key")


async def test_a_file_of_the_second_schema_gets_the_hashes_of_its_newest_lines(tmp_path: Path) -> None:
    path = tmp_path / "second.db"
    store = SqliteStore.open(path)
    await fill(store, "t", 2)
    await store.close()
    connection = sqlite3.connect(path, isolation_level=None)
    drop_message_keys(connection)
    connection.execute("ALTER TABLE secrets DROP COLUMN nodes")
    for column in ("head", "signed"):
        connection.execute(f"ALTER TABLE heads DROP COLUMN {column}")
    connection.execute("PRAGMA user_version = 2")
    connection.close()
    visitor = SqliteStore.open(path, read_only=True)
    assert [found.head for found in await visitor.tables()] == [None]
    assert await visitor.export_signature("t") is None
    await visitor.close()
    store = SqliteStore.open(path)
    assert [found.head for found in await store.tables()] == [line_hash(line("t", 2))]
    await store.close()
    assert version_of(path) == 5


async def test_a_file_of_the_third_schema_keeps_its_secrets_and_gets_room_for_their_nodes(tmp_path: Path) -> None:
    path = tmp_path / "third.db"
    store = SqliteStore.open(path)
    await store.append("t", 1, b"{}", AppendRecords(secret=SECRET, nodes=b"nodes"))
    await store.close()
    connection = sqlite3.connect(path, isolation_level=None)
    drop_message_keys(connection)
    connection.execute("ALTER TABLE secrets DROP COLUMN nodes")
    connection.execute("PRAGMA user_version = 3")
    connection.close()
    visitor = SqliteStore.open(path, read_only=True)
    assert (await visitor.secret("t"), await visitor.nodes("t")) == (SECRET, None)
    await visitor.close()
    store = SqliteStore.open(path)
    assert (await store.secret("t"), await store.nodes("t")) == (SECRET, None)
    await store.append("u", 1, b"{}", AppendRecords(secret=SECRET, nodes=b"nodes"))
    assert await store.nodes("u") == b"nodes"
    await store.close()
    assert version_of(path) == 5


async def test_a_file_of_the_fourth_schema_keeps_its_chat_and_gets_room_for_the_ids_of_messages(
    tmp_path: Path,
) -> None:
    path = tmp_path / "fourth.db"
    store = SqliteStore.open(path)
    await fill(store, "t", 1)
    await say(store, "hello")
    await store.close()
    connection = sqlite3.connect(path, isolation_level=None)
    drop_message_keys(connection)
    connection.execute("PRAGMA user_version = 4")
    connection.close()
    store = SqliteStore.open(path)
    assert await texts(store) == ["hello"]
    assert await store.say("t", "gm", "2026-01-01T20:00:00.000Z", "again", "k") == 2
    assert await store.said("t", "gm", "k") == 2
    await store.close()
    assert version_of(path) == 5


async def test_a_table_of_an_older_file_is_played_on(path: Path) -> None:
    store = SqliteStore.open(path)
    await store.append("t", 7, round_line(ended=3), AppendRecords(listing=b"listed"))
    assert await store.round("t", 3) == RoundSpan(round=3, first=6, last=7, unsealed=None)
    assert [listing.table for listing in await store.directory(None, 10)] == ["t"]
    assert await say(store, "Well met.") == [1]
    await store.close()
    store = SqliteStore.open(path)
    assert await seqs(store, "t") == list(range(1, 8))
    assert await store.chat_last("t") == 1
    await store.close()


async def test_a_table_of_an_older_file_that_has_no_secret_is_an_archive(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("DELETE FROM secrets WHERE table_no = 2")
    connection.commit()
    connection.close()
    store = SqliteStore.open(path)
    assert await store.table("u") == info("u", PLAIN, archive=True)
    await store.close()


def test_an_older_file_becomes_what_a_new_one_is(path: Path, tmp_path: Path) -> None:
    def shape(path: Path) -> object:
        connection = open_for_writing(path).connection
        names = connection.execute("SELECT type, name, tbl_name FROM sqlite_master ORDER BY name").fetchall()
        columns = [
            (table, [row[1:4] + row[5:] for row in connection.execute(f"PRAGMA table_info({table})")])
            for kind, table, _ in names
            if kind == "table"
        ]
        connection.close()
        return names, columns

    assert shape(path) == shape(tmp_path / "new.db")


def test_an_older_file_is_left_as_it_was_where_there_is_no_room_to_bring_it_up_to_date(path: Path) -> None:
    before = path.read_bytes()
    connection = sqlite3.connect(path, isolation_level=None)
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages + 2}")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        migrate(connection, 1)
    connection.close()
    assert path.read_bytes() == before
    assert version_of(path) == 1
    open_for_writing(path).connection.close()
    assert version_of(path) == 5


async def test_damage_in_one_table_of_an_older_file_keeps_no_other_from_being_served(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    write_schema_1(path, {"bad": [*LOG[:3], b"a long line " * 5_000], "good": LOG}, SECRET)
    break_overflow_chain(path, b"a long line ")
    store = SqliteStore.open(path)
    assert await store.rounds("good", 0, 10) == ROUNDS
    assert [span.first for span in await store.rounds("bad", 0, 10)] == [2]
    assert await seqs(store, "good") == list(range(1, 7))
    assert await seqs(store, "bad") == [1, 2, 3]
    with pytest.raises(StoreDamaged, match="is damaged"):
        await store.read("bad", 3)
    assert [found.head for found in await store.tables()] == [None, line_hash(LOG[-1])]
    await store.append("good", 7, b"{}", NOTHING)
    await store.close()


async def test_who_only_looks_reads_an_older_file_and_leaves_it_so(path: Path, tmp_path: Path) -> None:
    before = contents(tmp_path)
    visitor = SqliteStore.open(path, read_only=True)
    assert await visitor.tables() == [info("t", LOG, head=False), info("u", PLAIN, head=False)]
    assert await visitor.table("u") == info("u", PLAIN, head=False)
    assert await visitor.export_signature("u") is None
    assert [stored.line for stored in await visitor.read("t")] == LOG
    assert [stored.line for stored in await everything(visitor)] == LOG + PLAIN
    assert await visitor.token_of("t", "gm") == Token(hash="hash of t", viewer="gm", nonce="nonce")
    assert await visitor.secret("t") == SECRET
    assert visitor.size() == sum(map(len, LOG + PLAIN))
    await visitor.close()
    assert contents(tmp_path) == before


async def test_a_reader_learns_what_an_older_file_lacks(path: Path) -> None:
    visitor = SqliteStore.open(path, read_only=True)
    told = "has schema 1, which has no rounds, directory or chat: start this version's server on it once"
    with pytest.raises(StoreUnreadable, match=told):
        await visitor.rounds("t", 0, 10)
    with pytest.raises(StoreUnreadable, match=told):
        await visitor.round("t", 1)
    with pytest.raises(StoreUnreadable, match=told):
        await visitor.directory(None, 10)
    with pytest.raises(StoreUnreadable, match=told):
        await visitor.chat("t", 0, 10)
    with pytest.raises(StoreUnreadable, match=told):
        await visitor.chat_last("t")
    await visitor.close()


async def test_who_looks_on_while_an_older_file_is_brought_up_to_date_sees_what_comes(path: Path) -> None:
    visitor = SqliteStore.open(path, read_only=True)
    assert await seqs(visitor, "u") == [1, 2]
    server = SqliteStore.open(path)
    await fill(server, "u", 1, after=2)
    assert await seqs(visitor, "u") == [1, 2, 3]
    assert [found.seq for found in await visitor.tables()] == [6, 3]
    assert await visitor.rounds("t", 0, 10) == ROUNDS
    await server.close()
    assert await seqs(visitor, "u") == [1, 2, 3]
    await visitor.close()
