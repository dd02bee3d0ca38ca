"""docs/api.md shows a problem as it is answered."""

import re
from pathlib import Path
from typing import Any

import msgspec

from tests.server.serving import Served
from tests.server.test_commands import begun

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text()


def section(heading: str) -> str:
    return PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]


async def test_a_problem_is_as_it_is_shown(server: Served) -> None:
    _, _, bo = await begun(server)
    shown: Any = msgspec.json.decode(re.findall(r"```json\n(.*?)```", section("Errors"), re.DOTALL)[0])
    answer = (await bo.give("roll")).json
    assert list(answer) == list(shown)
    assert {**answer, "detail": shown["detail"]} == {**shown, "actions": answer["actions"]}
    assert shown["actions"][0] in answer["actions"]
