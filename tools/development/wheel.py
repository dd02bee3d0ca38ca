"""Builds the wheels and source archives of the server and of the client, from copies: a build leaves files behind.

    python -m tools.development.wheel dist

Only files that git tracks are built.
"""

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import click

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = ("events", "projections", "games", "replays", "server", "tavern_client", "tools")
"""The packages that the wheel has within `tavern_table`."""
CLIENT: Final = "tavern_client"
PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check")
_SOURCE_ARCHIVE: Final = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"


def built(folder: Path) -> Path:
    """The server's wheel, in an empty folder."""
    return _wheel_of(_copied(folder / "source"), folder)


def built_client(folder: Path) -> Path:
    """The client's wheel, in an empty folder."""
    return _wheel_of(_copied(folder / "source") / CLIENT, folder)


def built_source(folder: Path) -> Path:
    """The server's source archive, in an empty folder. It has all that git tracks, so that it can be tested."""
    return _archive_of(_copied(folder / "source"), folder)


def built_client_source(folder: Path) -> Path:
    """The client's source archive, in an empty folder."""
    return _archive_of(_copied(folder / "source") / CLIENT, folder)


def tracked() -> list[Path]:
    """The files that git tracks, as they are now."""
    listed = ["git", "ls-files", "-z"]
    names = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")  # noqa: S603 - ours alone
    return [Path(name) for name in names if name and (ROOT / name).exists()]


def _copied(source: Path) -> Path:
    for path in tracked():
        (source / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, source / path)
    return source


def _wheel_of(source: Path, folder: Path) -> Path:
    build = [*PIP, "wheel", "--no-deps", "--no-build-isolation", "--quiet", "--wheel-dir", str(folder), str(source)]
    subprocess.run(build, check=True)  # noqa: S603 - ours alone
    (wheel,) = folder.glob("*.whl")
    return wheel


def _archive_of(source: Path, folder: Path) -> Path:
    build = [sys.executable, "-c", _SOURCE_ARCHIVE, str(folder)]
    subprocess.run(build, cwd=source, check=True, capture_output=True)  # noqa: S603 - ours alone
    (archive,) = folder.glob("*.tar.gz")
    return archive


@click.command()
@click.argument("target", type=click.Path(path_type=Path))
def main(target: Path) -> None:
    """Build everything that a release has into the folder TARGET."""
    target.mkdir(parents=True, exist_ok=True)
    for build in (built, built_source, built_client, built_client_source):
        with TemporaryDirectory() as folder:
            made = shutil.copy(build(Path(folder)), target)
            click.echo(made)


if __name__ == "__main__":
    main()
