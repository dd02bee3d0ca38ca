"""A tavern: a server, and the tables to be had there."""

import asyncio
import secrets
from collections.abc import AsyncGenerator, Mapping
from pathlib import Path
from typing import Any, Final, Self
from urllib.parse import quote

import aiohttp

from tools.client.acting import GameMaster, Seat
from tools.client.answers import Listing, Listings, Opened, Seated
from tools.client.onlooker import Onlooker
from tools.client.patience import Patience, Sleep
from tools.client.receipts import ReceiptFile
from tools.client.transport import Calling, without_password

_KEY_BYTES: Final = 24


class Tavern:
    """One server: `async with Tavern("https://dice.example/tavern") as tavern`.

    `url` is where the server is mounted, path prefix and all. Every call may raise a `ClientError`: `ApiProblem` where
    the server refuses, `Unreachable` where no answer comes within the `patience`, `BadAnswer` where it is no tavern.
    The receipt of every command is added to the file `receipts`, if one is given (see `Receipt`); where it cannot be
    written, the command that took effect raises `OSError`. `sleep` is how to wait between attempts, for tests.
    """

    def __init__(
        self,
        url: str,
        *,
        host_key: str | None = None,
        patience: Patience | None = None,
        receipts: str | Path | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.url = url
        self._host_key = host_key
        self._patience = patience or Patience()
        self._receipts = None if receipts is None else ReceiptFile(receipts)
        self._sleep = sleep
        self._session: aiohttp.ClientSession | None = None

    def __repr__(self) -> str:
        return f"Tavern({without_password(self.url)!r})"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Let go of all connections."""
        if self._session is not None:
            await self._session.close()

    async def open_table(
        self,
        game: str,
        *,
        name: str = "",
        gm: str = "",
        options: Mapping[str, Any] | None = None,
        listed: bool = False,
        seed: str | None = None,
        key: str | None = None,
    ) -> GameMaster:
        """Open a table. `gm` is how its game master is called, `seed` its secret, where the server allows that.

        `key` is the idempotency key, made here unless one is given: who has it is given the table's tokens again.
        """
        body = {"game": game, "name": name, "gm": {"name": gm}, "options": dict(options or {}), "listed": listed}
        if seed is not None:
            body["seed"] = seed
        answer = await self._calling.call(
            "POST", "/api/tables", token=self._host_key, body=body, headers={"Idempotency-Key": key or _fresh_key()}
        )
        opened = answer.read(Opened)
        return self.game_master(opened.table, opened.gm_token, opened.invite)

    async def sit(
        self,
        table: str,
        invite: str,
        *,
        name: str,
        character: Mapping[str, Any] | None = None,
        purse_cp: int = 0,
        luck: str = "",
        watch: bool = False,
        npc: str | None = None,
        key: str | None = None,
    ) -> Seat:
        """Sit down with a table's invite, or as a player of the GM's with the GM's token. The purse is in copper.

        `npc` is the temperament of a player whom the server plays, whom only the GM's token seats. `key` is the
        idempotency key, made here unless one is given: who has it is given the seat's token again.
        """
        sheet = dict(character or {})
        body: dict[str, Any] = {"name": name, "character": sheet, "purse_cp": purse_cp, "luck": luck, "watch": watch}
        if npc is not None:
            body["npc"] = {"temperament": npc}
        answer = await self._calling.call(
            "POST",
            f"/api/tables/{quote(table, safe='')}/seats",
            token=invite,
            body=body,
            headers={"Idempotency-Key": key or _fresh_key()},
        )
        seated = answer.read(Seated)
        return Seat(self._calling, table, seated.seat, seated.token, admitted=seated.admitted)

    def onlooker(self, table: str, token: str | None = None) -> Onlooker:
        """A table, to look at."""
        return Onlooker(self._calling, table, token)

    def seat(self, table: str, seat: str, token: str) -> Seat:
        """A seat that was taken before."""
        return Seat(self._calling, table, seat, token)

    def game_master(self, table: str, token: str, invite: str = "") -> GameMaster:
        """The GM of a table that was opened before."""
        return GameMaster(self._calling, table, token, invite)

    async def tables(self) -> AsyncGenerator[Listing]:
        """The tables that stand in the list, in the order in which they were opened."""
        path = "/api/tables"
        while True:
            page = (await self._calling.call("GET", path)).read(Listings)
            for table in page.tables:
                yield table
            if page.next is None:
                return
            path = f"/api/tables?after={quote(page.next, safe='')}"

    async def games(self) -> list[dict[str, Any]]:
        """The games that are played here, each with its options and commands."""
        games: list[dict[str, Any]] = (await self._calling.call("GET", "/api/games")).read(dict[str, Any])["games"]
        return games

    @property
    def _calling(self) -> Calling:
        if self._session is None:
            # A stream holds its connection for as long as it is read: a limit would have it starve the commands.
            self._session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        return Calling(self._session, self.url, self._patience, self._sleep, self._receipts)


def _fresh_key() -> str:
    return secrets.token_urlsafe(_KEY_BYTES)
