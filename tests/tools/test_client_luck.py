"""The client at a table with sealed luck: it seals, reveals and checks by itself, whatever happens in between."""

import asyncio
import random
import shutil
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from events.storage.sqlite import SqliteStore
from games.engine.catalogue import Catalogue
from games.policies import named
from games.table import TABLE_RULES
from games.twentyone import TwentyOne
from replays.audit import audit
from replays.export import parse_export
from tavern_client import (
    ApiProblem,
    BadAnswer,
    BrokenLuck,
    Chat,
    ClientError,
    Entry,
    GameMaster,
    Patience,
    Reset,
    RootChanged,
    Seat,
    Tavern,
    Unreachable,
    View,
)
from tavern_client.luck.beginning import call_of
from tests.sealing import OwnLuck
from tests.toys.race import Race
from tools.bot import play
from tools.serving import local_server

GAMES = Catalogue.of([TwentyOne(), Race()], TABLE_RULES)
PATIENCE = Patience(attempts=20, first_wait=0.01, longest_wait=0.05)
FOREIGN = "ab" * 32

Forward = Callable[[], Awaitable[web.Response]]
Meddle = Callable[[web.Request, Forward], Awaitable[web.StreamResponse]]


async def in_haste(seconds: float) -> None:
    await asyncio.sleep(min(seconds, 0.05))


def client(url: str, luck: Path | None = None, **given: Any) -> Tavern:
    return Tavern(url, luck=luck, patience=PATIENCE, sleep=in_haste, **given)


@pytest.fixture
async def url() -> AsyncIterator[str]:
    async with local_server(GAMES) as url:
        yield url


@pytest.fixture
async def tavern(url: str) -> AsyncIterator[Tavern]:
    async with client(url) as tavern:
        yield tavern


async def opened(tavern: Tavern, gm_of: Tavern | None = None, **options: Any) -> tuple[GameMaster, Seat, Seat]:
    """A table with sealed luck. `gm_of` is the GM's client, where that is another."""
    gm = await (gm_of or tavern).open_table("twentyone", options={"luck": "sealed", **options})
    bri = await tavern.sit(gm.table, gm.invite, name="Bri", purse_cp=5_000, luck="seven")
    odo = await (gm_of or tavern).sit(gm.table, gm.invite, name="Odo", purse_cp=5_000)
    return gm, bri, odo


async def luck_of_round(gm: GameMaster, number: int) -> dict[str, str]:
    """What the log says that each seat contributed to a round."""
    after = 0
    while True:
        page = await gm.events(after)
        for event in (event for entry in page.entries for event in entry.events):
            if event["type"] == "round_started" and event["round"] == number:
                return {word["seat"]: word["luck"] for word in event["luck"]}
        assert page.more
        after = page.version


# What it does


async def test_a_seat_seals_when_it_sits_down_reveals_when_it_is_asked_and_seals_again(tavern: Tavern) -> None:
    gm, bri, odo = await opened(tavern)
    seals = [seat.luck_seal for seat in (await gm.view()).seats]
    called = (await gm.command("start_round")).view
    assert (called.phase, called.to_act) == ("luck", ["bri", "odo"])
    assert called.fair.seals == dict(zip(("bri", "odo"), seals, strict=True))

    assert (await bri.view()).to_act == ["odo"]
    begun = await odo.view()

    assert begun.phase != "luck"
    luck = await luck_of_round(gm, 1)
    assert luck == begun.fair.revealed
    assert luck["bri"][32:] == "seven"
    assert luck["odo"][32:] == ""
    assert luck["bri"][:32] != luck["odo"]
    await gm.command("void_round")
    again = [(await seat.view()).seat(seat.seat).luck_seal for seat in (bri, odo)]
    assert not {msgspec.UNSET, *seals} & set(again)
    assert (await gm.command("start_round")).view.to_act == ["bri", "odo"]


async def test_a_stream_reveals_before_it_returns_the_item_that_asked_for_it(tavern: Tavern) -> None:
    gm, bri, _ = await opened(tavern)
    async with asyncio.timeout(20), bri.live() as live:
        assert isinstance(await anext(live), Reset)
        await gm.command("start_round")
        item = await anext(live)

        assert isinstance(item, Entry)
        assert item.view is not None
        assert item.view.to_act == ["bri", "odo"]
        assert (await gm.view()).to_act == ["odo"]


async def test_a_word_can_be_chosen_for_the_rounds_to_come(tavern: Tavern) -> None:
    gm, bri, odo = await opened(tavern)
    bri.word = "old boots"
    for _ in range(2):
        await gm.command("start_round")
        await bri.view()
        await odo.view()
        await gm.command("void_round")
        await bri.view()
        await odo.view()

    assert [(await luck_of_round(gm, number))["bri"][32:] for number in (1, 2)] == ["seven", "old boots"]
    with pytest.raises(ValueError, match="up to 60 characters"):
        bri.word = "\n"


async def test_at_a_table_with_open_luck_nothing_is_sealed(tavern: Tavern) -> None:
    gm, bri, _ = await opened(tavern, luck="open")
    await bri.view()

    assert (await gm.view()).version == 3


