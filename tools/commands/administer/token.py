"""`tavern token`: recover a lost token."""

import click

from events.audience import GM, Viewer
from events.entry import Entry
from events.event import Event
from events.storage.contract import Store
from events.table_events import AdmissionAsked, SeatTaken
from games.installed import CATALOGUE
from server.tokens import INVITE, derive_token, record_of
from tools.failures import Failure
from tools.sources.finding import choose_table
from tools.store_argument import store_argument
from tools.stores import source_of
from tools.viewers import find_viewer

_NO_KEY = b""


@click.command("token")
@click.argument("table", metavar="TABLE")
@click.option("--viewer", "-v", default=GM, show_default=True, metavar="VIEWER", help="gm, invite, or seat:ID.")
@store_argument()
def command(table: str, viewer: str, store: str) -> None:
    """Recover a lost token.

    TABLE is a table's id or name. VIEWER is gm, invite (the token with which players sit down) or a seat, by id or
    name. Only the token is printed to standard output; it is the same as before and stays valid. A server may have the
    store open.

    Anyone who has a token can act as its owner, and the GM's token shows every die. If a token has leaked, replace it
    with the GM's commands new_token and new_invite, which make the old one invalid.

    \b
    Examples:
      tavern token "The Bent Copper"
      tavern token "The Bent Copper" --viewer seat:bri
      curl -H "Authorization: Bearer $(tavern token "The Bent Copper")" http://127.0.0.1:8521/api/tables/…
    """
    source = source_of(store)
    chosen = choose_table(source, CATALOGUE, table)
    wanted = viewer
    if viewer not in (GM, INVITE):
        wanted = find_viewer(viewer, (GM, INVITE), _names(source.log(chosen).intact(CATALOGUE).entries), "--viewer")
    click.echo(source.ask(lambda opened: _token(opened, chosen, wanted)))


def _names(entries: list[Entry[Event]]) -> dict[str, str]:
    """The names of everyone who ever asked to sit down, by seat."""
    came = [event for entry in entries for event in entry.events if isinstance(event, AdmissionAsked | SeatTaken)]
    return {event.seat: event.name for event in came}


async def _token(store: Store, table: str, viewer: Viewer) -> str:
    kept = await store.token_of(table, viewer)
    if kept is None:
        raise Failure(f"{viewer} has no token at table {table}: it was revoked, or there never was one")
    token = derive_token(await store.server_key(_NO_KEY), table, viewer, kept.nonce)
    if record_of(token, viewer, kept.nonce) != kept:
        raise Failure(f"the token of {viewer} was made with another server key than this store has")
    return token
