"""Lookups that share a query: nobody gets an answer that is older than the question."""

import asyncio
from collections.abc import Mapping, Sequence

import pytest

from events.stores.postgresql.looks import Looks


class Queries:
    """Queries that are answered once they may be, with the length of each key except the empty one's."""

    def __init__(self) -> None:
        self.begun: list[Sequence[str]] = []
        self.has_begun = asyncio.Event()
        self.may_end = asyncio.Event()
        self.error: Exception | None = None

    async def find(self, keys: Sequence[str]) -> Mapping[str, int]:
        self.begun.append(keys)
        self.has_begun.set()
        await self.may_end.wait()
        if self.error is not None:
            raise self.error
        return {key: len(key) for key in keys if key}


async def test_those_who_ask_at_once_share_a_query_and_those_who_ask_during_it_share_the_next() -> None:
    queries = Queries()
    looks = Looks(queries.find)
    first = [asyncio.ensure_future(looks.at(key)) for key in ("a", "bb", "a", "")]
    await queries.has_begun.wait()
    later = [asyncio.ensure_future(looks.at(key)) for key in ("a", "ccc")]
    await asyncio.sleep(0)
    assert queries.begun == [["a", "bb", ""]]
    queries.may_end.set()
    assert await asyncio.gather(*first, *later) == [1, 2, 1, None, 1, 3]
    assert queries.begun == [["a", "bb", ""], ["a", "ccc"]]
    assert await looks.at("dddd") == 4


async def test_a_query_that_fails_fails_all_who_share_it_and_no_other() -> None:
    queries = Queries()
    looks = Looks(queries.find)
    queries.error = OSError("gone")
    queries.may_end.set()
    outcomes = await asyncio.gather(looks.at("a"), looks.at("bb"), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [OSError, OSError]
    queries.error = None
    assert await looks.at("a") == 1


async def test_a_caller_who_gives_up_takes_no_answer_from_the_others() -> None:
    queries = Queries()
    looks = Looks(queries.find)
    impatient, patient = (asyncio.ensure_future(looks.at(key)) for key in ("a", "bb"))
    await queries.has_begun.wait()
    impatient.cancel()
    with pytest.raises(asyncio.CancelledError):
        await impatient
    queries.may_end.set()
    assert await patient == 2
