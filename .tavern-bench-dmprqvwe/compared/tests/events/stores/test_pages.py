"""A SQLite file's rows are read page by page as SQLite itself reads them, whatever its pages and values look like."""

import shutil
import sqlite3
import struct
from collections import Counter
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from events.stores.care.pages import scan

ROWIDS: Final = [1, 127, 128, 2**14 - 1, 2**14, 2**21, 2**28 - 1, 2**28, 2**35, 2**42, 2**49, 2**56 - 1, 2**56, 2**62]
NUMBERS: Final = [0, 1, 2, -1, 127, -128, 128, -129, 2**15 - 1, -(2**15), 2**15, 2**23 - 1, -(2**23), 2**23, 2**31 - 1,
                  -(2**31), 2**31, 2**47 - 1, -(2**47), 2**47, 2**63 - 1, -(2**63)]  # fmt: skip
VALUES: Final = [
    None,
    *NUMBERS,
    0.5,
    -1e300,
    "",
    "a",
    "größer 🎲",
    b"",
    b"\0",
    b"\xff\xfe",
    "x" * 57,
    "x" * 58,
    b"y" * 70,
]

Row = tuple[Any, ...]


def new(path: Path, page_size: int = 512, reserved: int = 0) -> sqlite3.Connection:
    """A new file; of each page, some bytes may be reserved, which SQLite then leaves alone."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute("PRAGMA user_version = 1")
    if reserved:
        written = bytearray(path.read_bytes())
        written[20] = reserved
        written[105:107] = (page_size - reserved).to_bytes(2, "big")
        path.write_bytes(written)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous = OFF")
    return connection


def insert(connection: sqlite3.Connection, statement: str, rows: Iterable[Row]) -> None:
    """Insert rows in one transaction."""
    connection.execute("BEGIN")
    connection.executemany(statement, rows)
    connection.execute("COMMIT")


def found(path: Path) -> list[tuple[int | None, Row]]:
    """The rows that a scan finds, but for SQLite's own list of tables."""
    return [(rowid, values) for rowid, values in scan(path) if values and values[0] not in ("table", "index")]


def texts(path: Path) -> list[str]:
    """The texts of rows of one column."""
    return sorted(str(values[0]) for _, values in found(path))


def test_every_kind_of_value_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "values.db"
    with closing(new(path)) as connection:
        connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, value)")
        insert(connection, "INSERT INTO t VALUES (?, ?)", enumerate(VALUES, 1))
    read = dict(found(path))
    assert read == {n: (None, value) for n, value in enumerate(VALUES, 1)}
    assert all(type(read[n][1]) is type(value) for n, value in enumerate(VALUES, 1))


def test_rows_are_found_under_their_numbers_however_long_those_are(tmp_path: Path) -> None:
    path = tmp_path / "numbers.db"
    with closing(new(path)) as connection:
        connection.execute("CREATE TABLE t (word)")
        insert(connection, "INSERT INTO t (rowid, word) VALUES (?, ?)", ((n, f"n{n}") for n in ROWIDS))
    assert found(path) == [(n, (f"n{n}",)) for n in ROWIDS]


@pytest.mark.parametrize(("page_size", "reserved"), [(512, 0), (512, 32), (1024, 0), (4096, 0), (65536, 0)])
@pytest.mark.parametrize("without_rowid", [False, True])
def test_rows_of_any_length_are_read_from_pages_of_any_size(
    tmp_path: Path, page_size: int, reserved: int, without_rowid: bool
) -> None:
    path = tmp_path / "lengths.db"
    quarter = page_size // 4  # In indexes, longer rows go on on other pages; in tables, those as long as a page.
    near = range(1_300) if page_size == 512 else range(quarter - 70, quarter + 70, 3)
    lengths = sorted({*near, *range(page_size - 80, page_size + 10, 3), 3 * page_size, 5 * page_size + 3})
    rows = [(n, f"{n:04}" + "x" * n) for n in lengths]
    with closing(new(path, page_size, reserved)) as connection:
        kept = "WITHOUT ROWID" if without_rowid else ""
        connection.execute(f"CREATE TABLE t (n INTEGER NOT NULL, text TEXT, PRIMARY KEY (n)) {kept}")
        insert(connection, "INSERT INTO t VALUES (?, ?)", rows)
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    if without_rowid:
        assert Counter(found(path)) == Counter((None, row) for row in rows)
    else:
        assert Counter(found(path)) == Counter((n, (None, text)) for n, text in rows)


