"""The server's log: JSON, or readable lines on a terminal. It never contains secrets.

Errors are logged with their type and place in the code, without their message or variables, which could hold a token or
a hidden face. Requests are logged with their method, route pattern, status and duration.
"""

import asyncio
import logging
import sys
import traceback
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, Final, TextIO

import msgspec
import structlog
from structlog.typing import EventDict, FilteringBoundLogger, Processor

from events.printable import escaped, escaped_json

Log = FilteringBoundLogger

_LEVELS: Final = {"debug": 10, "info": 20, "warning": 30, "error": 40}
_FRAMES: Final = 20
_CHAIN: Final = 4


def _as_json(value: object, **_: object) -> str:
    return escaped_json(msgspec.json.encode(value))


def _escaped(_: object, __: str, facts: EventDict) -> EventDict:
    """Texts of a log that somebody else wrote may be among the facts: none of them may control the terminal."""
    return {name: escaped(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}


def configure(log_format: str, level: str, stream: TextIO | None = None) -> None:
    """Log messages of at least `level` to `stream` (default: standard output).

    `log_format` is `json`, `console`, or `auto`: `console` on a terminal. Messages of libraries go there too.
    """
    out = stream or sys.stdout
    terminal = out.isatty()
    renderers: list[Processor]
    # On Windows, colours would need another package.
    if log_format == "console" or (log_format == "auto" and terminal):
        renderers = [_escaped, structlog.dev.ConsoleRenderer(colors=terminal and sys.platform != "win32")]
    else:
        renderers = [structlog.processors.JSONRenderer(serializer=_as_json)]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
            *renderers,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.WriteLoggerFactory(file=out),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=logging.WARNING, handlers=[_FromLibraries()], force=True)


def get_log() -> Log:
    """A logger with the current configuration."""
    log: Log = structlog.get_logger().bind()
    return log


def error_facts(error: BaseException) -> dict[str, Any]:
    """The facts of an error that may be logged: its type and trace, and those of its causes."""
    facts: dict[str, Any] = {"error": type(error).__qualname__, "trace": _places(error)}
    cause, depth = error.__cause__ or error.__context__, 1
    causes: list[dict[str, Any]] = []
    while cause is not None and depth < _CHAIN:
        causes.append({"error": type(cause).__qualname__, "trace": _places(cause)})
        cause, depth = cause.__cause__ or cause.__context__, depth + 1
    return {**facts, "causes": causes} if causes else facts


def _places(error: BaseException) -> list[str]:
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    return [f"{'/'.join(PurePath(frame.filename).parts[-2:])}:{frame.lineno} {frame.name}" for frame in frames]


class _FromLibraries(logging.Handler):
    """Logs that a library logged something, and where. Its message is dropped, as it may contain secrets."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        get_log().warning(
            "library_logged",
            library=record.name,
            place=f"{record.module}:{record.lineno}",
            **(error_facts(error) if error else {}),
        )


def log_loop_error(_: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
    """Log exceptions that reach the event loop; a handler for `set_exception_handler`."""
    error = context.get("exception")
    get_log().error("uncaught", **(error_facts(error) if isinstance(error, BaseException) else {}))