def read(seat: Seat, view: View) -> tuple[int, bool, str]:
    luck = seat.luck_in(view)
    assert luck is not None
    return luck.round, luck.included, luck.why


async def test_a_player_can_see_whether_their_luck_is_in_the_round(tavern: Tavern) -> None:
    gm, bri, odo = await opened(tavern)
    assert bri.luck_in(await bri.view()) is None

    called = (await gm.command("start_round")).view
    assert read(bri, called) == (1, False, "asked")
    assert str(bri.luck_in(called)) == "your luck is not in round 1: it is still to be revealed"
    assert read(bri, await bri.view()) == (1, True, "revealed")
    await gm.command("withhold_luck", seat="odo")
    begun = await gm.view()
    assert [read(seat, begun) for seat in (bri, odo)] == [(1, True, "revealed"), (1, False, "withheld")]
    assert str(bri.luck_in(begun)) == "your luck is in round 1: it was revealed"

    await gm.command("void_round")
    assert read(bri, await bri.view()) == (1, True, "revealed")
    await odo.view()
    await gm.command("start_round")
    await gm.command("void_round")
    assert read(odo, await gm.view()) == (2, False, "called_off")


async def test_a_player_can_see_that_the_round_was_started_before_their_seal_came(url: str) -> None:
    """That is no lie, and so no error: the GM did not wait."""
    meanwhile: list[Callable[[], Awaitable[object]]] = []

    async def delay(request: web.Request, forward: Forward) -> web.StreamResponse:
        if meanwhile and await asked_for(request) == "seal_luck":
            await meanwhile.pop()()
        return await forward()

    async with between(url, delay) as slow, client(slow) as players, client(url) as house:
        gm, bri, odo = await opened(players, house)
        await gm.command("start_round")
        await gm.command("void_round")
        await odo.view()
        meanwhile.append(lambda: gm.command("start_round"))
        await bri.view()
        assert read(bri, await bri.view()) == (2, False, "too_late")
        begun = await odo.view()

    assert begun.phase not in ("luck", "lobby")
    assert (read(bri, begun), read(odo, begun)) == ((2, False, "too_late"), (2, True, "revealed"))


async def test_a_player_can_see_that_nothing_was_sealed_for_them(url: str) -> None:
    async with client(url, seals=False) as tavern:
        gm, bri, _ = await opened(tavern)
        await gm.command("start_round")
        assert read(bri, await bri.view()) == (1, False, "not_sealed")
        cy = await tavern.sit(gm.table, gm.invite, name="Cy", purse_cp=5_000)
        assert read(cy, await cy.view()) == (1, False, "not_playing")


async def test_a_player_can_see_that_luck_was_made_open_between_two_rounds(tavern: Tavern) -> None:
    gm, bri, odo = await opened(tavern)
    await gm.command("start_round")
    await bri.view()
    await odo.view()
    await gm.command("void_round")
    await bri.view()
    await gm.command("set_options", options={"luck": "open"})
    assert read(bri, await bri.view()) == (1, True, "revealed")

    await gm.command("start_round")
    view = await bri.view()

    assert read(bri, view) == (2, False, "open")
    assert view.fair.revealed is msgspec.UNSET
    await gm.command("void_round")
    assert read(bri, await bri.view())[:2] == (2, False)


async def test_sealing_can_be_turned_off(url: str) -> None:
    async with client(url, seals=False) as tavern:
        gm, bri, _ = await opened(tavern)
        own = OwnLuck(gm.table, 1, "bri")
        await bri.command("seal_luck", seal=own.seal)
        await gm.command("start_round")
        answer = await bri.command("reveal_luck", **own.params_for(await bri.view()))

    assert answer.view.fair.revealed == {"bri": own.text}


@pytest.mark.parametrize("game", ["twentyone", "race"])
async def test_bots_play_with_sealed_luck(tavern: Tavern, tmp_path: Path, game: str) -> None:
    gm = await tavern.open_table(game, options={"luck": "sealed"})
    bots = [
        asyncio.create_task(play(tavern, gm.table, gm.invite, name, named(policy), random.Random(name)))
        for name, policy in (("Bri", "random"), ("Odo", "bully"))
    ]
    async with asyncio.timeout(30), gm.live() as live:
        async for item in live:
            view = None if isinstance(item, Chat) else item.view
            if view is None or view.phase != "lobby" or len(view.seats) < 2:
                continue
            if any(seat.luck_seal is msgspec.UNSET for seat in view.seats):
                continue
            if view.round == 2:
                break
            await gm.command("start_round")
        await gm.command("close_table")
        await asyncio.gather(*bots)

    for number in (1, 2):
        assert [len(luck) for luck in (await luck_of_round(gm, number)).values()] == [32, 32]
    await gm.export(tmp_path / "log.jsonl")
    assert audit(GAMES, parse_export((tmp_path / "log.jsonl").read_bytes().splitlines()).lines).clean


# What gets in between


