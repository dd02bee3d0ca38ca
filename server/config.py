"""What a server is started with: every setting with its bounds, checked together before anything starts."""

import re
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from types import UnionType
from typing import Annotated, Any, Final, Literal, cast, get_args, get_origin, get_type_hints

import msgspec

from events.stores.opening import ADDRESSES

_HIGHEST_PORT: Final = 65_535
_SHORTEST_HOST_KEY: Final = 16
_MEGABYTE: Final = 2**20
_DAY: Final = 86_400
_MANY: Final = 1_000_000_000
_ADDRESS: Final = re.compile(r"memory:|sqlite:///[^\0]*[^\0/]")
_ORIGIN: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/\s]+")


class About(msgspec.Struct, frozen=True):
    """What is said of a setting: under which heading, in one line, and between which bounds a number lies.

    A secret's value is never shown. `what` is a word for the value.
    """

    group: str
    told: str
    least: float | None = None
    most: float | None = None
    secret: bool = False
    what: str = ""


WHERE: Final = "Where it listens"
KEPT: Final = "What it keeps"
WHO: Final = "Who may do what"
LIMITS: Final = "How much one may ask for (0: any number)"
TIME: Final = "For how long (seconds)"
LOG: Final = "What it logs"


class Complaint(msgspec.Struct, frozen=True):
    """A setting that cannot be used: its name, its value as it may be shown, and what would be right."""

    setting: str
    value: str
    right: str

    def __str__(self) -> str:
        return f"{self.setting} is {self.value}: {self.right}"


class BadConfig(Exception):
    """Settings that no server can be started with, all of them. A secret's value is never told."""

    code = "bad_config"

    def __init__(self, complaints: list[Complaint]) -> None:
        super().__init__("\n".join(map(str, complaints)))
        self.complaints = complaints


def _limit(told: str, most: float = 1_000_000) -> About:
    return About(LIMITS, told, 0, most, what="N")


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """A server's settings. Raises `BadConfig`, which tells of all that is wrong with them."""

    host: Annotated[str, About(WHERE, "The address to listen on; 0.0.0.0 or :: for all.", what="HOST")] = "127.0.0.1"
    port: Annotated[int, About(WHERE, "The port; 0 takes a free one.", 0, _HIGHEST_PORT, what="PORT")] = 8521
    operator_host: Annotated[str, About(WHERE, "The operator's own address, for metrics and health.", what="HOST")] = (
        "127.0.0.1"
    )
    operator_port: Annotated[
        int | None, About(WHERE, "Its port; without one there is no such address.", 0, _HIGHEST_PORT, what="PORT")
    ] = None
    trusted_proxy: Annotated[
        tuple[str, ...], About(WHERE, "Proxies whose X-Forwarded-For is believed.", what="NETWORK")
    ] = ()

    store: Annotated[
        str, About(KEPT, "sqlite:///FILE, sqlite:////FILE from the root, or memory: to forget.", what="ADDRESS")
    ] = "sqlite:///tavern.db"
    table_quota_mb: Annotated[int, About(KEPT, "What a table may take, in MB; 0: any amount.", 0, _MANY, what="MB")] = (
        256
    )
    store_quota_mb: Annotated[
        int, About(KEPT, "What all tables may take, in MB; 0: any amount.", 0, _MANY, what="MB")
    ] = 0
    snapshot_every: Annotated[int, About(KEPT, "Entries between two snapshots of a table.", 1, _MANY, what="N")] = 256

    host_key: Annotated[str | None, About(WHO, "Only who has it opens tables.", secret=True, what="KEY")] = None
    allow_origin: Annotated[
        tuple[str, ...], About(WHO, "Whose pages may call; all if none is given.", what="ORIGIN")
    ] = ()
    allow_seeds: Annotated[bool, About(WHO, "Let tables be opened with a given secret, for tests.")] = False

    requests_per_second: Annotated[int, _limit("Requests from one address.")] = 100
    commands_per_second: Annotated[int, _limit("Commands with one token.")] = 20
    chats_per_minute: Annotated[int, _limit("Messages with one token.")] = 60
    tables_per_hour: Annotated[int, _limit("Tables opened from one address.")] = 60
    sits_per_minute: Annotated[int, _limit("Players who sit down from one address.")] = 60
    streams_per_address: Annotated[int, _limit("Live streams open to one address.")] = 200
    streams_per_token: Annotated[int, _limit("Live streams open with one token.")] = 20
    streams_total: Annotated[int, _limit("Live streams in all.")] = 4_000
    connections_per_address: Annotated[int, _limit("Connections open to one address.")] = 1_000

    npc_seconds: Annotated[
        float, About(TIME, "Which a player takes, on average, whom the server plays.", 0, 60, what="S")
    ] = 2
    idle_seconds: Annotated[float, About(TIME, "After which an unused table leaves memory.", 1, _DAY, what="S")] = 600
    keepalive_seconds: Annotated[
        float, About(TIME, "After which a live stream with no news shows that it lives.", 0.05, 600, what="S")
    ] = 15
    header_seconds: Annotated[
        float, About(TIME, "After which a connection without a whole request is cut.", 0.05, _DAY, what="S")
    ] = 75
    body_seconds: Annotated[
        float, About(TIME, "After which a request is refused whose body is not there.", 0.05, _DAY, what="S")
    ] = 15
    stop_seconds: Annotated[
        float, About(TIME, "For which what is under way may go on at the end.", 0, _DAY, what="S")
    ] = 20

    log_format: Annotated[
        Literal["auto", "json", "console"],
        About(LOG, "json, console (lines for people), or auto: what fits.", what="FORMAT"),
    ] = "auto"
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        About(LOG, "From debug (which tells of each request), info, warning or error on.", what="LEVEL"),
    ] = "info"

    def __post_init__(self) -> None:
        complaints = list(_complaints(self))
        if complaints:
            raise BadConfig(complaints)

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


