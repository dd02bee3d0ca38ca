"""How the client reads a live stream that breaks, from a stand-in that speaks what docs/api.md says of streams."""

import asyncio
from typing import Any

import msgspec
import pytest

from tavern_client import (
    ApiProblem,
    BadAnswer,
    Chat,
    Cursor,
    Entry,
    Live,
    LogWentBack,
    OutOfOrder,
    Patience,
    Reset,
    Unreachable,
)
from tests.tools import standing_in as told
from tests.tools.standing_in import (
    EPOCH,
    TABLE,
    TOKEN,
    Answer,
    Cut,
    Said,
    Silence,
    StandIn,
    Stream,
    cursor,
    problem,
    standing_in,
    view,
)


def event(kind: str, data: dict[str, Any], at: Cursor | None = None) -> bytes:
    mark = "" if at is None else f"id: {at}\n"
    return f"event: {kind}\n{mark}data: {msgspec.json.encode(data).decode()}\n\n".encode()


def entry(version: int, epoch: str = EPOCH, forks: dict[int, str] | None = None) -> bytes:
    at = cursor(version, epoch, forks)
    return event("entry", told.entry(version, fork=(forks or {}).get(version, "")), at)


def reset(version: int, epoch: str = EPOCH, forks: dict[int, str] | None = None, viewer: str = "seat:bri") -> bytes:
    at = cursor(version, epoch, forks)
    shown = view(version, viewer=viewer)
    return event("reset", {"version": version, "epoch": epoch, "seen": at.seen, "view": shown}, at)


def chat(n: int) -> bytes:
    return event("chat", {"n": n, "at": "2025-03-01T19:00:00.000Z", "by": "gm", "text": "hm", "erases": None})


def close(reason: str = "stopping", retry_ms: float = 700) -> bytes:
    return event("close", {"reason": reason, "retry_ms": retry_ms})


def live(stand_in: StandIn, at: Cursor | None = None) -> Live:
    return stand_in.tavern.onlooker(TABLE, TOKEN).live(at)


async def read(stream: Live, items: int) -> list[str]:
    """So many items of a stream, in short."""
    items_read: list[str] = []
    async with stream:
        async for item in stream:
            match item:
                case Entry(version=version):
                    items_read.append(f"entry {version}")
                case Reset(version=version, epoch=epoch):
                    items_read.append(f"reset {version}.{epoch}")
                case Chat(n=n):
                    items_read.append(f"chat {n}")
            if len(items_read) == items:
                break
    return items_read


def cursors(stand_in: StandIn) -> list[str | None]:
    """With which cursor each connection was made."""
    return [asked.headers.get("Last-Event-ID") for asked in stand_in.asked]


async def test_a_stream_begins_with_a_reset_and_goes_on_version_by_version() -> None:
    async with standing_in(Stream([b"retry: 2000\n\n", reset(3), entry(4), b":\n\n", chat(1), entry(5)])) as stand_in:
        stream = live(stand_in)

        assert await read(stream, 4) == [f"reset 3.{EPOCH}", "entry 4", "chat 1", "entry 5"]
        assert stream.cursor == cursor(5)
        assert [asked.path for asked in stand_in.asked] == [f"/api/tables/{TABLE}/live"]
        assert stand_in.asked[0].headers["Authorization"] == f"Bearer {TOKEN}"
        assert cursors(stand_in) == [None]


async def test_the_newest_entry_brings_the_view() -> None:
    shown = told.entry(4, {"type": "x"}, seat="bri", view=view(4, phase="cut"))
    newest = event("entry", shown, cursor(4))
    async with standing_in(Stream([newest])) as stand_in, live(stand_in, cursor(3)) as stream:
        item = await anext(stream)

    assert isinstance(item, Entry)
    assert item.view is not None
    assert (item.seat, item.events, item.view.phase) == ("bri", [{"type": "x"}], "cut")


