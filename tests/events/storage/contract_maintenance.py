"""What every store must do for whole tables, and as a whole."""

import asyncio

import pytest

from events.entry import line_hash
from events.storage.contract import (
    Answered,
    AppendRecords,
    Conflict,
    ExportSignature,
    NoSuchTable,
    RoundSpan,
    Said,
    Snapshot,
    Store,
    StoreError,
    StoreUnavailable,
    TableExists,
    TableInfo,
)
from tests.events.storage.contract_rounds import three_rounds
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
    seqs,
    size_of,
    token,
)

LOG = [
    b'{"events":[{"type":"table_opened"}]}',
    b'{"events":[{"type":"note","text":"\\"type\\":\\"round_started\\""},{"type":"round_started","v":1,"round":1}]}',
    b'{"events":[{"type":"round_ended","round":1},{"type":"seed_recorded","round":1}]}',
    b'{"events":[{"type":"round_unsealed","round":1},{"type":"round_started","round":2}]}',
    b'{"events":[{"type":"round_voided","round":2,"reason":"\\u00df"}]}',
    b'{"events":[{"type":"round_started","round":3}]}',
]
ROUNDS = [
    RoundSpan(round=1, first=2, last=3, unsealed=4),
    RoundSpan(round=2, first=4, last=5, unsealed=None),
    RoundSpan(round=3, first=6, last=None, unsealed=None),
]


async def keep_much(store: Store, table: str) -> None:
    """A table with something of every kind beside it, three rounds, and 9 entries."""
    name = f"{table} told"
    records = AppendRecords(
        secret=SECRET,
        tokens=[token("gm", table), token("seat:bri", table)],
        request=request(f"open {table}", ""),
        listing=b"{}",
    )
    await store.append(table, 1, line(table, 1), records)
    rest = [
        (round_line(began=1), NOTHING),
        (line(table, 3), AppendRecords(request=request("1", table))),
        (round_line(ended=1), NOTHING),
        (line(table, 5), AppendRecords(listing=b"{}")),
    ]
    for seq, (kept, beside) in enumerate(rest, 2):
        await store.append(table, seq, kept, beside)
    await say(store, name, f"{name} again", table=table)
    await store.erase_chat(table, "gm", AT, [1])
    await store.save_snapshot(table, Snapshot(seq=3, data=name.encode()))
    await store.save_analysis(table, 1, "bri", name.encode())


async def all_of(store: Store, table: str) -> list[object]:
    """All that a store tells of a table that `keep_much` kept."""
    try:
        secret: bytes | None = await store.secret(table)
    except NoSuchTable:
        secret = None
    return [
        list(await store.read(table)),
        await store.table(table),
        secret,
        await store.token_of(table, "gm"),
        await store.token(table, token("seat:bri", table).hash),
        await store.answered("", "seat:bri", f"open {table}"),
        await store.answered(table, "seat:bri", "1"),
        list(await store.rounds(table, 0, 10)),
        list(await store.chat(table, 0, 10)),
        await store.chat_last(table),
        await store.snapshot(table),
        await store.analysis(table, 1, "bri"),
        [entry for entry in await store.directory(None, 10) if entry.table == table],
    ]


NOTHING_AT_ALL: list[object] = [[], None, None, None, None, None, None, [], [], 0, None, None, []]


