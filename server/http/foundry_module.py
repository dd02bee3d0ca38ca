"""The module for Foundry VTT: its manifest, and the archive that Foundry installs. Both name the server's address."""

import io
import re
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import msgspec

from server.http.assets import STATIC, names_in

ID: Final = "tavern-table"
MANIFEST: Final = "module.json"
ARCHIVE: Final = f"{ID}.zip"
FILES: Final[Mapping[str, Path]] = names_in(STATIC / "foundry")
"""The module's files, by name; all but its manifest."""

_PRERELEASE: Final = re.compile(r"(\d+\.\d+)\.(\d+)(a|b|rc)(\d+)")
_STAGES: Final = ("a", "b", "rc")
_KEPT: Final = 16
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
_UNIX: Final = 3
_READABLE: Final = 0o100644 << 16


def in_order(written: str) -> str:
    """A version as Foundry orders it: by the numbers between its dots, so that it would take 1.0.0 for older than
    1.0.0rc2. A prerelease is therefore counted from the number before: 1.0.0rc2 is 1.0.-1.3.2.
    """
    found = _PRERELEASE.fullmatch(written)
    if found is None:
        return written
    series, patch, stage, number = found.groups()
    return f"{series}.{int(patch) - 1}.{_STAGES.index(stage) + 1}.{number}"


@lru_cache(_KEPT)
def manifest(address: str, files_at: str) -> bytes:
    """What Foundry reads of the module. It finds the server at `address`, and updates in the folder `files_at`."""
    described = {
        "id": ID,
        "title": "Tavern Table",
        "description": "Tavern dice games at your table: the rules, hidden dice and proofs are a tavern's.",
        "version": in_order(version("tavern-table")),
        "compatibility": {"minimum": "12"},
        "esmodules": ["module.mjs"],
        "styles": ["module.css"],
        "languages": [{"lang": "en", "name": "English", "path": "lang/en.json"}],
        "relationships": {"recommends": [{"id": "dnd5e", "type": "system"}]},
        "url": address,
        "manifest": files_at + MANIFEST,
        "download": files_at + ARCHIVE,
        "flags": {ID: {"address": address}},
    }
    return msgspec.json.format(msgspec.json.encode(described), indent=2) + b"\n"


@lru_cache(_KEPT)
def archive(address: str, files_at: str) -> bytes:
    """The module as a zip file, the same bytes every time."""
    files = {MANIFEST: manifest(address, files_at)} | {name: path.read_bytes() for name, path in FILES.items()}
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name, body in files.items():
            about = zipfile.ZipInfo(name, _NO_TIME)
            about.compress_type, about.create_system, about.external_attr = zipfile.ZIP_DEFLATED, _UNIX, _READABLE
            packed.writestr(about, body)
    return written.getvalue()
