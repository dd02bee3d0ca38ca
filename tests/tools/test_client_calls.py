"""How the client calls: what it sends, what it sends again, and how it fails; answered by a stand-in."""

import hashlib
import math
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavern_client import (
    ApiProblem,
    BadAnswer,
    ClientError,
    CommandAnswer,
    GameMaster,
    LogWentBack,
    Patience,
    Seat,
    Tavern,
    Unreachable,
)
from tests.tools.standing_in import (
    EPOCH,
    TABLE,
    TOKEN,
    Answer,
    Cut,
    Said,
    Silence,
    StandIn,
    cursor,
    page,
    problem,
    standing_in,
    view,
)

CARRIED_OUT = {"version": 2, "events": [{"type": "rolled"}], "view": view(2), "receipt": "ab" * 32}
BUSY = problem(429, "too_many_requests", {"Retry-After": "7"})
SAID = {"n": 1, "at": "2025-03-01T19:00:00.000Z", "by": "seat:bri", "text": "hm", "erases": None}


def bri(stand_in: StandIn) -> Seat:
    return stand_in.tavern.seat(TABLE, "bri", TOKEN)


def mo(stand_in: StandIn) -> GameMaster:
    return stand_in.tavern.game_master(TABLE, TOKEN)


async def test_a_command_is_its_type_with_its_parameters_and_an_id_of_its_own() -> None:
    async with standing_in(Said(CARRIED_OUT), Said(CARRIED_OUT), Said(CARRIED_OUT)) as stand_in:
        await bri(stand_in).command("roll", die="d6", pay="coins")
        await bri(stand_in).command("roll", die="d6", pay="coins")
        answer = await mo(stand_in).command("hold", seat="bri", command_id="mine")

    first, second, third = (asked.json for asked in stand_in.asked)
    ids = [body.pop("id") for body in (first, second, third)]
    assert first == second == {"type": "roll", "die": "d6", "pay": "coins"}
    assert third == {"type": "hold", "seat": "bri"}
    assert len(set(ids)) == 3
    assert ids[2] == "mine"
    assert [(asked.method, asked.path) for asked in stand_in.asked] == [("POST", f"/api/tables/{TABLE}/commands")] * 3
    assert (answer.version, answer.receipt, answer.view.version) == (2, "ab" * 32, 2)


@pytest.mark.parametrize(
    "failure",
    [Cut(), BUSY, problem(503, "store_unavailable"), Said(b"<html>", 502), Said(b"", 504)],
    ids=["cut", "busy", "unavailable", "bad gateway", "gateway timeout"],
)
async def test_a_command_that_was_not_answered_is_sent_again_under_the_same_id(failure: Answer) -> None:
    async with standing_in(failure, failure, Said(CARRIED_OUT)) as stand_in:
        await bri(stand_in).command("roll", die="d6")

    assert [asked.body for asked in stand_in.asked] == [stand_in.asked[0].body] * 3


async def test_an_answer_that_does_not_come_in_time_is_asked_for_again() -> None:
    async with standing_in(Silence(), Said(CARRIED_OUT), patience=Patience(answer=0.05)) as stand_in:
        await bri(stand_in).command("roll", die="d6")

    assert len(stand_in.asked) == 2


async def test_waits_are_as_long_as_the_server_says_or_else_double_each_time() -> None:
    away = problem(503, "store_unavailable")
    async with standing_in(away, away, BUSY, away, Said(view())) as stand_in:
        await bri(stand_in).view()

    assert stand_in.waits[2] == 7.0
    least = [0.05, 0.1, 7.0, 0.4]
    assert [low <= wait <= 2 * low for low, wait in zip(least, stand_in.waits, strict=True)] == [True] * 4


async def test_patience_has_an_end() -> None:
    patience = Patience(attempts=3)
    async with standing_in(*[problem(503, "store_unavailable")] * 3, patience=patience) as stand_in:
        with pytest.raises(ApiProblem, match="503 store_unavailable"):
            await bri(stand_in).view()
    async with standing_in(*[Cut()] * 3, patience=patience) as stand_in:
        with pytest.raises(Unreachable, match="cannot be reached"):
            await bri(stand_in).view()