class Setting(msgspec.Struct, frozen=True):
    """A field of `Config`: its name, its type without None, its default, and what is said of it."""

    name: str
    type: Any
    default: Any
    about: About

    @property
    def flag(self) -> str:
        """The option that gives it."""
        return f"--{self.name.replace('_', '-')}"

    @property
    def variable(self) -> str:
        """The environment variable that gives it."""
        return f"TAVERN_{self.name.upper()}"

    @property
    def listed(self) -> bool:
        """Whether it may be given several times."""
        return get_origin(self.type) is tuple

    @property
    def choices(self) -> tuple[str, ...]:
        """What it may be, where that is one of a few words."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()

    def shown(self, value: Any) -> str:
        """A value of it as people may see it."""
        if self.about.secret and value is not None:
            return "set"
        match value:
            case None | ():
                return "none"
            case bool():
                return "on" if value else "off"
            case tuple():
                return " ".join(cast(tuple[str, ...], value))
            case float():
                return f"{value:g}"
            case _:
                return str(value)

    def read(self, given: object) -> Any:
        """The value that is given as text or in TOML. Raises `msgspec.ValidationError`."""
        if isinstance(given, str) and self.listed:
            given = given.replace(",", " ").split()
        if isinstance(given, str) and self.type is bool:
            given = _TRUTHS.get(given.strip().lower(), given)
        return msgspec.convert(given, self.type, strict=not isinstance(given, str))

    def complaint(self, value: str) -> Complaint:
        """That it cannot have this value, and which it can."""
        about = self.about
        if self.choices:
            right = f"{', '.join(self.choices[:-1])} or {self.choices[-1]}"
        elif self.type is bool:
            right = "true or false"
        elif self.listed:
            right = "a list of texts"
        elif about.least is not None and about.most is not None:
            kind = "a whole number" if self.type is int else "a number"
            right = f"{kind} from {about.least:,} to {about.most:,}"
        else:
            right = "a text"
        return Complaint(self.name, value, f"it must be {right}")


_TRUTHS: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}


def _settings() -> Iterator[Setting]:
    hints = get_type_hints(Config, include_extras=True)
    for field in msgspec.structs.fields(Config):
        of_type, about = get_args(hints[field.name])
        if get_origin(of_type) is UnionType:
            of_type, _ = get_args(of_type)
        yield Setting(field.name, of_type, field.default, about)


SETTINGS: Final = {setting.name: setting for setting in _settings()}
"""Every setting by its name, in the order in which they are told of."""

NO_LIMITS: Final[Mapping[str, int]] = {name: 0 for name, setting in SETTINGS.items() if setting.about.group == LIMITS}
"""Every limit of how much one may ask for, taken away."""


def _complaints(config: Config) -> Iterator[Complaint]:
    yield from _out_of_bounds(config)
    yield from _misshapen(config)
    if config.host_key is not None and len(config.host_key) < _SHORTEST_HOST_KEY:
        told = f"a secret of {len(config.host_key)} characters"
        yield Complaint("host_key", told, f"it must have {_SHORTEST_HOST_KEY} characters or more")
    if config.operator_port == config.port != 0 and config.operator_host == config.host:
        yield Complaint("operator_port", str(config.port), "the players are served there: it must be another port")


def _out_of_bounds(config: Config) -> Iterator[Complaint]:
    for setting in SETTINGS.values():
        value, about = getattr(config, setting.name), setting.about
        if value is None or about.least is None or about.most is None:
            continue
        if not about.least <= value <= about.most:
            yield setting.complaint(setting.shown(value))


def _misshapen(config: Config) -> Iterator[Complaint]:
    for name in ("host", "operator_host"):
        if not getattr(config, name):
            yield Complaint(name, "empty", "it must be an address or a name; 0.0.0.0 or :: for all")
    if not _ADDRESS.fullmatch(config.store):
        yield Complaint("store", config.store or "empty", f"it may be {ADDRESSES}{_hint(config.store)}")
    for origin in config.allow_origin:
        if not _ORIGIN.fullmatch(origin):
            right = "an origin is scheme://host or scheme://host:port, without a path"
            yield Complaint("allow_origin", origin or "empty", right)
    for network in config.trusted_proxy:
        if not _is_network(network):
            right = "a network is an address, or one like 10.0.0.0/8 or fd00::/8"
            yield Complaint("trusted_proxy", network or "empty", right)


def _hint(store: str) -> str:
    return f". A file is named like this: sqlite:///{store}" if store and ":" not in store else ""


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True
