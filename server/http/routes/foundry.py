"""The module for Foundry VTT: Foundry installs it from here, and the macros import its parts."""

from typing import Final

from server.http import assets, files
from server.http.answers import Response
from server.http.contract import ANY, JSON, Answer, Routes
from server.http.foundry_module import ARCHIVE, FILES, MANIFEST, archive, manifest
from server.http.own_address import own_address
from server.http.requests import Request

_FOLDER: Final = "foundry/"

ROUTES: Final = Routes("Server", "anyone", ANY)


def _addresses(request: Request, name: str) -> tuple[str, str]:
    """The server's own address, and the folder of the module's files."""
    address = own_address(request, _FOLDER + name)
    return address, address + _FOLDER


@ROUTES.add(
    f"GET /{_FOLDER}{MANIFEST}",
    Answer("The manifest.", media=JSON),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_foundry_manifest(request: Request) -> Response:
    """Get the manifest of the module for Foundry VTT."""
    return files.file_answer(request, assets.file_of(manifest(*_addresses(request, MANIFEST)), ".json"))


@ROUTES.add(f"GET /{_FOLDER}{ARCHIVE}", Answer("The archive.", media="application/zip"), tagged=True, documented=False)
async def get_foundry_archive(request: Request) -> Response:
    """Get the module for Foundry VTT, as Foundry installs it."""
    return files.file_answer(request, assets.file_of(archive(*_addresses(request, ARCHIVE)), ".zip"))


@ROUTES.add(
    f"GET /{_FOLDER}{{asset}}",
    Answer("The file.", media="*/*"),
    parameters=(files.asset_of(FILES),),
    problems=(*ANY, "not_found"),
    tagged=True,
    documented=False,
    compressed="always",
)
async def get_foundry_asset(request: Request) -> Response:
    """Get a file of the module for Foundry VTT."""
    return files.named_file(request, FILES)
