"""What every store must do for the indexes of the log: rounds and the directory."""

import asyncio

import pytest

from events.store import (
    AppendRecords,
    Conflict,
    DirectoryEntry,
    RoundSpan,
    Store,
)
from tests.events.stores.files import ByHand
from tests.events.stores.filling import (
    NOTHING,
    fill,
    line,
    round_line,
)

FIRST = RoundSpan(round=1, first=2, last=4, unsealed=None)


async def three_rounds(store: Store, table: str = "t") -> None:
    """Two rounds that are over, the second unsealed later, and one that runs."""
    lines = [
        line(table, 1),
        round_line(began=1),
        line(table, 3),
        round_line(ended=1),
        round_line(began=2),
        round_line(voided=2),
        round_line(began=3),
        round_line(unsealed=2),
    ]
    for seq, kept in enumerate(lines, 1):
        await store.append(table, seq, kept, NOTHING)


class RoundsContract:
    """The contract of `events.store.LogStore` for `rounds`, `round` and `directory`."""

    async def test_rounds_are_where_their_entries_begin_end_and_unseal_them(self, store: Store) -> None:
        await three_rounds(store)
        assert await store.rounds("t", 0, 10) == [
            FIRST,
            RoundSpan(round=2, first=5, last=6, unsealed=8),
            RoundSpan(round=3, first=7, last=None, unsealed=None),
        ]
        assert await store.round("t", 1) == FIRST
        assert await store.round("t", 2) == RoundSpan(round=2, first=5, last=6, unsealed=8)

    async def test_rounds_that_are_derived_again_are_the_same(self, store: Store) -> None:
        await three_rounds(store)
        await three_rounds(store, "u")
        before = [list(await store.rounds(table, 0, 10)) for table in ("t", "u")]
        await store.rebuild_rounds("t")
        await store.rebuild_rounds("unknown")
        assert [list(await store.rounds(table, 0, 10)) for table in ("t", "u")] == before
        assert list(await store.rounds("unknown", 0, 10)) == []

    async def test_rounds_whose_index_was_changed_are_found_in_the_lines_again(
        self, store: Store, by_hand: ByHand
    ) -> None:
        await three_rounds(store)
        before = list(await store.rounds("t", 0, 10))
        for change in (
            "DELETE FROM rounds",
            "UPDATE rounds SET first = 1",
            "UPDATE rounds SET last = 7, unsealed = 7",
            "INSERT INTO rounds VALUES (1, 9, 3, NULL, NULL)",
        ):
            by_hand(change)
            assert list(await store.rounds("t", 0, 10)) != before
            await store.rebuild_rounds("t")
            assert list(await store.rounds("t", 0, 10)) == before

    async def test_a_round_that_an_entry_ends_and_begins_again_began_where_it_did(self, store: Store) -> None:
        again = round_line(voided=1, began=1)
        for seq, kept in enumerate((again, again, round_line(ended=1, began=1, unsealed=1)), 1):
            await store.append("t", seq, kept, NOTHING)
        assert await store.rounds("t", 0, 10) == [RoundSpan(round=1, first=1, last=3, unsealed=3)]

    async def test_a_round_may_end_with_the_entry_that_unseals_it(self, store: Store) -> None:
        await store.append("t", 1, round_line(began=1), NOTHING)
        await store.append("t", 2, round_line(ended=1, unsealed=1), NOTHING)
        assert await store.round("t", 1) == RoundSpan(round=1, first=1, last=2, unsealed=2)

    async def test_a_round_may_begin_with_the_entry_that_ends_the_one_before(self, store: Store) -> None:
        await store.append("t", 1, round_line(began=1), NOTHING)
        await store.append("t", 2, round_line(ended=1, began=2), NOTHING)
        assert await store.rounds("t", 0, 10) == [
            RoundSpan(round=1, first=1, last=2, unsealed=None),
            RoundSpan(round=2, first=2, last=None, unsealed=None),
        ]

    async def test_rounds_are_listed_a_page_at_a_time(self, store: Store) -> None:
        await store.append("t", 1, round_line(began=1), NOTHING)
        for number in range(1, 300):
            await store.append("t", number + 1, round_line(ended=number, began=number + 1), NOTHING)
        assert [span.round for span in await store.rounds("t", 0, 1000)] == list(range(1, 301))
        assert [span.round for span in await store.rounds("t", 40, 3)] == [41, 42, 43]
        assert [span.round for span in await store.rounds("t", 298, 10)] == [299, 300]
        assert list(await store.rounds("t", 300, 10)) == []
        assert list(await store.rounds("t", 0, 0)) == []

    async def test_rounds_are_asked_for_with_any_numbers(self, store: Store) -> None:
        await three_rounds(store)
        assert [span.round for span in await store.rounds("t", -(10**30), 10**30)] == [1, 2, 3]
        assert list(await store.rounds("t", 10**30, 1)) == []
        assert list(await store.rounds("t", 0, -1)) == []
        for number in (-(10**30), -1, 0, 4, 10**30):
            assert await store.round("t", number) is None

    async def test_a_round_has_the_highest_number_that_there_is(self, store: Store) -> None:
        highest = 2**63 - 1
        await store.append("t", 1, round_line(began=highest), NOTHING)
        span = RoundSpan(round=highest, first=1)
        assert await store.round("t", highest) == span
        assert await store.round("t", highest - 1) is None
        assert await store.rounds("t", highest - 1, 10) == [span]
        assert list(await store.rounds("t", highest, 10)) == []

    @pytest.mark.parametrize("table", ["u", "nobody's", "\ud800"])
    async def test_a_table_at_which_nothing_was_played_has_no_rounds(self, store: Store, table: str) -> None:
        await three_rounds(store)
        await fill(store, "u", 1)
        assert list(await store.rounds(table, 0, 10)) == []
        assert await store.round(table, 1) is None

    async def test_a_refused_append_begins_no_round(self, store: Store) -> None:
        await three_rounds(store)
        with pytest.raises(Conflict):
            await store.append("t", 8, round_line(began=4, ended=3), AppendRecords(listing=b"{}"))
        assert await store.round("t", 4) is None
        assert await store.round("t", 3) == RoundSpan(round=3, first=7, last=None, unsealed=None)
        assert list(await store.directory(None, 10)) == []

    async def test_tables_are_listed_as_their_newest_entries_say(self, store: Store) -> None:
        for table in ("c", "a", "b"):
            await store.append(table, 1, b"{}", AppendRecords(listing=f"{table} as opened".encode()))
        await store.append("a", 2, b"{}", AppendRecords(listing=b"a now"))
        await store.append("b", 2, b"{}", NOTHING)
        assert await store.directory(None, 10) == [
            DirectoryEntry(table="c", data=b"c as opened"),
            DirectoryEntry(table="a", data=b"a now"),
        ]
        assert [info.listed for info in await store.tables()] == [True, True, False]
        await store.append("b", 3, b"{}", AppendRecords(listing=b"b again"))
        assert [entry.table for entry in await store.directory(None, 10)] == ["c", "a", "b"]

    async def test_a_closed_table_is_not_in_the_directory(self, store: Store) -> None:
        await store.append("a", 1, b"{}", AppendRecords(listing=b"a"))
        await store.append("a", 2, b"{}", AppendRecords(listing=b"a", closed=True))
        assert list(await store.directory(None, 10)) == []

    async def test_the_directory_is_listed_a_page_at_a_time(self, store: Store) -> None:
        names = [f"table-{n}" for n in range(200)]
        listed = [AppendRecords(listing=b"{}") if n % 2 else NOTHING for n in range(200)]
        await asyncio.gather(
            *(store.append(name, 1, b"{}", beside) for name, beside in zip(names, listed, strict=True))
        )
        page = await store.directory(None, 60)
        assert [entry.table for entry in page] == names[1:120:2]
        assert [entry.table for entry in await store.directory(page[-1].table, 60)] == names[121::2]
        assert [entry.table for entry in await store.directory("table-150", 2)] == ["table-151", "table-153"]
        assert list(await store.directory(names[-1], 60)) == []
        assert list(await store.directory(None, 0)) == []
        assert len(await store.directory(None, 10**30)) == 100

    @pytest.mark.parametrize("after", ["nobody's", "", "\ud800"])
    async def test_nothing_is_listed_after_an_unknown_table(self, store: Store, after: str) -> None:
        await store.append("a", 1, b"{}", AppendRecords(listing=b"a"))
        assert list(await store.directory(after, 10)) == []
