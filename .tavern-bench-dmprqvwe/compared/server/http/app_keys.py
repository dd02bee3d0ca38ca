"""The keys under which handlers find the application's parts."""

from typing import Final

from aiohttp import web

from server.background.supervisor import Supervisor
from server.commands.command_handler import CommandHandler
from server.http.limits import Limits
from server.http.streams import Streams
from server.tables.registry import Tables

TABLES: Final = web.AppKey("tables", Tables)
COMMANDS: Final = web.AppKey("commands", CommandHandler)
LIMITS: Final = web.AppKey("limits", Limits)
STREAMS: Final = web.AppKey("streams", Streams)
SUPERVISOR: Final = web.AppKey("supervisor", Supervisor)
