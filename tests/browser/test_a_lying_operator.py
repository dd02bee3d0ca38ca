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
    "shows Ada another root later": ["root_changed"],
    "shows another face of her hole die everywhere": [],
    "puts the log back and plays the round again": ["log_went_back", "broken_luck"],
    "the same, and says that it is another log": ["log_replaced", "broken_luck"],
}
"""Each kind of lie that Ada sees notices of, and one that only the check finds, as the table of docs/verify.md says.
The other lies are told to the same code without a page, in `tests/verifier/lying`."""


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
