"""`tavern copy`: copy a whole store to another one, such as from a file to PostgreSQL."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import click

from events.storage.addresses import SQLITE, shown
from events.storage.contract import StoreError, StoreInUse
from events.storage.contract.copying import CopyableStore, StoreNotEmpty
from events.storage.copying import Copied, copy_store
from events.storage.opening import open_copyable
from games.installed import CATALOGUE
from server.tables.damage import good_part
from server.tables.log_reader import LogReader
from tools.failures import Failure, failing_on
from tools.output import note
from tools.progress import progress_bar
from tools.sources.store_file import StoreFile, in_use
from tools.store_argument import store_argument
from tools.stores import source_of
from tools.wording import counted, size


@click.command("copy")
@store_argument()
@click.option("--to", "target", metavar="NEW", required=True, help="The empty store to copy it to.")
def command(store: str, target: str) -> None:
    """Copy a whole store to another one, such as from a file to PostgreSQL.

    Each is a file, sqlite:///FILE or postgresql://USER@HOST/DATABASE. Everything is copied that tables need to
    be played on: logs, secrets, tokens, command ids, chat, the server's keys. Snapshots are left out; servers make new
    ones. The source is not changed.

    No server may have either store open. The target must be empty; a missing file or schema is created. Each table is
    compared after it was copied, and all of them at the end. If the command is interrupted, start it again: it copies
    the rest. Until it is complete, no server opens the target.

    The copy's log has another epoch, so clients start over once; tokens stay valid. Do not play at both stores: players
    could play a round at each and keep the better one.

    \b
    Examples:
      tavern copy tavern.db --to postgresql://tavern@db.example.org/tavern
      tavern copy postgresql://tavern@db.example.org/tavern --to tavern.db
    """
    old, new = _address(store), _address(target)
    where = shown(new)
    if old == new:
        raise Failure(f"the source and the target, --to {shown(target)}, are the same store")
    # A missing store must not be created.
    StoreFile(old).ask(lambda opened: opened.check())
    with failing_on(StoreError):
        copied = asyncio.run(_copied(old, new))
    held = f"{counted(copied.tables, 'table')} with {counted(copied.entries, 'entry', 'entries')}, {size(copied.bytes)}"
    note(f"copied and compared {held}: {where}")
    note(f"{shown(old)} was not changed. Do not start a server on it again: the copy would lack what is played there.")
    note(f"Next, run tavern check {where} --full, and start the server with this store instead.")


def _address(store: str) -> str:
    """The address of a store; that of a file is absolute. Raises `Failure`."""
    url = source_of(store).url
    return f"{SQLITE}{Path(url.removeprefix(SQLITE)).resolve()}" if url.startswith(SQLITE) else url


async def _copied(old: str, new: str) -> Copied:
    async with _opened(old, create=False) as source:
        await _require_whole(source)
        async with _opened(new, create=True) as target:
            tables = await source.tables()
            with progress_bar() as progress:
                task = progress.add_task("copying", total=len(tables))
                return await _copy(source, target, shown(old), shown(new), lambda: progress.advance(task))


async def _copy(
    source: CopyableStore, target: CopyableStore, name: str, where: str, on_table: Callable[[], object]
) -> Copied:
    try:
        return await copy_store(source, target, name, on_table)
    except StoreNotEmpty as error:
        raise Failure(f"nothing was copied to {where}: {error}") from None
    except StoreError as error:
        raise Failure(f"the copy is incomplete, so no server opens it; start the command again. {error}") from None


@asynccontextmanager
async def _opened(url: str, *, create: bool) -> AsyncGenerator[CopyableStore]:
    """A store that nobody else has open."""
    try:
        store = await open_copyable(url, create=create)
    except StoreInUse as error:
        raise in_use(url, error) from None
    try:
        yield store
    finally:
        await store.close()


async def _require_whole(source: CopyableStore) -> None:
    """Raise a `Failure` if the store is an incomplete copy, or a log is damaged."""
    if (origin := await source.copied_from()) is not None:
        raise Failure(f"nothing was copied: the source is an incomplete copy of {origin} itself")
    reader = LogReader(source, CATALOGUE)
    for info in await source.tables():
        if (damage := (await good_part(reader, info)).damage) is not None:
            raise Failure(
                f"nothing was copied: the log of table {info.table} is damaged at entry {damage.seq} "
                f"({damage.reason}); tavern repair writes a file without the damage"
            )
