"""A table as any viewer can read it."""

from collections.abc import AsyncGenerator, Mapping
from http import HTTPStatus
from urllib.parse import quote, urlencode

from tavern_client.answers import (
    ChatPage,
    ChronicleEntry,
    Cursor,
    Entry,
    Frame,
    LedgerPage,
    Page,
    ReplayPage,
    Reset,
    Round,
    Rounds,
    Standing,
    Standings,
)  # fmt: skip
from tavern_client.errors import ApiProblem, BadAnswer, LogWentBack
from tavern_client.following import Following
from tavern_client.live import Live
from tavern_client.transport import Answer, Transport
from tavern_client.verifying import Report, verified
from tavern_client.views import View

_REPORT_SECONDS = 280.0
"""How much longer than another answer a report may take."""


class Onlooker:
    """A viewer of a table: with a token its holder's view, without one the public view.

    `viewer` is who that is, as of the last view; None before the first.
    """

    def __init__(self, transport: Transport, table: str, token: str | None = None) -> None:
        self.table = table
        self.token = token
        self._transport = transport
        self._path = f"/api/tables/{quote(table, safe='')}"
        self.viewer: str | None = None
        self._seen: tuple[str, View] | None = None
        self._noticed: View | None = None

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
            view = self._seen[1]
        else:
            view = self._keep(answer, answer.read(View))
        await self.notice(view)
        return view

    def _keep(self, answer: Answer, view: View) -> View:
        tag = answer.headers.get("ETag")
        self._seen = None if tag is None else (tag, view)
        return view

    async def notice(self, view: View) -> None:
        """Compare a view with what was shown before, and record it. Does nothing the second time."""
        if view is not self._noticed:
            self.viewer = view.viewer
            await (await self._following(view.viewer)).view(view, self._after)
            self._noticed = view

    async def notice_item(self, item: Entry | Reset, at: Cursor) -> None:
        """The same for an item of a live stream, after which the position is `at`."""
        if item.view is not None:
            self.viewer = item.view.viewer
        if isinstance(item, Reset):
            await (await self._following(item.view.viewer)).reset(item, self._after)
        elif (following := await self._followed()) is not None:
            await following.entry(item, at, self._after)

    async def forget(self) -> None:
        """Go on from what the server shows now: a stream noticed that the log went back."""
        if self.viewer is not None:
            (await self._following(self.viewer)).forget()

    async def _following(self, viewer: str) -> Following:
        record = self._transport.record
        return Following(record, await record.progress(self.table, viewer), self.table, viewer)

    async def _followed(self) -> Following | None:
        """What follows this viewer. If it is not known who that is, a view tells; without a record, nobody needs it."""
        if self.viewer is None and self._transport.record.keeps_entries:
            await self.view()
        return None if self.viewer is None else await self._following(self.viewer)

    async def events(self, after: int | Cursor = 0, *, wait: float = 0.0) -> Page[Entry]:
        """The entries after a version; if there are none, wait for one up to `wait` seconds.

        With a cursor of earlier answers, it raises `LogWentBack` if the log was changed up to there, and an
        `ApiProblem` (`log_replaced`) if the server says that it is another log.
        """
        page = await self._after(after, wait)
        if (following := await self._followed()) is not None:
            await following.page(page, self._after)
        return page

    async def _after(self, after: int | Cursor | None, wait: float = 0.0) -> Page[Entry]:
        answer = await self._get("/events", {**_position(after), "wait": wait or None}, longer=wait)
        return answer.read(Page[Entry])

    def live(self, cursor: Cursor | None = None, *, acts_for: str | None = None) -> Live:
        """The live stream: `async with table.live() as live`, `async for item in live`.

        The GM's views have what the seat `acts_for` may do.
        """
        path = f"{self._path}/live{query_of({'acts_for': acts_for})}"
        return Live(self._transport, path, self.token, self, cursor)

    async def chronicle(self, after: int | Cursor = 0) -> Page[ChronicleEntry]:
        """The sentences after a version. Raises like `events`."""
        return (await self._get("/chronicle", _position(after))).read(Page[ChronicleEntry])

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
            if following is not None and page.next <= following:
                raise BadAnswer("the pages of the round go on, but lead no further")
            following = page.next

    async def notation(self, number: int, *, as_: str | None = None) -> str:
        """A round as a text to paste in a chat, as this viewer saw it, or `as_` another viewer, if that is allowed."""
        return (await self._get(f"/rounds/{number}/notation", {"as": as_})).body.decode()

    async def report(self, number: int, *, as_: str | None = None) -> bytes:
        """A report of a round that is over as this viewer saw it, or `as_` another viewer, if that is allowed.

        The bytes of an HTML file. It takes the server seconds, or with a very long log minutes.
        """
        return (await self._get(f"/rounds/{number}/report", {"as": as_}, longer=_REPORT_SECONDS)).body

    async def proof(self, number: int) -> bytes:
        """The proof of a round, as bytes to save for a verifier."""
        return (await self._get(f"/rounds/{number}/proof")).body

    async def verify(self, number: int, *, luck: Mapping[str, str] | None = None) -> Report:
        """Check the proof of a round, here and without trusting the server, together with all that was recorded of the
        table: see `Report`. `luck` are luck words by seat that must be in the round.
        """
        return await verified(await self.proof(number), await self._transport.record.content(), luck or {})

    async def chat(self, after: int = 0) -> ChatPage:
        """The messages after number `after`."""
        return (await self._get("/chat", {"after": after})).read(ChatPage)

    async def _get(self, path: str, query: Mapping[str, object] | None = None, longer: float = 0.0) -> Answer:
        where = self._path + path + query_of(query or {})
        try:
            return await self._transport.call("GET", where, token=self.token, longer=longer)
        except ApiProblem as problem:
            if problem.code == LogWentBack.code:
                raise LogWentBack(self.table, problem.detail) from None
            raise


def _position(after: int | Cursor | None) -> dict[str, object]:
    """A position as a query; None is the beginning."""
    if isinstance(after, Cursor):
        return {"after": after.version, "epoch": after.epoch, "seen": after.seen}
    return {"after": after or 0}


def query_of(values: Mapping[str, object]) -> str:
    """The end of a URL, with the values that are not None."""
    given = urlencode({name: value for name, value in values.items() if value is not None})
    return f"?{given}" if given else ""
