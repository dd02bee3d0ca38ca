"""A server's settings. `tavern serve` reads and checks them; see `tools.settings`."""

from collections.abc import Mapping
from ipaddress import ip_address
from typing import Final, Literal

import msgspec

MEBIBYTE: Final = 2**20
"""The bytes in a unit of the settings ending in `_mb`."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of one server. Names ending in `_seconds` are durations; `_mb` is in MiB; a limit of 0 is none."""

    host: str = "127.0.0.1"
    port: int = 8521
    operator_host: str = "127.0.0.1"
    operator_port: int | None = None
    trusted_proxy: tuple[str, ...] = ()

    store: str = "sqlite:///tavern.db"
    table_quota_mb: int = 256
    store_quota_mb: int = 0
    snapshot_every: int = 256

    host_key: str | None = None
    open_tables: bool = False
    allow_host: tuple[str, ...] = ()
    allow_origin: tuple[str, ...] = ()
    allow_frame: tuple[str, ...] = ()
    allow_seeds: bool = False

    requests_per_second: int = 100
    commands_per_second: int = 20
    chats_per_minute: int = 60
    tables_per_hour: int = 60
    sits_per_minute: int = 60
    attempts_per_minute: int = 120
    wrong_codes_per_hour: int = 10
    streams_per_address: int = 200
    streams_per_token: int = 20
    streams_total: int = 4_000
    connections_per_address: int = 1_000

    npc_seconds: float = 2
    idle_seconds: float = 600
    keepalive_seconds: float = 15
    header_seconds: float = 75
    body_seconds: float = 15
    stop_seconds: float = 20
    analysis_seconds: float = 60
    report_seconds: float = 60

    log_format: Literal["auto", "json", "console"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @property
    def exposed(self) -> bool:
        """Whether the players' address can be reached from other machines, judging by `host`."""
        try:
            return not ip_address(self.host).is_loopback
        except ValueError:
            return self.host.lower() != "localhost"


NO_LIMITS: Final[Mapping[str, int]] = dict.fromkeys(
    (
        "requests_per_second", "commands_per_second", "chats_per_minute", "tables_per_hour", "sits_per_minute",
        "attempts_per_minute", "wrong_codes_per_hour", "streams_per_address", "streams_per_token", "streams_total",
        "connections_per_address",
    ),
    0,
)  # fmt: skip
"""Settings that turn every limit on callers off."""
