"""Whatever is sent, allowed by the API's description or not: the description covers the answer.

Requests are made up from the description itself, valid and invalid ones, by everybody at real tables and by strangers.
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from typing import Any, Final, TypeVar

import msgspec
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.transport import Response
from schemathesis.schemas import APIOperation
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from events.event import type_tag
from events.storage.memory import MemoryStore
from games.installed import CATALOGUE
from server.http.contract import EVENT_STREAM
from server.http.openapi import document as openapi
from server.http.openapi.document import PROBLEM
from server.http.route_table import ROUTES
from tests.server.serving import Caller, start_server

pytestmark = pytest.mark.thorough

EXAMPLES: Final = 8
MORE_EXAMPLES: Final = {"give_command": 50, "sit_down": 16, "open_table": 16, "get_round": 16}
SEAT_COMMANDS: Final = {type_tag(kind) for rulebook in CATALOGUE.rulebooks.values() for kind in rulebook.commands}
LONGEST_WAIT: Final = 0.01
SECONDS: Final = 10
CHECKS: Final = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
DOCUMENT: Final = schemathesis.openapi.from_dict(msgspec.to_builtins(openapi.document(ROUTES, CATALOGUE)))
OPERATIONS: Final = {route.id: DOCUMENT[route.path][route.method] for route in ROUTES if route.documented}


Operation = APIOperation[Any, Any, Any, Any]
Made = Case[Any]
"""A request that was made up."""
T = TypeVar("T")


class Running:
    """A server in a thread of its own, at which people play."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self.session = requests.Session()
        self._served = self._do(start_server(CATALOGUE, MemoryStore(), allow_seeds=True))
        self.url = str(self._served.client.make_url("")).rstrip("/")

    def _do(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def play(self, game: str) -> dict[str, str | None]:
        """A table at which a round is played: the tokens of everybody who may call, by who they are, and its id."""
        return self._do(self._play(game))

    async def _play(self, game: str) -> dict[str, str | None]:
        opened = await self._served.open(game, options={"admit": "gm"}, listed=True)
        seated: dict[str, Caller] = {}
        for name in ("Odo", "Bri", "Ansa", "Wim", "Tuck"):
            seated[name] = await opened.sit(name, watch=name == "Wim")
        for name in ("Odo", "Bri", "Ansa", "Wim"):
            await opened.gm.did("admit_seat", target=seated[name].seat)
        await opened.gm.did("start_round")
        await opened.gm.did("void_round")
        await opened.gm.did("start_round")
        await seated["Odo"].post("/chat", {"text": "Well met!"})
        tokens = {name: caller.token for name, caller in seated.items()}
        return {**tokens, "gm": opened.gm.token, "invite": opened.invite, "table": opened.id}

    def ask(self, case: Made, token: str | None) -> requests.Response:
        """Send what was made up, with a token if there is one, and read the answer if it ends."""
        sent = case.as_transport_kwargs(base_url=self.url)
        if token is not None:
            sent["headers"]["Authorization"] = f"Bearer {token}"
        response = self.session.request(**sent, stream=True, timeout=SECONDS)
        if response.headers.get("Content-Type", "").startswith(EVENT_STREAM):
            begun = next(response.iter_content(chunk_size=None))
            response.close()
            assert begun.startswith(b"retry: ")
        else:
            assert response.content is not None
        return response

    def check(self, case: Made, token: str | None) -> None:
        """Send what was made up, and hold the answer against the description."""
        response = self.ask(case, token)
        if not response.headers.get("Content-Type", "").startswith(EVENT_STREAM):
            case.validate_response(Response.from_requests(response, verify=True), checks=CHECKS)
        if response.headers.get("Content-Type") == PROBLEM:
            codes = case.operation.definition.raw["responses"][str(response.status_code)]["content"][PROBLEM]["x-codes"]
            assert response.json()["code"] in codes

    def stop(self) -> None:
        self.session.close()
        self._do(self._served.close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="module")
def running() -> Iterator[Running]:
    server = Running()
    yield server
    server.stop()


def cases(operation: Operation) -> st.SearchStrategy[Made]:
    """Requests as the description has them, and others."""
    modes = [GenerationMode.POSITIVE, GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    return st.sampled_from(modes).flatmap(lambda mode: operation.as_strategy(generation_mode=mode))


def examples(operation: Operation) -> list[Any]:
    """The bodies that the description gives as examples."""
    content = operation.definition.raw.get("requestBody", {}).get("content", {}).values()
    return [example["value"] for body in content for example in body["examples"].values()]


class Chance(msgspec.Struct, frozen=True):
    """What of a made-up request is made real: whose token, at which game's table, for which round, with which body."""

    who: str
    at_a_table: bool
    from_the_start: bool
    game: str
    n: int | None
    body: Any


def chances(operation: Operation) -> st.SearchStrategy[Chance]:
    """At random, and not the first of each for want of a better."""
    return st.builds(
        Chance,
        who=st.sampled_from(["gm", "Odo", "gm", "Odo", "Bri", "Wim", "Tuck", "invite", "stranger", "nobody"]),
        at_a_table=st.integers(0, 9).map(lambda drawn: drawn != 9),
        from_the_start=st.integers(0, 2).map(lambda drawn: drawn != 2),
        game=st.sampled_from(list(CATALOGUE.rulebooks)),
        n=st.sampled_from([1, 2, None]),
        body=st.sampled_from([None, *examples(operation)]),
    )


def prepare(case: Made, chance: Chance, people: dict[str, str | None]) -> str | None:
    """Make some of a request real; the token to send with it."""
    if "table" in case.path_parameters and chance.at_a_table:
        case.path_parameters["table"] = people["table"]
    if "n" in case.path_parameters and chance.n is not None:
        case.path_parameters["n"] = chance.n
    if chance.from_the_start:
        case.query = {name: value for name, value in case.query.items() if name not in ("after", "epoch", "from")}
        for name in ("If-Match", "Idempotency-Key"):
            case.headers.pop(name, None)
    if str(case.query.get("wait", "")).replace(".", "").isdigit():
        case.query["wait"] = LONGEST_WAIT
    if chance.body is not None:
        case.body = dict(chance.body)
        if chance.who == "gm" and chance.body.get("type") in SEAT_COMMANDS:
            case.body["seat"] = "odo"
    return {"stranger": "A" * 43, "nobody": None}.get(chance.who, people.get(chance.who))


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_one_that_the_description_covers(running: Running, name: str) -> None:
    operation = OPERATIONS[name]
    people = {game: running.play(game) for game in CATALOGUE.rulebooks}

    @settings(
        max_examples=MORE_EXAMPLES.get(name, EXAMPLES),
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
    )
    @given(case=cases(operation), chance=chances(operation))
    def answered(case: Made, chance: Chance) -> None:
        running.check(case, prepare(case, chance, people[chance.game]))

    answered()


def test_an_undocumented_answer_is_found(running: Running) -> None:
    description = msgspec.to_builtins(openapi.document(ROUTES, CATALOGUE))
    del description["paths"]["/api/tables/{table}"]["get"]["responses"]["404"]
    operation = schemathesis.openapi.from_dict(description)["/api/tables/{table}"]["GET"]
    with pytest.raises(FailureGroup, match="Undocumented status code"):
        running.check(operation.Case(path_parameters={"table": "none"}), None)
