"""What a viewer may not see changes no byte that it is served, on any route, and no moment at which it is answered.

Two servers are made alike in everything, chance included; what is done in secret differs.
"""

import asyncio
import random
import socket
from itertools import chain
from typing import Any

import msgspec
import pytest

from events.entry import seen_after
from tests.server.asking import Asked, Asker, Tape, questions, received
from tests.server.asking import reports_at_once as reports_at_once
from tests.server.conftest import Starting
from tests.server.renaming import assert_alike
from tests.server.serving import SEED, Caller, Opened, Served, until
from tests.server.test_commands import begun
from tests.server.test_events import polling
from tests.server.test_playing_a_round import play_on

IDLE = 20
RESTLESS: dict[str, Any] = {"snapshot_every": 1, "idle_seconds": IDLE}
"""Settings of the server that makes a snapshot at every chance, and keeps no table in memory for long."""


async def all_that_is_served(caller: Caller, gm: Caller) -> list[Any]:
    """Every answer that a caller can get without changing anything but what is said: the GM says it."""
    look = await caller.get()
    tag = look.headers["ETag"]
    page = await caller.get("/events?after=2")
    asker = Asker(caller.client, caller.table, caller.token, gm.token or "")
    unsealed = frozenset(one["round"] for one in (await caller.get("/rounds"))["rounds"] if one["unsealed"])
    asked = Asked(caller.table, ["ada", "bo"], tag, unsealed, page["epoch"], await seen_at(caller, 2))
    answers: list[Any] = [
        (question, await asker.answer(question)) for question in chain(*questions(asked, random.Random(1), 1_000))
    ]
    refusals = {
        "stale": await caller.give("roll", headers={"If-Match": '"stale"'}),
        "unknown": await caller.give("dance"),
        "refused": await caller.give("bank", headers={"If-Match": tag}),
        "for another": await caller.give("roll", seat="ada"),
        "not the GM": await caller.give("new_invite"),
        "not theirs": await caller.delete("/chat/1"),
        "uninvited": await caller.post("/seats", {"name": "Cy", "invite": "x" * 43}),
    }
    return answers + [(name, received(answer)) for name, answer in refusals.items()]


async def seen_at(caller: Caller, version: int) -> str:
    """The digest of what a caller saw up to a version."""
    page = await caller.get("/events")
    seen = ""
    for entry in page["entries"][:version]:
        seen = seen_after(seen, entry["receipt"])
    return seen


async def two_worlds(start: Starting, game: str, seed: str = "07" * 32) -> list[tuple[Served, Opened, Caller, Caller]]:
    """Two servers with the same table at the same point of the same round; the second is restless."""
    worlds: list[tuple[Served, Opened, Caller, Caller]] = []
    for settings in ({}, RESTLESS):
        server = await start(allow_seeds=True, **settings)
        worlds.append((server, *await begun(server, game, seed)))
    return worlds


async def test_what_is_chosen_in_secret_and_how_often_changes_nothing_for_others(start: Starting) -> None:
    (_, here, ada, bo), (_, there, other_ada, other_bo) = await two_worlds(start, "secret_choice")
    await ada.did("choose", number=1)
    for number in (3, 2, 3, 1, 2):
        await other_ada.did("choose", number=number, boast="hush")
    for one, other in ((bo, other_bo), (here.public, there.public)):
        assert_alike(await all_that_is_served(one, here.gm), await all_that_is_served(other, there.gm))
    assert (await here.gm.get()).body != (await there.gm.get()).body
    assert (await ada.get()).body != (await other_ada.get()).body


async def test_what_others_do_in_secret_changes_only_the_receipt_of_an_answer(start: Starting) -> None:
    (_, _, ada, bo), (_, _, other_ada, other_bo) = await two_worlds(start, "secret_choice")
    await ada.did("choose", number=1)
    for number in (3, 1):
        await other_ada.did("choose", number=number)
    tags = [(await one.get()).headers["ETag"] for one in (bo, other_bo)]
    answers = [
        await one.give("set_luck", luck="x", headers={"If-Match": tag})
        for one, tag in zip((bo, other_bo), tags, strict=True)
    ]
    assert [answer.code for answer in answers] == [(409, "round_running")] * 2
    assert answers[0].body == answers[1].body
    mine, theirs = [(await one.did("choose", number=2, id="once")) for one in (bo, other_bo)]
    assert mine.pop("receipt") != theirs.pop("receipt")
    assert msgspec.json.encode(mine) == msgspec.json.encode(theirs)


