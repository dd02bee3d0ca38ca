"""The server's settings as command-line options, which environment variables and a TOML file can give as well."""

import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from math import isnan
from pathlib import Path
from typing import Any, Final, cast, get_args

import click
import msgspec
from click.core import ParameterSource

from events.storage.addresses import ADDRESSES, address_of, shown
from server.config import Config
from tools.failures import Failure, why

PREFIX: Final = "TAVERN"
_FIELDS: Final = {field.name: field for field in msgspec.structs.fields(Config)}
_ERRORS: Final = f"{__name__}.errors"
_SHORTEST_HOST_KEY: Final = 16
_DAY: Final = 86_400
_MANY: Final = 1_000_000_000


class _Integer(click.IntRange):
    name = "integer"


class _Seconds(click.FloatRange):
    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        # NaN passes every check of bounds.
        return self.fail(f"{value!r} is not a valid number.", param, ctx) if isnan(seconds) else seconds


def _text(pattern: str, what: str) -> Callable[[str], str]:
    def convert(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise click.BadParameter(f"{value!r} is not {what}.")
        return value

    return convert


def _network(value: str) -> str:
    try:
        ip_network(value, strict=False)
    except ValueError:
        raise click.BadParameter(f"{value!r} is not an address or network, such as 10.0.0.0/8 or fd00::/8.") from None
    return value


def _store(value: str) -> str:
    address = address_of(value)
    if not re.fullmatch(r"memory:|sqlite:///[^\0]*[^\0/]|postgresql://[^\0\s]+", address):
        # It may hold a password all the same.
        raise click.BadParameter(f"{shown(value)!r} is not the address of a store. Use a file, {ADDRESSES}.")
    return address


def _host_key(value: str) -> str:
    # The key itself is never shown.
    if len(value) < _SHORTEST_HOST_KEY:
        raise click.BadParameter(f"{len(value)} characters are too few; use {_SHORTEST_HOST_KEY} or more.")
    return value


class Setting(click.Option):
    """A field of `Config` as an option. Invalid values are collected, so that all are reported together."""

    def __init__(self, name: str, metavar: str | None, kind: Any, help_text: str) -> None:
        self.flag = f"--{name.replace('_', '-')}"
        self.variable = f"{PREFIX}_{name.upper()}"
        default = _FIELDS[name].default
        self.lists = default == ()
        super().__init__(
            [f"{self.flag}/--no-{self.flag[2:]}" if default is False else self.flag],
            metavar=metavar,
            type=kind,
            default=default,
            multiple=self.lists,
            help=help_text,
        )

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """The value as `Config` takes it; None if it is invalid."""
        try:
            if self.lists and isinstance(value, str | list):
                texts = cast("list[object]", [value] if isinstance(value, str) else value)
                value = [part for text in texts for part in str(text).replace(",", " ").split() or [""]]
            elif isinstance(value, list):
                raise click.BadParameter("A list is not a valid value.")
            return super().process_value(ctx, value)
        except click.BadParameter as error:
            errors_of(ctx).append(f"{self.name} ({self.source(ctx)}): {error.message}")
            return None

    def source(self, ctx: click.Context) -> str:
        """Where the value comes from: the option, the variable, the file, or "default"."""
        sources: dict[ParameterSource | None, str] = {
            ParameterSource.COMMANDLINE: self.flag,
            ParameterSource.ENVIRONMENT: self.variable,
            ParameterSource.DEFAULT_MAP: str(ctx.params.get("config")),
        }
        return sources.get(ctx.get_parameter_source(self.name or ""), "default")

    def shown(self, value: Any) -> str:
        """A value for people to read."""
        if value in (None, ()):
            return "none"
        if self.name == "host_key":
            return "set"
        if self.name == "store":
            return shown(str(value))
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, tuple):
            return " ".join(cast("tuple[str, ...]", value))
        return f"{value:g}" if isinstance(value, float) else str(value)

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """The option and its help, with its variable and its default."""
        names, _ = super().get_help_record(ctx) or ("", "")
        default = _FIELDS[self.name or ""].default
        usual = "" if default in (None, ()) else f"={self.shown(default)}"
        return names, f"{self.help}  [{self.variable}{usual}]"


def _limit(name: str, help_text: str) -> Setting:
    return Setting(name, "N", _Integer(0, 1_000_000), help_text)


def _time(name: str, least: float, most: float, help_text: str) -> Setting:
    return Setting(name, "S", _Seconds(least, most), help_text)


