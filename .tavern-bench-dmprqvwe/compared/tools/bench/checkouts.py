"""Servers of this checkout and of other revisions, started as `tavern serve`, and the processor time that they take."""

import asyncio
import io
import subprocess
import sys
import tarfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec

from server.config import NO_LIMITS
from tools.bench.processes.children import HOST, exactly_computed
from tools.failures import Failure

HERE: Final = Path(__file__).parents[2]
"""This checkout."""
_SERVE: Final = (sys.executable, "-c", "from tools.cli import main; main()", "serve")
_CREATE: Final = "--create"
_NEVER: Final = 600


class Server:
    """A running server: its port, and the processor time that it has taken."""

    def __init__(self, port: int, pid: int) -> None:
        self.port = port
        self._pid = pid

    @property
    def seconds_computed(self) -> float:
        """Processor seconds so far, to the nanosecond. Raises `Failure` if the system does not report it."""
        return exactly_computed(self._pid)


class _Line(msgspec.Struct):
    event: str = ""
    address: str = ""


@asynccontextmanager
async def serving(checkout: Path, store: Path) -> AsyncGenerator[Server]:
    """The server of a checkout, on a store, without limits, and with tables from given secrets."""
    options: dict[str, Any] = {
        **NO_LIMITS,
        "host": HOST,
        "port": 0,
        "store": f"sqlite:///{store}",
        "keepalive_seconds": _NEVER,
        "log_format": "json",
    }
    arguments = [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]
    if await _has_option(checkout, _CREATE):
        arguments.append(_CREATE)
    process = await asyncio.create_subprocess_exec(
        *_SERVE, *arguments, "--allow-seeds", cwd=checkout, stdout=asyncio.subprocess.PIPE
    )
    try:
        yield Server(await _port(process), process.pid)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def _has_option(checkout: Path, option: str) -> bool:
    """Whether the server of a checkout knows an option: earlier ones create any store that is missing."""
    helping = await asyncio.create_subprocess_exec(
        *_SERVE, "--help", cwd=checkout, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL
    )
    helped, _ = await helping.communicate()
    return option.encode() in helped


async def _port(process: asyncio.subprocess.Process) -> int:
    while process.stdout is not None and (line := await process.stdout.readline()):
        logged = msgspec.json.decode(line, type=_Line)
        if logged.event == "listening":
            return int(logged.address.rpartition(":")[2])
    raise Failure("a server did not start")


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
