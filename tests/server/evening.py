"""An evening at a table over HTTP, Twenty-One first and then every other game, with each request and answer kept.

It is what the API's description is held against, and where its examples come from:
`python -m tests.server.evening` writes those again.
"""

import asyncio
import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from events.event import type_tag
from events.storage.memory import MemoryStore
from games.installed import CATALOGUE
from server import log
from server.http.contract import EVENT_STREAM, JSON, Route
from server.http.openapi.document import PROBLEM
from server.http.openapi.examples import PATH, Recorded, command_name
from server.http.route_table import ROUTES
from tests.sealing import OwnLuck
from tests.server.playing_through import value_for
from tests.server.serving import KEY, Served, start_server

_PATTERNS: Final = [(route, re.compile(re.sub(r"\{\w+\}", "[^/]+", route.path))) for route in ROUTES]
_FIRST: Final = "twentyone"
_SEED: Final = 38
_ROUNDS: Final = 40
_MOST_COMMANDS: Final = 900
_OTHER_COMMANDS: Final = 250
_SAMPLES: Final = 4
"""In how many worlds options are tried: enough for an example."""
_PURSE_CP: Final = 500_000
_BROUGHT: Final = {"Odo": {"set": "ivory_dice"}, "Bri": {"set": "weighted_sticky", "faces": {"d6": 2}}}
"""What two of them play with."""
_WORD: Final = "seven"
_SHEET: Final = {
    "abilities": {"str": 2, "dex": 3, "con": 1, "int": 0, "wis": 1, "cha": 2},
    "skills": {"sleight_of_hand": 5, "deception": 4},
    "proficiency": 2,
    "tools": {"dice": True},
}


@dataclass(frozen=True, kw_only=True)
class Exchange:
    """A request and its answer. The bodies are JSON where they are, text where not, None where there is none."""

    route: Route
    who: str
    sent: Any
    status: int
    headers: Mapping[str, str]
    answered: Any
    game: str
    """What was played when it was asked."""


