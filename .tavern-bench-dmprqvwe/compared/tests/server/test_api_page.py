"""docs/api.md describes the API as it is: its routes, its codes, its view and its frames."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.event import type_tag
from games.table import GM_COMMANDS, SEAT_COMMANDS, TABLE_REFUSALS
from server.http.problem_codes import CODES
from server.http.route_table import ROUTES
from tests.server.serving import SEED, Served
from tests.server.test_commands import begun

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text()


def section(heading: str) -> str:
    return PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]


def test_every_route_is_documented() -> None:
    documented = set(re.findall(r"`((?:GET|POST|DELETE) /\S*?)`", PAGE.split("## Authentication")[0]))
    assert documented == {f"{route.method} {route.path}" for route in ROUTES}


def test_every_code_is_documented_with_its_status_and_meaning() -> None:
    documented = re.findall(r"^\| (\d+) \| `(\w+)` \| (.+) \|$", section("Errors"), re.MULTILINE)
    assert documented == [(str(code.status), name, code.meaning) for name, code in CODES.items()]


def test_every_reason_for_refusing_a_move_is_documented() -> None:
    documented = re.findall(r"^\| `(\w+)` \| (.+) \|$", section("Errors"), re.MULTILINE)
    assert documented == list(TABLE_REFUSALS.items())


def test_every_command_of_every_table_is_documented() -> None:
    documented = set(re.findall(r"`(\w+)`", section("Commands")))
    assert {type_tag(kind) for kind in (*SEAT_COMMANDS, *GM_COMMANDS)} <= documented


@pytest.mark.parametrize(
    ("heading", "path", "part"),
    [
        ("The view", "", None),
        ("The view", "", "seats"),
        ("Events", "/events", None),
        ("Events", "/events", "entries"),
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
    shown: Any = msgspec.json.decode(re.findall(r"```json\n(.*?)```", section("Errors"), re.DOTALL)[0])
    answer = (await bo.give("roll")).json
    assert list(answer) == list(shown)
    assert {**answer, "detail": shown["detail"]} == {**shown, "actions": answer["actions"]}
    assert shown["actions"][0] in answer["actions"]
