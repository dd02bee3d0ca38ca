"""The routes that belong to no table: the catalogue of games, the signing key and the health checks."""

from typing import Final, Literal

import msgspec

from games.engine.catalogue import Catalogue
from server.game_catalogue import Games, games_of
from server.http.answers import Described, Response, described, json_answer, tagged_answer
from server.http.contract import ALWAYS, ANY, STORE, Answer, Routes
from server.http.requests import Request


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """The server's health. `damaged_tables` counts the tables known to have a damaged log.

    `damaged_parts` names the parts of the store that are damaged and cannot be rebuilt; it is missing if all are whole.
    """

    status: Literal["alive", "ready"]
    damaged_tables: int | msgspec.UnsetType = msgspec.UNSET
    damaged_parts: str | msgspec.UnsetType = msgspec.UNSET


def describe(catalogue: Catalogue) -> Described:
    """The catalogue as `GET /api/games` returns it."""
    return described(msgspec.json.encode(games_of(catalogue)))


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