async def test_no_receipt_tells_with_a_later_proof_whether_hidden_entries_lay_between(start: Starting) -> None:
    worlds: list[list[Any]] = []
    for secrets, (_, table, _, bo) in enumerate(await two_worlds(start, "secret_choice")):
        await table.gm.did("void_round", reason="The lamp went out.")
        await table.gm.did("set_options", options={"unseal": "round"})
        given = await bo.did("set_luck", luck="owl")
        for _ in range(secrets):
            await table.gm.did("new_token", target="ada")
        await table.gm.did("start_round")
        await table.gm.did("void_round", reason="It went out again.")
        proof = (await bo.get("/rounds/2/proof")).json
        before = msgspec.json.decode(proof["entries"][0]["line"])["prev"]
        worlds.append([given["receipt"], (await bo.get("/events")).json["entries"], before, proof["entries"]])
        assert before not in repr(worlds[-1][:2])
    assert_alike(*worlds)


async def test_a_cheat_with_the_hole_die_is_nothing_to_the_others(start: Starting) -> None:
    worlds = await two_worlds(start, "twentyone", "08" * 32)
    served: list[Any] = []
    for (_, table, ada, bo), cheats in zip(worlds, (False, True), strict=True):
        for seat in (ada, bo):
            if (await seat.view())["phase"] == "cut" and "let_it_be" in await offered(seat):
                await seat.did("let_it_be")
        actor, other = (ada, bo) if "roll" in await offered(ada) else (bo, ada)
        await actor.did("roll", die="d4")
        if cheats:
            cheated = await actor.did("cheat", **await cheat_with_the_hole_die(actor))
            assert "twentyone.cheat_tried" in [event["type"] for event in cheated["events"]]
            assert cheated["view"]["phase"] == "betting"
        else:
            await actor.did("let_it_be")
        served.append([one for caller in (other, table.public) for one in await all_that_is_served(caller, table.gm)])
    assert_alike(*served)
    gms = [(await table.gm.get()).body for _, table, _, _ in worlds]
    assert gms[0] != gms[1]


async def offered(caller: Caller) -> list[str]:
    return [action["type"] for action in (await caller.view())["you"]["actions"]]


async def cheat_with_the_hole_die(caller: Caller) -> dict[str, int]:
    """The first change of the own hole die that is offered."""
    view = await caller.view()
    dice = next(seat["dice"] for seat in view["seats"] if seat["seat"] == caller.seat)
    hole = next(die["n"] for die in dice if die["hole"])
    for action in view["you"]["actions"]:
        if action["type"] == "cheat" and hole in action["params"]["n"]["choices"]:
            return {"n": hole, "change": action["params"]["change"]["choices"][0]}
    raise AssertionError("no change of the hole die is offered")


async def test_a_poll_wakes_at_the_same_moment_whatever_is_done_in_secret(start: Starting) -> None:
    (here, _, ada, bo), (there, _, other_ada, other_bo) = await two_worlds(start, "secret_choice")
    polls = []
    for server, acting, waiting, secrets in ((here, ada, bo, 0), (there, other_ada, other_bo, 3)):
        await acting.did("choose", number=1)
        polls.append(await polling(server, waiting, "/events?after=5&wait=20"))
        for number in range(secrets):
            await acting.did("choose", number=1 + number % 2)
        server.clock.turn(19)
        await waiting.get()
    assert [poll.done() for poll in polls] == [False, False]
    for server in (here, there):
        server.clock.turn(1)
    answers = [await poll for poll in polls]
    assert answers[0].body == answers[1].body


SECRETS = ("choose", "new_invite", "new_token")
BARRIER = b":\n\n"


