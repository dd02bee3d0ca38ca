"""The types of the JavaScript client are those of its comments, and those of the page are those of the answers."""

import pytest

from tools.development import client_package


@pytest.fixture(autouse=True)
def _compiler() -> None:
    if not client_package.COMPILER.exists():
        pytest.skip("TypeScript is not installed: make check installs it")


def test_the_types_are_those_of_the_client() -> None:
    written = (client_package.CLIENT / client_package.TYPES).read_text(encoding="utf-8")
    assert written == client_package.types(), "run python -m tools.development.client_package"


def test_the_types_of_the_page_are_those_of_the_answers() -> None:
    written = client_package.ANSWERS.read_text(encoding="utf-8")
    assert written == client_package.answer_types(), "run python -m tools.development.client_package"
