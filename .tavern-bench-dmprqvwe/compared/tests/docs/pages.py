"""Reading the pages' fenced blocks, and running those in bash the way a reader would: in one shell, in order.

A `bash` block is run. A `text` block that follows it is what it prints, as the page shows it: `…` stands for some
characters of a line, a line of `…` alone for any number of lines, and a date or a time of day for any other.
"""

import os
import re
import select
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import msgspec

ROOT: Final = Path(__file__).parents[2]
_FENCE: Final = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MOMENT: Final = re.compile(r"\b\d{4}-\d{2}-\d{2}\b|\b\d{2}:\d{2}:\d{2}\b")
_LINE_ENDS: Final = re.compile(r"[ \t]+$", re.MULTILINE)


class Block(msgspec.Struct, frozen=True):
    """A fenced block of a page: its language, its text, and the line at which its text begins (from 1)."""

    language: str
    text: str
    line: int


class Step(msgspec.Struct, frozen=True):
    """A bash block with what the page shows of its output, if anything."""

    command: Block
    shown: str | None


def blocks(page: Path) -> list[Block]:
    """The fenced blocks of a page, in order."""
    text = page.read_text()
    return [Block(found[1], found[2], text.count("\n", 0, found.start(2)) + 1) for found in _FENCE.finditer(text)]


def steps(page: Path) -> list[Step]:
    """The bash blocks of a page, each with the text block that follows it."""
    found = blocks(page)
    following = [*found[1:], Block("", "", 0)]
    return [
        Step(block, after.text if after.language == "text" else None)
        for block, after in zip(found, following, strict=True)
        if block.language == "bash"
    ]


def as_shown(shown: str, printed: str) -> bool:
    """Whether a command printed what a page shows, but for spaces at the ends of lines and empty lines at the end."""
    pattern = "".join(_pattern(line) for line in _comparable(shown).splitlines())
    return re.fullmatch(pattern, _comparable(printed)) is not None


def _comparable(text: str) -> str:
    return _LINE_ENDS.sub("", _MOMENT.sub("<moment>", text)).rstrip("\n") + "\n"


def _pattern(line: str) -> str:
    if line == "…":
        return r"(?:.*\n)*"
    return r"[^\n]*".join(re.escape(part) for part in line.split("…")) + r"\n"


class Shell:
    """One bash, fed block by block. When it is left, everything that it started is ended with it."""

    def __init__(self, directory: Path, environment: Mapping[str, str]) -> None:
        self._bash = subprocess.Popen(
            ["bash", "--noprofile", "--norc"],
            cwd=directory,
            env=dict(environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._blocks = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for pipe in (self._bash.stdin, self._bash.stdout):
            if pipe is not None:
                pipe.close()
        os.killpg(self._bash.pid, signal.SIGKILL)
        self._bash.wait()

    def run(self, commands: str, seconds: float = 60) -> str:
        """What the commands print, errors too. Raises `TimeoutError`."""
        assert self._bash.stdin is not None
        self._blocks += 1
        mark = f"--- block {self._blocks} is done ---"
        self._bash.stdin.write(f"{commands}\nprintf '\\n%s\\n' '{mark}'\n".encode())
        self._bash.stdin.flush()
        return self._read_until(f"\n{mark}\n", seconds)

    def _read_until(self, mark: str, seconds: float) -> str:
        assert self._bash.stdout is not None
        until, printed = time.monotonic() + seconds, b""
        while not printed.endswith(mark.encode()):
            ready, _, _ = select.select([self._bash.stdout], [], [], max(0.0, until - time.monotonic()))
            chunk = os.read(self._bash.stdout.fileno(), 65_536) if ready else b""
            if not chunk:
                raise TimeoutError(f"the shell is not done: {printed.decode()}")
            printed += chunk
        return printed.decode().removesuffix(mark)