def _choice(name: str, help_text: str) -> Setting:
    return Setting(name, None, click.Choice(get_args(_FIELDS[name].type)), help_text)


_HOST: Final = _text(".+", "an address or host name; use 0.0.0.0 or :: for all interfaces")
_ORIGIN: Final = _text(r"[A-Za-z][A-Za-z0-9+.-]*://[^/\s]+", "an origin: scheme://host or scheme://host:port")
_FRAME: Final = _text(
    # It becomes part of a header, where other characters have a meaning.
    r"https?://[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?",
    "an origin of pages: https://host or https://host:port, or the same with http",
)
_ALLOWED: Final = _text(
    r"\*|\[?[0-9A-Fa-f:.]+\]?|[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*\.?",
    "a host name or address without scheme and port, such as example.org",
)
_PORT: Final = _Integer(0, 65_535)
_COUNT: Final = _Integer(0, _MANY)

GROUPS: Final[Mapping[str, tuple[Setting, ...]]] = {
    "Network": (
        Setting("host", "HOST", _HOST, "Address to listen on; 0.0.0.0 or :: for all interfaces."),
        Setting("port", "PORT", _PORT, "Port to listen on; 0 picks a free one."),
        Setting("operator_host", "HOST", _HOST, "Address to listen on for metrics and health checks."),
        Setting("operator_port", "PORT", _PORT, "Port for metrics and health checks; off unless set."),
        Setting("trusted_proxy", "NETWORK", _network, "Proxies whose X-Forwarded headers are trusted."),
    ),
    "Storage": (
        Setting("store", "STORE", _store, "A file, postgresql://USER@HOST/DB or memory:."),
        Setting("table_quota_mb", "MB", _COUNT, "Storage quota per table, in MiB; 0: none."),
        Setting("store_quota_mb", "MB", _COUNT, "Storage quota for all tables, in MiB; 0: none."),
        Setting("snapshot_every", "N", _Integer(1, _MANY), "Log entries between snapshots of a table."),
    ),
    "Access": (
        Setting("host_key", "KEY", _host_key, "Key required to open tables; at least 16 characters."),
        Setting("open_tables", None, None, "Let anyone who can reach the server open tables, without a host key."),
        Setting(
            "allow_host", "NAME", _ALLOWED, "Names under which the server is reached, beside its address; * for any."
        ),
        Setting("allow_origin", "ORIGIN", _ORIGIN, "Origins whose pages may call the API; all unless set."),
        Setting("allow_frame", "ORIGIN", _FRAME, "Origins whose pages may show the page in a frame; none unless set."),
        Setting("allow_seeds", None, None, "Let callers choose a table's secret, for tests."),
    ),
    "Limits (0: none)": (
        _limit("requests_per_second", "Requests per second from one address."),
        _limit("commands_per_second", "Commands per second with one token."),
        _limit("chats_per_minute", "Chat messages per minute with one token."),
        _limit("tables_per_hour", "Tables opened per hour from one address."),
        _limit("sits_per_minute", "Seats taken per minute from one address."),
        _limit("attempts_per_minute", "Attempts per minute from one address to open, sit down or use a code."),
        _limit("wrong_codes_per_hour", "Wrong join codes per hour from one address; 10 times that from all."),
        _limit("streams_per_address", "Open live streams per address."),
        _limit("streams_per_token", "Open live streams per token."),
        _limit("streams_total", "Open live streams in total."),
        _limit("connections_per_address", "Open connections per address."),
    ),
    "Times (seconds)": (
        _time("npc_seconds", 0, 60, "Average NPC thinking time."),
        _time("idle_seconds", 1, _DAY, "Idle time before a table is evicted from memory."),
        _time("keepalive_seconds", 0.05, 600, "Interval between keep-alives on silent live streams."),
        _time("header_seconds", 0.05, _DAY, "Timeout for receiving request headers, and for idle connections."),
        _time("body_seconds", 0.05, _DAY, "Timeout for receiving a request body."),
        _time("stop_seconds", 0, _DAY, "The longest that stopping takes."),
        _time("analysis_seconds", 0, _DAY, "The longest that analysing a round takes; 0: no round is analysed."),
        _time("report_seconds", 0.05, _DAY, "The longest that making a report of a round takes."),
    ),
    "Logging": (
        _choice("log_format", "Log format; auto is console on a terminal, json elsewhere."),
        _choice("log_level", "Lowest level to log; debug logs every request."),
    ),
}
"""The options by the headings of `--help`."""

