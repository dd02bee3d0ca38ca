"""Chat: in a stream of its own, with numbers of its own, and erasable."""

from collections.abc import Sequence

import pytest

from events.storage.contract import Said
from events.storage.memory import MemoryStore
from server.tables.chat import Chat, message_of
from tests.server.conftest import Starting
from tests.server.serving import AroundStore, Caller, Opened, Served

AT = "2025-03-01T19:00:00.000Z"


async def talking(server: Served) -> tuple[Opened, Caller, Caller]:
    table = await server.open("race")
    return table, await table.sit("Ada"), await table.sit("Wat", watch=True)


async def say(caller: Caller, text: str) -> int:
    answer = await caller.post("/chat", {"text": text})
    assert answer.status == 201, answer.body
    number: int = answer["n"]
    return number


async def test_everybody_reads_the_messages_of_seats_watchers_and_the_gm(server: Served) -> None:
    table, ada, wat = await talking(server)
    for caller in (ada, wat, table.gm):
        await say(caller, "Prost!")
    read = (await table.public.get("/chat")).json
    assert [(one["n"], one["by"], one["text"]) for one in read["messages"]] == [
        (1, "seat:ada", "Prost!"),
        (2, "seat:wat", "Prost!"),
        (3, "gm", "Prost!"),
    ]
    assert (read["last"], read["more"]) == (3, False)
    assert (await ada.get("/chat?after=2")).json["messages"] == read["messages"][2:]


async def test_a_message_that_is_sent_again_with_its_id_appears_once(server: Served) -> None:
    table, ada, wat = await talking(server)
    first = await ada.post("/chat", {"id": "one", "text": "hello"})
    again = await ada.post("/chat", {"text": "hello"}, {"Idempotency-Key": "one"})
    assert (first.status, first.body) == (again.status, again.body)
    assert (await wat.post("/chat", {"id": "one", "text": "hello"}))["n"] == 2
    assert (await table.public.get("/chat"))["last"] == 2


async def test_an_id_that_was_used_for_another_message_is_refused(server: Served) -> None:
    _, ada, _ = await talking(server)
    await ada.post("/chat", {"id": "one", "text": "hello"})
    assert (await ada.post("/chat", {"id": "one", "text": "bye"})).code == (422, "command_id_reused")
    for wrong in ("", "  ", "x" * 201, 5, "ü"):
        assert (await ada.post("/chat", {"id": wrong, "text": "bye"})).code == (422, "bad_id")


async def test_a_repeated_message_that_was_erased_meanwhile_stays_erased(server: Served) -> None:
    _, ada, _ = await talking(server)
    await ada.post("/chat", {"id": "one", "text": "oops"})
    await ada.delete("/chat/1")
    again = await ada.post("/chat", {"id": "one", "text": "oops"})
    assert (again.status, again["n"], again["text"]) == (201, 1, None)


async def test_chat_moves_no_version_and_leaves_no_entry(server: Served) -> None:
    table, ada, _ = await talking(server)
    before = await ada.get()
    await say(ada, "hello")
    assert (await ada.get()).body == before.body
    assert b"hello" not in (await table.gm.get("/export")).body


async def test_an_author_erases_what_they_said_and_readers_learn_of_it(server: Served) -> None:
    table, ada, _ = await talking(server)
    await say(ada, "my password is swordfish")
    erased = await ada.delete("/chat/1")
    assert (erased.status, erased["n"], erased["erases"]) == (200, 2, [1])
    read = await table.public.get("/chat")
    assert b"swordfish" not in read.body
    assert [(one["n"], one["text"], one["erases"]) for one in read["messages"]] == [(1, None, None), (2, None, [1])]
    assert (await ada.delete("/chat/1")).code == (404, "no_such_message")
    assert (await ada.delete("/chat/2")).code == (404, "no_such_message")
    assert (await ada.delete("/chat/99")).code == (404, "no_such_message")


async def test_the_gm_erases_one_message_or_all_and_a_seat_only_its_own(server: Served) -> None:
    table, ada, wat = await talking(server)
    for text in ("one", "two", "three"):
        await say(ada, text)
    assert (await wat.delete("/chat/1")).code == (403, "not_your_message")
    assert (await wat.delete("/chat")).code == (403, "gm_only")
    assert (await table.gm.delete("/chat/1"))["erases"] == [1]
    assert (await table.gm.delete("/chat"))["erases"] == [2, 3]
    assert (await table.gm.delete("/chat")).code == (404, "no_such_message")
    await say(ada, "four")
    assert [one["text"] for one in (await ada.get("/chat?after=5"))["messages"]] == ["four"]


@pytest.mark.parametrize("text", ["", " \n ", "x" * 1_001, "bell\x07", 3, None])
async def test_a_text_that_nobody_could_read_is_refused(server: Served, text: object) -> None:
    _, ada, _ = await talking(server)
    assert (await ada.post("/chat", {"text": text})).code == (422, "invalid_body")


