"""What a server is started with."""

from typing import Final, Literal

import msgspec

ANY_PORT: Final = 0
_HIGHEST_PORT: Final = 65_535
_SHORTEST_HOST_KEY: Final = 16


class BadConfig(Exception):
    """A setting that no server can be started with. The sentence names the setting, never a secret's value."""

    code = "bad_config"


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """A server's settings.

    `store` is `sqlite:///PATH` or `memory:`; `port` 0 takes any free one. Where `host_key` is set, only who has it
    opens tables. `allow_origin` lists the origins whose pages may call; empty: every one may. `log_format` `auto` is
    for people at a terminal and JSON elsewhere. A snapshot is made at a round's end once `snapshot_every` entries came
    since the last.
    """

    store: str = "sqlite:///tavern.db"
    host: str = "127.0.0.1"
    port: int = 8521
    allow_seeds: bool = False
    host_key: str | None = None
    allow_origin: tuple[str, ...] = ()
    log_format: Literal["auto", "json", "console"] = "auto"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    snapshot_every: int = 256

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
