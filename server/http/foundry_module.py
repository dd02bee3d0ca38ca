"""The module for Foundry VTT: its manifest, and the archive that Foundry installs. Both name the server's address."""

import io
import zipfile
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

import msgspec

from server.http.files import STATIC, names_in

ID: Final = "tavern-table"
MANIFEST: Final = "module.json"
ARCHIVE: Final = f"{ID}.zip"
FILES: Final[Mapping[str, Path]] = names_in(STATIC / "foundry")
"""The module's files, by name; all but its manifest."""

_KEPT: Final = 16
_NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
_UNIX: Final = 3
_READABLE: Final = 0o100644 << 16


@lru_cache(_KEPT)
def manifest(address: str, files_at: str) -> bytes:
    """What Foundry reads of the module. It finds the server at `address`, and updates in the folder `files_at`."""
    described = {
        "id": ID,
        "title": "Tavern Table",
        "description": "Tavern dice games at your table: the rules, hidden dice and proofs are a tavern's.",
        "version": version("tavern-table"),
        "compatibility": {"minimum": "12", "verified": "14"},
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