async def test_an_excessive_retry_time_is_not_waited_for() -> None:
    async with standing_in(problem(429, "too_many_requests", {"Retry-After": "3600"})) as stand_in:
        with pytest.raises(ApiProblem) as refused:
            await bri(stand_in).view()

    assert refused.value.retry_after == 3600
    assert stand_in.waits == []


@pytest.mark.parametrize("asked", ["-7", "7.5", "soon", "NaN", "inf", "", "\xb2", "Wed, 21 Oct 2065 07:28:00 GMT"])
async def test_a_retry_time_that_is_no_number_of_seconds_is_ignored(asked: str) -> None:
    away = problem(503, "store_unavailable", {"Retry-After": asked})
    async with standing_in(away, Said(view())) as stand_in:
        await bri(stand_in).view()

    assert 0.05 <= stand_in.waits[0] <= 0.1


async def test_a_problem_does_not_ask_for_more_than_a_day() -> None:
    async with standing_in(problem(429, "too_many_requests", {"Retry-After": "9" * 400})) as stand_in:
        with pytest.raises(ApiProblem) as refused:
            await bri(stand_in).view()

    assert refused.value.retry_after == 86_400


async def test_patience_may_be_endless() -> None:
    patience = Patience(attempts=10**9)
    async with standing_in(*[problem(503, "store_unavailable")] * 1_100, Said(view()), patience=patience) as stand_in:
        await bri(stand_in).view()

    assert 2.5 <= stand_in.waits[-1] <= 5.0


@pytest.mark.parametrize(
    "given",
    [{"answer": math.nan}, {"silence": math.inf}, {"longest_asked": -1.0}, {"first_wait": -0.1}, {"attempts": 0}],
)
def test_patience_that_no_clock_can_measure_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(given))} "):
        Patience(**given)


@pytest.mark.parametrize(
    ("status", "code"),
    [(409, "not_your_turn"), (401, "wrong_token"), (422, "invalid_body"), (500, "internal_error"), (507, "disk_full"),
     (503, "log_damaged"), (503, "secret_damaged"), (503, "store_read_only"),
     (503, "store_doubted"), (503, "report_too_long")],
)  # fmt: skip
async def test_a_final_refusal_is_not_retried(status: int, code: str) -> None:
    async with standing_in(problem(status, code)) as stand_in:
        with pytest.raises(ApiProblem) as refused:
            await bri(stand_in).command("roll", die="d6")

    assert (refused.value.status, refused.value.code, refused.value.detail) == (status, code, f"It is {code}.")
    assert len(stand_in.asked) == 1


async def test_a_refused_move_lists_what_is_legal_instead() -> None:
    actions = [{"type": "leave", "params": {}, "cost_cp": 0}]
    async with standing_in(problem(409, "not_your_turn", actions=actions)) as stand_in:
        with pytest.raises(ApiProblem) as refused:
            await bri(stand_in).command("roll", die="d6")

    assert refused.value.actions == actions


@pytest.mark.parametrize("failure", [Cut(), problem(503, "store_unavailable"), Said(b"", 502)])
async def test_a_message_that_may_have_arrived_is_sent_again_under_the_same_id(failure: Answer) -> None:
    async with standing_in(failure, Said(SAID, 201)) as stand_in:
        assert (await bri(stand_in).say("hm")).n == 1

    first, second = (asked.json for asked in stand_in.asked)
    assert first == second
    assert len(first["id"]) >= 16


@pytest.mark.parametrize("failure", [Cut(), problem(503, "store_unavailable"), Said(b"", 502)])
async def test_an_erasure_that_may_have_arrived_is_not_sent_again(failure: Answer) -> None:
    async with standing_in(failure) as stand_in:
        with pytest.raises((Unreachable, ApiProblem)):
            await bri(stand_in).erase(1)

    assert len(stand_in.asked) == 1


