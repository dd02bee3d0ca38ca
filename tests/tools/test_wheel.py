"""The wheel: the command line works from it, without the tools that only development needs, beside whatever else."""

import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.development.wheel import PIP, ROOMS, ROOT, built, built_client, built_source, tracked

pytestmark = pytest.mark.thorough

FOR_DEVELOPMENT = ("bench", "development")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel."""
    return built(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client's wheel."""
    return built_client(tmp_path_factory.mktemp("client"))


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of somebody else, whose packages have the names of ours."""
    path = tmp_path_factory.mktemp("others") / "others-1.0-py3-none-any.whl"
    files = {f"{room}/__init__.py": "OF_OTHERS = True\n" for room in ROOMS} | {
        "others-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: others\nVersion: 1.0\n",
        "others-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files["others-1.0.dist-info/RECORD"] = "".join(f"{name},,\n" for name in [*files, "others-1.0.dist-info/RECORD"])
    with zipfile.ZipFile(path, "w") as packed:
        for name, text in files.items():
            packed.writestr(name, text)
    return path


class Environment:
    """A virtual environment, which has besides what is installed into it what our wheel depends on."""

    def __init__(self, folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        self._folder = folder
        (self.packages,) = folder.glob("lib/python*/site-packages")

    def pip(self, *arguments: str | Path) -> None:
        python = self._folder / "bin" / "python"
        subprocess.run([PIP[0], *PIP[1:3], "--python", python, *PIP[3:], "--quiet", *arguments], check=True)

    def run(self, program: str, *arguments: str) -> str:
        """What a program of the environment prints. Editable installations are not found on a path in a variable."""
        ran = subprocess.run(
            [self._folder / "bin" / program, *arguments],
            check=True,
            capture_output=True,
            text=True,
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": sysconfig.get_path("purelib"), "TAVERN_STORE": "sqlite:///tavern.db"},
        )
        return ran.stdout


def listed(packages: Path) -> set[str]:
    """The files of a folder of installed packages, but for those that an installation or a run writes itself."""
    files = (path.relative_to(packages) for path in packages.rglob("*") if path.is_file())
    return {str(path) for path in files if "__pycache__" not in path.parts}


def files_of(wheels: Sequence[Path]) -> set[str]:
    written = {"INSTALLER", "REQUESTED", "direct_url.json"}
    names = {name for wheel in wheels for name in zipfile.ZipFile(wheel).namelist()}
    return names | {f"{name.partition('/')[0]}/{one}" for name in names if ".dist-info/" in name for one in written}


def test_the_wheel_has_one_package_and_within_it_all_but_those_for_development(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = [Path(name) for name in packed.namelist()]
    assert {name.parts[0] for name in names if not name.parts[0].endswith(".dist-info")} == {"tavern_table"}
    packages = {
        Path("tavern_table") / path.parent.relative_to(ROOT)
        for room in ROOMS
        for path in (ROOT / room).rglob("__init__.py")
        if not set(FOR_DEVELOPMENT) & set(path.parts)
    }
    assert {name.parent for name in names if name.name == "__init__.py"} == {Path("tavern_table"), *packages}
    assert [name for name in names if set(FOR_DEVELOPMENT) & set(name.parts[:3])] == []
    static = Path("server/static")
    served = {path.relative_to(ROOT / static) for path in (ROOT / static).rglob("*") if path.is_file()}
    inside = Path("tavern_table") / static
    assert {name.relative_to(inside) for name in names if name.is_relative_to(inside)} == {
        path for path in served if "__pycache__" not in path.parts
    }
    for file in (
        "server/http/openapi/examples.json",
        "events/py.typed",
        "server/report/report.css",
        "server/report/report.js",
    ):
        assert Path("tavern_table") / file in names


@pytest.mark.parametrize("ours_first", [True, False])
def test_two_distributions_with_packages_of_one_name_leave_each_other_alone(
    wheel: Path, others: Path, tmp_path: Path, ours_first: bool
) -> None:
    environment = Environment(tmp_path / "venv")
    for one in (wheel, others) if ours_first else (others, wheel):
        environment.pip("install", "--no-deps", "--no-index", one)
    assert listed(environment.packages) <= files_of([wheel, others])
    theirs = "import events, games, server; print(events.OF_OTHERS, games.OF_OTHERS, server.OF_OTHERS)"
    assert environment.run("python", "-c", theirs) == "True True True\n"
    assert "Farkle" in environment.run("tavern", "games")
    simulate = ["simulate", "pig", "--rounds", "8", "--table-rounds", "2", "--cores", "2"]
    assert "on 2 cores" in " ".join(environment.run("tavern", *simulate).split())
    assert "on 2 cores" in " ".join(environment.run("python", "-m", "tavern_table", *simulate).split())

    environment.pip("uninstall", "--yes", "others" if ours_first else "tavern-table")
    if ours_first:
        assert "Farkle" in environment.run("tavern", "games")
    else:
        assert environment.run("python", "-c", theirs) == "True True True\n"


def test_the_client_is_installed_alone(client: Path, tmp_path: Path) -> None:
    environment = Environment(tmp_path / "venv")
    environment.pip("install", "--no-deps", "--no-index", client)
    assert listed(environment.packages) <= files_of([client])
    modules = {path.relative_to(ROOT) for path in (ROOT / "tavern_client").rglob("*.py")}
    with zipfile.ZipFile(client) as packed:
        names = {Path(name) for name in packed.namelist()}
    assert {name for name in names if ".dist-info" not in str(name)} == {*modules, Path("tavern_client/py.typed")}
    every = ", ".join(".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in sorted(modules))
    asked = f"import sys, {every}; print({{*{ROOMS}}} & {{name.partition('.')[0] for name in sys.modules}})"
    assert environment.run("python", "-c", asked) == "{'tavern_client'}\n"


@pytest.mark.parametrize("client_first", [True, False])
def test_the_client_and_the_server_are_installed_side_by_side(
    wheel: Path, client: Path, tmp_path: Path, client_first: bool
) -> None:
    environment = Environment(tmp_path / "venv")
    for one in (client, wheel) if client_first else (wheel, client):
        environment.pip("install", "--no-deps", "--no-index", one)
    assert listed(environment.packages) <= files_of([wheel, client])
    environment.pip("uninstall", "--yes", "tavern-table" if client_first else "tavern-client")
    if client_first:
        assert environment.run("python", "-c", "from tavern_client import Tavern; print(Tavern.__name__)") == "Tavern\n"
    else:
        assert "Farkle" in environment.run("tavern", "games")


def test_an_installed_command_line_offers_everything_but_the_benchmarks(wheel: Path, tmp_path: Path) -> None:
    environment = Environment(tmp_path / "venv")
    environment.pip("install", "--no-deps", "--no-index", wheel)
    shown = environment.run("tavern", "--help").split()
    assert "simulate" in shown
    assert "bench" not in shown


def test_the_source_archive_has_the_whole_repository_and_can_be_tested(tmp_path: Path) -> None:
    with tarfile.open(built_source(tmp_path)) as packed:
        packed.extractall(tmp_path, filter="data")
    (unpacked,) = (path for path in tmp_path.glob("tavern_table-*") if path.is_dir())
    inside = {path.relative_to(unpacked) for path in unpacked.rglob("*") if path.is_file()}
    assert set(tracked()) - inside == set()
    added = {path for path in inside - set(tracked()) if ".egg-info" not in str(path)}
    assert added == {Path("PKG-INFO"), Path("setup.cfg")}
    some = ["tests/events/test_entry.py", "tests/replays/test_fossils.py"]
    subprocess.run([sys.executable, "-m", "pytest", "-q", *some], cwd=unpacked, check=True, capture_output=True)
