"""A table as any viewer can read it."""

from collections.abc import AsyncGenerator, Mapping
from http import HTTPStatus
from urllib.parse import quote, urlencode

from projections.served_views import ServedView as View
from projections.standings import Standing
from tavern_client.answers import (
    ChatPage,
    ChronicleEntry,
    Cursor,
    Entry,
    Frame,
    LedgerPage,
    Page,
    ReplayPage,
    Round,
    Rounds,
    Standings,
)  # fmt: skip
from tavern_client.live import Live
from tavern_client.transport import Answer, Transport


class Onlooker:
    """A viewer of a table: with a token its holder's view, without one the public view."""

    def __init__(self, transport: Transport, table: str, token: str | None = None) -> None:
        self.table = table
        self.token = token
        self._transport = transport
        self._path = f"/api/tables/{quote(table, safe='')}"
        self._seen: tuple[str, View] | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(table={self.table!r})"

    async def view(self, *, acts_for: str | None = None) -> View:
        """The current view. If nothing has changed, the server sends no body and the last view is returned.

        The GM's view has what the seat `acts_for` may do, in `you.acts_for`.
        """
        headers = {} if self._seen is None else {"If-None-Match": self._seen[0]}
        path = self._path + query_of({"acts_for": acts_for})
        answer = await self._transport.call("GET", path, token=self.token, headers=headers)
        if answer.status == HTTPStatus.NOT_MODIFIED and self._seen is not None:
            return self._seen[1]
        return self._keep(answer, answer.read(View))

    def _keep(self, answer: Answer, view: View) -> View:
        tag = answer.headers.get("ETag")
        self._seen = None if tag is None else (tag, view)
        return view

    async def events(self, after: int = 0, *, epoch: str | None = None, wait: float = 0.0) -> Page[Entry]:
        """The entries after a version; if there are none, wait for one up to `wait` seconds.

        With the `epoch` of earlier answers, a replaced log raises an `ApiProblem`: `log_replaced`.
        """
        answer = await self._get("/events", {"after": after, "epoch": epoch, "wait": wait or None}, longer=wait)
        return answer.read(Page[Entry])

    def live(self, cursor: Cursor | None = None, *, acts_for: str | None = None) -> Live:
        """The live stream: `async with table.live() as live`, `async for item in live`.

        The GM's views have what the seat `acts_for` may do.
        """
        return Live(self._transport, f"{self._path}/live{query_of({'acts_for': acts_for})}", self.token, cursor)

    async def chronicle(self, after: int = 0) -> Page[ChronicleEntry]:
        """The sentences after a version."""
        return (await self._get("/chronicle", {"after": after})).read(Page[ChronicleEntry])

    async def ledger(self, after: int = 0) -> LedgerPage:
        """The coins that moved after a version."""
        return (await self._get("/ledger", {"after": after})).read(LedgerPage)

    async def standings(self) -> list[Standing]:
        """Everyone who ever sat down to play, most wins first."""
        return (await self._get("/standings")).read(Standings).standings

    async def rounds(self, after: int = 0, limit: int | None = None) -> list[Round]:
        """The rounds with higher numbers, in order: one page, or at most `limit`."""
        return (await self._get("/rounds", {"after": after, "limit": limit})).read(Rounds).rounds

    async def replay(self, number: int, *, as_: str | None = None) -> AsyncGenerator[Frame]:
        """A round step by step, as this viewer saw it, or `as_` another viewer, if that is allowed."""
        following: int | None = None
        while True:
            answer = await self._get(f"/rounds/{number}", {"as": as_, "from": following})
            page = answer.read(ReplayPage)
            for frame in page.frames:
                yield frame
            if page.next is None:
                return
            following = page.next

    async def proof(self, number: int) -> bytes:
        """The proof of a round, as bytes to save for a verifier."""
        return (await self._get(f"/rounds/{number}/proof")).body

    async def chat(self, after: int = 0) -> ChatPage:
        """The messages after number `after`."""
        return (await self._get("/chat", {"after": after})).read(ChatPage)

    async def _get(self, path: str, query: Mapping[str, object] | None = None, longer: float = 0.0) -> Answer:
        where = self._path + path + query_of(query or {})
        return await self._transport.call("GET", where, token=self.token, longer=longer)


def query_of(values: Mapping[str, object]) -> str:
    """The end of a URL, with the values that are not None."""
    given = urlencode({name: value for name, value in values.items() if value is not None})
    return f"?{given}" if given else ""