@pytest.mark.parametrize("end", ["whole", "cut"])
async def test_it_resumes_after_the_last_version_that_came_whole(end: str) -> None:
    broken = Stream([reset(3), entry(4), entry(5)[:40]], end)
    async with standing_in(broken, Cut(), Stream([entry(5), entry(6)])) as stand_in:
        assert await read(live(stand_in), 4) == [f"reset 3.{EPOCH}", "entry 4", "entry 5", "entry 6"]
        assert cursors(stand_in) == [None, str(cursor(4)), str(cursor(4))]


async def test_a_reader_with_a_cursor_goes_on_from_there() -> None:
    kept = Cursor.read(str(cursor(8)))
    async with standing_in(Stream([entry(9)])) as stand_in:
        assert await read(live(stand_in, kept), 1) == ["entry 9"]
        assert cursors(stand_in) == [str(cursor(8))]


async def test_another_log_begins_with_a_reset_and_is_resumed_by_its_own_epoch() -> None:
    async with standing_in(Stream([reset(2, "aa"), entry(3, "aa")]), Stream([entry(4, "aa")])) as stand_in:
        assert await read(live(stand_in, cursor(8)), 3) == ["reset 2.aa", "entry 3", "entry 4"]
        assert cursors(stand_in) == [str(cursor(8)), str(cursor(3, "aa"))]


async def test_a_stream_may_go_on_with_another_log_while_it_is_read() -> None:
    async with standing_in(Stream([reset(3), entry(4), reset(2, "aa"), entry(3, "aa")])) as stand_in:
        assert await read(live(stand_in), 4) == [f"reset 3.{EPOCH}", "entry 4", "reset 2.aa", "entry 3"]


@pytest.mark.parametrize(
    "now",
    [reset(2), reset(5), reset(4, forks={4: "x"}), reset(9, forks={4: "x"})],
    ids=["shorter", "as long", "changed", "longer"],
)
async def test_a_stream_that_starts_over_in_the_same_log_went_back_and_says_so_once(now: bytes) -> None:
    async with standing_in(Stream([reset(3), entry(4), entry(5)], "cut"), Stream([now, chat(1)])) as stand_in:
        stream = live(stand_in)
        for _ in range(3):
            await anext(stream)
        with pytest.raises(LogWentBack, match=r"no longer has what was read up to version 5 \(log_went_back\)"):
            await anext(stream)
        assert isinstance(await anext(stream), Reset)
        assert isinstance(await anext(stream), Chat)


async def test_a_cursor_that_was_kept_finds_that_the_log_went_back() -> None:
    async with standing_in(Stream([reset(2)])) as stand_in:
        with pytest.raises(LogWentBack):
            await anext(live(stand_in, cursor(8)))


async def test_an_entry_after_which_another_log_was_seen_says_that_the_log_went_back() -> None:
    changed = {4: "x"}
    stream_of = Stream([reset(3), entry(4), entry(5, forks=changed), entry(6, forks=changed)])
    async with standing_in(stream_of) as stand_in:
        stream = live(stand_in)
        for _ in range(2):
            await anext(stream)
        with pytest.raises(LogWentBack, match="was changed up to version 4"):
            await anext(stream)
        assert await read(stream, 2) == ["entry 5", "entry 6"]


async def test_a_seat_that_is_admitted_reads_another_log_than_the_public_and_nothing_went_back() -> None:
    waiting = Stream([reset(7, viewer="public"), close("token_changed")])
    async with standing_in(waiting, Stream([reset(2)])) as stand_in:
        assert await read(live(stand_in), 2) == [f"reset 7.{EPOCH}", f"reset 2.{EPOCH}"]


async def test_a_stream_whose_token_was_changed_starts_over_and_says_who_reads_it() -> None:
    waiting = Stream([reset(7, viewer="public"), close("token_changed")])
    async with standing_in(waiting, Stream([reset(7)])) as stand_in:
        assert await read(live(stand_in), 2) == [f"reset 7.{EPOCH}", f"reset 7.{EPOCH}"]
        assert cursors(stand_in) == [None, None]


