"""Idempotency keys: a repeated request takes effect once and gets its first answer again.

An entry is stored together with the key of the request that it answers. Everything that a client sees of an answer
follows from the log, so nothing else is stored: the answer is replayed from the entry that the key leads to.
"""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

import msgspec

from events.store import AlreadyAnswered, Answered, Request, Store
from server.problems import Problem

_canonical: Final = msgspec.json.Encoder(order="deterministic")

Answer = TypeVar("Answer")


def fingerprint(fields: Mapping[str, Any], leave_out: str = "") -> str:
    """The SHA-256 (hex) of a body's members except `leave_out`, independent of their order and of white space."""
    asked = {name: value for name, value in fields.items() if name != leave_out}
    return hashlib.sha256(_canonical.encode(asked)).hexdigest()


async def first_answer(
    store: Store, request: Request | None, replay: Callable[[Answered], Awaitable[Answer]]
) -> Answer | None:
    """The first answer to `request`, made again by `replay`; None if it was not answered before, or has no key.

    Raises a `Problem` (422) if the key was used for another request.
    """
    if request is None or (answered := await store.answered(request.scope, request.caller, request.id)) is None:
        return None
    return await _replayed(request, answered, replay)


async def answer_once(
    store: Store,
    request: Request | None,
    replay: Callable[[Answered], Awaitable[Answer]],
    run: Callable[[], Awaitable[Answer]],
) -> Answer:
    """The first answer to `request`, or else that of `run`: for requests that are not served one at a time.

    If two requests with the same key race, only the store detects it, and the loser gets the winner's answer. Raises
    like `first_answer`.
    """
    if (first := await first_answer(store, request, replay)) is not None:
        return first
    try:
        return await run()
    except AlreadyAnswered as error:
        if request is None:
            raise
        return await _replayed(request, error.answered, replay)


async def _replayed(request: Request, answered: Answered, replay: Callable[[Answered], Awaitable[Answer]]) -> Answer:
    if answered.fingerprint != request.fingerprint:
        raise Problem(422, "command_id_reused", "This id was used before, for another request. Use a new one.")
    return await replay(answered)
