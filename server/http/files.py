"""Serves files of the package: read once, with an ETag, and only the listed ones."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal

import msgspec

from server.http.answers import Response, tagged_answer
from server.http.contract import Parameter
from server.http.requests import Request
from server.problems import Problem

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
_BINARY: Final = ("application/zip", "image/png", "font/")
_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


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


def asset_of(folder: Mapping[str, Path]) -> Parameter:
    """The parameter of a path that names a file of a folder."""
    return Parameter("asset", "path", Literal[tuple(folder)], "The file's name.", example=next(iter(folder), None))


def named_file(request: Request, folder: Mapping[str, Path]) -> Response:
    """The file of a folder that the path names as its `asset`. Raises a `Problem` (404)."""
    path = folder.get(request.parameters["asset"])
    if path is None:
        raise Problem(404, "not_found", "There is nothing at this URL.")
    return file_answer(request, read(path))


def file_answer(request: Request, file: File, headers: Mapping[str, str] | None = None) -> Response:
    """A file; 304 if the caller has it. `headers` are added."""
    media = file.media if file.media.startswith(_BINARY) else f"{file.media}; charset=utf-8"
    return tagged_answer(request, file.body, file.tag, {**_HEADERS, **(headers or {})}, media)
