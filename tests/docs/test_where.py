"""The page that says where things are: what it names is there."""

import re
from typing import Final

from tests.docs.pages import ROOT

PAGE: Final = ROOT / "docs" / "where.md"
ROOMS: Final = ("events", "projections", "games", "replays", "server", "tavern_client", "tools", "tests")


def test_the_files_and_folders_of_the_page_exist() -> None:
    named = re.findall(r"`(\w+/[\w./-]*)`", PAGE.read_text(encoding="utf-8"))
    assert {path.split("/")[0] for path in named} <= set(ROOMS)
    assert len(named) > 20
    assert [path for path in named if not (ROOT / path).exists()] == []