@asynccontextmanager
async def between(url: str, meddle: Meddle) -> AsyncIterator[str]:
    """A proxy before a server, which does to the answers what `meddle` does."""

    async def pass_on(request: web.Request) -> web.StreamResponse:
        body = await request.read()

        async def forward() -> web.Response:
            headers = {name: value for name, value in request.headers.items() if name != "Host"}
            async with session.request(request.method, url + request.path_qs, data=body, headers=headers) as answer:
                kept = {name: answer.headers[name] for name in ("ETag", "Content-Type") if name in answer.headers}
                return web.Response(status=answer.status, body=await answer.read(), headers=kept)

        return await meddle(request, forward)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", pass_on)
    async with aiohttp.ClientSession() as session, TestServer(app) as server:
        yield f"http://{server.host}:{server.port}"


async def asked_for(request: web.Request) -> str:
    """The type of the command in a request, or an empty text."""
    return msgspec.json.decode(await request.read())["type"] if request.path.endswith("/commands") else ""


async def test_an_answer_that_is_lost_is_asked_for_again_and_nothing_happens_twice(url: str) -> None:
    lost: list[str] = []

    async def lose(request: web.Request, forward: Forward) -> web.StreamResponse:
        kind, answer = await asked_for(request), await forward()
        if kind in ("seal_luck", "reveal_luck") and lost.count(kind) < 2:
            lost.append(kind)
            assert request.transport is not None
            request.transport.abort()
        return answer

    async with between(url, lose) as losing, client(losing) as players, client(url) as house:
        gm, bri, odo = await opened(players, house)
        await gm.command("start_round")
        await bri.view()
        begun = await odo.view()
        page = await gm.events()

    assert lost == ["seal_luck"] * 2 + ["reveal_luck"] * 2
    assert begun.phase != "luck"
    kinds = [(event["type"], event["seat"]) for entry in page.entries for event in entry.events if "seat" in event]
    assert kinds.count(("luck_sealed", "bri")) == kinds.count(("luck_revealed", "bri")) == 1


async def test_a_program_that_was_restarted_reveals_what_it_sealed(url: str, tmp_path: Path) -> None:
    file = tmp_path / "bri.luck"
    async with client(url) as house:
        async with client(url, file) as before:
            gm, bri, odo = await opened(before, house)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        await gm.command("start_round")
        with file.open("ab") as torn:
            torn.write(b'{"step":"drawn","table":"')
        async with client(url, file) as after:
            assert (await after.seat(gm.table, "bri", bri.token or "").view()).to_act == ["odo"]
        await odo.view()
        await gm.command("void_round")
        async with client(url, file) as later:
            await later.seat(gm.table, "bri", bri.token or "").view()
        await odo.view()
        await gm.command("start_round")
        async with client(url, file) as at_last:
            assert (await at_last.seat(gm.table, "bri", bri.token or "").view()).to_act == ["odo"]


@pytest.mark.parametrize("arrived", [False, True], ids=["before it arrives", "before it is answered"])
@pytest.mark.parametrize("kind", ["seal_luck", "reveal_luck"])
async def test_a_program_that_is_killed_while_it_sends_goes_on_where_it_was(
    url: str, tmp_path: Path, kind: str, arrived: bool
) -> None:
    file = tmp_path / "bri.luck"
    doomed: list[asyncio.Task[object]] = []

    async def kill(request: web.Request, forward: Forward) -> web.StreamResponse:
        fatal = doomed and await asked_for(request) == kind
        if fatal and not arrived:
            doomed.pop().cancel()
            await asyncio.Event().wait()
        answer = await forward()
        if fatal:
            doomed.pop().cancel()
            await asyncio.Event().wait()
        return answer

    async with between(url, kill) as killing, client(url) as house:
        gm = await house.open_table("twentyone", options={"luck": "sealed"})
        odo = await house.sit(gm.table, gm.invite, name="Odo", purse_cp=5_000)
        bri = await house.sit(gm.table, gm.invite, name="Bri", purse_cp=5_000)
        killed = 0
        for number in (1, 2, 3):
            for seal_first in (True, False):
                async with client(killing, file) as program:
                    seat = program.seat(gm.table, "bri", bri.token or "")
                    doomed.append(asyncio.create_task(seat.view()))
                    [ended], _ = await asyncio.wait(doomed)
                    killed += ended.cancelled()
                    doomed.clear()
                async with client(killing, file) as program:
                    await program.seat(gm.table, "bri", bri.token or "").view()
                if seal_first:
                    await gm.command("start_round")
            await odo.view()
            luck = await luck_of_round(gm, number)
            assert [len(luck[seat]) for seat in ("odo", "bri")] == [32, 32]
            await gm.command("void_round")
            await odo.view()
        assert killed == 3


async def test_a_client_that_forgot_its_seal_seals_again_or_is_passed_over(url: str) -> None:
    async with client(url) as house:
        async with client(url) as before:
            gm, bri, odo = await opened(before, house)
        async with client(url) as after:
            forgetful = after.seat(gm.table, "bri", bri.token or "")
            old = (await gm.view()).seat("bri").luck_seal
            assert (await forgetful.view()).seat("bri").luck_seal != old
            await gm.command("start_round")
        async with client(url) as again:
            assert (await again.seat(gm.table, "bri", bri.token or "").view()).to_act == ["bri", "odo"]
        await gm.command("withhold_luck", seat="bri")
        begun = await odo.view()

    assert begun.fair.withheld == ["bri"]
    assert begun.fair.revealed
    assert list(begun.fair.revealed) == ["odo"]