class MaintenanceContract:
    """The contract of `events.storage.contract.Maintenance`."""

    async def test_a_table_has_as_many_bytes_as_its_lines(self, store: Store) -> None:
        assert store.size() == 0
        await store.append("t", 1, b"x" * 1000, AppendRecords(listing=b"y" * 500))
        await store.append("t", 2, "ß🎲".encode(), NOTHING)
        await store.append("u", 1, b"", NOTHING)
        assert [info.bytes for info in await store.tables()] == [1006, 0]
        assert await size_of(store, "t") == 1006
        assert store.size() == 1006

    async def test_what_was_refused_takes_no_room(self, store: Store) -> None:
        await fill(store, "t", 1)
        before = store.size()
        with pytest.raises(Conflict):
            await store.append("t", 1, b"x" * 1000, NOTHING)
        assert store.size() == before == await size_of(store, "t")

    async def test_the_size_is_that_of_all_tables_whoever_stopped_waiting(self, store: Store) -> None:
        waiting = [asyncio.create_task(store.append(f"table-{n}", 1, b"x" * (n + 1), NOTHING)) for n in range(50)]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()
        await asyncio.wait(waiting)
        await fill(store, "last", 1)
        assert store.size() == sum(info.bytes for info in await store.tables())
        assert store.size() >= sum(range(2, 51, 2))

    async def test_an_imported_table_is_a_closed_archive_with_its_lines_and_no_secret(self, store: Store) -> None:
        await fill(store, "before", 2)
        await store.import_table("t", LOG, [token("gm", "new")])
        assert [(stored.table, stored.seq, stored.line) for stored in await store.read("t")] == [
            ("t", seq, kept) for seq, kept in enumerate(LOG, 1)
        ]
        size = sum(map(len, LOG))
        assert await store.table("t") == TableInfo(
            table="t",
            seq=6,
            deadline=None,
            closed=True,
            bytes=size,
            archive=True,
            listed=False,
            head=line_hash(LOG[-1]),
        )
        assert [facts(info) for info in await store.tables()] == [("before", 2, None, False), ("t", 6, None, True)]
        assert [(stored.table, stored.seq) for stored in await everything(store)] == [
            ("before", 1), ("before", 2), *(("t", seq) for seq in range(1, 7)),
        ]  # fmt: skip
        assert store.size() == size + len(line("before", 1)) + len(line("before", 2))
        with pytest.raises(NoSuchTable):
            await store.secret("t")

    async def test_an_archive_keeps_the_signature_that_its_export_came_with(self, store: Store) -> None:
        await fill(store, "played", 1)
        signed = ExportSignature(key="aa", signature="bb")
        await store.import_table("t", LOG, [], signed)
        await store.import_table("u", LOG, [])
        assert await store.export_signature("t") == signed
        assert [await store.export_signature(table) for table in ("u", "played", "unknown")] == [None, None, None]
        await store.delete("t")
        assert await store.export_signature("t") is None

    async def test_an_imported_tables_rounds_are_found_in_its_lines(self, store: Store) -> None:
        await store.import_table("t", LOG, [])
        assert await store.rounds("t", 0, 10) == ROUNDS
        assert await store.round("t", 2) == ROUNDS[1]

    async def test_lines_that_tell_of_no_round_that_can_be_read_are_imported_as_they_are(self, store: Store) -> None:
        odd = [
            b'"type":"round_started"',
            b'{"events":[{"type":"round_started"}]}',
            b'{"events":[{"type":"round_started","round":"1"}]}',
            b'{"events":[{"type":"round_ended","round":7}]}',
            b'\xff{"events":[{"type":"round_started","round":1}]}',
            b"[" * 100_000 + b'"type":"round_started"',
        ]
        await store.import_table("t", odd, [])
        assert [stored.line for stored in await store.read("t")] == odd
        assert list(await store.rounds("t", 0, 10)) == []

    async def test_only_the_tokens_that_come_with_it_open_an_imported_table(self, store: Store) -> None:
        await store.import_table("t", LOG, [token("gm", "new")])
        assert await store.token("t", token("gm", "new").hash) == token("gm", "new")
        assert await store.token_of("t", "gm") == token("gm", "new")
        assert await store.token_of("t", "invite") is None

    async def test_an_import_begins_another_epoch(self, store: Store) -> None:
        assert await store.epoch("first") == "first"
        await store.server_key(b"key")
        await store.import_table("t", LOG, [])
        assert await store.epoch("second") == "second"
        assert await store.server_key(b"another") == b"key"

    async def test_what_is_there_is_not_imported_over(self, store: Store) -> None:
        await keep_much(store, "t")
        await store.epoch("first")
        before, size = await all_of(store, "t"), store.size()
        with pytest.raises(TableExists) as caught:
            await store.import_table("t", LOG, [token("gm", "new")])
        assert (caught.value.code, caught.value.kept) == ("table_exists", False)
        assert await all_of(store, "t") == before
        assert (await store.epoch("second"), store.size()) == ("first", size)

    @pytest.mark.parametrize(
        ("table", "lines", "viewer"), [("", LOG, "gm"), ("\ud800", LOG, "gm"), ("t", [], "gm"), ("t", LOG, "\ud800")]
    )
    async def test_what_no_log_can_hold_is_not_imported(
        self, store: Store, table: str, lines: list[bytes], viewer: str
    ) -> None:
        with pytest.raises(ValueError, match=r"table|surrogates"):
            await store.import_table(table, lines, [token(viewer, "name")])
        assert await store.tables() == []

    async def test_a_deleted_table_is_gone_with_all_that_was_beside_it_and_nothing_else(self, store: Store) -> None:
        for table in ("a", "t", "z"):
            await keep_much(store, table)
        await store.epoch("first")
        others = [await all_of(store, "a"), await all_of(store, "z")]
        size = sum(info.bytes for info in await store.tables() if info.table != "t")
        positions = [stored.position for stored in await everything(store) if stored.table != "t"]
        await store.delete("t")
        await store.compact()
        assert await all_of(store, "t") == NOTHING_AT_ALL
        assert [await all_of(store, "a"), await all_of(store, "z")] == others
        assert [info.table for info in await store.tables()] == ["a", "z"]
        assert [stored.position for stored in await everything(store)] == positions
        assert (store.size(), await store.epoch("second")) == (size, "first")

    @pytest.mark.parametrize("table", ["t", "", "\ud800"])
    async def test_a_table_that_is_not_there_is_not_deleted(self, store: Store, table: str) -> None:
        await fill(store, "u", 1)
        with pytest.raises(NoSuchTable):
            await store.delete(table)
        assert await seqs(store, "u") == [1]

    async def test_a_deleted_tables_place_can_be_taken_again(self, store: Store) -> None:
        await keep_much(store, "t")
        await store.delete("t")
        assert await store.tables() == []
        await three_rounds(store)
        assert await seqs(store, "t") == list(range(1, 9))
        assert await store.round("t", 1) == RoundSpan(round=1, first=2, last=4, unsealed=None)
        assert await say(store, "first words") == [1]
        assert await store.chat("t", 0, 10) == [Said(n=1, at=AT, by="seat:bri", text="first words", erases=None)]
        await store.append("u", 1, b"{}", AppendRecords(request=request("open t", "")))
        assert await store.answered("", "seat:bri", "open t") == Answered(table="u", seq=1, fingerprint="asked")
        assert await store.token_of("t", "gm") is None
        await store.delete("t")
        await store.import_table("t", LOG, [])
        assert await store.rounds("t", 0, 10) == ROUNDS

    async def test_no_position_is_given_twice(self, store: Store) -> None:
        given = [await store.append("a", 1, b"{}", NOTHING)]
        for table in ("b", "c", "d"):
            given.append(await store.append(table, 1, b"{}", NOTHING))
            await store.delete(table)
            await store.compact()
        given.append(await store.append("a", 2, b"{}", NOTHING))
        assert given == sorted(set(given))
        assert [(stored.table, stored.seq) for stored in await everything(store)] == [("a", 1), ("a", 2)]

    async def test_a_store_that_can_be_reached_says_so(self, store: Store) -> None:
        await store.check()

    async def test_closing_finishes_what_is_under_way(self, store: Store) -> None:
        appends = [asyncio.create_task(store.append("t", seq, b"{}", NOTHING)) for seq in (1, 2, 3)]
        await asyncio.sleep(0)
        await store.close()
        assert all(isinstance(position, int) for position in await asyncio.gather(*appends))

    async def test_a_closed_store_says_so(self, store: Store) -> None:
        await store.close()
        await store.close()
        with pytest.raises(StoreUnavailable):
            await store.check()
        with pytest.raises(StoreError):
            await store.append("t", 1, b"{}", NOTHING)
