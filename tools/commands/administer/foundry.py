"""`tavern foundry`: write the files of the module for Foundry VTT."""

from pathlib import Path

import click

from server.http.foundry_module import ARCHIVE, MANIFEST, archive, manifest
from server.http.own_address import ADDRESS
from tools.failures import using_file


def _address(_context: click.Context, parameter: click.Parameter, given: str | None) -> str | None:
    """An address of a folder, with a slash at its end."""
    if given is None:
        return None
    if not ADDRESS.fullmatch(given):
        raise click.BadParameter(f"{given!r} is not an address such as https://example.org/tavern/", param=parameter)
    return given.removesuffix("/") + "/"


@click.command("foundry")
@click.option(
    "--out", metavar="DIR", required=True, type=click.Path(path_type=Path, file_okay=False), help="Folder to write to."
)
@click.option("--url", metavar="URL", required=True, callback=_address, help="The server's address.")
@click.option(
    "--files-at",
    metavar="URL",
    callback=_address,
    help="Address of the folder from which Foundry gets the files; the server's own unless given.",
)
def command(out: Path, url: str, files_at: str | None) -> None:
    """Write the files of the module for Foundry VTT.

    Every server has them at foundry/module.json, below its address. Write them if Foundry cannot reach the server, or
    if the module is installed by hand. They are module.json, which is the manifest that Foundry asks for, and
    tavern-table.zip.

    \b
    Examples:
      tavern foundry --out module --url https://example.org/tavern/
      tavern foundry --out module --url http://192.168.1.5:8521 --files-at https://files.example.org/tavern/
    """
    folder = files_at or f"{url}foundry/"
    with using_file(out, "written to"):
        out.mkdir(parents=True, exist_ok=True)
    for name, made in ((MANIFEST, manifest), (ARCHIVE, archive)):
        path = out / name
        with using_file(path, "written"):
            path.write_bytes(made(url, folder))
        click.echo(path)
