"""`tavern delete`: remove a table from a store for good."""

import click

from events.printable import escaped
from events.storage.contract import Store, StoreError, TableInfo
from games.installed import CATALOGUE
from tools.failures import Failure
from tools.output import note
from tools.sources.finding import choose_table, name_of
from tools.store_argument import store_argument
from tools.stores import change, source_of
from tools.wording import counted


@click.command("delete")
@click.argument("table", metavar="TABLE")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@store_argument()
def command(table: str, yes: bool, store: str) -> None:
    """Delete a table for good.

    TABLE is a table's id or name. Its log, chat, tokens and secret are erased from the file and cannot be recovered, so
    keep an export if in doubt. Earlier backups still contain the table.

    No server may have the store open. You are asked to type the table's name first.

    \b
    Examples:
      tavern export tavern.db --table "The Bent Copper" --output evening.jsonl
      tavern delete "The Bent Copper"
    """
    source = source_of(store)
    chosen = choose_table(source, CATALOGUE, table)
    name = name_of(source, CATALOGUE, chosen) or chosen

    async def act(opened: Store) -> None:
        info = await opened.table(chosen)
        if info is None:
            raise Failure(f"table {chosen} is gone already")
        if not yes:
            _confirm(info, name)
        await opened.delete(chosen)
        try:
            await opened.compact()
        except StoreError as error:
            why = f"{name} is deleted, but the file could not be compacted and may contain traces of it: {error}"
            raise Failure(why) from None

    change(store, act)
    note(f"deleted {name}")


def _confirm(info: TableInfo, name: str) -> None:
    held = counted(info.seq, "entry", "entries")
    note(f"{name} ({info.table}): {held}. It cannot be recovered once deleted; tavern export saves a copy.")
    try:
        typed = click.prompt("Type its name to delete it", err=True)
    except click.Abort:
        raise Failure("nothing was deleted: type its name, or give --yes") from None
    if typed.strip() not in (name, escaped(name)):
        raise Failure(f"nothing was deleted: {typed!r} is not its name")
