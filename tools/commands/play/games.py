"""`tavern games`: the installed games, with their options, commands and NPCs."""

from typing import Any

import click
import msgspec
from msgspec import structs
from rich.console import Console
from rich.table import Table

from games.engine.catalogue import UnknownGame
from games.engine.rulebook import AnyRulebook
from games.installed import CATALOGUE
from server.labels import labels_of
from tools.console import Text, console, grid
from tools.failures import failing_on
from tools.output import print_json


@click.command("games")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, as from GET /api/games.")
def command(game: str | None, as_json: bool) -> None:
    """List the games, or one game's options, commands and NPCs.

    \b
    Examples:
      tavern games
      tavern games twentyone
    """
    with failing_on(UnknownGame):
        rulebook = None if game is None else CATALOGUE.rulebook(game)
    if as_json:
        _print_json(game)
    elif rulebook is None:
        _print_list(console())
    else:
        _print_game(console(), rulebook)


def _print_json(game: str | None) -> None:
    # All policies come with it, for the temperaments.
    from server.game_catalogue import games_of

    catalogue = games_of(CATALOGUE)
    if game is not None:
        catalogue = structs.replace(catalogue, games=[one for one in catalogue.games if one.id == game])
    print_json(catalogue)


def _columns(*headings: str) -> Table:
    """A grid. What is typed, in the first column, is never cut."""
    columns = grid()
    for number, heading in enumerate(headings):
        columns.add_column(heading, overflow="fold", no_wrap=number == 0)
    return columns


def _print_list(out: Console) -> None:
    games = _columns("game", "name", "seats", "what it is")
    for rulebook in CATALOGUE.rulebooks.values():
        seats = f"{rulebook.min_seats} to {rulebook.max_seats}"
        games.add_row(Text(rulebook.id, "name"), rulebook.name, seats, rulebook.summary)
    out.print(games)


def _print_game(out: Console, rulebook: AnyRulebook) -> None:
    # Imported here, since no other list of games needs the policies.
    from games import policies

    out.print(Text.assemble((rulebook.name, "bold"), (f"  {rulebook.id}, rules version {rulebook.version}", "faint")))
    out.print(f"{rulebook.summary} For {rulebook.min_seats} to {rulebook.max_seats} seats.")
    out.print()
    called = labels_of(rulebook.id)
    options = _columns("option", "label", "may be", "default", "what it is")
    for name, schema in _members(msgspec.json.schema(rulebook.options)).items():
        default = msgspec.json.encode(schema.get("default")).decode().strip('"')
        label = called.label("options", name)
        options.add_row(Text(name, "name"), label, _values(schema), default, schema.get("description", ""))
    out.print(options)
    out.print()
    commands = _columns("command", "label", "parameters", "what it does")
    for kind in (*rulebook.commands, *rulebook.gm_commands):
        schema = msgspec.json.schema(kind)
        members = _members(schema)
        tag = members.pop("type")["enum"][0]
        params = [f"{name} ({_values(member)})" for name, member in members.items() if name not in ("v", "id", "seat")]
        by = " (the GM)" if kind in rulebook.gm_commands else ""
        named = rulebook.labels.commands[tag]
        commands.add_row(Text(tag + by, "name"), named.label, ", ".join(params), named.help)
    out.print(commands)
    out.print()
    npcs = _columns("temperament", "how an NPC plays")
    for name in policies.temperaments(rulebook.id):
        npcs.add_row(Text(name, "name"), policies.LABELS[name].help)
    out.print(npcs)


def _members(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return dict(schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"])


def _values(schema: dict[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_values(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(str(value) for value in schema["enum"])
    match schema.get("type"):
        case "boolean":
            return "true | false"
        case "integer" if "minimum" in schema and "maximum" in schema:
            step = f" by {schema['multipleOf']}" if "multipleOf" in schema else ""
            return f"{schema['minimum']:,} … {schema['maximum']:,}{step}"
        case str(kind):
            return kind
        case _:
            return "any"