async def test_a_message_that_was_turned_away_unread_is_sent_again() -> None:
    async with standing_in(BUSY, Said(SAID, 201)) as stand_in:
        said = await bri(stand_in).say("hm")

    assert (said.n, said.text, stand_in.waits) == (1, "hm", [7.0])


async def test_opening_and_sitting_down_are_sent_again_under_the_same_secret_key() -> None:
    opened = Said({"table": TABLE, "gm_token": TOKEN, "invite": "an invite"}, 201)
    seated = Said({"seat": "bri", "token": TOKEN}, 201)
    async with standing_in(Cut(), opened, opened, Cut(), seated, Said(view())) as stand_in:
        gm = await stand_in.tavern.open_table("race", name="The Flagon", gm="Mo", options={"goal": 9}, seed="00" * 32)
        await stand_in.tavern.open_table("race")
        seat = await stand_in.tavern.sit(TABLE, "an invite", name="Bri", purse_cp=500, luck="seven")

    *asked, looked = stand_in.asked
    keys = [one.headers["Idempotency-Key"] for one in asked]
    assert keys[0] == keys[1] != keys[2]
    assert keys[3] == keys[4]
    assert all(len(key) >= 32 for key in keys)
    assert stand_in.asked[0].json == {
        "game": "race", "name": "The Flagon", "gm": {"name": "Mo"}, "options": {"goal": 9}, "listed": False,
        "seed": "00" * 32,
    }  # fmt: skip
    assert stand_in.asked[4].json == {"name": "Bri", "character": {}, "purse_cp": 500, "luck": "seven", "watch": False}
    assert stand_in.asked[4].headers["Authorization"] == "Bearer an invite"
    assert (gm.table, gm.token, gm.invite) == (TABLE, TOKEN, "an invite")
    assert (seat.table, seat.seat, seat.token) == (TABLE, "bri", TOKEN)
    assert (looked.method, looked.headers["Authorization"]) == ("GET", f"Bearer {TOKEN}")


async def test_the_host_key_is_shown_where_tables_are_opened_and_nowhere_else() -> None:
    opened = Said({"table": TABLE, "gm_token": TOKEN, "invite": "an invite"}, 201)
    async with (
        standing_in(opened, Said({"tables": []})) as stand_in,
        Tavern(stand_in.url, host_key="the key of the house") as tavern,
    ):
        await tavern.open_table("race")
        assert [table async for table in tavern.tables()] == []

    shown = [asked.headers.get("Authorization") for asked in stand_in.asked]
    assert shown == ["Bearer the key of the house", None]


async def test_a_view_that_is_still_the_newest_is_not_sent_again() -> None:
    changed = Said(view(2), headers={"ETag": '"b"'})
    async with standing_in(
        Said(view(1), headers={"ETag": '"a"'}), Said(b"", 304, {"ETag": '"a"'}), changed, Said(b"", 304)
    ) as stand_in:
        seat = bri(stand_in)
        first, same, other, still = [await seat.view() for _ in range(4)]

    asked = [asked.headers.get("If-None-Match") for asked in stand_in.asked]
    assert asked == [None, '"a"', '"a"', '"b"']
    assert same is first
    assert (first.version, other.version) == (1, 2)
    assert still is other


async def test_the_view_in_a_command_s_answer_is_kept_as_well() -> None:
    async with standing_in(Said(CARRIED_OUT, headers={"ETag": '"b"'}), Said(b"", 304)) as stand_in:
        seat = bri(stand_in)
        answer = await seat.command("roll")

        assert await seat.view() is answer.view
    assert stand_in.asked[1].headers["If-None-Match"] == '"b"'


async def test_if_match_names_the_view_that_was_answered_last() -> None:
    newer = problem(412, "newer_version")
    async with standing_in(Said(view(1), headers={"ETag": '"a"'}), newer, Said(CARRIED_OUT)) as stand_in:
        seat = bri(stand_in)
        await seat.view()
        with pytest.raises(ApiProblem, match="newer_version"):
            await seat.command("roll", if_match=True)
        await seat.command("roll")

    assert [asked.headers.get("If-Match") for asked in stand_in.asked] == [None, '"a"', None]