class Evening:
    """A server, and all that was asked of it so far. `tokens` are those of the table's people, by name."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._chance = random.Random(_SEED)
        self._given = 0
        self._done: set[tuple[str, str]] = set()
        """The commands that were carried out, with the game that was played."""
        self.game = _FIRST
        self.kept: list[Exchange] = []
        self.table = ""
        self.tokens: dict[str, str] = {}
        self.seats: dict[str, str] = {}

    async def ask(
        self, method: str, path: str, who: str = "", body: Any = None, headers: dict[str, str] | None = None
    ) -> Exchange:
        """Ask for something as somebody of the table (or nobody), and keep what came of it."""
        url = path.replace("TABLE", f"/api/tables/{self.table}")
        given = dict(headers or {})
        if who:
            given["Authorization"] = f"Bearer {self.tokens[who]}"
        data = None if body is None else msgspec.json.encode(body)
        async with self._served.client.request(method, url, data=data, headers=given) as response:
            if response.content_type == EVENT_STREAM:
                text = (await response.content.readuntil(b"}\n\n")).decode()
                response.close()
            else:
                text = (await response.read()).decode()
        decoded = msgspec.json.decode(text) if response.content_type in (JSON, PROBLEM) else text or None
        path_alone = url.partition("?")[0]
        route = next(route for route, path in _PATTERNS if route.method == method and path.fullmatch(path_alone))
        exchange = Exchange(
            route=route,
            who=who,
            sent=body,
            status=response.status,
            headers=response.headers,
            answered=decoded,
            game=self.game,
        )
        self.kept.append(exchange)
        return exchange

    async def give(self, who: str, kind: str, **given: Any) -> Exchange:
        """Give a command."""
        self._given += 1
        named = {"id": f"{who.lower()}-{self._given}"} if kind == "roll" else {}
        answer = await self.ask("POST", "TABLE/commands", who, {**named, "type": kind, **given})
        if answer.status == 200:
            self._done.add((self.game, kind))
        return answer

    async def play(self) -> None:
        """From the opening to the end."""
        await self._gather()
        for _ in range(_ROUNDS):
            await self._play_round(_MOST_COMMANDS)
        await self._look_around()
        for game in CATALOGUE.rulebooks:
            if game != _FIRST:
                await self._visit(game)
        await self._change_to(_FIRST, {"ante_cp": 500})
        await self._seal_luck()
        await self._keep_the_table()

    async def _seal_luck(self) -> None:
        """A round with sealed luck: one reveals it, one withholds it, the others sealed nothing."""
        await self.give("gm", "set_options", options={"luck": "sealed"})
        await self.give("Odo", "set_luck", luck="eleven")
        number = (await self.ask("GET", "TABLE", "Odo")).answered["round"] + 1
        for name in ("Odo", "Bri"):
            await self.give(name, "seal_luck", seal=OwnLuck(self.table, number, self.seats[name], _WORD).seal)
        await self.give("gm", "seal_luck", seat="odo", seal="00" * 32)
        await self.give("gm", "start_round")
        view = (await self.ask("GET", "TABLE", "Odo")).answered
        revealed = OwnLuck(self.table, number, self.seats["Odo"], _WORD).params_for(view)
        await self.give("Odo", "roll")
        await self.give("Ansa", "reveal_luck", **revealed)
        await self.give("Odo", "reveal_luck", **revealed)
        await self.give("Bri", "withhold_luck")
        await self.ask("GET", "TABLE", "Odo")
        await self.ask("GET", "TABLE/events?after=3", "Odo")
        await self.give("gm", "void_round", reason="The candles went out")
        await self.ask("GET", f"TABLE/rounds/{number}/proof", "Odo")
        await self.give("gm", "set_options", options={"luck": "open"})
        await self.give("Odo", "seal_luck", seal="00" * 32)

    async def _gather(self) -> None:
        for path in ("/healthz", "/readyz", "/api/games", "/api/openapi.json"):
            first = await self.ask("GET", path)
            if "ETag" in first.headers:
                await self.ask("GET", path, headers={"If-None-Match": first.headers["ETag"]})
        opened = await self.ask(
            "POST",
            "/api/tables",
            body={
                "game": _FIRST,
                "name": "The Wobbly Flagon",
                "gm": {"name": "Mara"},
                "options": {"ante_cp": 500},
                "listed": True,
            },
            headers={"Idempotency-Key": KEY},
        )
        self.table = opened.answered["table"]
        self.tokens |= {"gm": opened.answered["gm_token"], "invite": opened.answered["invite"]}
        await self.ask("GET", "/api/tables")
        await self.ask("GET", "TABLE/join-code", "gm")
        code = (await self.ask("POST", "TABLE/join-code", "gm")).answered["code"]
        await self.ask("GET", "TABLE/join-code", "invite")
        await self.ask("GET", f"/api/join/{code.lower()}")
        for name in ("Odo", "Bri", "Ansa", "Wim"):
            await self.sit(name, watch=name == "Wim")

    async def sit(self, name: str, *, watch: bool = False) -> None:
        """Sit somebody down with the invite."""
        body = {
            "invite": self.tokens["invite"],
            "name": name,
            "purse_cp": _PURSE_CP,
            "luck": "seven",
            "character": _SHEET,
        }
        if watch:
            body["watch"] = True
        if name in _BROUGHT:
            body["sets"] = [_BROUGHT[name]]
        seated = await self.ask("POST", "TABLE/seats", body=body)
        self.tokens[name], self.seats[name] = seated.answered["token"], seated.answered["seat"]

    async def _change_to(self, game: str, options: dict[str, Any]) -> None:
        await self.give("gm", "set_game", game=game, options=options)
        self.game = game
        await self.ask("GET", "TABLE", "Odo")

    async def _visit(self, game: str) -> None:
        """Another game, until everything in it was done once: by a chance of its own, whatever was played before."""
        self._chance = random.Random(f"{_SEED} {game}")
        rulebook = CATALOGUE.rulebook(game)
        # The House would be the first to denounce.
        cheats = {"cheating": "on", "house_perception": -20} if "cheating" in rulebook.options.__struct_fields__ else {}
        await self._change_to(game, {**cheats, **_OPTIONS.get(game, {})})
        all_of_it = {(game, type_tag(kind)) for kind in (*rulebook.commands, *rulebook.gm_commands)}
        for _ in range(_ROUNDS):
            if all_of_it <= self._done:
                return
            await self._lend()
            await self._play_round(_OTHER_COMMANDS)

    async def _lend(self) -> None:
        purses = {seat["seat"]: seat["purse_cp"] for seat in (await self.ask("GET", "TABLE", "gm")).answered["seats"]}
        for seat, purse_cp in purses.items():
            if purse_cp < _PURSE_CP // 5:
                await self.give(
                    "gm", "give_coins", target=seat, amount_cp=_PURSE_CP, reason="A loan, until the harvest"
                )
        if self.game in _WITH_ONE_ALL_IN:
            view = (await self.ask("GET", "TABLE", "gm")).answered
            bri = next(seat["purse_cp"] for seat in view["seats"] if seat["seat"] == "bri")
            spare = bri - view["options"]["ante_cp"]
            await self.give("gm", "take_coins", target="bri", amount_cp=spare, reason="Kept for the way home")

    async def _play_round(self, most: int) -> None:
        await self.give("gm", "start_round")
        await self.ask("GET", "TABLE", "Odo")
        for _ in range(most):
            view = (await self.ask("GET", "TABLE", "gm")).answered
            if view["phase"] == "lobby":
                return
            await self._play_something(view)
        await self.give("gm", "void_round", reason="The candles went out")

    async def _play_something(self, view: dict[str, Any]) -> None:
        """Something that is legal and goes on: rare things are preferred, so that all of them come about."""
        names = {seat: name for name, seat in self.seats.items()}
        doing = {"": view["you"]}
        for seat in names:
            doing |= (await self.ask("GET", f"TABLE?acts_for={seat}", "gm")).answered["you"]["acts_for"]
        legal = [
            (names.get(seat, "gm"), action)
            for seat, part in doing.items()
            for action in part["actions"]
            if action["type"] not in _KEEPING
        ]
        fresh = [(who, action) for who, action in legal if (self.game, action["type"]) not in self._done]
        who, action = self._chance.choice(fresh or legal)
        chosen = {name: self._value(name, param) for name, param in action["params"].items()}
        await self.give(who, action["type"], **chosen)
        if self._chance.random() < 0.2:
            out_of_turn = type_tag(self._chance.choice(CATALOGUE.rulebook(self.game).commands))
            await self.give(self._chance.choice(["Odo", "Bri", "Wim"]), out_of_turn)

    def _value(self, name: str, param: dict[str, Any]) -> Any:
        return param["min"] if "min" in param else value_for(name, param, self._chance)

    async def _look_around(self) -> None:
        for who in ("", "gm", "Odo", "Wim", "invite"):
            for path in (
                "",
                "/chronicle?after=2",
                "/ledger",
                "/standings",
                "/events?after=3",
                "/rounds",
                "/rounds/1/proof",
                "/rounds/1/notation",
            ):
                first = await self.ask("GET", f"TABLE{path}", who)
                if "ETag" in first.headers:
                    await self.ask("GET", f"TABLE{path}", who, headers={"If-None-Match": first.headers["ETag"]})
            await self.ask("GET", "TABLE/rounds/1?limit=1", who)
            await self.ask("GET", "TABLE/live", who)
            await self.ask("GET", "TABLE/export", who)
        newest = (await self.ask("GET", "TABLE")).answered["version"]
        for path in (
            "/rounds/1?as=seat:odo",
            "/rounds/1?as=house",
            "/rounds/1?as=nobody",
            "/rounds/99",
            "/rounds/99/proof",
            "/rounds/99/notation",
            "/rounds/1/notation?as=house",
            "/rounds/1/notation?as=nobody",
            "/rounds/1/report",
            "/rounds/1/report?as=house",
            "/rounds/1/report?as=nobody",
            "/rounds/99/report",
            "/events?after=many",
            f"/events?after={newest + 1}",
            f"/live?after={newest - 1}",
        ):
            await self.ask("GET", f"TABLE{path}", "gm")

    async def _ask_what_if(self) -> None:
        replay = await self.ask("GET", "TABLE/rounds/1?limit=4", "gm")
        step = {"version": replay.answered["frames"][-1]["version"]}
        for who, body in (
            ("gm", step),
            ("gm", {**step, "policy": "cautious"}),
            ("gm", {**step, "samples": 10}),
            ("gm", {"version": 0}),
            ("", step),
        ):
            await self.ask("POST", "TABLE/rounds/1/what-if", who, body)

    async def _analyse(self) -> None:
        self._served.app.analyses.samples = _SAMPLES
        for method, number, who in (("POST", 1, "Odo"), ("DELETE", 1, "Odo"), ("POST", 2, "Odo"), ("GET", 3, "")):
            await self.ask(method, f"TABLE/rounds/{number}/analysis", who)
        while self._served.busy:  # noqa: ASYNC110 - no event says so
            await asyncio.sleep(0.05)
        await self.ask("GET", "TABLE/rounds/2/analysis", "Odo")

    async def _prove(self) -> None:
        for path in ("/api/verify.py", "/api/verify.mjs", "/api/key"):
            tag = (await self.ask("GET", path)).headers["ETag"]
            await self.ask("GET", path, headers={"If-None-Match": tag})

    async def _keep_the_table(self) -> None:
        await self.ask("POST", "TABLE/chat", "Odo", {"text": "Who brought the loaded die?"})
        await self.ask("POST", "TABLE/chat", "gm", {"text": "Nobody, I am sure."})
        for who in ("", "Bri"):
            await self.ask("GET", "TABLE/chat", who)
        await self.ask("DELETE", "TABLE/chat/1", "Bri")
        await self.ask("DELETE", "TABLE/chat/1", "Odo")
        await self.ask("DELETE", "TABLE/chat/1", "Odo")
        await self.ask("DELETE", "TABLE/chat", "Odo")
        await self.ask("DELETE", "TABLE/chat", "gm")
        await self.give("gm", "give_coins", target="bri", amount_cp=1_000, reason="A loan, until the harvest")
        await self.give("gm", "take_coins", target="bri", amount_cp=1_000, reason="Paid back")
        await self.give("Odo", "ask_for_coins", amount_cp=5_000)
        await self.give("gm", "refuse_coins", target="odo")
        await self.give("Odo", "sit_out")
        await self.give("Odo", "sit_in")
        await self.give("gm", "set_character", target="bri", character=_SHEET)
        await self.give("gm", "give_set", target="ansa", set="weighted_heavy", faces={"d6": 6})
        await self.give("Bri", "load_dice", die="d6", face=1)
        await self.give("gm", "set_options", options={"turn_seconds": 60, "admit": "gm", "unseal": "dispute"})
        await self.give("gm", "set_options", options={"ante_cp": "much"})
        await self.sit("Tuck")
        await self.sit("Mell")
        await self.give("Tuck", "leave")
        await self.ask("POST", "TABLE/chat", "Tuck", {"text": "Let me in!"})
        await self.give("gm", "admit_seat", target=self.seats["Tuck"])
        await self.give("gm", "refuse_seat", target=self.seats["Mell"])
        await self.give("Odo", "set_luck", luck="eleven")
        await self.give("gm", "pause")
        await self.give("gm", "resume")
        npc = {"name": "Gorm", "purse_cp": _PURSE_CP, "npc": {"temperament": "card_sharp"}}
        await self.ask("POST", "TABLE/seats", "gm", npc)
        await self.give("gm", "take_over", target="gorm")
        await self.give("gm", "give_back", target="gorm")
        await self.give("gm", "start_round")
        await self.give("gm", "void_round", reason="The candles went out")
        await self._settle_a_dispute()
        await self._ask_what_if()
        await self._analyse()
        text = (await self.ask("GET", "TABLE/rounds/1/notation", "")).answered
        for given in (text, "Once upon a time"):
            await self.ask("POST", "/api/notation", "", {"text": given})
        await self._prove()
        self.tokens["Bri"] = (await self.give("gm", "new_token", target="bri")).answered["token"]
        self.tokens["invite"] = (await self.give("gm", "new_invite")).answered["invite"]
        await self.give("gm", "set_listed", listed=False)
        await self.give("gm", "remove_seat", target="wim")
        await self.give("Bri", "leave")
        await self._ask_for_what_is_not_to_be_had()
        await self.give("gm", "close_table")
        await self.ask("POST", "TABLE/seats", "invite", {"name": "Late"})

    async def _settle_a_dispute(self) -> None:
        number = (await self.ask("GET", "TABLE", "Odo")).answered["round"]
        for words in ("I had called before the candles went out", "And I still say so", "Ask anybody", "Just ask"):
            await self.give("Odo", "dispute", round=number, text=words)
        await self.give("gm", "rule_on_dispute", dispute=2, verdict="upheld", text="So you had", remedy="round")
        await self.give(
            "gm",
            "rule_on_dispute",
            dispute=1,
            verdict="upheld",
            text="So you had",
            remedy="coins",
            payer="house",
            payee="odo",
            amount_cp=500,
        )
        await self.give("gm", "unseal", round=number)
        await self.give("gm", "unseal", round=number)
        for path in ("/rounds", f"/rounds/{number}/proof", "/standings"):
            await self.ask("GET", f"TABLE{path}", "Odo")

    async def _ask_for_what_is_not_to_be_had(self) -> None:
        once = next(kept.sent["id"] for kept in self.kept if kept.who == "Odo" and kept.sent and "id" in kept.sent)
        await self.give("Odo", "start_round")
        await self.give("Odo", "leave", seat="bri")
        await self.give("gm", "leave")
        await self.give("gm", "leave", seat="nobody")
        await self.give("gm", "pause", seat="odo")
        await self.give("Odo", "dance")
        await self.give("Odo", "set_luck", luck=7)
        await self.ask("POST", "TABLE/commands", "Odo", {"id": "", "type": "leave"})
        await self.ask("POST", "TABLE/commands", "invite", {"type": "leave"})
        await self.ask("POST", "TABLE/commands", "", {"type": "leave"})
        await self.ask("POST", "TABLE/commands", "Odo", {"type": "leave"}, {"If-Match": '"old"'})
        await self.ask("POST", "TABLE/commands", "Odo", {"id": once, "type": "leave"})
        await self.ask("POST", "TABLE/seats", "", {"name": "Nan"})
        await self.ask("POST", "TABLE/seats", "", {"name": "Nan", "invite": "none"})
        await self.ask("POST", "TABLE/seats", "invite", {"name": "Nan", "npc": {"temperament": "bully"}})
        await self.ask("POST", "TABLE/seats", "gm", {"name": "Nan", "npc": {"temperament": "bold"}})
        await self.ask("POST", "/api/tables", "", {"game": "chess"})
        await self.ask("POST", "/api/tables", "", {"game": "twentyone", "options": {"ante_cp": 3}})
        await self.ask("POST", "/api/tables", "", {"game": "twentyone"}, {"Idempotency-Key": "short"})
        await self.ask("GET", "/api/tables/none")
        self.tokens["stranger"] = "A" * 43
        await self.ask("GET", "TABLE", "stranger")
        await self.ask("GET", "/api/join/KELP-42")
        await self.ask("GET", "TABLE/join-code", "Odo")
        await self.ask("POST", "TABLE/join-code", "Odo")


_KEEPING: Final = frozenset(
    {
        "admit_seat", "ask_for_coins", "close_table", "dispute", "give_back", "give_coins", "give_set", "leave",
        "load_dice", "new_invite", "new_token", "pause", "refuse_coins", "refuse_seat", "remove_seat", "resume",
        "rule_on_dispute", "seal_luck", "set_character", "set_game", "set_listed", "set_luck", "set_options", "sit_in",
        "sit_out", "start_round", "take_coins", "take_over", "unseal", "void_round",
    }
)  # fmt: skip
"""What the round goes on without."""
_WITH_ONE_ALL_IN: Final = ("rulers-bluff",)
"""Games in which something happens only to a seat that has nothing left but its ante."""
_OPTIONS: Final[Mapping[str, dict[str, Any]]] = {
    "bluffmaster": {"cards": "chosen"},
    "farkle": {"target": 500},
    "middles-seven": {"buy_in_cp": 200, "bank_limit_cp": 100_000},
    "pig": {"target": 50},
    "rulers-bluff": {"open_dice": "own"},
    "twentyone-v3": {"ante_cp": 50_000, "goad_resist": "one_ante"},
}
"""Options with which a game is played here: those under which everything in it can be done."""


async def an_evening() -> Evening:
    """A whole evening, always the same one."""
    served = await start_server(CATALOGUE, MemoryStore())
    try:
        evening = Evening(served)
        await evening.play()
    finally:
        await served.close()
    return evening


def examples(evening: Evening) -> Recorded:
    """The most telling requests and answers, once each: a player's and the public's before the GM's long ones."""
    recorded = Recorded()
    for exchange in sorted(evening.kept, key=lambda exchange: exchange.who not in _SHOWN_FIRST):
        operation, name = exchange.route.id, _name(exchange)
        if exchange.status < 300:
            if exchange.sent is not None:
                recorded.requests.setdefault(operation, {}).setdefault(name, exchange.sent)
            answers = recorded.answers.setdefault(operation, {}).setdefault(str(exchange.status), {})
            if len(answers) < _MOST_EXAMPLES and exchange.answered is not None:
                answers.setdefault(name, _shortened(exchange.answered))
        elif operation == "give_command" and exchange.status == 409:
            recorded.refusals.setdefault(exchange.answered["code"], _shortened(exchange.answered))
    return recorded


