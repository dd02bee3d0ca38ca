"""A client for the HTTP API: asynchronous, typed, with safe retries and gapless live streams.

async with Tavern("http://127.0.0.1:8521") as tavern:
    gm = await tavern.open_table("twentyone", name="The Wobbly Flagon")
    bri = await tavern.sit(gm.table, gm.invite, name="Bri", purse_cp=5_000)
"""

from projections.served_views import ServedView as View
from projections.views import SeatView
from tools.client.acting import GameMaster, Seat
from tools.client.answers import Chat, CommandAnswer, Cursor, Entry, Frame, Reset
from tools.client.errors import ApiProblem, BadAnswer, BrokenLuck, ClientError, OutOfOrder, Unreachable
from tools.client.live import Live
from tools.client.onlooker import Onlooker
from tools.client.own_luck import LuckInRound
from tools.client.patience import Patience
from tools.client.tavern import Tavern

__all__ = [
    "ApiProblem", "BadAnswer", "BrokenLuck", "Chat", "ClientError", "CommandAnswer", "Cursor", "Entry", "Frame",
    "GameMaster", "Live", "LuckInRound", "Onlooker", "OutOfOrder", "Patience", "Reset", "Seat", "SeatView", "Tavern",
    "Unreachable", "View",
]  # fmt: skip
