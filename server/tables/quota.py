"""Storage quotas, per table and for all tables. Commands that end something are exempt."""

from typing import Final

from events.audience import HOUSE
from games.engine.addressed_command import AddressedCommand
from games.engine.authority import CLOCK
from games.table import CloseTable, Leave, NewInvite, NewToken, RefuseSeat, RemoveSeat, VoidRound
from server.config import MEBIBYTE
from server.problems import Problem
from server.services import Services

_ENDINGS: Final = (Leave, VoidRound, CloseTable, RemoveSeat, RefuseSeat, NewToken, NewInvite)
"""Commands that take coins home, exclude somebody, or end something: never refused for lack of space."""
_BY_ITSELF: Final = (CLOCK, HOUSE)


def require_room(services: Services, stored: int, command: AddressedCommand | None = None) -> None:
    """Raise a `Problem` (507) if a table of `stored` bytes, or the whole store, has reached its quota.

    `command` is the command to store, if it is one.
    """
    if command is not None and (isinstance(command.command, _ENDINGS) or command.actor in _BY_ITSELF):
        return
    config = services.config
    if config.table_quota_mb and stored >= config.table_quota_mb * MEBIBYTE:
        raise _full("table_quota_reached", "This table", config.table_quota_mb, "Close it and open another.")
    if config.store_quota_mb and services.store.size() >= config.store_quota_mb * MEBIBYTE:
        raise _full("store_quota_reached", "This server", config.store_quota_mb, "The operator must free space.")


def _full(code: str, what: str, quota_mb: int, remedy: str) -> Problem:
    detail = f"{what} has used its storage quota of {quota_mb} MiB; nothing was changed."
    return Problem(507, code, f"{detail} Rounds can still end, and seats leave. {remedy}")
