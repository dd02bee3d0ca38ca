"""Serves files of the package: read once, with an ETag, and only the listed ones."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec
from aiohttp import web

from server.tokens import names_tag

STATIC: Final = Path(__file__).parents[2] / "static"
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
}
"""Media types by suffix. Files with other suffixes are not served."""
_BINARY: Final = ("image/png", "font/")
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


def named_file(request: web.Request, folder: Mapping[str, Path]) -> web.Response:
    """The file of a folder that the path names as its `asset`. Raises `HTTPNotFound`."""
    try:
        path = folder[request.match_info["asset"]]
    except KeyError:
        raise web.HTTPNotFound from None
    return file_answer(request, read(path))


def file_answer(request: web.Request, file: File, headers: Mapping[str, str] | None = None) -> web.Response:
    """A file; 304 if the caller has it. `headers` are added."""
    headers = {**_HEADERS, **(headers or {}), "ETag": file.tag}
    if names_tag(request.headers.get("If-None-Match"), file.tag):
        return web.Response(status=304, headers=headers)
    charset = None if file.media.startswith(_BINARY) else "utf-8"
    return web.Response(body=file.body, content_type=file.media, charset=charset, headers=headers)
