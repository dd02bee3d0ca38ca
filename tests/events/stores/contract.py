"""What every store must do. The rest of it is in contract_rounds.py, contract_chat.py and contract_archives.py.

A new back end is tested by a subclass with a fixture:

class TestMyStore(StoreContract, RoundsContract, ChatContract, ArchivesContract):
    @pytest.fixture
    async def store(self) -> AsyncIterator[Store]:
        store = MyStore()
        yield store
        await store.close()
"""

import asyncio
from itertools import pairwise

import pytest

from events.entry import line_hash
from events.store import (
    AlreadyAnswered,
    Answered,
    AppendRecords,
    Conflict,
    NoSuchTable,
    Request,
    Snapshot,
    Store,
    Stored,
    StoreError,
    StoreUnavailable,
    TableInfo,
    Token,
)

NOTHING = AppendRecords()
SECRET = bytes(range(32))


def line(table: str, seq: int) -> bytes:
    """A line of its own for each entry, with what JSON leaves as it is: bytes above 127, quotes, escapes."""
    return f'{{"table":"{table}","seq":{seq},"name":"Törbjörn \\"\\u0000\\" 🎲"}}'.encode()


def request(request_id: str, scope: str = "t", caller: str = "seat:bri", fingerprint: str = "asked") -> Request:
    return Request(scope=scope, caller=caller, id=request_id, fingerprint=fingerprint)


def token(viewer: str, name: str) -> Token:
    return Token(hash=f"hash of {name}", viewer=viewer, nonce=f"nonce of {name}")


def facts(info: TableInfo | None) -> tuple[str, int, str | None, bool] | None:
    """What a table's last entry says of it: its id and seq, the deadline, and whether it is closed."""
    return None if info is None else (info.table, info.seq, info.deadline, info.closed)


async def fill(store: Store, table: str, count: int, *, after: int = 0) -> None:
    for seq in range(after + 1, after + count + 1):
        await store.append(table, seq, line(table, seq), NOTHING)


async def seqs(store: Store, table: str, after: int = 0, upto: int | None = None) -> list[int]:
    return [stored.seq for stored in await store.read(table, after, upto)]


async def everything(store: Store, after: int = 0) -> list[Stored]:
    return [stored async for stored in store.read_all(after)]


async def send(store: Store, tables: list[str], seq: int, line: bytes = b"{}") -> list[object]:
    """An append to each table, all at once."""
    return await asyncio.gather(*(store.append(table, seq, line, NOTHING) for table in tables), return_exceptions=True)


