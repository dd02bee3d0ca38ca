"""The routes that belong to no table: the catalogue of games, and whether the server is well."""

import hashlib
from collections.abc import Iterable
from typing import Any, Final

import msgspec
from aiohttp import web

from events.event import Command, type_tag
from games.catalogue import Catalogue
from games.table_commands import GM_COMMANDS, SEAT_COMMANDS
from projections.rulebook import AnyRulebook
from server.bodies import names_tag
from server.calling import TABLES, json_answer, raw_answer


class Described(msgspec.Struct, frozen=True):
    """The catalogue, encoded, with its ETag."""

    body: bytes
    tag: str


GAMES: Final = web.AppKey("games", Described)


def describe(catalogue: Catalogue) -> Described:
    """The catalogue as `GET /api/games` tells it: each game's options and commands with their JSON Schema."""
    every = [*_commands(SEAT_COMMANDS, "seat"), *_commands(GM_COMMANDS, "gm")]
    games = [_game(book) for book in catalogue.books.values()]
    body = msgspec.json.encode({"games": games, "commands": every})
    return Described(body, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


def _game(book: AnyRulebook) -> dict[str, Any]:
    return {
        "id": book.id,
        "name": book.name,
        "version": book.version,
        "seats": {"min": book.min_seats, "max": book.max_seats},
        "summary": book.summary,
        "options": msgspec.json.schema(book.options),
        "commands": [*_commands(book.commands, "seat"), *_commands(book.gm_commands, "gm")],
    }


def _commands(kinds: Iterable[type[Command]], of: str) -> list[dict[str, Any]]:
    return [{"type": type_tag(kind), "of": of, "schema": msgspec.json.schema(kind)} for kind in kinds]


async def games(request: web.Request) -> web.Response:
    """`GET /api/games`."""
    described = request.app[GAMES]
    headers = {"ETag": described.tag, "Cache-Control": "no-cache"}
    if names_tag(request.headers.get("If-None-Match"), described.tag):
        return web.Response(status=304, headers=headers)
    return raw_answer(described.body, headers=headers)


async def alive(_: web.Request) -> web.Response:
    """`GET /healthz`: the process answers."""
    return json_answer({"status": "alive"}, headers={"Cache-Control": "no-store"})


async def ready(request: web.Request) -> web.Response:
    """`GET /readyz`: the store can be reached."""
    await request.app[TABLES].house.store.check()
    return json_answer({"status": "ready"}, headers={"Cache-Control": "no-store"})
