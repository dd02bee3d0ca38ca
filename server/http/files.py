"""Serves files of the package: read once, with an ETag, and only the listed ones."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

from server.http.answers import Response, tagged_answer
from server.http.assets import File, read
from server.http.contract import Parameter
from server.http.requests import Request
from server.problems import Problem

_BINARY: Final = ("application/zip", "image/png", "font/")
_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


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
