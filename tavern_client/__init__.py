"""A client for the HTTP API: asynchronous, typed, with safe retries and gapless live streams.

An evening begins like this:

    async with Tavern("http://127.0.0.1:8521") as tavern:
        gm = await tavern.open_table("twentyone", name="The Wobbly Flagon")
        bri = await tavern.sit(gm.table, gm.invite, name="Bri", purse_cp=5_000)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tavern_client.acting import GameMaster, Seat
    from tavern_client.answers import Chat, CommandAnswer, Cursor, Entry, Frame, Reset
    from tavern_client.errors import (
        ApiProblem,
        BadAnswer,
        BrokenLuck,
        ClientError,
        LogWentBack,
        OutOfOrder,
        RootChanged,
        Unreachable,
    )
    from tavern_client.live import Live
    from tavern_client.luck.own_luck import LuckInRound
    from tavern_client.onlooker import Onlooker
    from tavern_client.patience import Patience
    from tavern_client.tavern import Tavern
    from tavern_client.verifying import Report
    from tavern_client.views import DieView, SeatView, View

__all__ = [
    "ApiProblem", "BadAnswer", "BrokenLuck", "Chat", "ClientError", "CommandAnswer", "Cursor", "DieView", "Entry",
    "Frame", "GameMaster", "Live", "LogWentBack", "LuckInRound", "Onlooker", "OutOfOrder", "Patience", "Report",
    "Reset", "RootChanged", "Seat", "SeatView", "Tavern", "Unreachable", "View",
]  # fmt: skip

_MODULES = (
    "acting", "answers", "errors", "live", "luck.own_luck", "onlooker", "patience", "tavern", "verifying", "views",
)  # fmt: skip

if not TYPE_CHECKING:  # because a type checker would accept any name

    def __getattr__(name: str) -> Any:
        # PEP 562. Loading aiohttp takes long, and whoever imports `tavern_client.verify` does not need it.
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        modules = (import_module(f"{__name__}.{module}") for module in _MODULES)
        return next(getattr(module, name) for module in modules if hasattr(module, name))

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
