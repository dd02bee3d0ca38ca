"""The rules of every table, whatever it plays: rounds, seats, coins, settings, disputes."""

from games.table.admission import AdmitSeat, NewInvite, NewToken, RefuseSeat, SetListed
from games.table.clock import Pause, RefreshDeadline, Resume, timeout_of
from games.table.coins import AskForCoins, GiveCoins, RefuseCoins, TakeCoins
from games.table.disputes import Dispute, RuleOnDispute, Unseal
from games.table.luck import RevealLuck, SealLuck, SetLuck, WithholdLuck
from games.table.rounds import CloseTable, OpenTable, StartRound, VoidRound
from games.table.rules import (
    GM_COMMANDS,
    OF_EVERY_TABLE,
    SEAT_COMMANDS,
    SERVER_COMMANDS,
    TABLE_LABELS,
    TABLE_REFUSALS,
    TABLE_RULES,
)
from games.table.seats import Leave, RemoveSeat, SeatNpc, SetCharacter, Sets, Sit
from games.table.sets import GiveSet, LoadDice
from games.table.settings import SetGame, SetOptions, resolve, resolve_options
from games.table.sheets import require_sheet
from games.table.sitting_out import SitIn, SitOut
from games.table.taking_over import GiveBack, TakeOver

__all__ = [
    "GM_COMMANDS",
    "OF_EVERY_TABLE",
    "SEAT_COMMANDS",
    "SERVER_COMMANDS",
    "TABLE_LABELS",
    "TABLE_REFUSALS",
    "TABLE_RULES",
    "AdmitSeat",
    "AskForCoins",
    "CloseTable",
    "Dispute",
    "GiveBack",
    "GiveCoins",
    "GiveSet",
    "Leave",
    "LoadDice",
    "NewInvite",
    "NewToken",
    "OpenTable",
    "Pause",
    "RefreshDeadline",
    "RefuseCoins",
    "RefuseSeat",
    "RemoveSeat",
    "Resume",
    "RevealLuck",
    "RuleOnDispute",
    "SealLuck",
    "SeatNpc",
    "SetCharacter",
    "SetGame",
    "SetListed",
    "SetLuck",
    "SetOptions",
    "Sets",
    "Sit",
    "SitIn",
    "SitOut",
    "StartRound",
    "TakeCoins",
    "TakeOver",
    "Unseal",
    "VoidRound",
    "WithholdLuck",
    "require_sheet",
    "resolve",
    "resolve_options",
    "timeout_of",
]  # fmt: skip
