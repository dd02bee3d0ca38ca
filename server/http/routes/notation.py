"""The route that reads rounds in the notation: it shows what a text says, which proves nothing."""

import asyncio
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from games.engine.catalogue import Catalogue
from replays.notation.rounds import NotationError, parse_notation, replay_of
from replays.rebuild import Replay
from server.http.answers import Response, raw_answer
from server.http.bodies import MAX_BODY, fields_of, read_body
from server.http.connections import require_listener
from server.http.contract import ANY, BODY, Answer, Routes
from server.http.requests import Request
from server.problems import Problem, decoded

MOST_FRAMES: Final = 8_000_000
"""The longest that the frames of an answer are, in bytes."""


class NotationBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`POST /api/notation`."""

    text: Annotated[str, Meta(max_length=MAX_BODY)]


class NotationReplay(Replay, frozen=True, kw_only=True):
    """A round as a text says that its viewer saw it. It proves nothing.

    `fault` says from which line on the text could not be read, and why; null if all of it was.
    """

    fault: str | None


_decoder: Final = msgspec.json.Decoder(NotationBody)

ROUTES: Final = Routes("Rounds", "anyone", ANY)


@ROUTES.add(
    "POST /api/notation",
    Answer("Frames, oldest first.", NotationReplay),
    body=NotationBody,
    problems=(*BODY, "bad_notation"),
)
async def read_notation(request: Request) -> Response:
    """Replay a round from a text.

    The text is in the notation, as from `GET …/rounds/{n}/notation`. No table is asked, and nothing is kept.
    """
    body = await read_body(request)
    fields_of(body)
    asked = decoded(_decoder.decode, body)
    with request.app.limits.text(request.address):
        # One at a time: each takes the processor for a while.
        async with request.app.text:
            require_listener(request)
            try:
                answer = await asyncio.to_thread(_replayed, request.app.tables.services.catalogue, asked.text)
            except NotationError as error:
                raise Problem(422, error.code, f"{str(error).capitalize()}.") from None
    return raw_answer(answer)


def _replayed(catalogue: Catalogue, text: str) -> bytes:
    """The answer, encoded, which takes a while too. Raises `NotationError`."""
    _, seen, fault = replay_of(catalogue, parse_notation(catalogue.codec, text), MOST_FRAMES)
    said = None if fault is None else f"{str(fault).capitalize()}."
    return msgspec.json.encode(NotationReplay(**msgspec.structs.asdict(seen), fault=said))
