"""A table, as whoever looks at it reads it."""

from collections.abc import AsyncGenerator, Mapping
from http import HTTPStatus
from urllib.parse import quote, urlencode

from projections.served_views import ServedView as View
from projections.standings import Standing
from tools.client.answers import (
    ChatPage,
    ChroniclePage,
    Cursor,
    EventsPage,
    Frame,
    LedgerPage,
    ReplayPage,
    Round,
    Rounds,
    Standings,
)
from tools.client.live import Live
from tools.client.transport import Answer, Calling


class Onlooker:
    """Whoever looks at a table: with a token what its holder sees, without one what everybody may see."""

    def __init__(self, calling: Calling, table: str, token: str | None = None) -> None:
        self.table = table
        self.token = token
        self._calling = calling
        self._path = f"/api/tables/{quote(table, safe='')}"
        self._seen: tuple[str, View] | None = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(table={self.table!r})"

    async def view(self) -> View:
        """The table as it is now. While there is nothing new, the answer is short and the view the one of before."""
        headers = {} if self._seen is None else {"If-None-Match": self._seen[0]}
        answer = await self._calling.call("GET", self._path, token=self.token, headers=headers)
        if answer.status == HTTPStatus.NOT_MODIFIED and self._seen is not None:
            return self._seen[1]
        return self._keep(answer, answer.read(View))

    def _keep(self, answer: Answer, view: View) -> View:
        tag = answer.headers.get("ETag")
        self._seen = None if tag is None else (tag, view)
        return view

    async def events(self, after: int = 0, *, epoch: str | None = None, wait: float = 0.0) -> EventsPage:
        """What happened after a version; where there is nothing, it waits up to `wait` seconds for it.

        With the `epoch` of what was read before, another log is told as an `ApiProblem`: `log_replaced`.
        """
        return (await self._get("/events", {"after": after, "epoch": epoch, "wait": wait or None}, wait)).read(
            EventsPage
        )

    def live(self, cursor: Cursor | None = None) -> Live:
        """What happens, as it happens: `async with table.live() as live`, `async for item in live`."""
        return Live(self._calling, f"{self._path}/live", self.token, cursor)

    async def chronicle(self, after: int = 0) -> ChroniclePage:
        """What happened after a version, in sentences."""
        return (await self._get("/chronicle", {"after": after})).read(ChroniclePage)

    async def ledger(self, after: int = 0) -> LedgerPage:
        """The coins that moved after a version."""
        return (await self._get("/ledger", {"after": after})).read(LedgerPage)

    async def standings(self) -> list[Standing]:
        """Everybody who ever sat down to play; the most wins first."""
        return (await self._get("/standings")).read(Standings).standings

    async def rounds(self, after: int = 0, limit: int | None = None) -> list[Round]:
        """The rounds above a number, in order: as many as the server gives at once, or `limit`."""
        return (await self._get("/rounds", {"after": after, "limit": limit})).read(Rounds).rounds

    async def replay(self, number: int, *, as_: str | None = None) -> AsyncGenerator[Frame]:
        """A round step by step, as this viewer saw it, or `as_` another, where that is allowed."""
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
        """The proof of a round, as the server gave it: to be kept in a file, for a verifier."""
        return (await self._get(f"/rounds/{number}/proof")).body

    async def chat(self, after: int = 0) -> ChatPage:
        """What was said after message number `after`."""
        return (await self._get("/chat", {"after": after})).read(ChatPage)

    async def _get(self, path: str, query: Mapping[str, object] | None = None, longer: float = 0.0) -> Answer:
        given = urlencode({name: value for name, value in (query or {}).items() if value is not None})
        where = f"{self._path}{path}?{given}" if given else self._path + path
        return await self._calling.call("GET", where, token=self.token, longer=longer)
