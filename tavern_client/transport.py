"""Requests to one server, with retries where they are safe and typed errors."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any, Final, TypeVar

import aiohttp
import msgspec
from yarl import URL

from tavern_client.errors import ApiProblem, BadAnswer, ClientError, Unreachable
from tavern_client.patience import Attempts, Patience, Sleep, seconds_asked
from tavern_client.record import Record

_RETRYABLE: Final = frozenset(
    {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT}
)
"""Statuses of temporary errors."""
_LASTING: Final = frozenset(
    {
        "log_damaged", "secret_damaged", "store_read_only", "store_doubted", "tokens_damaged", "command_ids_damaged",
        "report_too_long",
    }
)  # fmt: skip
"""Problems with such a status that a retry cannot solve."""

T = TypeVar("T")


class _ProblemBody(msgspec.Struct):
    code: str
    detail: str = ""
    actions: list[dict[str, Any]] = []


_problem: Final = msgspec.json.Decoder(_ProblemBody)
_encoder: Final = msgspec.json.Encoder()
_decoders: dict[Any, msgspec.json.Decoder[Any]] = {}


class Answer(msgspec.Struct, frozen=True):
    """A successful answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def read(self, kind: type[T]) -> T:
        """Its body, typed. Raises `BadAnswer`."""
        return decoded(self.body, kind)


def decoded(body: bytes | str, kind: type[T]) -> T:
    """A body, typed. Raises `BadAnswer`."""
    decoder: msgspec.json.Decoder[T] | None = _decoders.get(kind)
    if decoder is None:
        decoder = _decoders[kind] = msgspec.json.Decoder(kind)
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadAnswer(f"the answer is not one of this API: {error}") from None


class Transport:
    """Sends requests to one server. `url` may have a path if the server is mounted under one."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        url: str,
        patience: Patience,
        sleep: Sleep,
        record: Record,
    ) -> None:
        self.patience = patience
        self.record = record
        self._sleep = sleep
        self._session = session
        self._base = url.rstrip("/")
        self.url = without_password(self._base)

    def attempts(self) -> Attempts:
        """A new count of attempts."""
        return Attempts(self.patience, self._sleep)

    async def call(
        self,
        method: str,
        path: str,
        *,
        token: str | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        repeatable: bool = True,
        longer: float = 0.0,
    ) -> Answer:
        """Send a request, retrying if necessary, and read the whole answer.

        A request that is not `repeatable` is only retried if it certainly did not arrive or was rejected by a rate
        limit. `longer` is added to the timeout. Raises a `ClientError`.
        """
        attempts = self.attempts()
        data = None if body is None else _encoder.encode(body)
        limits = aiohttp.ClientTimeout(total=self.patience.answer + longer)
        while True:
            try:
                async with self.sent(method, path, token, limits, data, headers) as response:
                    return Answer(response.status, response.headers, await response.read())
            except Unreachable as error:
                if not repeatable and not isinstance(error, _NotSent):
                    raise
                await attempts.wait(error)
            except ApiProblem as problem:
                if not is_retryable(problem) or (not repeatable and problem.status != HTTPStatus.TOO_MANY_REQUESTS):
                    raise
                await attempts.wait(problem, problem.retry_after)

    @asynccontextmanager
    async def sent(
        self,
        method: str,
        path: str,
        token: str | None,
        limits: aiohttp.ClientTimeout,
        data: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> AsyncGenerator[aiohttp.ClientResponse]:
        """Send a request once; the answer is not read yet. Raises `ClientError`, also while it is read."""
        sending = dict(headers or {})
        if token is not None:
            sending["Authorization"] = f"Bearer {token}"
        if data is not None:
            sending["Content-Type"] = "application/json"
        try:
            async with self._session.request(
                method, self._base + path, data=data, headers=sending, timeout=limits, allow_redirects=False
            ) as response:
                if response.status >= HTTPStatus.MULTIPLE_CHOICES and response.status != HTTPStatus.NOT_MODIFIED:
                    raise _problem_of(response.status, response.headers, await response.read())
                yield response
        except (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError):
            raise BadAnswer(f"{self.url} is not the address of a server") from None
        except TimeoutError:
            raise Unreachable(f"the server at {self.url} does not answer") from None
        except aiohttp.ClientConnectorError as error:
            raise _NotSent(f"the server at {self.url} cannot be reached: {error}") from None
        except (aiohttp.ClientError, OSError) as error:
            reason = str(error) or type(error).__name__
            raise Unreachable(f"the server at {self.url} cannot be reached: {reason}") from None


class _NotSent(Unreachable):
    """There was no connection, so the request did not arrive."""


def without_password(url: str) -> str:
    """An address without credentials, for messages."""
    try:
        return str(URL(url).with_user(None))
    except ValueError:
        return url


def is_retryable(problem: ApiProblem) -> bool:
    """Whether a retry may succeed."""
    return problem.status in _RETRYABLE and problem.code not in _LASTING


def _problem_of(status: int, headers: Mapping[str, str], body: bytes) -> ClientError:
    retry_after = seconds_asked(headers.get("Retry-After", ""))
    try:
        refusal = _problem.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        if status not in _RETRYABLE:
            return BadAnswer(f"the address does not belong to a tavern (status {status})")
        refusal = _ProblemBody(code="unavailable", detail=f"Something in front of the server answered with {status}.")
    return ApiProblem(status, refusal.code, refusal.detail, refusal.actions, retry_after)