async def test_two_programs_of_one_player_do_not_replace_each_others_seal_for_ever(url: str) -> None:
    async with client(url) as one, client(url) as two:
        gm, bri, odo = await opened(one)
        other = two.seat(gm.table, "bri", bri.token or "")
        for _ in range(3):
            await other.view()
            await bri.view()
        assert (await gm.view()).version == 6
        await gm.command("start_round")
        with pytest.raises(BrokenLuck, match="seal_replaced"):
            await bri.view()
        await other.view()
        assert (await odo.view()).phase != "luck"


async def test_a_seal_that_came_too_late_for_its_round_is_made_again_or_withheld(url: str) -> None:
    meanwhile: list[Callable[[], Awaitable[object]]] = []
    afterwards: list[Callable[[], Awaitable[object]]] = []

    async def delay(request: web.Request, forward: Forward) -> web.StreamResponse:
        sealing = await asked_for(request) == "seal_luck"
        if sealing and meanwhile:
            await meanwhile.pop()()
        answer = await forward()
        if sealing and afterwards:
            await afterwards.pop()()
        return answer

    async with between(url, delay) as slow, client(slow) as players, client(url) as house:
        gm, bri, _ = await opened(players, house)

        async def a_round() -> None:
            await gm.command("start_round")
            await gm.command("void_round")

        await a_round()
        meanwhile.append(a_round)
        view = await bri.view()
        assert view.round == 2
        await gm.command("start_round")
        assert (await bri.view()).phase != "luck"
        assert len((await luck_of_round(gm, 3))["bri"]) == 37

        await gm.command("void_round")
        meanwhile.append(a_round)
        afterwards.append(lambda: gm.command("start_round"))
        await bri.view()
        begun = await bri.view()
        assert (begun.round, begun.fair.withheld) == (5, ["bri"])
        assert begun.phase != "luck"


# What a server that lies does


Event = dict[str, Any]
Lie = Callable[[Event], None]


def _each(events: list[Event], kind: str, lie: Lie) -> None:
    for event in events:
        if event["type"] == kind:
            lie(event)


def decoded(answer: web.Response) -> Any:
    """The JSON of an answer."""
    assert isinstance(answer.body, bytes)
    return msgspec.json.decode(answer.body)


def in_the_log(kind: str, lie: Lie, **lies: Lie) -> Meddle:
    """A server whose log says something else of each event of a kind, and perhaps of others."""

    async def meddle(request: web.Request, forward: Forward) -> web.StreamResponse:
        answer = await forward()
        if not request.path.endswith("/events"):
            return answer
        page: Any = decoded(answer)
        for entry in page["entries"]:
            for told, one in {kind: lie, **lies}.items():
                _each(entry["events"], told, one)
        return web.json_response(page)

    return meddle


def in_the_view(lie: Lie) -> Meddle:
    """A server whose views of the running round say something else."""

    async def meddle(request: web.Request, forward: Forward) -> web.StreamResponse:
        answer = await forward()
        if request.method != "GET" or request.path.count("/") != 3 or answer.status == HTTPStatus.NOT_MODIFIED:
            return answer
        view: Any = decoded(answer)
        if view["phase"] == "luck":
            lie(view)
        return web.json_response(view, headers={"ETag": answer.headers["ETag"]})

    return meddle


def of(seat: str, luck: str) -> Lie:
    """A round that starts with other luck of a seat."""

    def lie(event: Event) -> None:
        event["luck"] = [{**word, "luck": luck} if word["seat"] == seat else word for word in event["luck"]]

    return lie


def revealed_by(seat: str, luck: str) -> Lie:
    """A seat that revealed other luck."""

    def lie(event: Event) -> None:
        if event["seat"] == seat:
            event["luck"] = luck

    return lie


