"""Where settings come from: the command line, then the environment, then a file, then what is usual."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import msgspec

from server.config import SETTINGS, BadConfig, Complaint, Config, Setting

_PREFIX: Final = "TAVERN_"
_USUAL: Final = "default"
_OTHER_VARIABLES: Final = ("TAVERN_CONFIG",)


class Given(msgspec.Struct, frozen=True):
    """Settings as they were given, each by its name with its value (text, or as TOML has it) and where it stood."""

    values: Mapping[str, tuple[object, str]]
    complaints: list[Complaint] = []


class Effective(msgspec.Struct, frozen=True):
    """The settings that a server starts with, and where each that is not the usual one stood."""

    config: Config
    sources: Mapping[str, str]

    def rows(self) -> list[tuple[str, str, str]]:
        """Each setting's name, its value as it may be shown, and where that stood."""
        return [
            (name, setting.shown(getattr(self.config, name)), self.sources.get(name, _USUAL))
            for name, setting in SETTINGS.items()
        ]


def from_flags(flags: Mapping[str, object]) -> Given:
    """What was given on the command line, by the settings' names; None is not given."""
    return Given({name: (value, SETTINGS[name].flag) for name, value in flags.items() if value is not None})


def from_environment(environment: Mapping[str, str]) -> Given:
    """What stands in the environment; an empty variable is as good as none."""
    given = {
        name: (environment[setting.variable], setting.variable)
        for name, setting in SETTINGS.items()
        if environment.get(setting.variable)
    }
    return Given(given)


def misspelt(environment: Mapping[str, str]) -> list[tuple[str, str]]:
    """Variables that are none of the server's, but look like one of them, each with that one."""
    known = [*(setting.variable for setting in SETTINGS.values()), *_OTHER_VARIABLES]
    unknown = [name for name in environment if name.startswith(_PREFIX) and name not in known]
    return [(name, close[0]) for name in unknown if (close := get_close_matches(name, known, 1, 0.85))]


def from_file(path: Path) -> Given:
    """What stands in a TOML file. What cannot be read, or names no setting, is among the complaints."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        return Given({}, [Complaint("config", str(path), f"it cannot be read: {error.strerror}")])
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        return Given({}, [Complaint("config", str(path), f"it is no TOML: {error}")])
    known = {name: (value, str(path)) for name, value in told.items() if name in SETTINGS}
    return Given(known, [_unknown(name, path) for name in told if name not in SETTINGS])


def _unknown(name: str, path: Path) -> Complaint:
    close = get_close_matches(name.lower().replace("-", "_"), SETTINGS, 1)
    hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(SETTINGS)}"
    return Complaint(name, f"in {path}", f"there is no such setting; {hint}")


def effective(*given: Given) -> Effective:
    """The settings, the first that gives one deciding. Raises `BadConfig` with everything that is wrong."""
    chosen: dict[str, tuple[object, str]] = {}
    complaints = [complaint for each in given for complaint in each.complaints]
    for each in given:
        for name, stated in each.values.items():
            chosen.setdefault(name, stated)
    values: dict[str, Any] = {}
    for name, (value, _) in chosen.items():
        setting = SETTINGS[name]
        try:
            values[name] = setting.read(value)
        except msgspec.ValidationError:
            complaints.append(setting.complaint(_told(setting, value)))
    sources = {name: source for name, (_, source) in chosen.items()}
    try:
        config = Config(**values)
    except BadConfig as error:
        complaints += error.complaints
    else:
        if not complaints:
            return Effective(config, sources)
    raise BadConfig([_located(complaint, sources) for complaint in complaints])


def _told(setting: Setting, value: object) -> str:
    if setting.about.secret:
        return "a secret of another kind"
    return str(value) if isinstance(value, str) and value else repr(value)


def _located(complaint: Complaint, sources: Mapping[str, str]) -> Complaint:
    source = sources.get(complaint.setting)
    if source is None:
        return complaint
    return msgspec.structs.replace(complaint, value=f"{complaint.value} ({source})")