async def test_a_server_under_a_path_prefix_is_called_there() -> None:
    async with standing_in(Said(view()), prefix="/dice/tavern/") as stand_in:
        await bri(stand_in).view()

    assert stand_in.asked[0].path == f"/dice/tavern/api/tables/{TABLE}"


def frames(versions: list[int], following: int | None) -> Said:
    entry: dict[str, Any] = {
        "at": "2025-03-01T19:00:00.000Z",
        "actor": "gm",
        "seat": None,
        "events": [],
        "chronicle": [],
    }
    shown = [{**entry, "version": version, "view": view(version)} for version in versions]
    return Said({"round": 3, "game": "race", "rules": 1, "viewer": "gm", "frames": shown, "next": following})


async def test_a_replay_whose_pages_lead_no_further_ends_with_an_error() -> None:
    async with standing_in(frames([4, 5], 6), frames([], 6)) as stand_in:
        with pytest.raises(BadAnswer, match="no further"):
            assert [frame.version async for frame in mo(stand_in).replay(3)]

    assert len(stand_in.asked) == 2


async def test_a_replay_is_read_page_by_page() -> None:
    async with standing_in(frames([4, 5], 6), frames([6], None)) as stand_in:
        versions = [frame.version async for frame in mo(stand_in).replay(3, as_="seat:bri")]

    assert versions == [4, 5, 6]
    paths = [asked.path.partition("/rounds/")[2] for asked in stand_in.asked]
    assert paths == ["3?as=seat:bri", "3?as=seat:bri&from=6"]


async def test_the_list_of_tables_is_read_page_by_page() -> None:
    def page(names: list[str], following: str | None) -> Said:
        listing = {"game": "race", "gm": "", "opened_at": "2025-03-01T19:00:00.000Z", "seats": 2, "round": 0}
        return Said({"tables": [{"table": name, "name": name, **listing} for name in names], "next": following})

    async with standing_in(page(["a", "b"], "b"), page(["c"], None)) as stand_in:
        assert [table.name async for table in stand_in.tavern.tables()] == ["a", "b", "c"]

    assert [asked.path for asked in stand_in.asked] == ["/api/tables", "/api/tables?after=b"]


async def test_a_long_poll_is_given_its_time() -> None:
    async with standing_in(page(cursor(3))) as stand_in:
        answer = await bri(stand_in).events(cursor(3), wait=2.5)

    assert stand_in.asked[0].path.endswith(f"/events?after=3&epoch={EPOCH}&seen={cursor(3).seen}&wait=2.5")
    assert (answer.cursor, answer.entries) == (cursor(3), [])


@pytest.mark.parametrize("read", ["events", "chronicle"])
async def test_a_position_that_the_log_no_longer_has_is_an_error_of_its_own(read: str) -> None:
    async with standing_in(problem(409, "log_went_back"), problem(409, "log_replaced")) as stand_in:
        with pytest.raises(LogWentBack, match="It is log_went_back"):
            await getattr(bri(stand_in), read)(cursor(3))
        with pytest.raises(ApiProblem, match="log_replaced"):
            await getattr(bri(stand_in), read)(cursor(3))


async def test_members_that_are_not_known_yet_are_passed_over() -> None:
    async with standing_in(Said(view(1, weather="rain"))) as stand_in:
        assert (await bri(stand_in).view()).version == 1


@pytest.mark.parametrize(
    "answer",
    [Said(b"<html>"), Said({"hello": "world"}), Said(b"<html>", 404), Said(b"", 301, {"Location": "/"}), Said(b"\xff")],
    ids=["a page", "other JSON", "another 404", "a redirection", "no UTF-8"],
)
async def test_an_answer_from_no_tavern_is_refused(answer: Said) -> None:
    async with standing_in(answer) as stand_in:
        with pytest.raises(BadAnswer):
            await bri(stand_in).view()


