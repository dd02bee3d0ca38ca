"""One process of Node for each module of tests, with the client as the server and the npm package have it.

With JAVASCRIPT=deno in the environment it is Deno.
"""

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES
from games.twentyone import TwentyOne
from tests.toys.race import Race
from tools.development import client_package
from tools.serving import local_server

STATIC: Final = Path(__file__).parents[2] / "server" / "static"
GAMES: Final = Catalogue.of([TwentyOne(), Race()], TABLE_RULES)
RUNTIMES: Final = {"node": ("node", "--unhandled-rejections=strict"), "deno": ("deno", "run", "-A", "--quiet")}
RUNTIME: Final = os.environ.get("JAVASCRIPT", "node")
_DRIVER: Final = Path(__file__).with_name("driver.mjs")


class Thrown(Exception):
    """What JavaScript threw, by its `name`, `code`, `message` and all else that it has."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(f"{error['name']}: {error['shown']}")
        self.error = error


class Node:
    """A process of Node that runs what tests send."""

    def __init__(self, client: Path) -> None:
        command = [*RUNTIMES[RUNTIME], str(_DRIVER), str(client)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    async def run(self, code: str, **given: Any) -> Any:
        """What the body of an asynchronous function returns. Raises `Thrown`."""
        answer = await asyncio.wait_for(asyncio.to_thread(self._ask, {"code": code, "given": given}), 30)
        if "error" in answer:
            raise Thrown(answer["error"])
        return answer.get("value")

    def _ask(self, asked: dict[str, Any]) -> dict[str, Any]:
        to, back = self._process.stdin, self._process.stdout
        assert to is not None
        assert back is not None
        to.write(msgspec.json.encode(asked) + b"\n")
        to.flush()
        line = back.readline()
        assert line, "Node has ended"
        answer: dict[str, Any] = msgspec.json.decode(line)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.communicate(timeout=30)


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client, with the verifier beside it."""
    folder = tmp_path_factory.mktemp("client")
    client_package.put(folder)
    return folder / "tavern.mjs"


@pytest.fixture(scope="module")
def node(client: Path) -> Iterator[Node]:
    if shutil.which(RUNTIME) is None:
        pytest.skip(f"{RUNTIME} is not installed (Debian: nodejs; PyPI: deno)")
    running = Node(client)
    yield running
    running.close()


@pytest.fixture
async def url() -> AsyncIterator[str]:
    """A server, under a path prefix."""
    async with local_server(GAMES, prefix="/tavern") as url:
        yield url
