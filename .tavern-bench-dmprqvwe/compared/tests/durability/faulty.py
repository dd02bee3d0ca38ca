"""Faults under a real server: a disk that hangs or fails, a wall clock that steps."""

import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

import pytest

_SOURCE: Final = Path(__file__).with_name("faults.c")


@cache
def library() -> Path:
    """The compiled library of faults; skips the test where there is no C compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None or not sys.platform.startswith("linux"):
        pytest.skip("faults are injected with a C library on Linux")
    built = Path(tempfile.mkdtemp(prefix="tavern-faults-")) / "faults.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", str(built), str(_SOURCE), "-ldl", "-lpthread"], check=True
    )
    return built


class Faults:
    """The faults of one process, by name: `clock`, `stall` and `fail`, each with a number."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(exist_ok=True)

    @property
    def environment(self) -> dict[str, str]:
        """The environment of a process that is to have these faults."""
        return {**os.environ, "LD_PRELOAD": str(library()), "TAVERN_FAULTS": str(self._folder)}

    def set(self, name: str, value: float) -> None:
        """Let a fault befall from now on."""
        written = self._folder / f".{name}"
        written.write_text(f"{value}\n")
        written.replace(self._folder / name)

    def clear(self, name: str) -> None:
        """End a fault."""
        (self._folder / name).unlink(missing_ok=True)
