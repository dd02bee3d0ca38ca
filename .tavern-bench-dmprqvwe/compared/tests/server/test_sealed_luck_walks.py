"""Sealed luck through the server, with clients that crash, sleep, lie and race, and servers that end in between.

A small model says what each answer must be and what every viewer must see. At the end the log is audited, and both the
luck of every round that started and the seals it was called with are what the model remembers.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from events.stores.memory import MemoryStore
from games.installed import CATALOGUE
from replays.audit import audit
from tests.sealing import OwnLuck
from tests.server.serving import Answer, Caller, Opened, Served, TurnedClock, start_server

T = TypeVar("T")

NAMES: Final = ("Ada", "Bo", "Cy")
PLAYERS: Final = tuple(name.lower() for name in NAMES)
TURN_SECONDS: Final = 60
REFUSED: Final = 409
MIN_SEATS: Final = CATALOGUE.rulebook("middles-seven").min_seats

player = st.sampled_from(PLAYERS)
words = st.sampled_from(["", "seven", "Þórr ᚦ"])
LIES: Final = ("other", "tail", "made up", "empty", "another call", "another signature")


class SealedLuck(RuleBasedStateMachine):
    """Three players and a GM at one table."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.store = MemoryStore()
        self.clock = TurnedClock()
        self.drawn = 0
        self.round = 0
        self.waiting: dict[str, str] = {}
        """The seals of the round that was called and has not started, by seat."""
        self.sealed: dict[str, str] = {}
        """The seals for the next round, by seat."""
        self.known: dict[str, OwnLuck] = {}
        """What each player remembers of what it sealed last; nothing after a crash."""
        self.truth: dict[str, OwnLuck] = {}
        """What is behind each seal, even if no player remembers it."""
        self.revealed: dict[str, str] = {}
        self.withheld: list[str] = []
        self.called: dict[int, dict[str, str]] = {}
        self.started: dict[int, dict[str, str]] = {}
        self.sent: dict[str, tuple[str, dict[str, Any], bytes]] = {}

    def run_(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    @initialize(withheld=st.sampled_from(["plays", "sits_out"]))
    def open(self, withheld: str) -> None:
        self.run_(self._open(withheld))

    async def _open(self, withheld: str) -> None:
        self.server: Served = await start_server(CATALOGUE, self.store, clock=self.clock)
        options = {"luck": "sealed", "withheld": withheld, "turn_seconds": TURN_SECONDS}
        self.table: Opened = await self.server.open("middles-seven", options=options)
        self.gm = self.table.gm
        self.seats = {name.lower(): await self.table.sit(name) for name in NAMES}
        self.sits_out = withheld == "sits_out"

    # What players do

    @precondition(lambda self: not self.waiting)
    @rule(seat=player, word=words)
    def seal(self, seat: str, word: str) -> None:
        luck = self._draw(seat, self.round + 1, word)
        assert self._give(seat, "seal_luck", seal=luck.seal).status == 200
        self.sealed[seat], self.known[seat], self.truth[luck.seal] = luck.seal, luck, luck

    @precondition(lambda self: not self.waiting)
    @rule(word=words)
    def seal_all(self, word: str) -> None:
        for seat in PLAYERS:
            self.seal(seat, word)

    @precondition(lambda self: self.waiting)
    @rule(seat=player)
    def seal_too_late(self, seat: str) -> None:
        seal = self._draw(seat, self.round, "").seal
        assert self._give(seat, "seal_luck", seal=seal).code == (REFUSED, "round_running")

    @precondition(lambda self: self.known)
    @rule(nth=st.integers(0, 2))
    def crash_and_forget(self, nth: int) -> None:
        del self.known[sorted(self.known)[nth % len(self.known)]]

    @precondition(lambda self: self._ready())
    @rule(nth=st.integers(0, 2))
    def reveal(self, nth: int) -> None:
        seat = self._ready()[nth % len(self._ready())]
        answer = self._give(seat, "reveal_luck", **self._revealed(seat, self.known[seat]))
        assert answer.status == 200, answer.body
        self._answered(seat, self.known[seat])

    @rule(seat=player, other=player, lie=st.sampled_from(LIES))
    def lie(self, seat: str, other: str, lie: str) -> None:
        own = self.known.get(seat) or self._draw(seat, self.round, "")
        given = self._revealed(seat, own)
        text, signed = own.text, given["signature"]
        given |= {
            "other": self._revealed(seat, self.known.get(other) or self._draw(other, self.round, "")),
            "tail": {"luck": text + "x"},
            "made up": {"luck": "f" * 32},
            "empty": {"luck": "0" * 32},
            "another call": {"signature": own.key.sign(b"another call".rjust(32))},
            "another signature": {"signature": signed[:-1] + ("0" if signed[-1] != "0" else "1")},
        }[lie]
        if lie == "other" and self._fits(seat, self.known.get(other)):
            return
        assert self._give(seat, "reveal_luck", **given).status == REFUSED

    @rule(seat=player, other=player)
    def reveal_for_somebody_else(self, seat: str, other: str) -> None:
        luck = self.known.get(other)
        if luck is None or seat == other:
            return
        given = self._revealed(other, luck)
        answer = self._give(seat, "reveal_luck", **given, seat=other)
        assert answer.code == (403, "not_your_seat")
        assert self._give(None, "reveal_luck", **given, seat=other).code == (REFUSED, "not_your_luck")

    @rule(seat=player, by_gm=st.booleans())
    def withhold(self, seat: str, by_gm: bool) -> None:
        given = {"seat": seat} if by_gm else {}
        answer = self._give(None if by_gm else seat, "withhold_luck", **given)
        if self._asked(seat):
            assert answer.status == 200, answer.body
            self._answered(seat, None)
        else:
            assert answer.code == (REFUSED, "no_seal")

    @precondition(lambda self: self._ready())
    @rule(twice=st.booleans())
    def reveal_all_at_once(self, twice: bool) -> None:
        """Everybody who remembers reveals at the same time, and impatient clients send it twice."""
        ready = self._ready()
        given = {seat: self._revealed(seat, self.known[seat]) for seat in ready}
        bodies = [(seat, {**given[seat], "id": f"{self.round}-{seat}"}) for seat in ready]
        answers = self.run_(self._at_once(bodies * (2 if twice else 1)))
        assert [answer.status for answer in answers] == [200] * len(answers)
        assert all(answer.body == answers[n % len(ready)].body for n, answer in enumerate(answers))
        for seat in ready:
            self._answered(seat, self.known[seat])

    async def _at_once(self, bodies: list[tuple[str, dict[str, Any]]]) -> list[Answer]:
        return await asyncio.gather(*(self.seats[seat].give("reveal_luck", **body) for seat, body in bodies))

    @precondition(lambda self: self.sent)
    @rule(chance=st.randoms(use_true_random=False))
    def send_again(self, chance: Any) -> None:
        """An answer that was lost on the way comes again, whatever happened since."""
        command_id = chance.choice(sorted(self.sent))
        kind, given, body = self.sent[command_id]
        caller = self._caller(given.get("by"))
        answer = self.run_(caller.give(kind, id=command_id, **given["params"]))
        assert answer.body == body

    # What the GM, the clock and the operator do

    @precondition(lambda self: not self.waiting)
    @rule()
    def start(self) -> None:
        assert self._give(None, "start_round").status == 200
        self.round += 1
        self.called[self.round], self.sealed = dict(self.sealed), {}
        self.waiting, self.revealed, self.withheld = dict(self.called[self.round]), {}, []
        if not self.waiting:
            self._round_starts()

    @precondition(lambda self: self.waiting)
    @rule()
    def call_off(self) -> None:
        assert self._give(None, "void_round", reason="again").status == 200
        self.waiting = {}

    @precondition(lambda self: self.waiting)
    @rule()
    def sleep(self) -> None:
        """The clock acts for everybody who does not answer, one after the other."""
        self.run_(self._sleep())
        for seat in [seat for seat in PLAYERS if seat in self.waiting]:
            self._answered(seat, None)

    async def _sleep(self) -> None:
        """Turn the clock until the round begins. A server that was just started may not have set its alarm yet."""
        view = await self.table.public.view()
        for _ in range(20):
            if view["phase"] != "luck":
                return
            self.clock.turn(TURN_SECONDS + 1)
            await self.table.public.get(f"/events?after={view['version']}&wait=0.5")
            view = await self.table.public.view()
        raise AssertionError("the clock did not act")

    @rule()
    def restart(self) -> None:
        self.run_(self._restart())

    async def _restart(self) -> None:
        await self.server.close()
        self.server = await start_server(CATALOGUE, self.store, clock=self.clock, chance=99)
        client = self.server.client
        self.gm = self.table.again(client, self.gm)
        self.seats = {seat: self.table.again(client, caller) for seat, caller in self.seats.items()}
        self.table.public = self.table.again(client, self.table.public)

    # What must hold

    @invariant()
    def everybody_sees_the_same_of_it(self) -> None:
        if not hasattr(self, "seats"):
            return
        for caller in (self.table.public, self.gm, *self.seats.values()):
            view = self.run_(caller.view())
            fair = view["fair"]
            assert view["round"] == self.round
            assert (view["phase"] == "luck") == bool(self.waiting)
            if self.called.get(self.round):
                assert fair["seals"] == self.called[self.round]
                assert fair["revealed"] == self.revealed
                assert fair["withheld"] == self.withheld
            if self.waiting:
                assert set(view["to_act"]) == set(self.waiting)
            else:
                assert {s["seat"]: s["luck_seal"] for s in view["seats"] if "luck_seal" in s} == self.sealed

    @invariant()
    def nothing_is_known_that_was_not_revealed(self) -> None:
        if not self.waiting:
            return
        closed = [self.truth[seal] for seal in self.waiting.values()]
        for caller in (self.table.public, self.gm):
            for path in ("", "/events", "/chronicle", f"/rounds/{self.round}/proof"):
                body = self.run_(caller.get(path)).body.decode()
                assert not any(secret in body for luck in closed for secret in (luck.text[:32], luck.key.public)), path

    def teardown(self) -> None:
        try:
            if hasattr(self, "seats"):
                self._judge_the_log()
        finally:
            if hasattr(self, "server"):
                self.run_(self.server.close())
            self.loop.close()

    def _judge_the_log(self) -> None:
        lines = [stored.line for stored in self.run_(self.store.read(self.table.id))]
        report = audit(CATALOGUE, lines)
        assert report.findings == []
        export = self.run_(self.gm.get("/export")).body
        started = {}
        for line in export.splitlines():
            for event in _events(line):
                if event["type"] == "round_started":
                    started[event["round"]] = {word["seat"]: word["luck"] for word in event["luck"] if word["luck"]}
                elif event["type"] == "luck_called":
                    assert {one["seat"]: one["seal"] for one in event["seals"]} == self.called[event["round"]]
        assert started == self.started

    # The model

    def _draw(self, seat: str, number: int, word: str) -> OwnLuck:
        self.drawn += 1
        return OwnLuck(self.table.id, number, seat, word, self.drawn)

    def _revealed(self, seat: str, luck: OwnLuck) -> dict[str, Any]:
        return luck.params_for(self.run_(self.seats[seat].view()))

    def _ready(self) -> list[str]:
        """Who is asked to reveal, and still knows what."""
        return [seat for seat in PLAYERS if self._fits(seat, self.known.get(seat))]

    def _asked(self, seat: str) -> bool:
        return seat in self.waiting

    def _fits(self, seat: str, luck: OwnLuck | None) -> bool:
        return self._asked(seat) and self.truth[self.waiting[seat]] is luck

    def _answered(self, seat: str, luck: OwnLuck | None) -> None:
        del self.waiting[seat]
        if luck is None:
            self.withheld.append(seat)
        else:
            self.revealed[seat] = luck.text
        if not self.waiting:
            self._round_starts()

    def _round_starts(self) -> None:
        """The game itself is called off: only how it starts matters here."""
        out = set(self.withheld) if self.sits_out else set()
        if len(set(PLAYERS) - out) >= MIN_SEATS:
            self.started[self.round] = dict(self.revealed)
        if self.run_(self.table.public.view())["phase"] not in ("lobby", "luck"):
            self.run_(self.gm.did("void_round", reason="The luck is what counts."))

    def _caller(self, seat: str | None) -> Caller:
        return self.gm if seat is None else self.seats[seat]

    def _give(self, by: str | None, kind: str, **params: Any) -> Answer:
        self.drawn += 1
        command_id = f"command-{self.drawn}"
        answer = self.run_(self._caller(by).give(kind, id=command_id, **params))
        if answer.status == 200:
            self.sent[command_id] = (kind, {"by": by, "params": params}, answer.body)
        return answer


def _events(line: bytes) -> list[dict[str, Any]]:
    events: list[dict[str, Any]] = msgspec.json.decode(line).get("events", [])
    return events


TestSealedLuck = SealedLuck.TestCase
TestSealedLuck.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