@pytest.mark.parametrize(
    "wrong",
    [
        [entry(4)],
        [reset(3), entry(3)],
        [reset(3), entry(4), entry(4)],
        [reset(3), entry(5)],
        [reset(3), entry(4, "aa")],
        [reset(3), entry(4).replace(b'"version":4', b'"version":5')],
        [reset(3), entry(4).replace(b"id: 4", b"id: 5")],
        [reset(3), entry(4).replace(b"id: ", b"x: ")],
    ],
    ids=["without a reset", "again", "twice", "a gap", "another log", "another version", "another id", "no id"],
)
async def test_a_version_that_is_not_due_is_an_error(wrong: list[bytes]) -> None:
    async with standing_in(Stream([*wrong, entry(6)])) as stand_in:
        with pytest.raises(OutOfOrder):
            await read(live(stand_in), 10)
        assert len(stand_in.asked) == 1


async def test_a_version_that_comes_again_after_resuming_is_an_error() -> None:
    async with standing_in(Stream([reset(3), entry(4)], "cut"), Stream([entry(4)])) as stand_in:
        with pytest.raises(OutOfOrder, match=r"the stream sent version 4 .* expected 5\."):
            await read(live(stand_in), 10)


async def test_the_server_says_when_to_come_again_and_why_it_ended() -> None:
    ending = Stream([reset(3), close("too_slow", 1700), entry(4)])
    async with standing_in(ending, Stream([entry(4)])) as stand_in, live(stand_in) as stream:
        assert [type(await anext(stream)) for _ in range(2)] == [Reset, Entry]
        assert stand_in.waits == [1.7]
        assert stream.connections == 2
        assert cursors(stand_in) == [None, str(cursor(3))]


async def test_the_time_to_reconnect_is_the_least_wait_after_a_break() -> None:
    async with standing_in(Stream([b"retry: 2000\n\n", reset(3)], "cut"), Stream([entry(4)])) as stand_in:
        await read(live(stand_in), 2)

        assert stand_in.waits == [2.0]


@pytest.mark.parametrize(
    ("ending", "wait"),
    [
        (b"", 1.0),
        (b"retry: 0\n\n", 1.0),
        (b"retry: 2147483000\n\n", 60.0),
        (b"retry: " + b"9" * 5_000 + b"\n\n", 60.0),
        (close(retry_ms=0), 1.0),
        (close(retry_ms=-5_000), 1.0),
        (close(retry_ms=2_147_483_000), 60.0),
        (close().replace(b"700", b"9" * 40), 60.0),
    ],
    ids=["none", "none at all", "days", "endless", "at once", "before", "days at the end", "endless at the end"],
)
async def test_a_stream_comes_back_after_a_second_at_least_and_a_minute_at_most(ending: bytes, wait: float) -> None:
    async with standing_in(Stream([reset(3) + ending], "cut"), Stream([entry(4)])) as stand_in:
        await read(live(stand_in), 2)

        assert stand_in.waits == [wait]


async def test_waits_grow_until_a_stream_sends_something_again() -> None:
    again: list[Answer] = [Stream([reset(3)]), Cut(), Cut(), Stream([entry(4)]), Cut(), Stream([entry(5)])]
    async with standing_in(*again, patience=Patience(first_wait=2.0)) as stand_in:
        await read(live(stand_in), 3)

    least = [1.0, 2.0, 2.5, 1.0, 2.0]
    assert [low <= wait <= 2 * low for low, wait in zip(least, stand_in.waits, strict=True)] == [True] * 5


async def test_a_server_that_stays_away_is_unreachable() -> None:
    async with standing_in(Stream([reset(3)]), *[Cut()] * 4) as stand_in:
        with pytest.raises(Unreachable, match="cannot be reached"):
            await read(live(stand_in), 2)
        assert len(stand_in.waits) == 4


