"""What every store must do for the log."""

import asyncio
from itertools import pairwise

import pytest

from events.entry import line_hash
from events.storage.contract import (
    Answered,
    AppendRecords,
    Conflict,
    NoSuchTable,
    Store,
    Stored,
)
from tests.events.storage.filling import (
    NOTHING,
    SECRET,
    everything,
    facts,
    fill,
    line,
    request,
    seqs,
    token,
)


class LogContract:
    """The contract of `events.storage.contract.LogStore`, apart from what contract_rounds.py has."""

    async def test_lines_are_read_back_byte_for_byte_in_order_of_seq(self, store: Store) -> None:
        lines = [line("t", 1), b"\x00\xff\n", b"", b"x" * 100_000]
        positions = [await store.append("t", seq, kept, NOTHING) for seq, kept in enumerate(lines, 1)]
        assert await store.read("t") == [
            Stored(position, "t", seq, kept)
            for seq, (position, kept) in enumerate(zip(positions, lines, strict=True), 1)
        ]

    async def test_positions_ascend_from_1_over_all_tables(self, store: Store) -> None:
        positions = [await store.append(table, seq, b"{}", NOTHING) for seq in (1, 2) for table in ("a", "b", "c")]
        assert positions[0] >= 1
        assert all(earlier < later for earlier, later in pairwise(positions))

    async def test_reading_takes_what_is_after_and_up_to_a_seq(self, store: Store) -> None:
        await fill(store, "t", 5)
        assert await seqs(store, "t", 2) == [3, 4, 5]
        assert await seqs(store, "t", 0, 2) == [1, 2]
        assert await seqs(store, "t", 2, 4) == [3, 4]
        assert await seqs(store, "t", 4, 4) == []
        assert await seqs(store, "t", 5) == []

    async def test_reading_takes_any_numbers(self, store: Store) -> None:
        await fill(store, "t", 3)
        assert await seqs(store, "t", -1, 10**30) == [1, 2, 3]
        assert await seqs(store, "t", 10**30) == []
        assert await seqs(store, "t", 0, -1) == []
        assert await seqs(store, "t", 0, 0) == []
        assert len(await everything(store, -(10**30))) == 3
        assert await everything(store, 10**30) == []

    async def test_a_long_table_is_read_whole(self, store: Store) -> None:
        await asyncio.gather(*(store.append("t", seq, line("t", seq), NOTHING) for seq in range(1, 601)))
        lines = await store.read("t")
        assert [stored.line for stored in lines] == [line("t", seq) for seq in range(1, 601)]
        assert await seqs(store, "t", 100, 500) == list(range(101, 501))

    async def test_a_table_that_nobody_opened_is_empty(self, store: Store) -> None:
        assert list(await store.read("t")) == []
        assert await store.table("t") is None
        assert await store.tables() == []
        assert await everything(store) == []
        assert await store.token("t", "hash") is None
        assert await store.token_of("t", "gm") is None
        assert await store.answered("t", "gm", "1") is None
        assert await store.snapshot("t") is None
        assert await store.analysis("t", 1, "bri") is None
        with pytest.raises(NoSuchTable):
            await store.secret("t")

    async def test_a_name_that_is_no_text_is_nobodys(self, store: Store) -> None:
        await fill(store, "t", 1)
        odd = "\ud800"
        assert list(await store.read(odd)) == []
        assert await store.table(odd) is None
        assert await store.token("t", odd) is None
        assert await store.token_of("t", odd) is None
        assert await store.answered("", odd, odd) is None
        assert await store.snapshot(odd) is None
        assert await store.analysis(odd, 1, "bri") is None

    @pytest.mark.parametrize("odd", ["", "\0", "a\0b", "'; DROP TABLE log; --", "ß🎲", "%", "A"])
    async def test_names_are_distinguished_exactly(self, store: Store, odd: str) -> None:
        await store.append("a", 1, b"{}", AppendRecords(tokens=[token("seat:a", "a")], request=request("a", "a")))
        assert await store.table(odd) is None
        assert await store.token_of("a", odd) is None
        assert await store.answered("a", "seat:bri", odd) is None
        if odd:
            await store.append(
                odd, 1, line("odd", 1), AppendRecords(tokens=[token(odd, odd)], request=request(odd, odd, odd))
            )
            assert [stored.line for stored in await store.read(odd)] == [line("odd", 1)]
            assert await store.token_of(odd, odd) == token(odd, odd)
            assert await store.answered(odd, odd, odd) == Answered(table=odd, seq=1, fingerprint="asked")

    @pytest.mark.parametrize("seq", [-1, 0, 1, 2, 4, 10**30])
    async def test_a_seq_that_is_not_the_next_is_a_conflict_that_leaves_no_trace(self, store: Store, seq: int) -> None:
        await fill(store, "t", 2)
        before = await everything(store)
        beside = AppendRecords(
            tokens=[token("gm", "g")], request=request("1"), deadline="2026-01-01T00:00:00.000Z", closed=True
        )
        with pytest.raises(Conflict) as caught:
            await store.append("t", seq, b"{}", beside)
        assert (caught.value.table, caught.value.expected_seq, caught.value.current_seq) == ("t", seq, 2)
        assert (caught.value.kept, caught.value.code) == (False, "conflict")
        assert await everything(store) == before
        assert facts(await store.table("t")) == ("t", 2, None, False)
        assert await store.token_of("t", "gm") is None
        assert await store.answered("t", "seat:bri", "1") is None

    @pytest.mark.parametrize("seq", [-1, 0, 2])
    async def test_a_table_begins_with_entry_1(self, store: Store, seq: int) -> None:
        with pytest.raises(Conflict) as caught:
            await store.append("t", seq, b"{}", NOTHING)
        assert caught.value.current_seq == 0
        assert await store.tables() == []

    async def test_of_two_appends_at_one_seq_the_first_is_kept(self, store: Store) -> None:
        first, second = await asyncio.gather(
            store.append("t", 1, b"first", NOTHING), store.append("t", 1, b"second", NOTHING), return_exceptions=True
        )
        assert isinstance(first, int)
        assert isinstance(second, Conflict)
        assert [stored.line for stored in await store.read("t")] == [b"first"]

    async def test_appends_that_are_sent_together_may_follow_one_another(self, store: Store) -> None:
        positions = await asyncio.gather(*(store.append("t", seq, line("t", seq), NOTHING) for seq in range(1, 6)))
        assert list(positions) == sorted(positions)
        assert await seqs(store, "t") == [1, 2, 3, 4, 5]

    async def test_a_conflict_fails_none_of_those_sent_with_it(self, store: Store) -> None:
        outcomes = await asyncio.gather(
            store.append("a", 1, b"{}", NOTHING),
            store.append("a", 3, b"{}", NOTHING),
            store.append("b", 1, b"{}", NOTHING),
            store.append("b", 1, b"{}", NOTHING),
            store.append("a", 2, b"{}", NOTHING),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [int, Conflict, int, Conflict, int]
        assert [(stored.table, stored.seq) for stored in await everything(store)] == [("a", 1), ("b", 1), ("a", 2)]

    async def test_a_hundred_appends_at_once_are_all_kept(self, store: Store) -> None:
        names = [f"table-{n}" for n in range(100)]
        positions = await asyncio.gather(*(store.append(name, 1, line(name, 1), NOTHING) for name in names))
        assert len(set(positions)) == 100
        assert [(stored.position, stored.table) for stored in await everything(store)] == sorted(
            zip(positions, names, strict=True)
        )

    async def test_a_hundred_writers_who_try_again_leave_no_gap(self, store: Store) -> None:
        async def keep_trying(name: str) -> None:
            seq = 1
            while True:
                try:
                    await store.append("t", seq, name.encode(), NOTHING)
                except Conflict as conflict:
                    seq = conflict.current_seq + 1
                else:
                    return

        names = [f"writer-{n}" for n in range(100)]
        await asyncio.gather(*map(keep_trying, names))
        lines = await store.read("t")
        assert [stored.seq for stored in lines] == list(range(1, 101))
        assert sorted(stored.line.decode() for stored in lines) == sorted(names)

    async def test_all_lines_are_read_in_order_of_position(self, store: Store) -> None:
        for seq in (1, 2, 3):
            for table in ("b", "a"):
                await store.append(table, seq, line(table, seq), NOTHING)
        lines = await everything(store)
        assert [(stored.table, stored.seq) for stored in lines] == [
            ("b", 1), ("a", 1), ("b", 2), ("a", 2), ("b", 3), ("a", 3),
        ]  # fmt: skip
        assert [stored.line for stored in lines] == [line(stored.table, stored.seq) for stored in lines]
        for index, stored in enumerate(lines):
            assert await everything(store, stored.position) == lines[index + 1 :]

    async def test_all_lines_of_a_long_log_are_read(self, store: Store) -> None:
        await asyncio.gather(
            *(store.append(table, seq, b"{}", NOTHING) for seq in range(1, 201) for table in ("a", "b", "c"))
        )
        assert len(await everything(store)) == 600

    async def test_what_is_appended_while_all_is_read_is_read_too(self, store: Store) -> None:
        await fill(store, "a", 2)
        found: list[tuple[str, int]] = []
        async for stored in store.read_all():
            found.append((stored.table, stored.seq))
            if stored.table == "a" and stored.seq == 2:
                await fill(store, "b", 1)
        later = [(stored.table, stored.seq) for stored in await everything(store)][len(found) :]
        assert found + later == [("a", 1), ("a", 2), ("b", 1)]

    async def test_tables_are_listed_by_their_first_entries(self, store: Store) -> None:
        for table in ("c", "a", "b"):
            await fill(store, table, 1)
        await store.append("a", 2, b"{}", AppendRecords(deadline="2026-01-01T00:00:00.000Z"))
        await store.append("b", 2, b"{}", AppendRecords(closed=True))
        assert [facts(info) for info in await store.tables()] == [
            ("c", 1, None, False),
            ("a", 2, "2026-01-01T00:00:00.000Z", False),
            ("b", 2, None, True),
        ]

    async def test_a_long_list_of_tables_is_whole(self, store: Store) -> None:
        names = [f"table-{n}" for n in range(300)]
        await asyncio.gather(*(store.append(name, 1, b"{}", NOTHING) for name in names))
        assert [info.table for info in await store.tables()] == names

    async def test_each_entry_says_again_whether_there_is_a_deadline_and_whether_the_table_is_closed(
        self, store: Store
    ) -> None:
        deadline = "2026-01-01T00:00:00.000Z"
        await store.append("t", 1, b"{}", AppendRecords(deadline=deadline))
        assert facts(await store.table("t")) == ("t", 1, deadline, False)
        await store.append("t", 2, b"{}", AppendRecords(closed=True))
        assert facts(await store.table("t")) == ("t", 2, None, True)
        await store.append("t", 3, b"{}", NOTHING)
        assert facts(await store.table("t")) == ("t", 3, None, False)

    @pytest.mark.parametrize(
        ("table", "seq", "beside"),
        [
            ("", 1, NOTHING),
            ("\ud800", 1, NOTHING),
            ("t", 1, AppendRecords(secret=b"short")),
            ("t", 2, AppendRecords(secret=SECRET)),
            ("t", 1, AppendRecords(request=request("1", "another table"))),
            ("t", 1, AppendRecords(request=request("\ud800"))),
            ("t", 1, AppendRecords(tokens=[token("\ud800", "name")])),
            ("t", 1, AppendRecords(revoked=["\ud800"])),
        ],
    )
    async def test_what_no_log_can_hold_is_refused(
        self, store: Store, table: str, seq: int, beside: AppendRecords
    ) -> None:
        with pytest.raises(ValueError, match=r"table|surrogates"):
            await store.append(table, seq, b"{}", beside)
        assert await store.tables() == []

    async def test_a_table_reports_the_hash_of_its_newest_line(self, store: Store) -> None:
        for seq in (1, 2):
            await fill(store, "t", 1, after=seq - 1)
            info = await store.table("t")
            assert info is not None
            assert info.head == line_hash(line("t", seq))

    async def test_what_is_read_cannot_change_what_is_kept(self, store: Store) -> None:
        tokens = [token("gm", "g")]
        await store.append("t", 1, b"{}", AppendRecords(tokens=tokens))
        tokens.clear()
        for answer in (await store.read("t"), await store.tables()):
            if isinstance(answer, list):
                answer.clear()
        assert [stored.line for stored in await store.read("t")] == [b"{}"]
        assert [info.table for info in await store.tables()] == ["t"]
        assert await store.token_of("t", "gm") == token("gm", "g")

    async def test_whoever_stops_waiting_takes_nobody_along(self, store: Store) -> None:
        impatient = asyncio.create_task(store.append("a", 1, b"{}", NOTHING))
        patient = [asyncio.create_task(store.append(table, 1, b"{}", NOTHING)) for table in ("b", "c")]
        await asyncio.sleep(0)
        impatient.cancel()
        await asyncio.gather(*patient)
        await asyncio.wait([impatient])
        info = await store.table("a")
        await store.append("a", 1 if info is None else 2, b"{}", NOTHING)
        await store.check()
        assert sorted({stored.table for stored in await everything(store)}) == ["a", "b", "c"]
