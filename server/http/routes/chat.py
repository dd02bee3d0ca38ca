"""The routes of chat: read what was said, say something, erase it again."""

from typing import Annotated, Final

import msgspec
from aiohttp import web
from msgspec import Meta

from events.audience import GM, PUBLIC, Viewer, seat_of
from events.store import SAID_BYTES, Said, StoreError
from server.http.auth import PERSONAL, TABLES, json_answer, require_token, table_id, token_hash, watching
from server.http.bodies import decoded, number, read_body
from server.http.contract import (
    AT_TABLE,
    BODY,
    TABLE,
    VIEWING,
    WRITING,
    Answer,
    Count,
    Parameter,
    RoundNumber,
    Route,
)
from server.problems import Problem, not_admitted
from server.tables import quota
from server.tables.chat import PAGE, Message, message_of
from server.tables.command_handler import require_actor
from server.tables.live_table import LiveTable

MOST_CHARACTERS: Final = 1_000
_SPOKEN: Final = r"^(?=[\s\S]*\S)[^\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]*$(?!\n)"
"""Lines of text that somebody can read: no control characters but the line feed, no changes of direction."""


class SayBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/chat`."""

    text: Annotated[str, Meta(min_length=1, max_length=MOST_CHARACTERS, pattern=_SPOKEN)]


class ChatPage(msgspec.Struct, frozen=True, kw_only=True):
    """Messages after a number. `last` is the number to continue from; `more`: there are more messages."""

    last: int
    messages: list[Message]
    more: bool


_decoder: Final = msgspec.json.Decoder(SayBody)


async def chat(request: web.Request) -> web.Response:
    """`GET /api/tables/{table}/chat?after=N`."""
    store = request.app[TABLES].services.store
    live, _ = await watching(request)
    after = number(request, "after", 0)
    said = list(await store.chat(live.id, after, PAGE + 1))
    messages = [message_of(one) for one in said[:PAGE]]
    last = messages[-1].n if messages else min(after, await live.chat.last())
    return json_answer(ChatPage(last=last, messages=messages, more=len(said) > PAGE), headers=PERSONAL)


async def say(request: web.Request) -> web.Response:
    """`POST /api/tables/{table}/chat`."""
    services = request.app[TABLES].services
    await require_token(request)
    services.limits.chat(token_hash(request) or "")
    body = decoded(_decoder, await read_body(request))
    viewer, live = await _speaker(request)
    quota.require_bytes(services, live.size)
    at = services.now()
    try:
        n = await services.store.say(live.id, viewer, at, body.text)
    except StoreError:
        _doubt(request)
        raise
    size = SAID_BYTES + len(body.text.encode())
    return _told(request, Message(n=n, at=at, by=viewer, text=body.text, erases=None), size, status=201)


async def erase(request: web.Request) -> web.Response:
    """`DELETE /api/tables/{table}/chat/{n}`: by its author, or the GM."""
    store = request.app[TABLES].services.store
    viewer, live = await _speaker(request)
    n = int(request.match_info["n"])
    message = next(iter(await store.chat(live.id, n - 1, 1)), None)
    if message is None or message.n != n or message.text is None:
        raise _no_such_message()
    if viewer not in (GM, message.by):
        raise Problem(403, "not_your_message", "Only who said it, and the GM, can erase it.")
    return await _erase(request, live, viewer, [n])


async def erase_all(request: web.Request) -> web.Response:
    """`DELETE /api/tables/{table}/chat`: by the GM."""
    viewer, live = await _speaker(request)
    if viewer != GM:
        raise Problem(403, "gm_only", "Only the GM can do that.")
    return await _erase(request, live, viewer, None)


async def _erase(request: web.Request, live: LiveTable, viewer: Viewer, numbers: list[int] | None) -> web.Response:
    services = request.app[TABLES].services
    try:
        n = await services.store.erase_chat(live.id, viewer, services.now(), numbers)
    except StoreError:
        _doubt(request)
        raise
    if n is None:
        raise _no_such_message()
    erasure: Said = (await services.store.chat(live.id, n - 1, 1))[0]
    return _told(request, message_of(erasure), SAID_BYTES, status=200)


def _told(request: web.Request, message: Message, size: int, *, status: int) -> web.Response:
    """Tell whoever listens, at the copy of the table that is there now, of a message of so many bytes."""
    live = request.app[TABLES].at_hand(table_id(request))
    if live is not None:
        live.size += size
        live.chat.said(message)
        live.wake()
    return json_answer(message, status=status, headers=PERSONAL)


def _doubt(request: web.Request) -> None:
    """Have whoever listens look into the store: it may have kept what it could not say that it kept."""
    live = request.app[TABLES].at_hand(table_id(request))
    if live is not None:
        live.chat.doubt()
        live.wake()


async def _speaker(request: web.Request) -> tuple[Viewer, LiveTable]:
    """Who may speak here, a seat or the GM, and the table. Raises a `Problem`."""
    require_actor(await require_token(request))
    live, watch = await watching(request)
    viewer = watch.table.viewer
    if viewer == PUBLIC:
        raise not_admitted()
    seat = watch.table.seats.get(seat_of(viewer) or "")
    if viewer != GM and (seat is None or seat.gone):
        raise Problem(403, "no_seat", "You have left this table: what is said here can still be read.")
    live.require_play()
    return viewer, live


def _no_such_message() -> Problem:
    return Problem(404, "no_such_message", "There is no message of that number, or it was erased already.")


_SPEAKING: Final = ("token_needed", "watch_closed", "not_admitted", "no_seat", "archived")

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        id="get_chat",
        method="GET",
        path="/api/tables/{table}/chat",
        handler=chat,
        group="Chat",
        who="viewer",
        summary="List messages",
        parameters=(
            TABLE,
            Parameter(
                name="after",
                where="query",
                kind=Count,
                summary="Return messages after this number; default 0.",
                example=0,
            ),
        ),
        answers=(Answer(summary="Messages, oldest first.", kind=ChatPage),),
        problems=(*VIEWING, "invalid_query"),
    ),
    Route(
        id="say",
        method="POST",
        path="/api/tables/{table}/chat",
        handler=say,
        group="Chat",
        who="player",
        summary="Send a message",
        parameters=(TABLE,),
        body=SayBody,
        answers=(Answer(status=201, summary="The message.", kind=Message),),
        problems=(*AT_TABLE, *BODY, *WRITING, *_SPEAKING),
    ),
    Route(
        id="erase_message",
        method="DELETE",
        path="/api/tables/{table}/chat/{n}",
        handler=erase,
        group="Chat",
        who="player",
        summary="Erase a message",
        detail="Its author and the GM may erase a message. The text is gone for good; the erasure remains visible.",
        parameters=(
            TABLE,
            Parameter(name="n", where="path", kind=RoundNumber, summary="The message's number.", example=1),
        ),
        answers=(Answer(summary="The erasure: a message without text.", kind=Message),),
        problems=(*AT_TABLE, *WRITING, *_SPEAKING, "no_such_message", "not_your_message"),
    ),
    Route(
        id="erase_chat",
        method="DELETE",
        path="/api/tables/{table}/chat",
        handler=erase_all,
        group="Chat",
        who="gm",
        summary="Erase all messages",
        parameters=(TABLE,),
        answers=(Answer(summary="The erasure: a message without text.", kind=Message),),
        problems=(*AT_TABLE, *WRITING, *_SPEAKING, "no_such_message", "gm_only"),
    ),
)
