"""Builds the wheels, of the server and of the client, from copies: a build leaves files beside its sources."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("events", "projections", "games", "replays", "server", "tavern_client", "tools")
"""The packages that the wheel has within `tavern_table`."""
PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check")


def built(folder: Path) -> Path:
    """The wheel of the sources as they are, in an empty folder."""
    source = folder / "source"
    for room in (*ROOMS, "tavern_table"):
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    return _wheel_of(source, folder)


def built_client(folder: Path) -> Path:
    """The wheel of the client as its sources are, in an empty folder."""
    source = folder / "source"
    shutil.copytree(ROOT / "tavern_client", source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info"))
    return _wheel_of(source, folder)


def _wheel_of(source: Path, folder: Path) -> Path:
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir", str(folder), str(source)]
    subprocess.run(build, check=True)  # noqa: S603 - ours alone
    (wheel,) = folder.glob("*.whl")
    return wheel