@pytest.mark.parametrize("url", ["nonsense", "http://", "ftp://tavern.example"])
async def test_an_invalid_address_is_refused(url: str) -> None:
    async with Tavern(url) as tavern:
        with pytest.raises(BadAnswer, match="is not the address of a server"):
            await tavern.games()


async def test_a_server_that_is_not_there_is_unreachable() -> None:
    async with Tavern("http://127.0.0.1:1", patience=Patience(attempts=1)) as tavern:
        with pytest.raises(Unreachable, match="cannot be reached"):
            await tavern.games()


LINES = [b'{"seq":1}', b'{"seq":2}']


def export(lines: list[bytes]) -> bytes:
    header = {"format": "tavern-log", "version": 1, "table": TABLE, "entries": 2, "head": hashlib.sha256().hexdigest()}
    return b"".join(line + b"\n" for line in [msgspec.json.encode(header), *lines])


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


async def test_an_export_is_written_whole(tmp_path: Path) -> None:
    path = tmp_path / "flagon.jsonl"
    async with standing_in(Cut(), Said(export(LINES))) as stand_in:
        size = await mo(stand_in).export(path)

    assert contents(tmp_path) == {"flagon.jsonl": export(LINES)}
    assert size == len(export(LINES))


async def test_an_export_that_is_not_whole_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    path = tmp_path / "flagon.jsonl"
    path.write_text("of yesterday")
    async with standing_in(Said(export(LINES[:1]))) as stand_in:
        with pytest.raises(BadAnswer, match="received 2 of the 3 lines of the log"):
            await mo(stand_in).export(path)

    assert contents(tmp_path) == {"flagon.jsonl": b"of yesterday"}


async def test_a_new_token_and_a_new_invite_are_used_from_then_on() -> None:
    renewed = Said({**CARRIED_OUT, "token": "the new one"})
    invited = Said({**CARRIED_OUT, "invite": "come in"})
    async with standing_in(Said({**CARRIED_OUT, "token": "Bri's"}), renewed, invited, Said(view())) as stand_in:
        gm = mo(stand_in)
        await gm.command("new_token", target="bri")
        assert gm.token == TOKEN
        await gm.command("new_token", target="gm")
        await gm.command("new_invite")
        await gm.view()

    assert (gm.token, gm.invite) == ("the new one", "come in")
    assert stand_in.asked[3].headers["Authorization"] == "Bearer the new one"


FAILING: dict[str, Callable[[Seat], Awaitable[Any]]] = {
    "view": lambda seat: seat.view(),
    "command": lambda seat: seat.command("roll"),
    "say": lambda seat: seat.say("hm"),
    "live": lambda seat: anext(seat.live()),
    "events": lambda seat: seat.events(),
}


@pytest.mark.parametrize("call", list(FAILING))
@pytest.mark.parametrize(
    "answer", [Cut(), Said(b"<html>", 200), problem(401, "wrong_token"), Said(b"", 502), Silence()]
)
async def test_no_error_shows_a_token(call: str, answer: Answer) -> None:
    async with standing_in(*[answer] * 2, patience=Patience(attempts=2, answer=0.05, silence=0.05)) as stand_in:
        with pytest.raises(ClientError) as failed:
            await FAILING[call](bri(stand_in))

    assert TOKEN not in f"{failed.value} {failed.value!r} {vars(failed.value)}"


async def test_nothing_that_is_printed_shows_a_token_or_a_password() -> None:
    secret = "hunter2-hunter2"
    async with Tavern(f"http://mo:{secret}@127.0.0.1:1", host_key=TOKEN, patience=Patience(attempts=1)) as tavern:
        printed: list[object] = [tavern, tavern.seat(TABLE, "bri", TOKEN), tavern.game_master(TABLE, TOKEN, TOKEN)]
        printed += [tavern.onlooker(TABLE, TOKEN), msgspec.convert({**CARRIED_OUT, "token": TOKEN}, CommandAnswer)]
        with pytest.raises(Unreachable) as failed:
            await tavern.games()

    assert [what for what in (repr([*printed, failed.value]), str(printed)) if TOKEN in what or secret in what] == []
