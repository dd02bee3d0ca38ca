"""The routes of the chat: read, send and erase messages."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from events.audience import Viewer
from events.storage.contract import SAID_BYTES, AlreadySaid, ChatStore, Said, StoreError
from server.commands import auth
from server.http.answers import PERSONAL, Response, json_answer
from server.http.bodies import command_id, fields_of, number, read_body
from server.http.contract import (
    AT_TABLE,
    BODY,
    VIEWING,
    WRITING,
    Answer,
    CommandId,
    Count,
    Parameter,
    RoundNumber,
    Routes,
)
from server.http.requests import Request
from server.problems import Problem, decoded
from server.tables import quota
from server.tables.chat import PAGE, Message, message_of
from server.tables.live_table import LiveTable

MOST_CHARACTERS: Final = 1_000
_SPOKEN: Final = r"^(?=[\s\S]*\S)[^\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]*$(?!\n)"
"""Readable lines of text: no control characters but the line feed, no changes of direction."""


class SayBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/tables/{table}/chat`. With an `id`, the message is stored once, however often it is sent."""

    id: str | None = None
    text: Annotated[str, Meta(min_length=1, max_length=MOST_CHARACTERS, pattern=_SPOKEN)]


class ChatPage(msgspec.Struct, frozen=True, kw_only=True):
    """Messages after a number. `last` is the number to continue from; `more`: there are more messages."""

    last: int
    messages: list[Message]
    more: bool


_decoder: Final = msgspec.json.Decoder(SayBody)

_SPEAKING: Final = ("token_needed", "watch_closed", "not_admitted", "no_seat", "archived")

_KEY: Final = Parameter(
    "Idempotency-Key",
    "header",
    CommandId,
    "The message's id, unless the body has one. A message is stored once per id.",
)

ROUTES: Final = Routes("Chat", "player", AT_TABLE)


@ROUTES.add(
    "GET /api/tables/{table}/chat",
    Answer("Messages, oldest first.", ChatPage),
    who="viewer",
    parameters=(Parameter("after", "query", Count, "Return messages after this number; default 0.", example=0),),
    problems=(*VIEWING, "invalid_query"),
    compressed="without_token",
)
async def get_chat(request: Request) -> Response:
    """List messages."""
    store = request.app.tables.services.store
    live, _ = await auth.require_watcher(request.caller)
    after = number(request, "after", 0)
    said = list(await store.chat(live.id, after, PAGE + 1))
    messages = [message_of(one) for one in said[:PAGE]]
    last = messages[-1].n if messages else min(after, await live.chat.last())
    return json_answer(ChatPage(last=last, messages=messages, more=len(said) > PAGE), headers=PERSONAL)


@ROUTES.add(
    "POST /api/tables/{table}/chat",
    Answer("The message.", Message, status=201),
    body=SayBody,
    parameters=(_KEY,),
    problems=(*AT_TABLE, *BODY, *WRITING, *_SPEAKING, "bad_id", "command_id_reused"),
)
async def say(request: Request) -> Response:
    """Send a message."""
    services, limits = request.app.tables.services, request.app.limits
    caller = request.caller
    await auth.require_token(caller)
    raw = await read_body(request)
    key = command_id(request.headers, fields_of(raw).get("id"))
    body = decoded(_decoder.decode, raw)
    live = await auth.require_speaker(caller)
    if key is not None and (said := await services.store.said(live.id, caller.viewer, key)) is not None:
        return await _said_before(services.store, live, said, body)
    quota.require_room(services, live.size)
    at = services.now()
    try:
        with limits.done(limits.chats, caller.token_hash):
            n = await services.store.say(live.id, caller.viewer, at, body.text, key)
    except AlreadySaid as error:
        return await _said_before(services.store, live, error.n, body)
    except StoreError:
        _distrust_copy(request)
        raise
    message = Message(n=n, at=at, by=caller.viewer, text=body.text, erases=None)
    return _publish(request, message, SAID_BYTES + len(body.text.encode()), status=201)


async def _said_before(store: ChatStore, live: LiveTable, n: int, body: SayBody) -> Response:
    """The first answer again, without the text if the message has been erased. Raises a `Problem` (422)."""
    (said,) = await store.chat(live.id, n - 1, 1)
    if said.text not in (None, body.text):
        raise Problem(422, "command_id_reused", "This id was used before, for another message. Use a new one.")
    return json_answer(message_of(said), status=201, headers=PERSONAL)


@ROUTES.add(
    "DELETE /api/tables/{table}/chat/{n}",
    Answer("The erasure: a message without text.", Message),
    parameters=(Parameter("n", "path", RoundNumber, "The message's number.", example=1),),
    problems=(*AT_TABLE, *WRITING, *_SPEAKING, "no_such_message", "not_your_message"),
)
async def erase_message(request: Request) -> Response:
    """Erase a message.

    Its author and the GM may erase a message. The text is gone for good; the erasure remains visible.
    """
    store = request.app.tables.services.store
    caller = request.caller
    live = await auth.require_speaker(caller)
    n = int(request.parameters["n"])
    message = next(iter(await store.chat(live.id, n - 1, 1)), None)
    if message is None or message.n != n or message.text is None:
        raise _no_such_message()
    auth.require_right_to_erase(caller.viewer, message.by)
    return await _erase(request, live, caller.viewer, [n])


@ROUTES.add(
    "DELETE /api/tables/{table}/chat",
    Answer("The erasure: a message without text.", Message),
    who="gm",
    problems=(*AT_TABLE, *WRITING, *_SPEAKING, "no_such_message", "gm_only"),
)
async def erase_chat(request: Request) -> Response:
    """Erase all messages."""
    caller = request.caller
    live = await auth.require_speaker(caller)
    auth.require_right_to_erase(caller.viewer, None)
    return await _erase(request, live, caller.viewer, None)


async def _erase(request: Request, live: LiveTable, viewer: Viewer, numbers: list[int] | None) -> Response:
    services = request.app.tables.services
    try:
        n = await services.store.erase_chat(live.id, viewer, services.now(), numbers)
    except StoreError:
        _distrust_copy(request)
        raise
    if n is None:
        raise _no_such_message()
    erasure: Said = (await services.store.chat(live.id, n - 1, 1))[0]
    return _publish(request, message_of(erasure), SAID_BYTES, status=200)


def _publish(request: Request, message: Message, size: int, *, status: int) -> Response:
    """Publish a stored message of `size` bytes to the readers of the table's current copy in memory."""
    live = request.app.tables.at_hand(request.caller.table)
    if live is not None:
        live.size += size
        live.chat.take(message)
        live.wake()
    return json_answer(message, status=status, headers=PERSONAL)


def _distrust_copy(request: Request) -> None:
    """Have readers check the store: it may have stored a message without confirming it."""
    live = request.app.tables.at_hand(request.caller.table)
    if live is not None:
        live.chat.distrust()
        live.wake()


def _no_such_message() -> Problem:
    return Problem(404, "no_such_message", "No message has this number, or it has been erased.")
