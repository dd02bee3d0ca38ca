"""The API's description is whole and true: it describes what is served, and every example in it is valid."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, cast

import jsonschema_rs
import msgspec
import pytest
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from events.event import Command, Event, type_tag
from games.engine.catalogue import Catalogue
from games.engine.rulebook import AnyRulebook
from games.installed import CATALOGUE
from games.middles_seven import MiddlesSeven
from games.table import GM_COMMANDS, SEAT_COMMANDS, TABLE_RULES
from projections.game import OpenGameOptions
from server.commands.opening import OpenBody
from server.http.contract import EVENT_STREAM, JSON
from server.http.openapi import document as openapi
from server.http.openapi.document import PROBLEM
from server.http.openapi.schemas import NameTaken, Schemas, description_of
from server.http.problem_codes import CODES, refusals_of
from server.http.route_table import ROUTES
from tests.server.evening import Evening, Exchange, an_evening
from tests.server.serving import Served

MANY = 2
"""Answers to one kind of request by one caller, with one status, that are looked at."""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return openapi.document(ROUTES, CATALOGUE)


@pytest.fixture(scope="module")
def evening() -> Evening:
    return asyncio.run(an_evening())


_compiled: Final[dict[bytes, jsonschema_rs.Draft202012Validator]] = {}


def problems(document: dict[str, Any], schema: dict[str, Any], value: Any) -> list[str]:
    """What does not fit a schema of the document. Compiling one takes much longer than a look at a value."""
    whole = {**schema, "components": {"schemas": document["components"]["schemas"]}}
    written = msgspec.json.encode(whole)
    if written not in _compiled:
        _compiled[written] = jsonschema_rs.Draft202012Validator(whole)
    return [error.message[:300] for error in _compiled[written].iter_errors(value)]


def contents(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every documented body: where, its media type, its content."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            where = f"{method.upper()} {path}"
            for media, content in operation.get("requestBody", {}).get("content", {}).items():
                yield f"{where} request", media, content
            for status, answer in operation["responses"].items():
                for media, content in answer.get("content", {}).items():
                    yield f"{where} {status}", media, content


def references(node: Any) -> Iterator[str]:
    """Every reference in the document, those of discriminators among them; examples may hold others."""
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        if "discriminator" in node:
            yield from node["discriminator"]["mapping"].values()
        for name, value in node.items():
            if name != "examples":
                yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def resolved(document: dict[str, Any], reference: str) -> Any:
    found: Any = document
    for step in reference.removeprefix("#/").split("/"):
        found = found[step]
    return found


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    found = set(references(document))
    assert len(found) > 100
    for reference in found:
        assert resolved(document, reference)


def test_the_document_is_openapi(document: dict[str, Any]) -> None:
    valid: Any = OPENAPI_31_VALIDATOR
    assert valid.is_valid(msgspec.to_builtins(document))
    assert not valid.is_valid({**document, "paths": {"/": {"get": {"responses": {"soon": {}}}}}})


def test_every_component_is_a_schema_and_is_used(document: dict[str, Any]) -> None:
    used = {reference.rpartition("/")[2] for reference in references(document)}
    for name, schema in document["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        assert name in used or name in ("ProblemCode", "RefusalCode")


def test_every_served_route_is_documented(document: dict[str, Any]) -> None:
    served = {(route.method.lower(), route.path) for route in ROUTES}
    documented = {(method, path) for path, methods in document["paths"].items() for method in methods}
    for_browsers = {(route.method.lower(), route.path) for route in ROUTES if not route.documented}
    assert documented == served - for_browsers
    folders = {"", "j", "t", "replay", "page", "vendor", "client", "foundry", "api"}
    assert {path.split("/")[1] for _, path in for_browsers} == folders
    assert {path for _, path in for_browsers if path.startswith("/api")} == {"/api/docs", "/api/docs/{asset}"}


def test_every_operation_has_an_id_of_its_own_and_a_description(document: dict[str, Any]) -> None:
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert max(Counter(operation["operationId"] for operation in operations).values()) == 1
    for operation in operations:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", operation["operationId"])
        assert operation["summary"]
        assert operation["description"]
        assert all(parameter["description"] for parameter in operation.get("parameters", []))
        assert all(answer["description"] for answer in operation["responses"].values())


def test_operation_ids_never_change(document: dict[str, Any]) -> None:
    ids = sorted(operation["operationId"] for path in document["paths"].values() for operation in path.values())
    assert ids == [
        "ask_what_if",
        "cancel_analysis",
        "erase_chat",
        "erase_message",
        "export_table",
        "follow_table",
        "get_analysis",
        "get_chat",
        "get_chronicle",
        "get_events",
        "get_javascript_verifier",
        "get_join_code",
        "get_key",
        "get_ledger",
        "get_notation",
        "get_openapi",
        "get_proof",
        "get_python_verifier",
        "get_report",
        "get_round",
        "get_standings",
        "get_table",
        "give_command",
        "is_alive",
        "is_ready",
        "list_games",
        "list_rounds",
        "list_tables",
        "look_up_join_code",
        "make_join_code",
        "open_table",
        "read_notation",
        "say",
        "sit_down",
        "start_analysis",
    ]


def test_every_parameter_of_a_path_is_documented(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for operation in operations.values():
            names = [parameter["name"] for parameter in operation.get("parameters", []) if parameter["in"] == "path"]
            assert names == re.findall(r"\{(\w+)\}", path)


def test_every_request_and_every_answer_has_an_example(document: dict[str, Any]) -> None:
    assert [where for where, _, content in contents(document) if not content.get("examples")] == []


def test_every_example_is_valid(document: dict[str, Any]) -> None:
    """If one is not any more: `python -m tests.server.evening` records them again."""
    wrong = {
        f"{where} {name}": found
        for where, _, content in contents(document)
        for name, example in content["examples"].items()
        if (found := problems(document, content["schema"], example["value"]))
    }
    assert wrong == {}


def test_every_command_of_every_game_has_an_example(document: dict[str, Any]) -> None:
    """If one has none: `python -m tests.server.evening` records them again."""
    body = document["paths"]["/api/tables/{table}/commands"]["post"]["requestBody"]["content"][JSON]
    expected = {
        f"{rulebook.id}_{type_tag(kind)}": type_tag(kind)
        for rulebook in CATALOGUE.rulebooks.values()
        for kind in (*rulebook.commands, *rulebook.gm_commands)
    } | {type_tag(kind): type_tag(kind) for kind in (*SEAT_COMMANDS, *GM_COMMANDS)}
    assert {name: example["value"]["type"] for name, example in body["examples"].items()} == expected
    assert list(body["examples"]) == list(expected)


def test_no_idempotency_key_is_filled_in_for_everybody(document: dict[str, Any]) -> None:
    for operations in document["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", []):
                assert parameter["in"] != "header" or "example" not in parameter


def test_the_commands_are_those_that_are_decoded(document: dict[str, Any], catalogue: Catalogue) -> None:
    for rulebooks, described in (
        (CATALOGUE.rulebooks, document),
        (catalogue.rulebooks, openapi.document(ROUTES, catalogue)),
    ):
        expected = {type_tag(kind) for rulebook in rulebooks.values() for kind in rulebooks.client_commands(rulebook)}
        union = described["components"]["schemas"]["Command"]
        assert set(union["discriminator"]["mapping"]) == expected
        assert sorted(one["$ref"] for one in union["oneOf"]) == sorted(union["discriminator"]["mapping"].values())


def test_the_events_are_those_that_are_recorded(document: dict[str, Any]) -> None:
    mapping = document["components"]["schemas"]["Event"]["discriminator"]["mapping"]
    namespaces = {_namespace(kind) for rulebook in CATALOGUE.rulebooks.values() for kind in rulebook.events}
    # Tests have events of their own, which are in the process where they run.
    recorded = {kind for kind in _event_types(Event) if not kind.__module__.startswith("tests.")}
    assert set(mapping) == {type_tag(kind) for kind in recorded if _namespace(kind) in {"", *namespaces}}


def _event_types(kind: type[Event]) -> Iterator[type[Event]]:
    for inner in kind.__subclasses__():
        if "v" in inner.__struct_fields__ and "v" not in inner.__annotations__:
            yield inner
        yield from _event_types(inner)


def _namespace(kind: type[Event]) -> str:
    namespace, dot, _ = type_tag(kind).partition(".")
    return namespace if dot else ""


def test_the_schemas_of_commands_are_those_of_the_catalogue(document: dict[str, Any]) -> None:
    """They are made here, since msgspec knows no unions of untagged Structs; where it can it makes the same."""
    schemas = document["components"]["schemas"]
    mapping = schemas["Command"]["discriminator"]["mapping"]
    for rulebook in CATALOGUE.rulebooks.values():
        for kind in CATALOGUE.rulebooks.client_commands(rulebook):
            found = resolved(document, mapping[type_tag(kind)])
            games = [resolved(document, one["$ref"]) for one in found.get("anyOf", [])] or [found]
            theirs = msgspec.json.schema_components([kind])[1][kind.__name__]
            (made,) = [one for one in games if one["description"] == description_of(kind)]
            assert list(made["properties"]) == list(theirs["properties"])
            assert made["required"] == theirs["required"]
            assert made["additionalProperties"] is theirs["additionalProperties"] is False
            for name, member in theirs["properties"].items():
                assert limits(member).items() <= limits(made["properties"][name]).items()


def limits(schema: dict[str, Any]) -> dict[str, Any]:
    """The limits in a schema: `minimum`, `maxItems`, `pattern` and so on."""
    return {name: value for name, value in schema.items() if re.match("min|max|multiple|pattern", name)}


def test_limits_of_lists_and_objects_are_described(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert limits(schemas["FarkleSetAside"]["properties"]["faces"]) == {"minItems": 1, "maxItems": 11}
    assert limits(schemas["BluffmasterProposeSplit"]["properties"]["shares"]) == {"minProperties": 1}
    assert limits(schemas["SitBody"]["properties"]["sets"]) == {"maxItems": 2}


def test_every_answer_fits_its_description(document: dict[str, Any], evening: Evening) -> None:
    wrong: list[str] = []
    seen: Counter[tuple[str, int, str, str]] = Counter()
    for exchange in evening.kept:
        kind = str(exchange.sent.get("type")) if isinstance(exchange.sent, dict) else ""
        case = (exchange.route.id, exchange.status, exchange.who, kind)
        seen[case] += 1
        if seen[case] <= MANY:
            wrong += [f"{case}: {problem}" for problem in untrue(document, exchange)]
    assert wrong == []
    assert {route.id for route in ROUTES if route.documented} == {case[0] for case in seen}


def untrue(document: dict[str, Any], exchange: Exchange) -> Iterator[str]:
    """What of an exchange is not as the document has it."""
    operation = document["paths"][exchange.route.path][exchange.route.method.lower()]
    if exchange.sent is not None and exchange.status < 300:
        body = operation["requestBody"]["content"][JSON]["schema"]
        yield from problems(document, body, exchange.sent)
    answer = operation["responses"].get(str(exchange.status))
    if answer is None:
        yield f"{exchange.status} is not documented"
        return
    yield from (f"without {name}" for name in answer.get("headers", {}) if name not in exchange.headers)
    if "content" not in answer:
        if exchange.answered is not None:
            yield "it has a body"
        return
    media = exchange.headers["Content-Type"].partition(";")[0]
    content = answer["content"].get(media) or answer["content"].get("*/*")
    if content is None:
        yield f"{media} is not documented"
        return
    yield from problems(document, content["schema"], exchange.answered)
    if media == PROBLEM and exchange.answered["code"] not in content["x-codes"]:
        yield f"{exchange.answered['code']} is not documented"
    if media == PROBLEM and exchange.answered["status"] != exchange.status:
        yield f"{exchange.answered['status']} comes with {exchange.status}"
    if media == EVENT_STREAM:
        yield from (
            problem for event in frames(exchange.answered) for problem in untrue_event(document, content, event)
        )


def frames(stream: str) -> Iterator[dict[str, str]]:
    for frame in stream.split("\n\n"):
        lines = [line.partition(": ") for line in frame.splitlines() if not line.startswith(":")]
        fields = {name: value for name, _, value in lines}
        if "event" in fields:
            yield fields


def untrue_event(document: dict[str, Any], content: dict[str, Any], event: dict[str, str]) -> Iterator[str]:
    if event["event"] not in content["x-events"]:
        yield f"the event {event['event']} is not documented"
    else:
        yield from problems(document, content["x-events"][event["event"]], msgspec.json.decode(event["data"]))


def test_every_code_that_came_up_is_documented_at_its_route(document: dict[str, Any], evening: Evening) -> None:
    """The answers are held against the codes above; here, that those really came up."""
    came_up = {exchange.answered["code"] for exchange in evening.kept if exchange.status >= 400}
    assert came_up >= {
        "bad_id", "bad_options", "command_id_reused", "gm_only", "invalid_body", "invalid_query", "invite_needed",
        "log_replaced", "newer_version", "no_seat", "no_seat_needed", "no_such_message", "no_such_round",
        "no_such_seat", "no_such_table", "no_such_viewer", "not_admitted", "not_supported", "not_your_message",
        "not_your_seat", "seat_needed", "table_closed", "token_needed", "unknown_command", "unknown_game",
        "wrong_invite", "wrong_token",
    }  # fmt: skip


def test_every_code_of_every_route_is_known() -> None:
    refusals = refusals_of(CATALOGUE.rulebooks)
    for route in ROUTES:
        assert len(set(route.problems)) == len(route.problems), route.id
        assert [code for code in route.problems if code not in CODES and code not in refusals] == []


def test_every_code_of_the_server_is_documented_at_some_route() -> None:
    documented = {code for route in ROUTES for code in route.problems}
    assert set(CODES) - documented == {"method_not_allowed"}


def test_an_answer_that_lacks_a_member_does_not_fit(document: dict[str, Any]) -> None:
    """The checks above can fail: views are described closely enough for that."""
    schema = {"$ref": "#/components/schemas/View"}
    examples = document["paths"]["/api/tables/{table}"]["get"]["responses"]["200"]["content"][JSON]["examples"]
    for example in examples.values():
        for name in example["value"]:
            lacking = {member: value for member, value in example["value"].items() if member != name}
            assert problems(document, schema, lacking) == [f'"{name}" is a required property']
        assert problems(document, schema, {**example["value"], "seats": [{"seat": 1}]}) != []


def test_two_types_with_the_same_name_are_refused() -> None:
    schemas = Schemas(CATALOGUE)
    schemas.of(msgspec.defstruct("Twin", [("a", int)]))
    with pytest.raises(NameTaken):
        schemas.of(msgspec.defstruct("Twin", [("b", int)]))


def test_commands_with_the_same_tag_are_distinguished_by_game() -> None:
    schemas = openapi.document(ROUTES, CATALOGUE)["components"]["schemas"]
    assert schemas["Command"]["discriminator"]["mapping"]["pass"] == "#/components/schemas/AnyPass"
    of_games = [{"$ref": "#/components/schemas/TwentyonePass"}, {"$ref": "#/components/schemas/HouseBetsPass"}]
    assert schemas["AnyPass"]["anyOf"] == of_games


def test_types_that_games_share_are_described_once_under_the_name_of_the_part() -> None:
    """However many games are made of it, and beside a game that has a type of that name for itself."""

    class Sevens(MiddlesSeven):
        id = "sevens"

    alone, together = (Schemas(Catalogue.of([MiddlesSeven(), *more], TABLE_RULES)) for more in ([], [Sevens()]))
    for schemas in (alone, together):
        schemas.of(Command, sent=True)
        schemas.of(Event)
    assert together.components == alone.components
    assert {"HouseBetsBet", "HouseBetsPass", "HouseBetsCloseBets", "HouseBetsBetPlaced"} <= set(alone.components)


def test_a_game_without_options_of_its_own_is_documented() -> None:
    plain = cast("AnyRulebook", type("Plain", (MiddlesSeven,), {"id": "plain", "options": OpenGameOptions})())
    schemas = Schemas(Catalogue.of([plain], TABLE_RULES))
    schemas.of(OpenBody, sent=True)
    [own] = schemas.components["TableOptions"]["anyOf"]
    options = schemas.components[own["$ref"].rpartition("/")[2]]
    assert list(options["properties"]) == list(OpenGameOptions.__struct_fields__)


def test_the_description_stays_of_a_size_that_a_page_can_show(document: dict[str, Any]) -> None:
    """A game more costs little, since what it shares with others is described once."""
    of_one = openapi.document(ROUTES, Catalogue.of([CATALOGUE.rulebook("twentyone")], TABLE_RULES))
    grown = len(msgspec.json.encode(document)) - len(msgspec.json.encode(of_one))
    assert grown <= 15_000 * (len(CATALOGUE.rulebooks) - 1)


async def test_the_document_is_served_with_an_etag(server: Served) -> None:
    first = await server.get("/api/openapi.json")
    assert (first.status, first.headers["Content-Type"]) == (200, "application/json")
    again = await server.get("/api/openapi.json", {"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.body, again.headers["ETag"]) == (304, b"", first.headers["ETag"])


async def test_the_document_names_no_address_but_that_which_it_came_from(server: Served) -> None:
    document = (await server.get("/api/openapi.json")).json
    assert [one["url"] for one in document["servers"]] == [".."]
    assert re.findall(rb"https?://", msgspec.json.encode(document)) == []