LIES: dict[str, tuple[str, Meddle]] = {
    "starts with another commitment": (
        "commitment_changed",
        in_the_log("round_started", lambda event: event.update(commitment=FOREIGN)),
    ),
    "starts with a path to another root": (
        "commitment_changed",
        in_the_log("round_started", lambda event: event.update(path=[FOREIGN])),
    ),
    "starts with another opening": (
        "commitment_changed",
        in_the_log("round_started", lambda event: event.update(opening=FOREIGN)),
    ),
    "starts without what was revealed": ("luck_changed", in_the_log("round_started", of("bri", ""))),
    "starts with other luck": ("luck_changed", in_the_log("round_started", of("bri", "00" * 16))),
    "starts with luck of another that was not sealed": (
        "luck_changed",
        in_the_log("round_started", of("odo", "00" * 16)),
    ),
    "starts with luck of another that was revealed to another call": (
        "luck_changed",
        in_the_log("luck_revealed", lambda event: event.update(signature=event["signature"][:-1] + "g")),
    ),
    "starts with luck of another that was not revealed": (
        "luck_changed",
        in_the_log("luck_revealed", lambda event: event.update(seat="x")),
    ),
    "starts with luck of another that was revealed and not sealed": (
        "luck_changed",
        in_the_log("luck_revealed", revealed_by("odo", "00" * 16), round_started=of("odo", "00" * 16)),
    ),
    "was called in another log": (
        "call_changed",
        in_the_log("luck_called", lambda event: event.update(opening=FOREIGN)),
    ),
    "was called by other rules": ("call_changed", in_the_log("luck_called", lambda event: event.update(rules=99))),
    "was called for another range": ("call_changed", in_the_log("luck_called", lambda event: event.update(first=4097))),
    "was called under another commitment": (
        "call_changed",
        in_the_log("luck_called", lambda event: event.update(commitment=FOREIGN)),
    ),
    "was called with another seal of somebody else": (
        "call_changed",
        in_the_log("luck_called", lambda event: event["seals"][1].update(seal=FOREIGN)),
    ),
    "was called with the seats in another order": (
        "call_changed",
        in_the_log("luck_called", lambda event: event["seats"].reverse()),
    ),
    "was called with another seat": (
        "call_changed",
        in_the_log("luck_called", lambda event: event["seats"].append("x")),
    ),
    "starts with the luck of another seat as well": (
        "luck_changed",
        in_the_log("round_started", lambda event: event["luck"].append({"seat": "x", "luck": ""})),
    ),
    "was called without the seal": ("seal_replaced", in_the_log("luck_called", lambda event: event["seals"].pop(0))),
    "was not called": ("not_asked", in_the_log("luck_called", lambda event: event.update(type="nothing"))),
    "is called with another seal": (
        "seal_replaced",
        in_the_view(lambda view: view["fair"]["seals"].update(bri=FOREIGN)),
    ),
    "is called without the seal": ("seal_replaced", in_the_view(lambda view: view["fair"]["seals"].pop("bri"))),
}


@pytest.mark.parametrize("lie", list(LIES))
async def test_a_client_complains_once_of_a_round_that(url: str, lie: str) -> None:
    code, meddle = LIES[lie]
    async with between(url, meddle) as lying, client(lying) as players, client(url) as house:
        gm, bri, odo = await opened(players, house)
        await gm.command("start_round")
        await odo.view()

        with pytest.raises(BrokenLuck) as broken:
            await bri.view()
        assert (broken.value.code, broken.value.round, broken.value.seat) == (code, 1, "bri")
        assert (await bri.view()).round == 1


def offered(view: Event, **changed: str) -> None:
    [action] = [action for action in view["you"]["actions"] if action["type"] == "reveal_luck"]
    action["params"]["luck"].update(changed)


def called_otherwise(view: Event, **fair: Any) -> None:
    """Lies about the call, in the view as in the offer."""
    view["fair"].update(fair)
    call = call_of(msgspec.convert(view, View), view["table"])
    assert call is not None
    offered(view, call=call.digest().hex())


DIFFERENT_CALLS: dict[str, Lie] = {
    "commitment": lambda view: view["fair"].update(commitment=FOREIGN),
    "another's seal": lambda view: view["fair"]["seals"].update(odo=FOREIGN),
    "no seal of another": lambda view: view["fair"]["seals"].pop("odo"),
    "order of the seats": lambda view: view["fair"]["called"].reverse(),
    "opening": lambda view: view["fair"].update(opening=FOREIGN),
    "no opening": lambda view: view["fair"].pop("opening"),
    "no root": lambda view: view["fair"]["roots"].clear(),
    "game": lambda view: view.update(game="race"),
    "rules": lambda view: view.update(rules=99),
    "rules that are none": lambda view: view.update(rules=-1),
    "opening that is none": lambda view: view["fair"].update(opening=view["fair"]["opening"].upper()),
    "offer": lambda view: offered(view, call=FOREIGN),
}


@pytest.mark.parametrize("lie", list(DIFFERENT_CALLS))
async def test_nothing_is_revealed_to_another_call_than_the_view_shows(url: str, lie: str) -> None:
    async with between(url, in_the_view(DIFFERENT_CALLS[lie])) as lying, client(lying) as players, client(url) as house:
        gm, bri, _ = await opened(players, house)
        await gm.command("start_round")

        with pytest.raises(BrokenLuck) as broken:
            await bri.view()
        assert (broken.value.code, broken.value.round, broken.value.seat) == ("call_differs", 1, "bri")
        assert (await bri.view()).to_act == ["bri", "odo"]
        assert (await gm.view()).fair.revealed == {}


async def test_nothing_is_revealed_under_another_root_than_was_shown_before(url: str) -> None:
    lie = in_the_view(lambda view: view["fair"]["roots"][0].update(root=FOREIGN))
    async with between(url, lie) as lying, client(lying) as players, client(url) as house:
        gm, bri, _ = await opened(players, house)
        before = (await gm.view()).fair.roots[0].root
        await gm.command("start_round")

        with pytest.raises(RootChanged, match=r"the root for the rounds from 1 on was .* \(root_changed\)") as changed:
            await bri.view()
        assert (changed.value.first, changed.value.before, changed.value.now) == (1, before, FOREIGN)
        with pytest.raises(BrokenLuck, match="call_differs"):
            await bri.view()
        assert (await bri.view()).to_act == ["bri", "odo"]
        assert (await gm.view()).fair.revealed == {}


