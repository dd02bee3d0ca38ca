"""What a lying operator shows is found on the page, too: by notices at the table, and by the check of the round."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser

from tests.verifier.lying.finding import found
from tests.verifier.lying.lies import LIES
from tests.verifier.lying.on_the_page import on_a_page
from tests.verifier.lying.operator import Lie
from tests.verifier.lying.table import OWN, stated
from tests.verifier.second_opinions import Node

pytestmark = pytest.mark.asyncio(loop_scope="session")

NOTICES: Final = {
    "shows Ada another seal of Bo’s in the call, and says that her reveal counts": [],
    "the same, but shows what Bo revealed": ["broken_luck"],
    "shows Ada another root, from her first look on": [],
    "shows Ada another root later": ["root_changed"],
    "shows another face of her hole die everywhere": [],
    "shows another purse of Bo’s in views": [],
    "acknowledges a command, drops it, and goes on showing it": [],
    "puts the log back and plays the round again": ["log_went_back", "broken_luck"],
    "the same, and says that it is another log": ["log_replaced", "broken_luck"],
    "proves that Ada’s luck answered another call": [],
}
"""Lies of every kind, and the notices that Ada sees. The check finds what the table of docs/verify.md says."""


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    process = Node()
    yield process
    process.close()


async def test_nothing_is_found_of_an_operator_who_does_not_lie(browser: Browser, node: Node, tmp_path: Path) -> None:
    shown = await found(Lie(), node, tmp_path, on_a_page(browser))

    assert (shown.live, shown.record) == ([], [])


@pytest.mark.parametrize("name", NOTICES)
async def test_a_lie_is_found_on_the_page(browser: Browser, node: Node, tmp_path: Path, name: str) -> None:
    shown = await found(LIES[name](), node, tmp_path, on_a_page(browser))

    assert shown.live == NOTICES[name]
    assert shown.cells()[1] == stated()[name][OWN]
