"""The client's page runs as it is written: its Python blocks under the names in their first lines, its bash blocks."""

import os
import re
import sys
from pathlib import Path
from typing import Final, get_args

import pytest

from tavern_client.errors import LuckCode
from tavern_client.luck.own_luck import Why
from tests.docs.pages import ROOT, Block, Shell, blocks, steps
from tests.docs.test_tutorial import free_port, run

pytestmark = pytest.mark.thorough

PAGE: Final = ROOT / "docs" / "client.md"


def scripts() -> dict[str, Block]:
    """The Python blocks by the file name in the first line."""
    found = [block for block in blocks(PAGE) if block.language == "python"]
    return {block.text.partition("\n")[0].removeprefix("# "): block for block in found}


def test_the_page_runs_as_it_is_written(tmp_path: Path) -> None:
    for name, script in scripts().items():
        (tmp_path / name).write_text(script.text)
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "TAVERN_PORT": str(free_port()),
    }
    with Shell(tmp_path, environment) as shell:
        run(shell, PAGE, steps(PAGE))


def test_every_reason_why_luck_is_in_a_round_or_not_is_explained() -> None:
    section = PAGE.read_text(encoding="utf-8").split("\n## Sealed luck\n")[1].split("\n## ")[0]

    assert re.findall(r"^- `(\w+)`: ", section, re.MULTILINE) == list(get_args(Why))


def test_every_way_to_break_sealed_luck_is_explained() -> None:
    section = PAGE.read_text(encoding="utf-8").split("\n## Sealed luck\n")[1].split("\n## ")[0]

    assert re.findall(r"^\| `(\w+)` \| .+ \|$", section, re.MULTILINE) == list(get_args(LuckCode))
