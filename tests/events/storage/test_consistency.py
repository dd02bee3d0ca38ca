"""What a check finds among the values that a store keeps beside its logs."""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

import pytest

from events.storage.consistency import (
    Inconsistency,
    RequestRow,
    as_bytes,
    wrong_heads,
    wrong_keys,
    wrong_request,
    wrong_strays,
    wrong_tokens,
)
from events.storage.contract import SAID_BYTES
from events.storage.sqlite.checking import inconsistencies, read_side_records
from events.storage.sqlite.schema import SCHEMA

KEY = bytes(range(32))
HASH = "0f" * 32


def hash_of_token(key: bytes, table: str, viewer: str, nonce: str) -> str:
    """A stand-in for the server's, which depends on all four."""
    return f"{key.hex()} {table} {viewer} {nonce}"


@pytest.mark.parametrize(
    ("meta", "key", "details"),
    [
        ({}, None, []),
        ({"server_key": KEY, "signing_key": KEY, "epoch": b"0af9", "state": b"closed"}, KEY, []),
        ({"server_key": KEY, "state": b"open 12"}, KEY, []),
        ({"epoch": "0af9", "state": "open 1"}, None, []),
        ({"server_key": KEY[1:]}, None, ["server_key has 31 bytes, and not 32"]),
        ({"server_key": KEY + b"x"}, None, ["server_key has 33 bytes, and not 32"]),
        ({"server_key": KEY, "signing_key": 7}, KEY, ["signing_key has 0 bytes, and not 32"]),
        ({"epoch": b"0ag9"}, None, ["epoch is not hexadecimal"]),
        ({"epoch": b""}, None, ["epoch is not hexadecimal"]),
        ({"state": b"open"}, None, ["state is neither closed nor open"]),
        ({"state": b"closed 1"}, None, ["state is neither closed nor open"]),
    ],
)
def test_keys_and_marks_have_a_form(meta: dict[str, object], key: bytes | None, details: list[str]) -> None:
    assert wrong_keys(meta) == (key, [Inconsistency("meta", detail) for detail in details])


def test_rows_of_no_table_are_counted() -> None:
    assert list(wrong_strays("chat", 0)) == []
    assert list(wrong_strays("chat", 1)) == [Inconsistency("chat", "1 of its rows are of no table that the store has")]


@pytest.mark.parametrize(
    ("said", "shortened", "wrong"),
    [(99, 0, True), (99, 1, True), (100, 0, False), (100, 1, False), (101, 0, True), (101, 1, False)],
)
def test_a_table_takes_up_what_its_head_says_or_less_if_erased_messages_lost_their_length(
    said: int, shortened: int, wrong: bool
) -> None:
    found = [one.detail for one in wrong_heads([("t", said, 100, KEY, shortened)])]
    assert found == [f"it says that the table takes up {said} bytes, and it takes up 100"] * wrong


@pytest.mark.parametrize(
    ("head", "wrong"), [(None, False), (KEY, False), ("k" * 32, False), (KEY[1:], True), (KEY + b"x", True), (7, True)]
)
def test_a_hash_has_32_bytes(head: object, wrong: bool) -> None:
    found = list(wrong_heads([("t", 1, 1, None, 0), ("u", 1, 1, head, 0)]))
    assert found == [Inconsistency("heads", "the hash of the newest line is no hash", "u")] * wrong


def tokens(*changed: int, count: int = 3) -> Sequence[tuple[str, str, object, str]]:
    """Rows of tokens, of which some have another hash."""
    return [
        ("t", f"seat:{n}", "?" if n in changed else hash_of_token(KEY, "t", f"seat:{n}", "nonce"), "nonce")
        for n in range(count)
    ]


def test_a_token_that_does_not_follow_from_the_key_can_be_renewed() -> None:
    assert list(wrong_tokens(tokens(), KEY, hash_of_token)) == []
    found = list(wrong_tokens(tokens(0, 2), KEY, hash_of_token))
    assert found == [
        Inconsistency(
            "tokens", f"the token of 'seat:{n}' does not follow from its nonce and the server's key", "t", True
        )
        for n in (0, 2)
    ]


@pytest.mark.parametrize(("count", "of_the_key"), [(0, False), (1, False), (2, True), (3, True)])
def test_if_no_token_follows_from_the_key_it_is_another_key(count: int, of_the_key: bool) -> None:
    found = list(wrong_tokens(tokens(*range(count), count=count), KEY, hash_of_token))
    detail = f"none of the {count} tokens follows from server_key: it is another one"
    assert (found == [Inconsistency("meta", detail)]) == of_the_key
    assert len(found) == min(count, 1)