def test_a_file_without_a_header_is_read_in_pages_of_the_usual_size(tmp_path: Path) -> None:
    path = tmp_path / "headless.db"
    with closing(new(path, 4096)) as connection:
        connection.execute("CREATE TABLE t (text)")
        insert(connection, "INSERT INTO t VALUES (?)", [("a",), ("b" * 9_000,)])
    whole = path.read_bytes()
    for header in (bytes(100), whole[:16] + b"\x03\xe8" + whole[18:100], whole[:16] + b"\x01\x00\x10" + whole[19:100]):
        path.write_bytes(header + whole[100:])
        assert texts(path) == ["a", "b" * 9_000]
    path.write_bytes(whole[:50])
    assert found(path) == []


def spoil(path: Path, offset: int, new_bytes: bytes) -> None:
    spoiled = bytearray(path.read_bytes())
    spoiled[offset : offset + len(new_bytes)] = new_bytes
    path.write_bytes(spoiled)


def test_a_row_whose_pages_lead_in_a_circle_or_nowhere_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "circle.db"
    with closing(new(path)) as connection:
        connection.execute("CREATE TABLE t (text)")
        insert(connection, "INSERT INTO t VALUES (?)", [("a",), ("b" * 3_000,), ("c",)])
    data = path.read_bytes()
    middle = next(at for at in range(512, len(data), 512) if data[at + 4 : at + 512] == b"b" * 508)
    for leads_to in (middle // 512 + 1, 0, len(data) // 512 + 1, 2**32 - 1):
        spoil(path, middle, leads_to.to_bytes(4, "big"))
        assert texts(path) == ["a", "c"]


def test_a_cell_that_cannot_be_read_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "cells.db"
    with closing(new(path)) as connection:
        connection.execute("CREATE TABLE t (text)")
        insert(connection, "INSERT INTO t VALUES (?)", [(text,) for text in ("aaaa", "bbbb", "cccc")])
    whole = path.read_bytes()
    at = whole.rindex(b"bbbb")
    # A row: its length, its number, the length of its header, the kinds of its values.
    assert whole[at - 4 : at] == bytes([6, 2, 2, 13 + 2 * 4])
    kinds = {"too long": 13 + 2 * 5, "too short": 13 + 2 * 3, "unused": 10, "unused too": 11}
    for kind in kinds.values():
        path.write_bytes(whole)
        spoil(path, at - 1, bytes([kind]))
        assert texts(path) == ["aaaa", "cccc"], kind
    for spoiled in (bytes([9]), b"\x7f"):
        path.write_bytes(whole)
        spoil(path, at - 2, spoiled)
        assert texts(path) == ["aaaa", "cccc"]
    path.write_bytes(whole)
    spoil(path, at, b"\xff")
    assert texts(path) == ["aaaa", "cccc"]
    path.write_bytes(whole)
    pointers = whole.index(b"\x0d\x00\x00\x00\x03", 512) + 8
    spoil(path, pointers + 2, (511).to_bytes(2, "big"))
    assert texts(path) == ["aaaa", "cccc"]


def logged(folder: Path, *transactions: list[str], unfinished: str = "") -> Path:
    """A file of which the words are in the write-ahead log, as a killed process leaves it."""
    path, killed = folder / "living.db", folder / "killed.db"
    with closing(new(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE t (word)")
        for words in transactions:
            insert(connection, "INSERT INTO t VALUES (?)", [(word,) for word in words])
        if unfinished:
            connection.execute("PRAGMA cache_size = 1")
            connection.execute("BEGIN")
            connection.executemany("INSERT INTO t VALUES (?)", [(f"{unfinished}{n}",) for n in range(500)])
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{killed}{end}")
        if unfinished:
            connection.execute("ROLLBACK")
    return killed


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def test_what_was_committed_to_the_log_is_found_and_nothing_unfinished(tmp_path: Path) -> None:
    words = [[f"first{n}" for n in range(100)], [f"second{n}" for n in range(100)]]
    path = logged(tmp_path, *words, unfinished="third")
    assert b"third0" in log_of(path).read_bytes()
    assert texts(path) == sorted(words[0] + words[1])


def test_a_log_is_read_up_to_its_first_damaged_frame(tmp_path: Path) -> None:
    path = logged(tmp_path, ["first"], ["second"], ["third"])
    whole = log_of(path).read_bytes()
    frame = 24 + 512
    assert texts(path) == ["first", "second", "third"]
    # Of the last frame: its page's number, its salt, its checksum, its contents.
    for at in (0, 8, 16, 20, 24, frame - 1):
        log_of(path).write_bytes(whole)
        spoil(log_of(path), len(whole) - frame + at, bytes([whole[len(whole) - frame + at] ^ 1]))
        assert texts(path) == ["first", "second"], at
    log_of(path).write_bytes(whole[:-1])
    assert texts(path) == ["first", "second"]
    log_of(path).write_bytes(whole[: -2 * frame])
    assert texts(path) == ["first"]


def test_a_log_whose_header_is_damaged_or_of_another_file_is_not_read(tmp_path: Path) -> None:
    path = logged(tmp_path, ["first"])
    whole = log_of(path).read_bytes()
    for at in (3, 10, 16, 24, 31):
        log_of(path).write_bytes(whole)
        spoil(log_of(path), at, bytes([whole[at] ^ 4]))
        assert texts(path) == [], at
    for length in (0, 31, 32):
        log_of(path).write_bytes(whole[:length])
        assert texts(path) == []
    log_of(path).unlink()
    assert texts(path) == []


def test_frames_that_an_older_log_left_behind_are_not_read(tmp_path: Path) -> None:
    path, killed = tmp_path / "living.db", tmp_path / "killed.db"
    with closing(new(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("CREATE TABLE t (word)")
        insert(connection, "INSERT INTO t VALUES (?)", [(f"old{n}",) for n in range(200)])
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.execute("UPDATE t SET word = 'new'")
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", f"{killed}{end}")
        assert b"old" in log_of(killed).read_bytes()
    assert texts(killed) == ["new"] * 200


def test_a_log_that_a_machine_of_the_other_byte_order_wrote_is_read_too(tmp_path: Path) -> None:
    path = logged(tmp_path, ["first"], ["second"])
    data = bytearray(log_of(path).read_bytes())
    (magic,) = struct.unpack_from(">I", data)
    struct.pack_into(">I", data, 0, magic ^ 1)
    order = ">" if magic ^ 1 == 0x377F0683 else "<"
    sums = summed(data[:24], order, (0, 0))
    struct.pack_into(">II", data, 24, *sums)
    for at in range(32, len(data), 24 + 512):
        sums = summed(data[at : at + 8] + data[at + 24 : at + 24 + 512], order, sums)
        struct.pack_into(">II", data, at + 16, *sums)
    log_of(path).write_bytes(data)
    assert texts(path) == ["first", "second"]


def summed(data: bytes | bytearray, order: str, sums: tuple[int, int]) -> tuple[int, int]:
    """The checksum of sqlite.org/fileformat2.html, section 4.2."""
    s0, s1 = sums
    for x0, x1 in struct.iter_unpack(f"{order}II", data):
        s0 = (s0 + x0 + s1) % 2**32
        s1 = (s1 + x1 + s0) % 2**32
    return s0, s1


def test_an_index_is_read_on_all_its_levels(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    words = [f"word{n:05}" for n in range(3_000)]
    with closing(new(path)) as connection:
        connection.execute("CREATE TABLE t (word)")
        connection.execute("CREATE INDEX i ON t (word)")
        insert(connection, "INSERT INTO t VALUES (?)", [(word,) for word in words])
    rows = [(word,) for word in words]
    expected = Counter([*enumerate(rows, 1), *((None, (word, n)) for n, word in enumerate(words, 1))])
    assert Counter(found(path)) == expected


def test_the_first_page_with_the_list_of_tables_is_read_like_the_others(tmp_path: Path) -> None:
    path = tmp_path / "first.db"
    with closing(new(path)) as connection:
        connection.execute("CREATE TABLE t (text)")
        connection.execute("CREATE INDEX i ON t (text)")
    assert [values[:2] for _, values in scan(path)] == [("table", "t"), ("index", "i")]


@pytest.mark.parametrize("page_size", [4096, 65536])
def test_a_page_may_hold_hundreds_of_rows(tmp_path: Path, page_size: int) -> None:
    path = tmp_path / "short.db"
    with closing(new(path, page_size)) as connection:
        connection.execute("CREATE TABLE t (text)")
        insert(connection, "INSERT INTO t VALUES (?)", [(str(n % 10),) for n in range(3_000)])
    assert found(path) == [(n + 1, (str(n % 10),)) for n in range(3_000)]


def test_a_long_value_that_looks_like_a_page_is_none(tmp_path: Path) -> None:
    path, forged = tmp_path / "looks.db", tmp_path / "forged.db"
    with closing(new(forged)) as connection:
        connection.execute("CREATE TABLE t (text PRIMARY KEY) WITHOUT ROWID")
        insert(connection, "INSERT INTO t VALUES (?)", [("forged",)])
    page = forged.read_bytes()[512:1024]
    # The last bytes of a long value fill whole pages, each after the number of the next.
    value = bytes(100) + page[4:] * 5
    with closing(new(path)) as connection:
        connection.execute("CREATE TABLE t (value)")
        insert(connection, "INSERT INTO t VALUES (?)", [(value,)])
    assert path.read_bytes().count(page[4:]) == 5
    assert found(path) == [(1, (value,))]
