"""How much may be stored: of one table, and of all together. What ends something is let through all the same."""

from typing import Final

from games.addressed_command import AddressedCommand
from games.table import CloseTable, Leave, NewInvite, NewToken, RefuseSeat, RemoveSeat, VoidRound
from server.problems import Problem
from server.services import Services

_ENDINGS: Final = (
    Leave,
    VoidRound,
    CloseTable,
    RemoveSeat,
    RefuseSeat,
    NewToken,
    NewInvite,
)
"""What takes coins home, cuts somebody off, or makes an end: never refused for want of room."""
_BY_ITSELF: Final = ("clock", "house")


def require_room(services: Services, stored: int, move: AddressedCommand) -> None:
    """Raise a `Problem` (507) where a table that has `stored` bytes, or the store, has had its share."""
    if isinstance(move.command, _ENDINGS) or move.actor in _BY_ITSELF:
        return
    require_bytes(services, stored)


def require_bytes(services: Services, stored: int) -> None:
    """Raise a `Problem` (507) where nothing more is stored of a table that has `stored` bytes."""
    config = services.config
    if config.table_quota_bytes and stored >= config.table_quota_bytes:
        raise _full("table_quota_reached", "This table", config.table_quota_bytes, "Close it, and open another.")
    if config.store_quota_bytes and services.store.size() >= config.store_quota_bytes:
        remedy = "Whoever runs the server must make room."
        raise _full("store_quota_reached", "This server", config.store_quota_bytes, remedy)


def _full(code: str, what: str, quota: int, remedy: str) -> Problem:
    mib = f"{quota / 2**20:g} MiB"
    detail = f"{what} has stored as much as it may ({mib}): nothing was changed. Rounds can end, and seats leave."
    return Problem(507, code, f"{detail} {remedy}")
