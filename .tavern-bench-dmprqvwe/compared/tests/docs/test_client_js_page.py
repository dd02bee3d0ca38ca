"""The JavaScript client's page runs as it is written: its scripts, and its bash blocks."""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import ROOT, Shell, blocks, steps
from tests.docs.test_tutorial import free_port, run

PAGE: Final = ROOT / "docs" / "client-js.md"


def test_the_page_runs_as_it_is_written(tmp_path: Path) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed (Debian: nodejs)")
    for block in blocks(PAGE):
        if block.language == "js":
            name = block.text.partition("\n")[0].removeprefix("// ")
            (tmp_path / name).write_text(block.text)
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "TAVERN_PORT": str(free_port()),
    }
    with Shell(tmp_path, environment) as shell:
        run(shell, PAGE, steps(PAGE))