_SHOWN_FIRST: Final = ("", "Odo")
_MOST_EXAMPLES: Final = 2
_LINES: Final = 2


def _name(exchange: Exchange) -> str:
    if exchange.route.id == "give_command":
        tag = str(exchange.sent["type"])
        rulebook = CATALOGUE.rulebook(exchange.game)
        own = any(tag == type_tag(kind) for kind in (*rulebook.commands, *rulebook.gm_commands))
        return command_name(exchange.game if own else None, tag)
    return f"as_{exchange.who.lower() or 'anybody'}"


def _shortened(answered: Any) -> Any:
    """An answer with the first few of what it has many of."""
    if isinstance(answered, str):
        keep = len(answered) if answered.startswith("retry") else _LINES
        return "".join(answered.splitlines(keepends=True)[:keep])
    if "openapi" in answered:
        return {name: answered[name] for name in ("openapi", "info", "servers")}
    short = dict(answered)
    if "state" in short:
        short["seats"] = [_shortened(seat) for seat in short["seats"]]
    if "decisions" in short:
        short["decisions"] = [_shortened(decision) for decision in short["decisions"][:_LINES]]
    for name in ("actions", "commands", "entries", "frames", "games", "lines", "options", "rounds"):
        if isinstance(short.get(name), list):
            short[name] = short[name][:_LINES]
    if "refusals" in short:
        short["refusals"] = dict(list(short["refusals"].items())[:_LINES])
    if "games" in short:
        short["games"] = [_shortened(game) for game in short["games"]]
    return short


def _write() -> None:
    log.configure("console", "warning")
    recorded = examples(asyncio.run(an_evening()))
    PATH.write_bytes(msgspec.json.format(msgspec.json.encode(recorded), indent=1) + b"\n")


if __name__ == "__main__":
    _write()
