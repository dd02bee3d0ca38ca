"""The routes that belong to no table: the catalogue of games, the signing key and the health checks."""

from collections.abc import Iterable
from typing import Any, Final, Literal

import msgspec

from events.event import Command, type_tag
from events.gaming_sets import FAVOURING, SET_NAMES, SetKind, SetName
from games.engine.catalogue import Catalogue
from games.engine.rulebook import AnyRulebook
from games.mechanics.tricks.sets import SETS
from games.table import GM_COMMANDS, SEAT_COMMANDS, TABLE_LABELS, TABLE_REFUSALS
from projections.labels import Labels
from server.http.answers import Described, Response, described, json_answer, tagged_answer
from server.http.contract import ALWAYS, ANY, STORE, Answer, Routes
from server.http.requests import Request
from server.tables.npc_seats import temperaments


class Seats(msgspec.Struct, frozen=True, kw_only=True):
    """The minimum and maximum number of seats."""

    min: int
    max: int


class CommandKind(msgspec.Struct, frozen=True, kw_only=True):
    """A command: its type, who gives it, and its JSON Schema."""

    type: str
    of: Literal["seat", "gm"]
    schema: dict[str, Any]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """An installed game. `options` is the JSON Schema of its options; `version` is that of its rules; `how_to_play` are
    three short sentences for somebody who sits down.

    `refusals` are its refusal codes with their meanings; `temperaments` are those that its NPCs can have; `labels` are
    its own, which override those of every table.
    """

    id: str
    name: str
    version: int
    seats: Seats
    summary: str
    how_to_play: list[str]
    options: dict[str, Any]
    commands: list[CommandKind]
    refusals: dict[str, str]
    temperaments: list[str]
    labels: Labels


class SetOnSale(msgspec.Struct, frozen=True, kw_only=True):
    """A gaming set: its name, its label, its kind, how it looks to everybody and its price in copper.

    `help` says what is special about it. `favours`: whether its owner names faces for it. `found_at` is the DC of an
    inspection that finds out a crooked set; null for an honest one.
    """

    set: SetName
    label: str
    kind: SetKind
    look: str
    price_cp: int
    help: str
    favours: bool
    found_at: int | None


class Games(msgspec.Struct, frozen=True, kw_only=True):
    """The catalogue: the games, the gaming sets, and the commands, refusal codes and labels of every table."""

    games: list[Game]
    sets: list[SetOnSale]
    commands: list[CommandKind]
    refusals: dict[str, str]
    labels: Labels


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The server's health. `damaged_tables` counts the tables known to have a damaged log.

    `damaged_parts` names the parts of the store that are damaged and cannot be rebuilt; it is missing if all are whole.
    """

    status: Literal["alive", "ready"]
    damaged_tables: int | msgspec.UnsetType = msgspec.UNSET
    damaged_parts: str | msgspec.UnsetType = msgspec.UNSET


def describe(catalogue: Catalogue) -> Described:
    """The catalogue as `GET /api/games` returns it: each game's options and commands with their JSON Schema."""
    every = [*_commands(SEAT_COMMANDS, "seat"), *_commands(GM_COMMANDS, "gm")]
    games = [_game(rulebook) for rulebook in catalogue.rulebooks.values()]
    known = Games(games=games, sets=_sets(), commands=every, refusals=dict(TABLE_REFUSALS), labels=TABLE_LABELS)
    return described(msgspec.json.encode(known))


def _game(rulebook: AnyRulebook) -> Game:
    return Game(
        id=rulebook.id,
        name=rulebook.name,
        version=rulebook.version,
        seats=Seats(min=rulebook.min_seats, max=rulebook.max_seats),
        summary=rulebook.summary,
        how_to_play=list(rulebook.how_to_play),
        options=msgspec.json.schema(rulebook.options),
        commands=[*_commands(rulebook.commands, "seat"), *_commands(rulebook.gm_commands, "gm")],
        refusals=dict(sorted(rulebook.refusals.items())),
        temperaments=temperaments(rulebook.id),
        labels=rulebook.labels,
    )


def _sets() -> list[SetOnSale]:
    return [
        SetOnSale(
            set=name,
            label=SETS[name].label,
            kind=SETS[name].kind,
            look=SETS[name].look,
            price_cp=SETS[name].price_cp,
            help=SETS[name].help,
            favours=name in FAVOURING,
            found_at=SETS[name].found_at,
        )
        for name in SET_NAMES
    ]


def _commands(kinds: Iterable[type[Command]], of: Literal["seat", "gm"]) -> list[CommandKind]:
    return [CommandKind(type=type_tag(kind), of=of, schema=msgspec.json.schema(kind)) for kind in kinds]


def unless_known(request: Request, described: Described) -> Response:
    """The body, or 304 if the caller already has it."""
    return tagged_answer(request, described.body, described.tag, {"Cache-Control": "no-cache"})


ROUTES: Final = Routes("Server", "anyone", ANY)


@ROUTES.add("GET /api/games", Answer("The catalogue.", Games), group="Tables", tagged=True, compressed="always")
async def list_games(request: Request) -> Response:
    """List games.

    The installed games, with their options, commands and refusal codes.
    """
    return unless_known(request, request.app.games)


class PublicKey(msgspec.Struct, frozen=True, kw_only=True):
    """The public key, in hex, that verifies the server's signatures of exports."""

    algorithm: Literal["Ed25519"]
    key: str


@ROUTES.add("GET /api/key", Answer("The public key.", PublicKey), group="Rounds", tagged=True)
async def get_key(request: Request) -> Response:
    """Get the signing key.

    The server signs exports with this key. Keep a copy apart from the exports: anyone can sign a forged export with
    another key. `tavern verify` compares the two.
    """
    public_key = PublicKey(algorithm="Ed25519", key=request.app.tables.services.signer.key)
    return unless_known(request, described(msgspec.json.encode(public_key)))


@ROUTES.add("GET /healthz", Answer("The process is running.", Health), problems=ALWAYS)
async def is_alive(_: Request) -> Response:
    """Check liveness."""
    return json_answer(Health(status="alive"), headers={"Cache-Control": "no-store"})


@ROUTES.add("GET /readyz", Answer("The store is reachable.", Health), problems=(*ALWAYS, *STORE, "store_doubted"))
async def is_ready(request: Request) -> Response:
    """Check readiness."""
    tables = request.app.tables
    await tables.services.require_usable_store()
    parts = " ".join(tables.services.damaged_parts) or msgspec.UNSET
    health = Health(status="ready", damaged_tables=tables.damaged_count, damaged_parts=parts)
    return json_answer(health, headers={"Cache-Control": "no-store"})
