"""The routes that belong to no table: the catalogue of games, and whether the server is well."""

import hashlib
from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec
from aiohttp import web

from events.event import Command, type_tag
from games.catalogue import Catalogue
from games.rulebook import AnyRulebook
from games.table import GM_COMMANDS, SEAT_COMMANDS, TABLE_REFUSALS
from server.background.npc_choices import temperaments
from server.http.auth import TABLES, json_answer, raw_answer
from server.http.bodies import names_tag


class Seats(msgspec.Struct, frozen=True, kw_only=True):
    """How many seats a game takes."""

    min: int
    max: int


class CommandKind(msgspec.Struct, frozen=True, kw_only=True):
    """A command: its type, who gives it, and its JSON Schema."""

    type: str
    of: Literal["seat", "gm"]
    schema: dict[str, Any]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is installed. `options` is the JSON Schema of its options, `version` that of its rules.

    `refusals` are the codes with which it refuses a move, each with its meaning; `temperaments` those that players can
    have whom the server plays.
    """

    id: str
    name: str
    version: int
    seats: Seats
    summary: str
    options: dict[str, Any]
    commands: list[CommandKind]
    refusals: dict[str, str]
    temperaments: list[str]


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """The catalogue: the games, and beside them the commands that every table has and its reasons to refuse one."""

    games: list[Game]
    commands: list[CommandKind]
    refusals: dict[str, str]


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is. `damaged_tables` counts those whose log was found to be damaged; all others go on."""

    status: Literal["alive", "ready"]
    damaged_tables: int | msgspec.UnsetType = msgspec.UNSET


class Described(msgspec.Struct, frozen=True):
    """Something that is the same for everybody for as long as the server runs, encoded, with its ETag."""

    body: bytes
    tag: str


GAMES: Final = web.AppKey("games", Described)


def described(body: bytes) -> Described:
    """A body with an ETag made from it."""
    return Described(body, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def describe(catalogue: Catalogue) -> Described:
    """The catalogue as `GET /api/games` tells it: each game's options and commands with their JSON Schema."""
    every = [*_commands(SEAT_COMMANDS, "seat"), *_commands(GM_COMMANDS, "gm")]
    games = [_game(rulebook) for rulebook in catalogue.rulebooks.values()]
    return described(msgspec.json.encode(Games(games=games, commands=every, refusals=dict(TABLE_REFUSALS))))


def _game(rulebook: AnyRulebook) -> Game:
    return Game(
        id=rulebook.id,
        name=rulebook.name,
        version=rulebook.version,
        seats=Seats(min=rulebook.min_seats, max=rulebook.max_seats),
        summary=rulebook.summary,
        options=msgspec.json.schema(rulebook.options),
        commands=[*_commands(rulebook.commands, "seat"), *_commands(rulebook.gm_commands, "gm")],
        refusals=dict(sorted(rulebook.refusals.items())),
        temperaments=temperaments(rulebook.id),
    )


def _commands(kinds: Iterable[type[Command]], of: Literal["seat", "gm"]) -> list[CommandKind]:
    return [CommandKind(type=type_tag(kind), of=of, schema=msgspec.json.schema(kind)) for kind in kinds]


def unless_known(request: web.Request, described: Described, content_type: str = "application/json") -> web.Response:
    """What is described, or 304 for who has it already."""
    headers = {"ETag": described.tag, "Cache-Control": "no-cache"}
    if names_tag(request.headers.get("If-None-Match"), described.tag):
        return web.Response(status=304, headers=headers)
    return raw_answer(described.body, headers={**headers, "Content-Type": content_type})


async def games(request: web.Request) -> web.Response:
    """`GET /api/games`."""
    return unless_known(request, request.app[GAMES])


class PublicKey(msgspec.Struct, frozen=True, kw_only=True):
    """The key with which the server signs exports, its public half in hex."""

    algorithm: Literal["Ed25519"]
    key: str


async def key(request: web.Request) -> web.Response:
    """`GET /api/key`."""
    told = PublicKey(algorithm="Ed25519", key=request.app[TABLES].services.signer.key)
    return unless_known(request, described(msgspec.json.encode(told)))


async def alive(_: web.Request) -> web.Response:
    """`GET /healthz`: the process answers."""
    return json_answer(Health(status="alive"), headers={"Cache-Control": "no-store"})


async def ready(request: web.Request) -> web.Response:
    """`GET /readyz`: the store can be reached."""
    tables = request.app[TABLES]
    await tables.services.store.check()
    told = Health(status="ready", damaged_tables=tables.damaged_count)
    return json_answer(told, headers={"Cache-Control": "no-store"})
