"""Child processes: the server to measure, and the clients that measure it."""

import asyncio
import os
import resource
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from tools.failures import Failure

HOST: Final = "127.0.0.1"
_PIPE: Final = asyncio.subprocess.PIPE
_FILES: Final = 65_536
_LONGEST_LINE: Final = 1 << 24
_WHOLE_PROCESS: Final = 2
"""The kind of a clock that counts the processor time of a whole process, as Linux numbers it."""

T = TypeVar("T")


class Process:
    """A child process that gets a plan and sends its results line by line."""

    def __init__(self, module: str, process: asyncio.subprocess.Process) -> None:
        self._module = module
        self._process = process

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def memory(self) -> int:
        """Its resident memory in bytes."""
        return resident(self._process.pid)

    @property
    def seconds_computed(self) -> float:
        """How long it has kept a processor busy."""
        return computed(self._process.pid)

    async def received(self, kind: type[T]) -> T:
        """Its next result. Raises `Failure` if it crashed."""
        line = await self._process.stdout.readline() if self._process.stdout is not None else b""
        if not line:
            raise Failure(f"{self._module} broke down")
        return msgspec.json.decode(line, type=kind)


@asynccontextmanager
async def running(module: str, plan: msgspec.Struct) -> AsyncGenerator[Process]:
    """Run a module with a plan, and terminate it when the context ends."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", module, stdin=_PIPE, stdout=_PIPE, limit=_LONGEST_LINE
    )
    try:
        if process.stdin is not None:
            process.stdin.write(msgspec.json.encode(plan) + b"\n")
            await process.stdin.drain()
        yield Process(module, process)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


def read_plan(kind: type[T]) -> T:
    """In the child: read the plan."""
    return msgspec.json.decode(sys.stdin.buffer.readline(), type=kind)


def send(found: msgspec.Struct) -> None:
    """In the child: send a result."""
    sys.stdout.buffer.write(msgspec.json.encode(found) + b"\n")
    sys.stdout.buffer.flush()


def now() -> float:
    """Seconds on a clock that all processes of this machine share."""
    return time.clock_gettime(time.CLOCK_MONOTONIC)


def resident(pid: int) -> int:
    """The resident memory of a process in bytes. Raises `Failure` if the system does not report it."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        raise Failure("how much memory a process takes is read from /proc, which this system does not have") from None
    return pages * os.sysconf("SC_PAGE_SIZE")


def computed(pid: int) -> float:
    """How many seconds a process has kept a processor busy. Raises `Failure` if the system does not report it."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        raise Failure("how long a process has computed is read from /proc, which this system does not have") from None
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def exactly_computed(pid: int) -> float:
    """The same to the nanosecond, for any process of this machine. Raises `Failure` if the system does not know it."""
    try:
        return time.clock_gettime((~pid << 3) | _WHOLE_PROCESS)
    except OSError:
        raise Failure("this system does not report how long another process has computed") from None


def allow_many_files() -> None:
    """Raise the limit of open files as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
