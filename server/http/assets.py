"""The files that come with the server, and how they are labelled."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

STATIC: Final = Path(__file__).parents[1] / "static"
VERIFIER: Final = Path(__file__).parents[2] / "tavern_client" / "verify.py"
"""The verifier for Python. The client comes with it, because it is for those who do not trust the server."""
MEDIA: Final[Mapping[str, str]] = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".mjs": "text/javascript",
    ".png": "image/png",
    ".py": "text/x-python",
    ".svg": "image/svg+xml",
    ".ts": "application/typescript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""Media types by suffix. Files with other suffixes are not served."""


class File(msgspec.Struct, frozen=True):
    """A file's contents, its ETag and media type."""

    body: bytes
    tag: str
    media: str


def names_in(folder: Path) -> Mapping[str, Path]:
    """The files of a folder that can be served, by name; files in subfolders as `folder/name`."""
    found = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix in MEDIA)
    return {path.relative_to(folder).as_posix(): path for path in found}


@cache
def read(path: Path) -> File:
    """A file of the package, which does not change while the server runs."""
    return file_of(path.read_bytes(), path.suffix)


def file_of(body: bytes, suffix: str) -> File:
    """Contents as a file with that suffix."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return File(body, tag, MEDIA[suffix])
