"""What every store must do for the chat."""

import asyncio

import pytest

from events.store import (
    SAID_BYTES,
    AlreadySaid,
    AppendRecords,
    NoSuchTable,
    Said,
    Store,
)
from tests.events.stores.filling import (
    AT,
    everything,
    fill,
    say,
    size_of,
    texts,
)


def at(minute: int) -> str:
    return f"2026-01-01T20:{minute:02}:00.000Z"


class ChatContract:
    """The contract of `events.store.ChatStore`."""

    async def test_what_is_said_is_read_back_in_order(self, store: Store) -> None:
        await fill(store, "t", 1)
        assert await store.say("t", "seat:bri", at(1), "Wer beginnt? 🎲") == 1
        assert await store.say("t", "gm", at(2), '"\\\0\n') == 2
        assert await store.say("t", "seat:odo", at(2), "") == 3
        assert await store.chat("t", 0, 10) == [
            Said(n=1, at=at(1), by="seat:bri", text="Wer beginnt? 🎲", erases=None),
            Said(n=2, at=at(2), by="gm", text='"\\\0\n', erases=None),
            Said(n=3, at=at(2), by="seat:odo", text="", erases=None),
        ]
        assert await store.chat_last("t") == 3

    async def test_a_message_with_a_key_is_kept_once(self, store: Store) -> None:
        await fill(store, "t", 1)
        assert await store.said("t", "gm", "k") is None
        assert await store.say("t", "gm", at(1), "once", "k") == 1
        size = store.size()
        with pytest.raises(AlreadySaid) as caught:
            await store.say("t", "gm", at(2), "twice", "k")
        assert caught.value.n == 1
        assert await store.said("t", "gm", "k") == 1
        assert (await texts(store), store.size()) == (["once"], size)

    async def test_a_key_is_one_senders_at_one_table(self, store: Store) -> None:
        for table in ("t", "u"):
            await fill(store, table, 1)
        assert await store.say("t", "gm", AT, "a", "k") == 1
        assert await store.say("t", "seat:bri", AT, "b", "k") == 2
        assert await store.say("u", "gm", AT, "c", "k") == 1
        assert await store.say("t", "gm", AT, "d") == 3
        assert await store.say("t", "gm", AT, "e") == 4

    async def test_of_many_messages_with_one_key_at_once_one_is_kept(self, store: Store) -> None:
        await fill(store, "t", 1)
        outcomes = await asyncio.gather(
            *(store.say("t", "gm", AT, "again", "k") for _ in range(10)), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [int] + [AlreadySaid] * 9
        assert await texts(store) == ["again"]

    async def test_an_erased_message_keeps_its_key(self, store: Store) -> None:
        await fill(store, "t", 1)
        await store.say("t", "gm", AT, "oops", "k")
        await store.erase_chat("t", "gm", AT, None)
        with pytest.raises(AlreadySaid):
            await store.say("t", "gm", AT, "oops", "k")

    async def test_each_table_counts_for_itself(self, store: Store) -> None:
        for table in ("t", "u"):
            await fill(store, table, 1)
        assert await say(store, "a", "b") == [1, 2]
        assert await say(store, "c", table="u") == [1]
        assert await say(store, "d") == [3]
        assert await texts(store, "u") == ["c"]
        assert (await store.chat_last("t"), await store.chat_last("u")) == (3, 1)

    async def test_what_is_said_at_once_has_numbers_without_a_gap(self, store: Store) -> None:
        await fill(store, "t", 1)
        numbers = await asyncio.gather(*(store.say("t", "gm", AT, f"{n}") for n in range(100)))
        assert sorted(numbers) == list(range(1, 101))
        assert [said.text for said in await store.chat("t", 0, 1000)] == [
            f"{n}" for _, n in sorted(zip(numbers, range(100), strict=True))
        ]

    async def test_chat_is_read_a_page_at_a_time_with_any_numbers(self, store: Store) -> None:
        await fill(store, "t", 1)
        await say(store, *map(str, range(1, 301)))
        assert [said.n for said in await store.chat("t", 40, 3)] == [41, 42, 43]
        assert [said.n for said in await store.chat("t", 298, 10)] == [299, 300]
        assert [said.n for said in await store.chat("t", -(10**30), 10**30)] == list(range(1, 301))
        assert list(await store.chat("t", 300, 10)) == []
        assert list(await store.chat("t", 10**30, 10)) == []
        assert list(await store.chat("t", 0, 0)) == []
        assert list(await store.chat("t", 0, -1)) == []

    @pytest.mark.parametrize("table", ["nobody's", ""])
    async def test_nothing_is_said_at_a_table_that_is_not_there(self, store: Store, table: str) -> None:
        with pytest.raises(NoSuchTable):
            await store.say(table, "gm", AT, "Is anybody here?")
        with pytest.raises(NoSuchTable):
            await store.erase_chat(table, "gm", AT, None)
        assert list(await store.chat(table, 0, 10)) == []
        assert await store.chat_last(table) == 0
        assert store.size() == 0

    async def test_what_is_no_text_is_not_said(self, store: Store) -> None:
        await fill(store, "t", 1)
        for by, text in (("gm", "\ud800"), ("\ud800", "text")):
            with pytest.raises(ValueError, match="surrogates"):
                await store.say("t", by, AT, text)
        assert await store.chat_last("t") == 0
        assert list(await store.chat("\ud800", 0, 10)) == []
        assert await store.chat_last("\ud800") == 0

    async def test_chat_is_no_part_of_the_log(self, store: Store) -> None:
        await fill(store, "t", 2)
        before = await everything(store)
        await say(store, "a")
        assert await everything(store) == before
        await fill(store, "t", 1, after=2)
        info = await store.table("t")
        assert info is not None
        assert info.seq == 3

    async def test_what_is_erased_is_blank_and_the_erasure_says_which(self, store: Store) -> None:
        await fill(store, "t", 1)
        await say(store, "one", "two", "three")
        assert await store.erase_chat("t", "gm", at(9), [3, 1]) == 4
        assert await store.chat("t", 0, 10) == [
            Said(n=1, at=AT, by="seat:bri", text=None, erases=None),
            Said(n=2, at=AT, by="seat:bri", text="two", erases=None),
            Said(n=3, at=AT, by="seat:bri", text=None, erases=None),
            Said(n=4, at=at(9), by="gm", text=None, erases=[1, 3]),
        ]
        assert await say(store, "four") == [5]

    async def test_everything_can_be_erased_at_once(self, store: Store) -> None:
        for table in ("t", "u"):
            await fill(store, table, 1)
        await say(store, "one", "", "three")
        await say(store, "elsewhere", table="u")
        await store.erase_chat("t", "gm", AT, [1])
        assert await store.erase_chat("t", "gm", AT, None) == 5
        assert await texts(store) == [None, None, None, None, None]
        assert (await store.chat("t", 4, 1))[0].erases == [2, 3]
        assert await texts(store, "u") == ["elsewhere"]

    @pytest.mark.parametrize("numbers", [[], [1], [2], [1, 2], [0], [-1], [3], [10**30, -(10**30)], None])
    async def test_where_nothing_is_left_to_erase_nothing_changes(
        self, store: Store, numbers: list[int] | None
    ) -> None:
        await fill(store, "t", 1)
        await say(store, "one")
        await store.erase_chat("t", "gm", AT, [1])
        before, size = await store.chat("t", 0, 10), store.size()
        assert await store.erase_chat("t", "gm", AT, numbers) is None
        assert await store.chat("t", 0, 10) == before
        assert store.size() == size

    async def test_an_erasure_names_only_what_it_erased_and_each_once(self, store: Store) -> None:
        await fill(store, "t", 1)
        await say(store, "one", "two")
        await store.erase_chat("t", "gm", AT, [1])
        assert await store.erase_chat("t", "gm", AT, [1, 2, 2, 3, 77]) == 4
        assert (await store.chat("t", 3, 1))[0].erases == [2]

    async def test_of_two_who_erase_at_once_one_did(self, store: Store) -> None:
        await fill(store, "t", 1)
        await say(store, "one")
        outcomes = await asyncio.gather(*(store.erase_chat("t", "gm", AT, [1]) for _ in range(2)))
        assert list(outcomes) == [2, None]

    async def test_chat_counts_with_its_table_and_what_was_erased_keeps_its_room(self, store: Store) -> None:
        await store.append("t", 1, b"x" * 100, AppendRecords())
        await say(store, "ß🎲", "")
        assert await size_of(store, "t") == store.size() == 100 + 2 * SAID_BYTES + 6
        await store.erase_chat("t", "gm", AT, None)
        assert await size_of(store, "t") == store.size() == 100 + 3 * SAID_BYTES + 6 + len("[1,2]")
