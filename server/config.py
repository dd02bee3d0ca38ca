"""What a server is started with."""

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

ANY_PORT: Final = 0
_HIGHEST_PORT: Final = 65_535
_SHORTEST_HOST_KEY: Final = 16
_MEGABYTE: Final = 1_000_000

NO_LIMITS: Final[Mapping[str, int]] = {
    "requests_per_second": 0,
    "commands_per_second": 0,
    "chats_per_minute": 0,
    "tables_per_hour": 0,
    "sits_per_minute": 0,
    "streams_per_address": 0,
    "streams_per_token": 0,
    "streams_total": 0,
}
"""Every limit of how much one may ask for, taken away."""


class BadConfig(Exception):
    """A setting that no server can be started with. The sentence names the setting, never a secret's value."""

    code = "bad_config"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """A server's settings.

    `store` is `sqlite:///PATH` or `memory:`; `port` 0 takes any free one. Where `host_key` is set, only who has it
    opens tables. `allow_origin` lists the origins whose pages may call; empty: every one may. `log_format` `auto` is
    for people at a terminal and JSON elsewhere. A snapshot is made at a round's end once `snapshot_every` entries came
    since the last. A limit of 0 is none.
    """

    store: str = "sqlite:///tavern.db"
    host: str = "127.0.0.1"
    port: int = 8521
    operator_host: str = "127.0.0.1"
    operator_port: int | None = None
    trusted_proxy: tuple[str, ...] = ()
    allow_seeds: bool = False
    host_key: str | None = None
    allow_origin: tuple[str, ...] = ()
    log_format: Literal["auto", "json", "console"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    snapshot_every: int = 256
    idle_seconds: float = 600
    table_quota_mb: int = 256
    store_quota_mb: int = 0
    requests_per_second: int = 100
    commands_per_second: int = 20
    chats_per_minute: int = 60
    tables_per_hour: int = 60
    sits_per_minute: int = 60
    streams_per_address: int = 200
    streams_per_token: int = 20
    streams_total: int = 4_000
    keepalive_seconds: float = 15
    header_seconds: float = 15
    body_seconds: float = 15
    stop_seconds: float = 20

    def __post_init__(self) -> None:
        if not ANY_PORT <= self.port <= _HIGHEST_PORT:
            raise BadConfig(f"port {self.port} is not between {ANY_PORT} and {_HIGHEST_PORT}")
        if self.host_key is not None and len(self.host_key) < _SHORTEST_HOST_KEY:
            raise BadConfig(
                f"the host key has {len(self.host_key)} characters; {_SHORTEST_HOST_KEY} or more are needed"
            )
        if self.snapshot_every < 1:
            raise BadConfig(f"a snapshot every {self.snapshot_every} entries is none: 1 or more")
        for origin in self.allow_origin:
            scheme, separator, rest = origin.partition("://")
            if not (scheme and separator and rest) or "/" in rest:
                raise BadConfig(f"{origin} is no origin: scheme://host or scheme://host:port, without a path")

    @property
    def table_quota_bytes(self) -> int:
        """How much a table may take in the store; 0: as much as there is."""
        return self.table_quota_mb * _MEGABYTE

    @property
    def store_quota_bytes(self) -> int:
        """How much all tables together may take in the store; 0: as much as there is."""
        return self.store_quota_mb * _MEGABYTE

    def unlimited(self) -> "Config":
        """The same without limits for addresses and tokens: for those who measure, and play against themselves."""
        return msgspec.structs.replace(self, **NO_LIMITS)