class StoreContract:
    """The contract of `events.store.Store`. The fixture `store` gives an empty one and closes it."""

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

    @pytest.mark.parametrize("odd", ["", "\0", "a\0b", "'; DROP TABLE log; --", "ß🎲", "%", "A"])
    async def test_names_are_told_apart_exactly(self, store: Store, odd: str) -> None:
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

    # Conflicts

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

    # The order of all tables

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

    # What is kept beside the log

    async def test_each_entry_says_anew_whether_there_is_a_deadline_and_whether_the_table_is_closed(
        self, store: Store
    ) -> None:
        deadline = "2026-01-01T00:00:00.000Z"
        await store.append("t", 1, b"{}", AppendRecords(deadline=deadline))
        assert facts(await store.table("t")) == ("t", 1, deadline, False)
        await store.append("t", 2, b"{}", AppendRecords(closed=True))
        assert facts(await store.table("t")) == ("t", 2, None, True)
        await store.append("t", 3, b"{}", NOTHING)
        assert facts(await store.table("t")) == ("t", 3, None, False)

    async def test_a_secret_is_kept_with_the_first_entry_for_its_table_alone(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(secret=SECRET))
        await store.append("u", 1, b"{}", NOTHING)
        assert await store.secret("t") == SECRET
        with pytest.raises(NoSuchTable):
            await store.secret("u")

    async def test_a_secret_that_is_refused_with_its_entry_changes_nothing(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(secret=SECRET))
        with pytest.raises(Conflict):
            await store.append("t", 1, b"{}", AppendRecords(secret=SECRET[::-1]))
        assert await store.secret("t") == SECRET

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

    async def test_tokens_are_found_by_hash_and_by_viewer(self, store: Store) -> None:
        gm, bri = token("gm", "g"), token("seat:bri", "b")
        await store.append("t", 1, b"{}", AppendRecords(tokens=[gm]))
        await store.append("t", 2, b"{}", AppendRecords(tokens=[bri]))
        assert await store.token("t", gm.hash) == gm
        assert await store.token("t", bri.hash) == bri
        assert await store.token_of("t", "seat:bri") == bri
        assert await store.token_of("t", "seat:odo") is None
        assert await store.token("t", "no such hash") is None

    async def test_a_token_opens_its_own_table_only(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(tokens=[token("gm", "g")]))
        await store.append("u", 1, b"{}", NOTHING)
        assert await store.token("u", token("gm", "g").hash) is None
        assert await store.token_of("u", "gm") is None

    async def test_a_viewers_new_token_takes_the_place_of_the_old(self, store: Store) -> None:
        old, new, other = token("gm", "old"), token("gm", "new"), token("seat:bri", "b")
        await store.append("t", 1, b"{}", AppendRecords(tokens=[old, other]))
        await store.append("t", 2, b"{}", AppendRecords(tokens=[new]))
        assert await store.token("t", old.hash) is None
        assert await store.token("t", new.hash) == new
        assert await store.token_of("t", "gm") == new
        assert await store.token_of("t", "seat:bri") == other

    async def test_a_revoked_token_is_gone_and_nobody_elses(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(tokens=[token("gm", "g"), token("seat:bri", "b")]))
        await store.append("u", 1, b"{}", AppendRecords(tokens=[token("seat:bri", "b")]))
        await store.append("t", 2, b"{}", AppendRecords(revoked=["seat:bri", "seat:nobody"]))
        assert await store.token("t", token("seat:bri", "b").hash) is None
        assert await store.token_of("t", "seat:bri") is None
        assert await store.token_of("t", "gm") == token("gm", "g")
        assert await store.token_of("u", "seat:bri") == token("seat:bri", "b")

    async def test_revoking_comes_before_giving(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(tokens=[token("gm", "old")]))
        await store.append("t", 2, b"{}", AppendRecords(revoked=["gm"], tokens=[token("gm", "new")]))
        assert await store.token_of("t", "gm") == token("gm", "new")

    # Idempotency keys

    async def test_an_answered_request_names_its_entry_and_what_was_asked(self, store: Store) -> None:
        await fill(store, "t", 1)
        await store.append("t", 2, b"{}", AppendRecords(request=request("1", fingerprint="stand up")))
        assert await store.answered("t", "seat:bri", "1") == Answered(table="t", seq=2, fingerprint="stand up")

    async def test_the_same_id_of_another_caller_or_table_is_another_request(self, store: Store) -> None:
        await store.append("t", 1, b"{}", AppendRecords(request=request("1", caller="gm")))
        await store.append("t", 2, b"{}", AppendRecords(request=request("1", caller="seat:bri")))
        await store.append("u", 1, b"{}", AppendRecords(request=request("1", "u", caller="gm")))
        await store.append("v", 1, b"{}", AppendRecords(request=request("1", "", caller="gm")))
        assert await store.answered("t", "gm", "1") == Answered(table="t", seq=1, fingerprint="asked")
        assert await store.answered("t", "seat:bri", "1") == Answered(table="t", seq=2, fingerprint="asked")
        assert await store.answered("u", "gm", "1") == Answered(table="u", seq=1, fingerprint="asked")
        assert await store.answered("", "gm", "1") == Answered(table="v", seq=1, fingerprint="asked")
        assert await store.answered("v", "gm", "1") is None
        assert await store.answered("nobody's", "gm", "1") is None

    @pytest.mark.parametrize("seq", [1, 2, 3])
    async def test_a_key_is_used_once_whatever_the_seq(self, store: Store, seq: int) -> None:
        await store.append("t", 1, b"{}", AppendRecords(request=request("1")))
        with pytest.raises(AlreadyAnswered) as caught:
            await store.append("t", seq, b"{}", AppendRecords(request=request("1", fingerprint="other"), closed=True))
        assert caught.value.answered == Answered(table="t", seq=1, fingerprint="asked")
        assert (caught.value.kept, caught.value.code) == (False, "already_answered")
        assert [facts(info) for info in await store.tables()] == [("t", 1, None, False)]

    async def test_one_key_opens_one_table_even_when_it_is_sent_twice_at_once(self, store: Store) -> None:
        opening = AppendRecords(secret=SECRET, request=request("1", "", "public"))
        first, second = await asyncio.gather(
            store.append("t", 1, b"{}", opening), store.append("u", 1, b"{}", opening), return_exceptions=True
        )
        assert isinstance(first, int)
        assert isinstance(second, AlreadyAnswered)
        assert second.answered == Answered(table="t", seq=1, fingerprint="asked")
        assert [info.table for info in await store.tables()] == ["t"]

    # Snapshots

    async def test_the_newest_snapshot_up_to_a_seq_is_found(self, store: Store) -> None:
        await fill(store, "t", 9)
        for seq in (6, 3, 9):
            await store.save_snapshot("t", Snapshot(seq=seq, data=f"as of {seq}".encode()))
        assert await store.snapshot("t") == Snapshot(seq=9, data=b"as of 9")
        assert await store.snapshot("t", 8) == Snapshot(seq=6, data=b"as of 6")
        assert await store.snapshot("t", 6) == Snapshot(seq=6, data=b"as of 6")
        assert await store.snapshot("t", 2) is None
        assert await store.snapshot("u") is None

    async def test_a_snapshot_may_be_made_anew(self, store: Store) -> None:
        await fill(store, "t", 1)
        await store.save_snapshot("t", Snapshot(seq=1, data=b"old"))
        await store.save_snapshot("t", Snapshot(seq=1, data=b"new" * 50_000))
        assert await store.snapshot("t") == Snapshot(seq=1, data=b"new" * 50_000)

    async def test_a_snapshot_ahead_of_the_log_is_not_kept(self, store: Store) -> None:
        await fill(store, "t", 1)
        await store.save_snapshot("t", Snapshot(seq=2, data=b"of what may yet come out otherwise"))
        await store.save_snapshot("u", Snapshot(seq=1, data=b"of no table"))
        await fill(store, "t", 1, after=1)
        assert await store.snapshot("t") is None
        assert await store.snapshot("u") is None

    # The store as a whole

    async def test_the_servers_key_and_the_epoch_stay_as_they_were_first_given(self, store: Store) -> None:
        assert await store.server_key(b"\x00first") == b"\x00first"
        assert await store.server_key(b"second") == b"\x00first"
        assert await store.signing_key(b"\x00another") == b"\x00another"
        assert await store.signing_key(b"third") == b"\x00another"
        assert await store.epoch("first") == "first"
        assert await store.epoch("second") == "first"

    async def test_two_who_ask_at_once_get_one_key(self, store: Store) -> None:
        first, second = await asyncio.gather(store.server_key(b"first"), store.server_key(b"second"))
        assert first == second == await store.server_key(b"third")

    async def test_a_table_tells_the_hash_of_its_newest_line(self, store: Store) -> None:
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