async def test_luck_that_was_asked_for_under_another_call_is_not_revealed_later_either(url: str) -> None:
    lying = True

    async def meddle(request: web.Request, forward: Forward) -> web.StreamResponse:
        return await in_the_view(DIFFERENT_CALLS["commitment"])(request, forward) if lying else await forward()

    async with between(url, meddle) as proxy, client(proxy) as players, client(url) as house:
        gm, bri, odo = await opened(players, house)
        await gm.command("start_round")
        with pytest.raises(BrokenLuck, match="call_differs"):
            await bri.view()
        lying = False
        await odo.view()
        view = await bri.view()
        assert (view.phase, view.to_act) == ("luck", ["bri"])


async def test_an_offer_without_a_call_is_no_answer_of_this_api(url: str) -> None:
    def lie(view: Event) -> None:
        [action] = [action for action in view["you"]["actions"] if action["type"] == "reveal_luck"]
        del action["params"]["luck"]["call"]

    async with between(url, in_the_view(lie)) as lying, client(lying) as players, client(url) as house:
        gm, bri, _ = await opened(players, house)
        await gm.command("start_round")
        with pytest.raises(BadAnswer):
            await bri.view()
        assert (await gm.view()).fair.revealed == {}


def answered(status: int, body: bytes) -> Callable[[web.Request, web.Response], Awaitable[web.Response]]:
    async def instead(request: web.Request, answer: web.Response) -> web.Response:
        return web.Response(status=status, body=body)

    return instead


def changed(change: Callable[[list[Event]], object]) -> Callable[[web.Request, web.Response], Awaitable[web.Response]]:
    async def instead(request: web.Request, answer: web.Response) -> web.Response:
        page: Any = decoded(answer)
        for entry in page["entries"]:
            change(entry["events"])
        return web.json_response(page)

    return instead


async def cut(request: web.Request, answer: web.Response) -> web.Response:
    assert request.transport is not None
    request.transport.abort()
    return answer


async def delayed(request: web.Request, answer: web.Response) -> web.Response:
    await asyncio.Event().wait()
    return answer


async def of_an_earlier_version(request: web.Request, answer: web.Response) -> web.Response:
    page: Any = decoded(answer)
    kept = [entry for entry in page["entries"] if not any(event["type"] == "luck_called" for event in entry["events"])]
    return web.json_response({**page, "entries": kept[:1], "more": False})


async def of_nothing(request: web.Request, answer: web.Response) -> web.Response:
    page: Any = decoded(answer)
    nothing = {"version": int(request.query["after"]), "seen": "00" * 16, "entries": [], "more": True}
    return web.json_response({**page, **nothing})


FAILED_READS: dict[str, tuple[type[ClientError], Callable[[web.Request, web.Response], Awaitable[web.Response]]]] = {
    "cut": (Unreachable, cut),
    "delayed": (Unreachable, delayed),
    "refused": (ApiProblem, answered(403, b'{"code":"not_admitted"}')),
    "no JSON": (BadAnswer, answered(200, b"{")),
    "of an earlier version": (BadAnswer, of_an_earlier_version),
    "of nothing, again and again": (BadAnswer, of_nothing),
    "without the round": (BadAnswer, changed(lambda events: events.clear())),
    "without types": (BadAnswer, changed(lambda events: [event.pop("type") for event in events])),
    "a call without seals": (BadAnswer, changed(lambda events: _each(events, "luck_called", lambda e: e.pop("seals")))),
    "a reveal without a key": (
        BadAnswer,
        changed(lambda events: _each(events, "luck_revealed", lambda event: event.pop("key"))),
    ),
    "a start without luck": (
        BadAnswer,
        changed(lambda events: _each(events, "round_started", lambda event: event.pop("luck"))),
    ),
}


@pytest.mark.parametrize("fault", list(FAILED_READS))
async def test_a_log_that_cannot_be_read_settles_nothing(url: str, fault: str) -> None:
    """The server starts with another commitment, and hopes that nobody looks after the first attempt."""
    error, instead = FAILED_READS[fault]
    lie = in_the_log("round_started", lambda event: event.update(commitment=FOREIGN))
    failing = True

    async def meddle(request: web.Request, forward: Forward) -> web.StreamResponse:
        if failing and request.path.endswith("/events"):
            return await instead(request, await forward())
        return await lie(request, forward)

    hasty = Patience(answer=0.3, attempts=2, first_wait=0.01)
    async with between(url, meddle) as lying, Tavern(lying, patience=hasty) as players, client(url) as house:
        gm, bri, odo = await opened(players, house)
        await gm.command("start_round")
        await odo.view()
        for _ in range(2):
            with pytest.raises(error):
                await bri.view()
        # A command has taken effect, so it says nothing of that.
        await bri.command("dispute", round=1, text="What did we begin with?")
        failing = False
        with pytest.raises(BrokenLuck, match="commitment_changed"):
            await bri.view()
        assert (await bri.view()).round == 1


async def test_a_client_complains_if_its_reveal_is_recorded_as_missing(url: str) -> None:
    """The server answers that it took what was revealed, and withholds it in the log."""

    async def meddle(request: web.Request, forward: Forward) -> web.StreamResponse:
        answer = await forward()
        if request.path.endswith("/events"):
            page: Any = decoded(answer)
            for entry in page["entries"]:
                _each(entry["events"], "luck_revealed", lambda event: event.update(type="luck_withheld"))
                _each(entry["events"], "round_started", of("bri", ""))
            return web.json_response(page)
        return answer

    async with between(url, meddle) as lying, client(lying) as players, client(url) as house:
        gm, bri, odo = await opened(players, house)
        await gm.command("start_round")
        await odo.view()
        with pytest.raises(BrokenLuck, match="started without what was revealed"):
            await bri.view()