def answered(**changed: Any) -> RequestRow:
    given: dict[str, Any] = {
        "table": "t", "newest": 4, "opens": False, "elsewhere": False, "seq": 2, "id": "asked", "fingerprint": HASH,
        "line": b'{"id":"asked","command":{"type":"roll"}}',
    }  # fmt: skip
    return RequestRow(**(given | changed))


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"seq": 1},
        {"seq": 4},
        {"line": None},
        {"line": b"no entry"},
        {"opens": True, "line": b'{"id":"another","command":{"type":"open_table"}}'},
        {"line": b'{"id":"another","command":{"type":"sit"}}'},
        {"line": b'{"id":"another","command":{"type":"seat_npc"}}'},
    ],
)
def test_a_command_id_leads_to_the_entry_that_answered_it(changed: dict[str, Any]) -> None:
    assert list(wrong_request(answered(**changed))) == []


@pytest.mark.parametrize(
    ("changed", "detail"),
    [
        ({"elsewhere": True}, "command id 'asked' leads to entry 2 of another table, or to none"),
        ({"seq": 0}, "command id 'asked' leads to entry 0 of another table, or to none"),
        ({"seq": 5}, "command id 'asked' leads to entry 5 of another table, or to none"),
        ({"seq": "2"}, "command id 'asked' leads to entry 2 of another table, or to none"),
        ({"fingerprint": HASH[1:]}, "what is kept of the request with command id 'asked' is no SHA-256"),
        ({"fingerprint": HASH.upper()}, "what is kept of the request with command id 'asked' is no SHA-256"),
        ({"fingerprint": 7}, "what is kept of the request with command id 'asked' is no SHA-256"),
        ({"id": "other"}, "a command id leads to entry 2, which has another"),
        ({"opens": True}, "a command id leads to entry 2, which has another"),
        ({"line": b'{"id":"other","command":{"type":"open_table"}}'}, "a command id leads to entry 2, which has"),
    ],
)
def test_a_command_id_that_leads_anywhere_else_is_found(changed: dict[str, Any], detail: str) -> None:
    (found,) = wrong_request(answered(**changed))
    assert (found.part, found.table, found.renewable) == ("requests", "t", False)
    assert found.detail.startswith(detail)


def test_text_in_place_of_bytes_counts_as_bytes() -> None:
    assert (as_bytes("ß"), as_bytes(b"\x00"), as_bytes(7), as_bytes(None)) == ("ß".encode(), b"\x00", b"", b"")


FIRST_TABLE = """
INSERT INTO log (table_no, seq, line) VALUES (1, 1, '{"id":"x","command":{"type":"open_table"}}');
INSERT INTO log (table_no, seq, line) VALUES (1, 2, '{"id":"asked","command":{"type":"roll"}}');
INSERT INTO requests VALUES (0, 'gm', 'opening', '{HASH}', 1, 1);
INSERT INTO requests VALUES (1, 'gm', 'asked', '{HASH}', 1, 2);
INSERT INTO tokens VALUES (1, 'gm', '{TOKEN}', 'nonce');
""".replace("{HASH}", HASH).replace("{TOKEN}", hash_of_token(KEY, "t", "gm", "nonce"))


@pytest.fixture
def file() -> Iterator[sqlite3.Connection]:
    """A whole store with one table."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.executescript(f"{SCHEMA}{FIRST_TABLE}")
        size = 42 + 40 + SAID_BYTES + 5
        connection.execute("INSERT INTO heads VALUES (1, 't', 2, NULL, 0, ?, 0, x'7b7d', ?, NULL)", (size, KEY))
        connection.execute("INSERT INTO chat VALUES (1, 1, 1, '', 'gm', 0, 'hello', NULL, NULL)")
        connection.execute("INSERT INTO meta VALUES ('server_key', ?)", (KEY,))
        yield connection


def parts(connection: sqlite3.Connection) -> list[str]:
    return [one.part for one in inconsistencies(connection, hash_of_token)]


def test_nothing_is_wrong_with_a_whole_file(file: sqlite3.Connection) -> None:
    assert parts(file) == []


@pytest.mark.parametrize(
    ("statement", "part"),
    [
        ("INSERT INTO rounds VALUES (9, 1, 1, NULL, NULL)", "rounds"),
        ("INSERT INTO snapshots VALUES (9, 1, x'')", "snapshots"),
        ("INSERT INTO analyses VALUES (9, 1, 'bri', x'')", "analyses"),
        ("UPDATE heads SET bytes = 1", "heads"),
        ("UPDATE requests SET scope = 7 WHERE id = 'asked'", "requests"),
        ("UPDATE requests SET scope = 1 WHERE id = 'opening'", "requests"),
        ("UPDATE tokens SET nonce = 'another'", "tokens"),
    ],
)
def test_a_row_that_cannot_be_right_is_found(file: sqlite3.Connection, statement: str, part: str) -> None:
    file.execute(statement)
    assert parts(file) == [part]


def test_side_records_are_read(file: sqlite3.Connection) -> None:
    read = read_side_records(file)
    assert (read.seqs, read.listings, read.viewers) == ({"t": 2}, {"t": b"{}"}, {"t": {"gm"}})
