"""docs/api.md tells the API as it is: its routes, its codes, its view and its frames."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.event import type_tag
from events.stores.memory import MemoryStore
from games.catalogue import Catalogue
from games.table_commands import GM_COMMANDS, SEAT_COMMANDS
from server.app import create_app
from server.config import Config
from tests.server.serving import SEED, Served
from tests.server.test_commands import begun

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text()
RAISED = re.compile(r'(?:Problem\(\s*\d+,\s*|unauthorized\(\s*)"(\w+)"')
STATED = re.compile(r'^\s+code = "(\w+)"|(?:^\s+\d+: \(|, \()"(\w+)",', re.MULTILINE)


def section(heading: str) -> str:
    return PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]


def test_every_route_is_told_of(catalogue: Catalogue) -> None:
    app = create_app(Config(), MemoryStore(), catalogue)
    routes = {
        f"{route.method} {route.resource.canonical}"
        for route in app.router.routes()
        if route.resource is not None and route.method != "HEAD"
    }
    told = set(re.findall(r"`((?:GET|POST) /\S+?)`", PAGE.split("## Who calls")[0]))
    assert told == routes


def test_every_code_of_the_server_is_told_of() -> None:
    sources = "".join(path.read_text() for path in (ROOT / "server").glob("*.py"))
    codes = set(RAISED.findall(sources)) | {code for pair in STATED.findall(sources) for code in pair if code}
    told = set(re.findall(r"`(\w+)`", section("What goes wrong")))
    assert codes - {"bad_config"} <= told


def test_every_command_of_every_table_is_told_of() -> None:
    told = set(re.findall(r"`(\w+)`", section("Commands")))
    assert {type_tag(kind) for kind in (*SEAT_COMMANDS, *GM_COMMANDS)} <= told


@pytest.mark.parametrize(
    ("heading", "path", "part"),
    [
        ("Looking", "", None),
        ("Looking", "", "seats"),
        ("What is new", "/events", None),
        ("What is new", "/events", "entries"),
    ],
)
async def test_what_is_shown_has_the_members_of_what_is_answered(
    server: Served, heading: str, path: str, part: str | None
) -> None:
    _, ada, _ = await begun(server, "twentyone", SEED)
    answer: Any = (await ada.get(path)).json
    shown: Any = msgspec.json.decode(re.findall(r"```json\n(.*?)```", section(heading), re.DOTALL)[0])
    if part is not None:
        answer, shown = answer[part][0], shown[part][0]
    assert list(shown) == list(answer)


async def test_a_problem_is_as_it_is_shown(server: Served) -> None:
    _, _, bo = await begun(server)
    shown: Any = msgspec.json.decode(re.findall(r"```json\n(.*?)```", section("What goes wrong"), re.DOTALL)[0])
    answer = (await bo.give("roll")).json
    assert list(answer) == list(shown)
    assert {**answer, "detail": shown["detail"]} == {**shown, "actions": answer["actions"]}
    assert shown["actions"][0] in answer["actions"]