async def test_a_long_chat_is_read_page_by_page(start: Starting) -> None:
    server = await start()
    _, ada, _ = await talking(server)
    for number in range(205):
        await say(ada, f"{number}")
    first = (await ada.get("/chat")).json
    assert (first["last"], first["more"], len(first["messages"])) == (200, True, 200)
    rest = (await ada.get("/chat?after=200")).json
    assert ([one["text"] for one in rest["messages"]], rest["more"]) == (["200", "201", "202", "203", "204"], False)


class CountingChat(AroundStore):
    """Counts how often it is asked for messages, and for the number of the last."""

    def __init__(self) -> None:
        super().__init__(MemoryStore())
        self.reads = 0
        self.lasts = 0

    async def chat(self, table: str, after: int, limit: int) -> Sequence[Said]:
        self.reads += 1
        return await super().chat(table, after, limit)

    async def chat_last(self, table: str) -> int:
        self.lasts += 1
        return await super().chat_last(table)


class Kept:
    """A table's chat in memory, and the store below it."""

    def __init__(self, store: CountingChat, table: str) -> None:
        self.store = store
        self.table = table
        self.chat = Chat(store, table)

    async def say(self, *texts: str) -> None:
        """Store messages; nobody hears of them."""
        for text in texts:
            await self.store.say(self.table, "gm", AT, text)

    async def take(self, *numbers: int) -> None:
        """Hear of stored messages."""
        for number in numbers:
            (said,) = await self.store.inner.chat(self.table, number - 1, 1)
            self.chat.take(message_of(said))

    async def frames(self, after: int) -> tuple[int, int, int]:
        """The last number, the number of frames, and how often the store was read for them."""
        before = self.store.reads
        last, frames = await self.chat.frames(after)
        return last, frames.count(b"event: chat"), self.store.reads - before


@pytest.fixture
async def kept(start: Starting) -> Kept:
    store = CountingChat()
    return Kept(store, (await (await start(store)).open("race")).id)


async def test_the_newest_32_messages_are_sent_from_memory(kept: Kept) -> None:
    await kept.say(*map(str, range(40)))
    await kept.take(*range(1, 41))
    assert await kept.frames(40) == (40, 0, 0)
    assert await kept.frames(39) == (40, 1, 0)
    assert await kept.frames(8) == (40, 32, 0)
    assert await kept.frames(7) == (40, 33, 1)
    assert kept.store.lasts == 1


async def test_messages_that_were_never_heard_of_are_sent_page_by_page(kept: Kept) -> None:
    await kept.say(*map(str, range(250)))
    assert await kept.frames(0) == (200, 200, 1)
    assert await kept.frames(200) == (250, 50, 1)
    await kept.say("more")
    await kept.take(251)
    assert await kept.frames(250) == (251, 1, 0)
    assert await kept.frames(249) == (251, 2, 1)


async def test_a_message_that_is_heard_of_twice_changes_nothing(kept: Kept) -> None:
    await kept.say("one", "two")
    await kept.take(1, 2, 2, 1)
    assert await kept.frames(0) == (2, 2, 0)


async def test_what_was_erased_is_not_sent_from_memory(kept: Kept) -> None:
    await kept.say("a secret", "two")
    await kept.take(1, 2)
    await kept.store.erase_chat(kept.table, "gm", AT, [1])
    await kept.take(3)
    assert await kept.frames(2) == (3, 1, 0)
    assert await kept.frames(0) == (3, 3, 1)
    assert b"a secret" not in (await kept.chat.frames(0))[1]


async def test_what_was_erased_is_not_sent_from_memory_if_the_erasure_is_heard_of_late(kept: Kept) -> None:
    await kept.say("a secret")
    await kept.take(1)
    await kept.store.erase_chat(kept.table, "gm", AT, [1])
    await kept.say("three")
    await kept.chat.frames(0)
    (said,) = await kept.store.inner.chat(kept.table, 0, 1)
    assert said.text is None
    await kept.take(3, 2)
    assert await kept.frames(0) == (3, 3, 1)
    assert b"a secret" not in (await kept.chat.frames(0))[1]


async def test_the_store_is_asked_again_only_if_it_has_more_than_was_heard_of(kept: Kept) -> None:
    await kept.say("one", "two")
    assert kept.chat.newer(2)
    assert not kept.chat.heard(9)
    assert await kept.chat.last() == 2
    assert (kept.chat.newer(1), kept.chat.newer(2)) == (True, False)
    await kept.say("three")
    await kept.take(3)
    assert (kept.chat.newer(2), kept.chat.newer(3)) == (True, False)
    assert not kept.chat.heard(3)
    assert await kept.chat.last() == 3
    assert kept.store.lasts == 1
    await kept.say("four")
    assert kept.chat.heard(4)
    assert kept.chat.newer(3)
    assert await kept.frames(2) == (4, 2, 1)
    assert kept.store.lasts == 2