async def test_a_client_complains_where_its_seal_is_gone(url: str) -> None:
    async def forget(request: web.Request, forward: Forward) -> web.StreamResponse:
        answer = await forward()
        if request.method != "GET" or request.path.count("/") != 3:
            return answer
        view: Any = decoded(answer)
        for seat in view["seats"]:
            seat.pop("luck_seal", None)
        return web.json_response(view)

    async with between(url, forget) as lying, client(lying) as players, client(url) as house:
        gm, bri, _ = await opened(players, house)
        with pytest.raises(BrokenLuck, match="seal_lost"):
            await bri.view()
        # It seals again, as it would have to at a table whose log was put back.
        old = (await gm.view()).seat("bri").luck_seal
        await bri.view()
        assert (await gm.view()).seat("bri").luck_seal != old


@asynccontextmanager
async def serving(path: Path) -> AsyncIterator[str]:
    """A server on the store in a file."""
    store = SqliteStore.open(path)
    try:
        async with local_server(GAMES, store=store) as url:
            yield url
    finally:
        await store.close()


async def test_a_client_complains_where_the_log_is_shorter_than_when_it_revealed(tmp_path: Path) -> None:
    store, backup, file = tmp_path / "tavern.db", tmp_path / "backup.db", tmp_path / "bri.luck"
    async with serving(store) as url, client(url, file) as players, client(url) as house:
        gm, bri, _ = await opened(players, house)
    shutil.copy(store, backup)
    async with serving(store) as url, client(url, file) as players, client(url) as house:
        mo, seat = (
            house.game_master(gm.table, gm.token or ""),
            players.seat(gm.table, "bri", bri.token or ""),
        )
        for command in ("start_round", "void_round", "start_round"):
            await mo.command(command)
            await seat.view()
    async with serving(backup) as url, client(url, file) as players:
        seat = players.seat(gm.table, "bri", bri.token or "")
        with pytest.raises(BrokenLuck, match="log_replaced"):
            await seat.view()
        assert (await seat.view()).round == 0


async def test_a_round_that_began_before_its_luck_was_drawn_is_found_in_the_log(tmp_path: Path) -> None:
    """The log was put back, and has grown beyond the version at which the luck was drawn."""
    store, backup, file = tmp_path / "tavern.db", tmp_path / "backup.db", tmp_path / "bri.luck"
    async with serving(store) as url, client(url, file) as players, client(url) as house:
        gm, bri, _ = await opened(players, house)
    shutil.copy(store, backup)
    async with serving(store) as url, client(url, file) as players, client(url) as house:
        mo = house.game_master(gm.table, gm.token or "")
        for command in ("start_round", "void_round", *["pause", "resume"] * 4):
            await mo.command(command)
        drawn = await players.seat(gm.table, "bri", bri.token or "").view()
    async with serving(backup) as url, client(url, file) as players, client(url) as house:
        mo = house.game_master(gm.table, gm.token or "")
        for command in ("start_round", "void_round", "start_round", *["pause", "resume"] * 5):
            await mo.command(command)
        seat = players.seat(gm.table, "bri", bri.token or "")
        with pytest.raises(BrokenLuck) as broken:
            await seat.view()
        assert (await seat.view()).version >= drawn.version

    assert (broken.value.code, broken.value.round) == ("seal_replaced", 2)


async def test_nothing_is_revealed_again_where_an_old_log_was_put_back(tmp_path: Path) -> None:
    """An operator has Bri reveal, restores the log of before, and has another player seal what suits."""
    store, backup, file = tmp_path / "tavern.db", tmp_path / "backup.db", tmp_path / "bri.luck"

    async with serving(store) as url, client(url, file) as players, client(url) as house:
        gm, bri, odo = await opened(players, house)
    shutil.copy(store, backup)
    async with serving(store) as url, client(url, file) as players, client(url) as house:
        await house.game_master(gm.table, gm.token or "").command("start_round")
        first = await players.seat(gm.table, "bri", bri.token or "").view()
    async with serving(backup) as url, client(url, file) as players, client(url) as house:
        # Odo does not remember his luck, and seals again.
        await house.seat(gm.table, "odo", odo.token or "").view()
        await house.game_master(gm.table, gm.token or "").command("start_round")
        seat = players.seat(gm.table, "bri", bri.token or "")
        with pytest.raises(BrokenLuck, match="asked_again"):
            await seat.view()
        again = await seat.view()

    assert first.fair.commitment == again.fair.commitment
    assert again.to_act == ["bri", "odo"]
    assert again.fair.revealed == {}