async def test_streams_that_end_before_they_send_anything_are_not_read_for_ever() -> None:
    async with standing_in(*[Stream([b"retry: 1\n\n"])] * 5) as stand_in:
        with pytest.raises(Unreachable, match="closes every stream immediately"):
            await read(live(stand_in), 1)


async def test_a_stream_without_a_sign_of_life_is_given_up_and_resumed() -> None:
    patience = Patience(silence=0.05)
    silent = Stream([reset(3)], "never")
    async with standing_in(silent, Stream([entry(4)]), patience=patience) as stand_in:
        assert await read(live(stand_in), 2) == [f"reset 3.{EPOCH}", "entry 4"]
        assert cursors(stand_in) == [None, str(cursor(3))]


async def test_a_reader_that_gave_up_waiting_can_wait_again() -> None:
    async with standing_in(Stream([reset(3)], "never"), Stream([entry(4), entry(5)])) as stand_in:
        stream = live(stand_in)
        await anext(stream)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(stream), 0.01)
        assert await read(stream, 2) == ["entry 4", "entry 5"]
        assert cursors(stand_in) == [None, str(cursor(3))]


async def test_a_stream_that_was_closed_is_at_its_end() -> None:
    async with standing_in(Stream([reset(3), entry(4)])) as stand_in:
        stream = live(stand_in)
        await anext(stream)
        await stream.close()
        assert [item async for item in stream] == []


async def test_a_stream_that_never_begins_is_given_up() -> None:
    patience = Patience(silence=0.05, attempts=2)
    async with standing_in(Silence(), Silence(), patience=patience) as stand_in:
        with pytest.raises(Unreachable, match="does not answer"):
            await read(live(stand_in), 1)


async def test_a_server_that_is_busy_is_asked_again_when_it_said() -> None:
    busy = problem(429, "too_many_requests", {"Retry-After": "7"})
    async with standing_in(busy, problem(503, "store_unavailable"), Stream([reset(1)])) as stand_in:
        assert await read(live(stand_in), 1) == [f"reset 1.{EPOCH}"]
        assert stand_in.waits[0] == 7.0


async def test_a_token_that_is_no_longer_valid_ends_it() -> None:
    async with standing_in(Stream([reset(3), close("token_changed", 0)]), problem(401, "wrong_token")) as stand_in:
        with pytest.raises(ApiProblem, match="wrong_token"):
            await read(live(stand_in), 2)


@pytest.mark.parametrize(
    "answer",
    [
        Said({"tables": []}),
        Said(b"<html>", headers={"Content-Type": "text/html"}),
        Stream([b"event: reset\ndata: {}\n\n"]),
        Stream([b"event: reset\ndata: no\n\n"]),
    ],
    ids=["JSON", "a page", "an empty reset", "no JSON"],
)
async def test_an_answer_without_a_live_stream_is_refused(answer: Said | Stream) -> None:
    async with standing_in(answer) as stand_in:
        with pytest.raises(BadAnswer):
            await read(live(stand_in), 1)


async def test_events_of_kinds_that_are_not_known_are_passed_over() -> None:
    async with standing_in(Stream([reset(3), event("fanfare", {}), entry(4)])) as stand_in:
        assert await read(live(stand_in), 2) == [f"reset 3.{EPOCH}", "entry 4"]


@pytest.mark.parametrize(
    "text", ["", "3", "3.", "3.aa", "3..bb", ".aa.bb", "x.aa.bb", "-3.aa.bb", "³.aa.bb", "3.a.b.c"]
)
def test_an_invalid_cursor_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a cursor"):
        Cursor.read(text)


def test_a_cursor_is_read_as_it_is_written() -> None:
    assert Cursor.read(str(Cursor(17, "aa", "bb"))) == Cursor(17, "aa", "bb")