SETTINGS: Final = {setting.name or "": setting for group in GROUPS.values() for setting in group}
"""The options by name, in the order of `Config`."""


def errors_of(ctx: click.Context) -> list[str]:
    """The errors found in the settings so far, one line each."""
    errors: list[str] = ctx.meta.setdefault(_ERRORS, [])
    return errors


def read_file(path: Path) -> dict[str, str | list[Any]]:
    """The settings in a TOML file by name: lists, and everything else as text. Raises `Failure`."""
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(f"config ({path}): cannot read the file: {why(error)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Failure(f"config ({path}): invalid TOML: {error}") from None
    return {name: value if isinstance(value, str | list) else str(value).lower() for name, value in values.items()}


def take_file(ctx: click.Context, _: click.Parameter, path: Path | None) -> Path | None:
    """Use a file's settings as defaults; a callback of `--config`."""
    if path is None:
        return None
    try:
        values = read_file(path)
    except Failure as failure:
        errors_of(ctx).append(failure.message)
        return path
    errors_of(ctx).extend(f"{name} ({path}): unknown setting{_hint(name)}" for name in values if name not in SETTINGS)
    ctx.default_map = {name: value for name, value in values.items() if name in SETTINGS}
    return path


def _hint(name: str) -> str:
    close = get_close_matches(name.lower().replace("-", "_"), SETTINGS, 1)
    return f"; did you mean {close[0]}?" if close else f". The settings are {', '.join(SETTINGS)}."


def take_store(ctx: click.Context, given: str | None) -> None:
    """Use the store that is given as an argument. Raises `UsageError` if an option gives one as well."""
    if given is None:
        return
    if ctx.get_parameter_source("store") is ParameterSource.COMMANDLINE:
        named = ctx.params["store"]
        also = f"--store {shown(named)}" if named else "--store"
        raise click.UsageError(f"the store is given twice: {shown(given)} and {also}", ctx)
    # Whatever other sources say of it, right or wrong.
    errors_of(ctx)[:] = [error for error in errors_of(ctx) if not error.startswith("store (")]
    ctx.set_parameter_source("store", ParameterSource.COMMANDLINE)
    ctx.params["store"] = SETTINGS["store"].process_value(ctx, given)


def require_valid(ctx: click.Context, *, to_serve: bool = True) -> None:
    """Raise a `Failure` with everything that is wrong with the settings, if anything is.

    Whether it is settled who may open tables matters only `to_serve`.
    """
    errors, given = errors_of(ctx), ctx.params
    if not errors and given["operator_port"] == given["port"] != 0 and given["operator_host"] == given["host"]:
        source = SETTINGS["operator_port"].source(ctx)
        errors.append(f"operator_port ({source}): {given['port']} is the players' port; use another.")
    if not errors and to_serve:
        errors.extend(who_opens_tables(ctx))
    if errors:
        several = [f"{len(errors)} invalid settings:", *(f"  {error}" for error in errors)]
        raise Failure(*(several if len(errors) > 1 else errors))


def who_opens_tables(ctx: click.Context) -> Iterator[str]:
    """What is wrong with the settings that say who may open tables: they are required beyond this machine."""
    config = config_of(ctx)
    if config.host_key is not None and config.open_tables:
        source = SETTINGS["open_tables"].source(ctx)
        yield f"open_tables ({source}): there is a host key, so not everybody can open tables."
    elif config.host_key is None and config.exposed and not config.open_tables:
        beyond = f"{config.host} ({SETTINGS['host'].source(ctx)}), beyond this machine"
        key, anyone = SETTINGS["host_key"].variable, SETTINGS["open_tables"].flag
        yield f"host_key (default): needed to listen on {beyond}. Set {key}, or {anyone} to let anyone open tables."


def config_of(ctx: click.Context) -> Config:
    """The settings that a server starts with."""
    return Config(**{name: ctx.params[name] for name in SETTINGS})


def misspelt() -> list[tuple[str, str]]:
    """Environment variables that look like a setting's but are not, each with the one probably meant."""
    known = [f"{PREFIX}_CONFIG", *(setting.variable for setting in SETTINGS.values())]
    unknown = [name for name in os.environ if name.startswith(f"{PREFIX}_") and name not in known]
    return [(name, close[0]) for name in unknown if (close := get_close_matches(name, known, 1, 0.85))]
