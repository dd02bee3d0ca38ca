"""Child processes to measure: servers of this checkout and of other revisions, and their time and memory."""

import asyncio
import io
import os
import subprocess
import sys
import tarfile
import time
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from server.config import NO_LIMITS
from tools.failures import Failure

HOST: Final = "127.0.0.1"
HERE: Final = Path(__file__).parents[2]
"""This checkout."""
_SERVE: Final = "from tools.cli import main; main(['serve'])"
_NEVER: Final = 600
_WHOLE_PROCESS: Final = 2
"""The kind of a clock that counts the processor time of a whole process, as Linux numbers it."""


class Server:
    """A running server: its port, and what it takes of the machine."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self._pid = pid

    @property
    def seconds_computed(self) -> float:
        """Processor seconds so far, to the nanosecond. Raises `Failure` if the system does not report it."""
        try:
            return time.clock_gettime((~self._pid << 3) | _WHOLE_PROCESS)
        except OSError:
            raise Failure("this system does not report how long another process has computed") from None

    @property
    def memory(self) -> int:
        """Resident memory in bytes. Raises `Failure` if the system does not report it."""
        return resident(self._pid)


def resident(pid: int) -> int:
    """The resident memory of a process in bytes. Raises `Failure` if the system does not report it."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        raise Failure("how much memory a process takes is read from /proc, which this system does not have") from None
    return pages * os.sysconf("SC_PAGE_SIZE")


def tavern(store: str, checkout: Path = HERE) -> AbstractAsyncContextManager[Server]:
    """`tavern serve` of a checkout, without limits, and with tables from given secrets; a missing store is created."""
    settings: dict[str, Any] = {
        **NO_LIMITS,
        "host": HOST,
        "port": 0,
        "store": store,
        "create": 1,
        "allow_seeds": 1,
        # Connections wait while others are measured.
        "keepalive_seconds": _NEVER,
        "header_seconds": _NEVER,
        "log_format": "json",
    }
    # Variables, not options: an earlier revision ignores those that it does not know.
    environment = {f"TAVERN_{name.upper()}": str(value) for name, value in settings.items()}
    return _serving("-c", _SERVE, checkout=checkout, **environment)


def bare() -> AbstractAsyncContextManager[Server]:
    """The bare handlers that are measured beside the tavern."""
    return _serving("-m", "tools.bench.bare")


class _Line(msgspec.Struct):
    event: str = ""
    address: str = ""


@asynccontextmanager
async def _serving(*arguments: str, checkout: Path = HERE, **environment: str) -> AsyncGenerator[Server]:
    async with running(*arguments, checkout=checkout, **environment) as process:
        logged = _Line()
        while logged.event != "listening":
            if not (line := await line_of(process)):
                raise Failure("a server did not start")
            logged = msgspec.json.decode(line, type=_Line)
        yield Server(int(logged.address.rpartition(":")[2]), process.pid)


@asynccontextmanager
async def running(
    *arguments: str, checkout: Path = HERE, **environment: str
) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Run Python in a checkout, and terminate it when the context ends."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("TAVERN_")}
    environment = {**inherited, "PYTHONPATH": str(checkout), **environment}
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=checkout, env=environment, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def line_of(process: asyncio.subprocess.Process) -> bytes:
    """The next line of a process, empty when it has ended."""
    return b"" if process.stdout is None else await process.stdout.readline()


def checked_out(revision: str, folder: Path) -> Path:
    """The files of a revision of this checkout, in a new folder. Raises `Failure`."""
    archive = ["git", "-C", str(HERE), "archive", "--format=tar", revision]
    packed = subprocess.run(archive, capture_output=True, check=False)  # noqa: S603 - git is given no command
    if packed.returncode:
        raise Failure(f"{revision} cannot be compared: {packed.stderr.decode().strip()}")
    there = folder / "compared"
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(there, filter="data")
    return there