async def test_a_reveal_that_the_server_forgot_is_made_again_and_reported_once(tmp_path: Path) -> None:
    """The operator restores the log from after the call: the same bytes are revealed, to the same call."""
    store, backup, file = tmp_path / "tavern.db", tmp_path / "backup.db", tmp_path / "bri.luck"
    async with serving(store) as url, client(url, file) as players, client(url) as house:
        gm, bri, _ = await opened(players, house)
        await gm.command("start_round")
    once_more = tmp_path / "backup2.db"
    shutil.copy(store, backup)
    shutil.copy(store, once_more)
    async with serving(store) as url, client(url, file) as players:
        first = await players.seat(gm.table, "bri", bri.token or "").view()
    async with serving(backup) as url, client(url, file) as players, client(url) as house:
        seat = players.seat(gm.table, "bri", bri.token or "")
        with pytest.raises(BrokenLuck, match="reveal_forgotten"):
            await seat.view()
        again = await house.game_master(gm.table, gm.token or "").view()
        assert (await seat.view()).to_act == ["odo"]
    async with serving(once_more) as url, client(url, file) as players:
        assert (await players.seat(gm.table, "bri", bri.token or "").view()).to_act == ["odo"]

    assert first.fair.revealed == again.fair.revealed
    assert again.to_act == ["odo"]


async def test_two_programs_with_one_file_that_are_shown_different_calls_sign_one_of_them(
    url: str, tmp_path: Path
) -> None:
    file = tmp_path / "bri.luck"
    signed: list[str] = []
    both = asyncio.Barrier(2)

    def shown(**fair: Any) -> Meddle:
        async def meddle(request: web.Request, forward: Forward) -> web.StreamResponse:
            if request.method == "POST":
                body = await request.json()
                if body.get("type") == "reveal_luck":
                    signed.append(body["signature"])
                return await forward()
            answer = await in_the_view(lambda view: called_otherwise(view, **fair))(request, forward)
            await both.wait()
            return answer

        return meddle

    async with client(url) as house, client(url, file) as first:
        gm, bri, _ = await opened(first, house)
        await gm.command("start_round")
        token = bri.token or ""
        async with (
            between(url, shown(commitment=FOREIGN)) as one,
            between(url, shown()) as two,
            client(one, file) as this,
            client(two, file) as that,
        ):
            seats = [tavern.seat(gm.table, "bri", token) for tavern in (this, that)]
            found = await asyncio.gather(*(seat.view() for seat in seats), return_exceptions=True)

    assert len(set(signed)) <= 1
    assert [error.code for error in found if isinstance(error, BrokenLuck)] == ["asked_again"]


async def test_a_view_from_before_another_program_revealed_accuses_nobody(url: str, tmp_path: Path) -> None:
    file = tmp_path / "bri.luck"
    meanwhile: list[Callable[[], Awaitable[object]]] = []

    async def delay(request: web.Request, forward: Forward) -> web.StreamResponse:
        answer = await forward()
        if meanwhile:
            await meanwhile.pop()()
        return answer

    async with between(url, delay) as slow, client(slow, file) as one, client(url, file) as two, client(url) as house:
        gm, bri, _ = await opened(one, house)
        await gm.command("start_round")
        meanwhile.append(two.seat(gm.table, "bri", bri.token or "").view)

        assert (await bri.view()).to_act == ["odo"]


async def test_an_error_in_a_stream_loses_no_item(url: str, tmp_path: Path) -> None:
    file = tmp_path / "bri.luck"
    async with client(url, file) as tavern, client(url) as house:
        gm, bri, _ = await opened(tavern, house)
        async with asyncio.timeout(20), bri.live() as live:
            assert isinstance(await anext(live), Reset)
            file.rename(tmp_path / "moved")
            file.mkdir()
            called = await gm.command("start_round")
            with pytest.raises(OSError, match="directory"):
                await anext(live)
            assert (await gm.view()).to_act == ["bri", "odo"]
            file.rmdir()
            item = await anext(live)

            assert isinstance(item, Entry)
            assert item.version == called.version
            assert (await gm.view()).to_act == ["odo"]


async def test_nothing_that_is_printed_or_raised_shows_what_was_sealed(url: str, tmp_path: Path) -> None:
    async with client(url, tmp_path / "bri.luck") as tavern:
        _, bri, _ = await opened(tavern)
        book = tavern._book
        assert book is not None
        [luck] = await book.of(bri.table, "bri")

        printed = f"{luck} {luck!r} {luck.drawn} {bri!r} {tavern!r}"
        assert [secret for secret in (luck.drawn.luck, luck.drawn.seed) if secret in printed] == []


async def test_nothing_is_sealed_if_the_file_cannot_be_kept(url: str, tmp_path: Path) -> None:
    async with client(url) as house, client(url, tmp_path) as tavern:
        gm = await house.open_table("twentyone", options={"luck": "sealed"})
        bri = await house.sit(gm.table, gm.invite, name="Bri", watch=True)
        with pytest.raises(OSError, match="directory"):
            await tavern.sit(gm.table, gm.invite, name="Odo")

        assert (await bri.view()).seat("odo").luck_seal is msgspec.UNSET


async def test_luck_that_was_made_open_with_another_game_accuses_nobody(tavern: Tavern) -> None:
    gm, bri, _ = await opened(tavern)
    await gm.command("set_game", game="race", options={"luck": "open"})
    await gm.command("start_round")

    view = await bri.view()
    assert (view.round, view.fair.luck) == (1, "open")
