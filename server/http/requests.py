"""Requests, and the parts of the server that their handlers use."""

import asyncio
from collections.abc import Mapping
from typing import Any, Final, Protocol

import msgspec
from aiohttp import web

from events.audience import GM
from server.background.analyses import Analyses
from server.background.supervisor import Supervisor
from server.commands.auth import Caller
from server.commands.command_handler import CommandHandler
from server.config import Config
from server.http.answers import Described
from server.http.cross_origin import CrossOrigin
from server.http.limits import Limits
from server.http.streams import Streams
from server.tables.registry import Tables
from server.tokens import hash_of

SAFE: Final = frozenset({"GET", "HEAD"})
"""Methods of requests that change nothing."""


class App(msgspec.Struct, frozen=True, kw_only=True):
    """The parts of the server that handlers use. `games` and `document` are the answers that describe games and API.

    `what_if` is held while a what-if is answered, `text` while a text in the notation is replayed, and `report` while a
    report is made.
    """

    config: Config
    tables: Tables
    commands: CommandHandler
    supervisor: Supervisor
    analyses: Analyses
    limits: Limits
    streams: Streams
    cross_origin: CrossOrigin
    games: Described
    document: Described
    what_if: asyncio.Lock
    text: asyncio.Lock
    report: asyncio.Lock


class Connected(Protocol):
    """The connection over which a request came."""

    def answered(self, request: "Request", response: web.StreamResponse) -> None:
        """Note the answer before it is sent, unless it is a stream."""
        ...


class Request(web.BaseRequest):
    """A request to the app, with the `parameters` in its path, by name."""

    def __init__(self, app: App, connection: Connected, *received: Any, **settings: Any) -> None:
        super().__init__(*received, **settings)
        self.app = app
        self.connection = connection
        self.parameters: Mapping[str, str] = {}
        self._caller: Caller | None = None

    @property
    def caller(self) -> Caller:
        """The caller at the table in the path, by the token in the headers; `server.commands.auth` authenticates it."""
        if self._caller is None:
            token = self.token
            self._caller = Caller(self.app.tables, self.parameters["table"], None if token is None else hash_of(token))
        return self._caller

    @property
    def token(self) -> str | None:
        """The token in the `Authorization` header; None without that header, empty if it has no bearer token."""
        header = self.headers.get("Authorization")
        if header is None:
            return None
        scheme, _, token = header.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""

    @property
    def address(self) -> str:
        """The client's address, under which its requests are counted."""
        return self.app.limits.address_of(self.remote, self.headers)

    @property
    def is_safe(self) -> bool:
        """Whether the request changes nothing."""
        return self.method in SAFE

    @property
    def is_by_gm(self) -> bool:
        """Whether the caller was authenticated as the GM of the table."""
        return self._caller is not None and self._caller.viewer == GM