class World:
    """One of two worlds: a table of secret choices, and what Bo and the public receive there."""

    def __init__(self, start: Starting, begun: tuple[Served, Opened, Caller, Caller], chance: random.Random) -> None:
        self._start = start
        self._server, self.table, self._ada, self._bo = begun
        self._chance = chance
        self._store = self._server.store
        self._tapes: list[Tape] = []
        self._cursors: list[str | None] = [None, None]
        self.received: list[Any] = []

    @property
    def _watching(self) -> tuple[Caller, Caller]:
        return self.table.public, self._bo

    async def follow(self) -> None:
        """Have Bo and the public follow the table from where they had come to."""
        for caller, cursor in zip(self._watching, self._cursors, strict=True):
            asker = Asker(caller.client, caller.table, caller.token, "")
            self._tapes.append(await asker.follow(cursor))
        await self._listen()

    async def _listen(self) -> None:
        """Read all that there is to read: then the clock turns, and the next is a sign of life."""
        await self._read()
        self._server.clock.turn(15)
        for tape in self._tapes:
            await tape.read_to(BARRIER)

    async def _read(self) -> None:
        """Read all that there is to read.

        What follows at once may come with it from another server, and only the last of what comes together has a view.
        """
        looks = [await caller.get() for caller in self._watching]
        pages = [
            await caller.get(f"/events?after={look['version']}")
            for caller, look in zip(self._watching, looks, strict=True)
        ]
        self.received += map(received, [*looks, *pages])
        for n, (page, tape) in enumerate(zip(pages, self._tapes, strict=True)):
            mark = f"{page['version']}.{page['epoch']}.{page['seen']}"
            if mark != self._cursors[n]:
                await tape.read_to_id(mark)
            self._cursors[n] = mark

    async def rest(self, how: str) -> None:
        """Nobody follows for a while: the table leaves memory, the server is started again, or nothing happens."""
        self._hang_up()
        await until(lambda: len(self._server.streams) == 0)
        if how == "restart":
            clock = self._server.clock
            await self._server.close()
            self._server = await self._start(self._store, clock=clock, **RESTLESS)
            for caller in (self._ada, self._bo, self.table.gm, self.table.public):
                caller.client = self._server.client
        for _ in range(4):
            self._server.clock.turn(IDLE / 2)
            await until(lambda: not self._server.busy)
        if how == "leave memory":
            assert self._server.tables.live_count == 0
        await self.follow()

    def _hang_up(self) -> None:
        for tape in self._tapes:
            tape.close()
            self.received.append(tape.frames)
        self._tapes = []

    async def act(self, kind: str) -> None:
        """Something that everybody sees happens, the same in both worlds."""
        table, bo, ada = self.table, self._bo, self._ada
        match kind:
            case "pause" | "resume":
                await table.gm.give(kind)
            case "say":
                said = await bo.post("/chat", {"text": "Well?"})
                frame = b"event: chat\ndata: " + said.body + b"\n\n"
                for tape in self._tapes:
                    await tape.read_to(frame)
            case "lend":
                await table.gm.did("give_coins", target="bo", amount_cp=5, reason="a loan")
            case "choose":
                await ada.did("choose", number=self._chance.randint(1, 3))
                await self.keep_secrets()
            case _:
                await ada.did("choose", number=3)
                await self._read()
                first = await bo.give("choose", number=2, id=kind)
                again = await bo.give("choose", number=2, id=kind)
                assert first.body == again.body
                given = first.json
                given.pop("receipt")
                self.received.append((given, first.headers["ETag"]))
                await self._read()
                await table.gm.did("start_round")
        await self._listen()

    async def keep_secrets(self) -> None:
        """Things happen of which neither Bo nor the public may know, or even how many."""
        for _ in range(self._chance.randint(0, 3)):
            match self._chance.choice(SECRETS):
                case "new_invite":
                    await self.table.gm.did("new_invite")
                case "new_token":
                    renewed = await self.table.gm.did("new_token", target="ada")
                    self._ada.token = renewed["token"]
                case _ if (await self._ada.view())["to_act"] == ["bo"]:
                    await self._ada.did("choose", number=self._chance.randint(1, 3), boast="hush")
                case _:
                    await self._ada.view()

    async def end(self) -> None:
        """All that is served at the end."""
        self._hang_up()
        for caller in self._watching:
            self.received.append(await all_that_is_served(caller, self.table.gm))


