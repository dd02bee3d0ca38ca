"""A lying operator: for each lie, docs/verify.md says what finds it; this is where that table is true.

`python -m tests.verifier.lying` writes the table again.
"""

from pathlib import Path

import pytest

from tests.javascript.conftest import Node as Driver
from tests.verifier.lying.finding import NOTHING, found_by_clients
from tests.verifier.lying.lies import LIES, PAIRS
from tests.verifier.lying.operator import Lie
from tests.verifier.lying.table import NAMES, stated
from tests.verifier.second_opinions import Node


async def test_nothing_is_found_of_an_operator_who_does_not_lie(node: Node, driver: Driver, tmp_path: Path) -> None:
    assert set(await found_by_clients(Lie, node, driver, tmp_path)) == {NOTHING}


def test_the_page_has_every_lie() -> None:
    assert list(stated()) == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
async def test_what_finds_a_lie_is_on_the_page(node: Node, driver: Driver, tmp_path: Path, name: str) -> None:
    assert await found_by_clients({**LIES, **PAIRS}[name], node, driver, tmp_path) == stated()[name]
