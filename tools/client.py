"""A client of the HTTP API."""

from typing import Any, Final

import aiohttp
import msgspec

from tools.failures import Failure

_REFUSED: Final = 400


class Table(msgspec.Struct, frozen=True):
    """A table that was opened, with what its GM was given."""

    table: str
    gm_token: str
    invite: str


class Chair(msgspec.Struct, frozen=True):
    """A seat that was taken, with its token."""

    seat: str
    token: str


class Client:
    """Calls one server. Every call raises `Failure` where the server refuses or cannot be reached."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self._session = session
        self._url = url.rstrip("/")

    async def open_table(self, body: dict[str, Any]) -> Table:
        """Open a table: `{game, options?, name?, gm?, seed?}`."""
        return msgspec.convert(await self._call("POST", "/api/tables", body=body), Table)

    async def sit(self, table: Table, body: dict[str, Any]) -> Chair:
        """Sit down with the table's invite: `{name, character?, purse_cp?, luck?}`."""
        path = f"/api/tables/{table.table}/seats"
        return msgspec.convert(await self._call("POST", path, body={"invite": table.invite, **body}), Chair)

    async def command(self, table: Table, token: str, body: dict[str, Any]) -> dict[str, Any]:
        """Give a command; `{version, events, view, receipt}`."""
        return await self._call("POST", f"/api/tables/{table.table}/commands", token=token, body=body)

    async def view(self, table: Table, token: str) -> dict[str, Any]:
        """The table as the holder of a token sees it."""
        return await self._call("GET", f"/api/tables/{table.table}", token=token)

    async def entries(self, table: Table, token: str, after: int) -> list[dict[str, Any]]:
        """What the holder of a token saw happen after a version."""
        told = await self._call("GET", f"/api/tables/{table.table}/events?after={after}", token=token)
        entries: list[dict[str, Any]] = told["entries"]
        return entries

    async def _call(self, method: str, path: str, *, token: str | None = None, body: Any = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else msgspec.json.encode(body)
        try:
            async with self._session.request(method, self._url + path, data=data, headers=headers) as answer:
                raw = await answer.read()
                status = answer.status
        except aiohttp.InvalidURL:
            raise Failure(f"{self._url} is no address of a server") from None
        except TimeoutError:
            raise Failure(f"the server at {self._url} does not answer") from None
        except (aiohttp.ClientError, OSError) as error:
            raise Failure(f"the server at {self._url} cannot be reached: {error}") from None
        try:
            answered = msgspec.json.decode(raw, type=dict[str, Any])
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise Failure(f"what answers at {self._url} is no tavern server (status {status})") from None
        if status >= _REFUSED:
            raise Failure(f"the server at {self._url} refused ({status}): {answered.get('detail', '')}")
        return answered