@pytest.mark.parametrize("seed", range(2))
async def test_worlds_that_differ_in_hidden_facts_send_the_same_bytes_at_the_same_moments(
    start: Starting, seed: int
) -> None:
    plan = random.Random(seed)
    npc_action_counts = plan.choices(["pause", "resume", "say", "lend", "choose", "reveal", "rest"], k=25)
    rests = [plan.choice(["leave memory", "restart"]) for _ in npc_action_counts]
    worlds = [
        World(start, begun, random.Random(f"{seed} {n}"))
        for n, begun in enumerate(await two_worlds(start, "secret_choice"))
    ]
    for n, world in enumerate(worlds):
        await world.follow()
        for number, (act, rest) in enumerate(zip(npc_action_counts, rests, strict=True)):
            await world.keep_secrets()
            if act == "rest":
                await world.rest(rest if n else "")
            else:
                await world.act(f"{act} {number}" if act == "reveal" else act)
        await world.end()
    assert_alike(*(world.received for world in worlds))


async def unread(caller: Caller) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A live stream over a connection that takes little before it is read."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    connection.setblocking(False)
    server = caller.client.server
    await asyncio.get_running_loop().sock_connect(connection, (server.host, server.port))
    reader, writer = await asyncio.open_connection(sock=connection, limit=1_024)
    path = f"/api/tables/{caller.table}/live"
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {caller.token}\r\n\r\n".encode())
    return reader, writer


async def clog(server: Served, table: Opened) -> None:
    """Have so much said that who does not read is behind, and stays so however often the server goes round."""
    stalled = 0
    while stalled < 10:
        if server.streams.stalled:
            stalled += 1
            await table.public.get()
        else:
            stalled = 0
            assert (await table.gm.post("/chat", {"text": "漢" * 1_000})).status == 201


@pytest.mark.parametrize(("versions", "slow"), [(32, False), (33, True)])
async def test_only_entries_that_a_reader_may_see_make_it_too_slow(start: Starting, versions: int, slow: bool) -> None:
    for (server, table, ada, bo), secrets in zip(await two_worlds(start, "secret_choice"), (0, 2), strict=True):
        await ada.did("choose", number=1)
        reader, writer = await unread(bo)
        await clog(server, table)
        for number in range(versions):
            for _ in range(secrets):
                await ada.did("choose", number=1 + number % 3)
                await table.gm.did("new_invite")
            await table.gm.did("resume" if number % 2 else "pause")
        assert server.streams.stalled == 1
        newest = f"\nid: {(await bo.view())['version']}.".encode()
        heard = b""
        while newest not in heard and b"event: close" not in heard:
            heard += await reader.read(65_536)
        writer.close()
        assert (b'"too_slow"' in heard, newest in heard) == (slow, not slow)


async def test_a_hidden_face_is_in_no_answer_to_who_may_not_see_it(start: Starting) -> None:
    server = await start(allow_seeds=True)
    table = await server.open("twentyone", seed=SEED)
    seats = [await table.sit(name) for name in ("Ada", "Bo", "Cy")]
    await table.gm.did("start_round")
    holes = {
        seat["seat"]: [die["face"] for die in seat["dice"] if die["hole"]] for seat in (await table.gm.view())["seats"]
    }
    for caller in (table.public, *seats):
        view = await caller.view()
        for seat in view["seats"]:
            seen = [die["face"] for die in seat["dice"] if die["hole"]]
            assert seen == (holes[seat["seat"]] if seat["seat"] == caller.seat else [None])
            assert (seat["total"] is None) == (seat["seat"] != caller.seat)
        for entry in (await caller.get("/events"))["entries"]:
            for event in entry["events"]:
                if event["type"] == "die_rolled" and event["place"] == "hole" and event["seat"] != caller.seat:
                    assert (event["draw"], event["draw_to"]) == (None, "none")
    assert (await play_on(table, seats))["result"]["round"] == 1
