"""The wheel: the command line works from it, without the tools that only development needs."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOR_DEVELOPMENT = ("bench", "development")
ROOMS = ("events", "projections", "games", "replays", "server", "tavern_client", "tools")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, unpacked. Built from a copy: a build leaves files behind."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    build = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--quiet", "--wheel-dir", folder, source], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(folder / "unpacked")
    return folder / "unpacked"


def test_the_wheel_has_every_package_but_those_for_development(unpacked: Path) -> None:
    packages = {
        path.parent.relative_to(ROOT)
        for room in ROOMS
        for path in (ROOT / room).rglob("__init__.py")
        if not set(FOR_DEVELOPMENT) & set(path.parts)
    }
    assert {path.parent.relative_to(unpacked) for path in unpacked.rglob("__init__.py")} == packages
    assert [name for name in FOR_DEVELOPMENT if (unpacked / "tools" / name).exists()] == []


def test_an_installed_command_line_offers_everything_but_the_benchmarks(unpacked: Path) -> None:
    # Without site (-S), the checkout that is installed here for development cannot be found.
    listed = "main.list_commands(click.Context(main))"
    show = f"from tools.cli import main; import click, tools; print(tools.__file__, *{listed})"
    shown = subprocess.run(
        [sys.executable, "-S", "-c", show],
        check=True,
        capture_output=True,
        text=True,
        cwd=unpacked,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(unpacked), sysconfig.get_path("purelib")])},
    )
    place, *commands = shown.stdout.split()
    assert Path(place).is_relative_to(unpacked)
    assert "simulate" in commands
    assert "bench" not in commands
