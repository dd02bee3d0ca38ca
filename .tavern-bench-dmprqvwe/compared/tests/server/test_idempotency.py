"""A request that is sent again takes effect once, also where both are served at the same time."""

import asyncio
from typing import Final

import pytest

from events.store import Answered
from events.stores.memory import MemoryStore
from server.commands.idempotency import fingerprint
from tests.server.conftest import Starting
from tests.server.serving import KEY, AroundStore, Served

TOGETHER: Final = 2


class TogetherStore(AroundStore):
    """Answers about a key only once as many requests as race have asked."""

    def __init__(self) -> None:
        super().__init__(MemoryStore())
        self._asked = 0
        self._all_asked = asyncio.Event()

    async def answered(self, scope: str, caller: str, request_id: str) -> Answered | None:
        found = await super().answered(scope, caller, request_id)
        self._asked += 1
        if self._asked == TOGETHER:
            self._all_asked.set()
        await self._all_asked.wait()
        return found


async def open_together(server: Served, *bodies: dict[str, str]) -> list[tuple[int, dict[str, str]]]:
    headers = {"Idempotency-Key": KEY}
    answers = await asyncio.gather(*(server.post("/api/tables", body, headers) for body in bodies))
    return [(answer.status, answer.json) for answer in answers]


async def test_two_racing_requests_with_the_same_key_open_one_table(start: Starting) -> None:
    store = TogetherStore()
    server = await start(store)
    (one, opened), (other, again) = await open_together(server, {"game": "race"}, {"game": "race"})
    assert (one, other) == (201, 201)
    assert again == opened
    assert len(await store.tables()) == 1


async def test_one_of_two_different_racing_requests_with_the_same_key_is_refused(start: Starting) -> None:
    store = TogetherStore()
    server = await start(store)
    answers = await open_together(server, {"game": "race"}, {"game": "bank"})
    assert sorted(status for status, _ in answers) == [201, 422]
    assert [answer["code"] for status, answer in answers if status == 422] == ["command_id_reused"]
    assert len(await store.tables()) == 1


@pytest.mark.parametrize("fields", [{"type": "roll"}, {"type": "roll", "id": "other"}])
def test_what_is_left_out_of_a_fingerprint_makes_no_difference(fields: dict[str, str]) -> None:
    assert fingerprint(fields, leave_out="id") == fingerprint({"id": "1", "type": "roll"}, leave_out="id")


def test_any_other_difference_makes_another_fingerprint() -> None:
    assert fingerprint({"type": "roll"}, leave_out="id") != fingerprint({"type": "hit"}, leave_out="id")
