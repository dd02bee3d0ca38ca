"""What is wrong with a character sheet as a client sends it, named by its field."""

from typing import Final, cast

import msgspec

from events.character import Character

_SCORES: Final = range(11, 31)
"""Ability scores that no modifier equals."""
_LONGEST_SHOWN: Final = 40


def require_sheet(sheet: object) -> None:
    """Raise a `msgspec.ValidationError` that names the field in which a sheet, as decoded from JSON, is wrong."""
    try:
        msgspec.convert(sheet, Character)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(_flaw_in(sheet, error)) from None


def _flaw_in(sheet: object, error: msgspec.ValidationError) -> str:
    """The flaw and its place, as msgspec writes them. It does not say itself which value of a dict is wrong."""
    for section in msgspec.structs.fields(Character) if isinstance(sheet, dict) else ():
        values = cast("dict[str, object]", sheet).get(section.name)
        for name, value in cast("dict[str, object]", values).items() if isinstance(values, dict) else ():
            try:
                msgspec.convert({name: value}, section.type)
            except msgspec.ValidationError as one:
                reason, _ = _reason(one)
                if section.name == "abilities" and isinstance(value, int) and value in _SCORES:
                    reason = f"{value} looks like an ability score; send the modifier ({(value - 10) // 2:+})"
                return f"{reason} - at `$.character.{section.name}.{name[:_LONGEST_SHOWN]}`"
    reason, path = _reason(error)
    return f"{reason} - at `$.character{path}`"


def _reason(error: msgspec.ValidationError) -> tuple[str, str]:
    """The reason, and the path below the value."""
    reason, _, path = str(error).partition(" - at `$")
    return reason, path.rstrip("`")
