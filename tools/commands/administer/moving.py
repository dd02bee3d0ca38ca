"""`tavern move`: move a table to another shard of its store."""

import click

from events.store import Store, StoreError
from events.stores.sharded import ShardedStore, move_table
from games.installed import CATALOGUE
from tools.console import note
from tools.failures import Failure
from tools.sources.choosing import choose_table, name_of
from tools.sources.store_file import use_store
from tools.stores import source_of, store_option
from tools.wording import counted


@click.command("move")
@click.argument("table", metavar="TABLE")
@click.argument("shard", metavar="SHARD")
@store_option
def command(table: str, shard: str, store: str) -> None:
    """Move a table to another shard of its store.

    TABLE is a table's id or name, SHARD the name of a shard in the store's address. The table keeps its id, log, chat,
    tokens and secret. It is copied, the copy is compared, and only then is the table deleted where it was. If the
    command is interrupted, one of the two shards has the whole table; start the command again.

    Servers on PostgreSQL may run meanwhile, if all of them have both shards in their addresses. A table that is used
    while it is copied is copied again; after three attempts it stays where it is. A server on files must be stopped.
    Clients that follow the table start over.

    \b
    Examples:
      tavern move "The Bent Copper" two --store one=postgresql://db1/tavern,two=postgresql://db2/tavern
    """
    source = source_of(store)
    chosen = choose_table(source, CATALOGUE, table)
    name = name_of(source, CATALOGUE, chosen) or chosen
    damage = source.log(chosen).intact(CATALOGUE).damage
    if damage is not None:
        raise Failure(f"{name} was not moved: its log is damaged ({damage.reason}); see tavern check")

    async def act(opened: Store) -> str | None:
        if not isinstance(opened, ShardedStore):
            raise Failure("this store has no shards: give the address of each as NAME=ADDRESS")
        to = opened.routing.named(shard)
        if to is None:
            known = ", ".join(one.name for one in opened.routing.shards)
            raise Failure(f"there is no shard {shard}; there are: {known}")
        try:
            moved = await move_table(opened, chosen, to)
        except StoreError as error:
            raise Failure(f"{name} was not moved: {error}") from None
        if moved is None:
            return None
        held = counted(len(moved.whole.lines), "entry", "entries")
        return f"moved {name} from {moved.source} to {shard}: {held}"

    done = use_store(source.url, act, read_only=False, shared=True)
    note(f"{name} is in {shard} already" if done is None else done)
