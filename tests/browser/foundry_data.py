"""What is in a world of Foundry VTT: modules, actors in the shapes of dnd5e, and how data is updated."""

import io
import json
import zipfile
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Final, Self

CURRENCIES: Final = {
    "pp": {"label": "Platinum", "abbreviation": "pp", "conversion": 0.1},
    "gp": {"label": "Gold", "abbreviation": "gp", "conversion": 1},
    "ep": {"label": "Electrum", "abbreviation": "ep", "conversion": 2},
    "sp": {"label": "Silver", "abbreviation": "sp", "conversion": 10},
    "cp": {"label": "Copper", "abbreviation": "cp", "conversion": 100},
}
OWNER: Final = 3


@dataclass(frozen=True)
class Module:
    """A module's files, by their paths in its folder; `module.json` is one of them."""

    files: Mapping[str, bytes]

    @classmethod
    def unzipped(cls, data: bytes) -> Self:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return cls({name: archive.read(name) for name in archive.namelist()})

    @classmethod
    def inline(cls, code: str, *, texts: Mapping[str, Any] | None = None, **manifest: Any) -> Self:
        """A module of one script, by default called `tavern-table`."""
        about = {"id": "tavern-table", "title": "Tavern Table", "version": "1.0.0", "socket": True, **manifest}
        about |= {"esmodules": ["module.mjs"], "languages": [{"lang": "en", "name": "English", "path": "en.json"}]}
        files = {"module.json": json.dumps(about), "module.mjs": code, "en.json": json.dumps(texts or {})}
        return cls({name: text.encode() for name, text in files.items()})

    @property
    def manifest(self) -> Any:
        return json.loads(self.files["module.json"])


def merge(into: Any, changes: Mapping[str, Any]) -> Any:
    """Update data in place, as Foundry does: level by level, and `-=key` deletes."""
    for key, value in changes.items():
        if key.startswith("-="):
            into.pop(key.removeprefix("-="), None)
        elif isinstance(value, Mapping):
            before = into.get(key)
            into[key] = merge(before if isinstance(before, dict) else {}, value)
        else:
            into[key] = deepcopy(value)
    return into


def expanded(changes: Mapping[str, Any]) -> Any:
    """Keys with dots as levels."""
    found: dict[str, Any] = {}
    for path, value in changes.items():
        *levels, last = path.split(".")
        at = found
        for level in levels:
            at = at.setdefault(level, {})
        at[last] = value
    return found


def character(
    name: str,
    *,
    owner: str | None = None,
    version: str = "5.2.0",
    kind: str = "character",
    coins: Mapping[str, int] | None = None,
) -> Any:
    """An actor in the shapes of a version of dnd5e. `prepared` is what the system works out, and nobody can write.

    The sheets of version 6 are not known: all but its coins is missing.
    """
    currency = {"pp": 0, "gp": 20, "ep": 0, "sp": 3, "cp": 4, **(coins or {})}
    actor = {"name": name, "type": kind, "ownership": {"default": 0, **({owner: OWNER} if owner else {})}}
    major, minor = (int(part) for part in version.split(".")[:2])
    if kind == "group" or major >= 6:
        return {**actor, "system": {"currency": currency}}
    wrapped = (major, minor) >= (4, 3)
    prepared = {
        "abilities": {"con": {"mod": 2, "save": {"value": 5} if wrapped else 5}, "dex": {"mod": 3}},
        "skills": {"slt": {"total": 7, "passive": 17}, "dec": {"total": -1, "passive": 9}},
        "attributes": {"prof": 3},
        "tools": {"dice": {"total": 6, "prof": {"multiplier": 1}, **({"effectValue": 1} if major >= 4 else {})}},
    }
    return {**actor, "system": {"currency": currency}, "prepared": prepared}
