"""What a new character sheet may hold. Logs may have sheets with other values, which earlier servers accepted."""

from typing import Annotated, Final, cast

import msgspec
from msgspec import Meta

from events.character import Ability, Score, Skill, Tool

AbilityModifier = Annotated[int, Meta(ge=-5, le=10)]
"""Of an ability score from 1 to 30."""
SkillModifier = Annotated[int, Meta(ge=-10, le=30)]
"""The best ability and twice the best proficiency bonus add up to 28, before magic."""
_SCORES: Final = range(11, 31)
"""Ability scores that no modifier equals."""
_LONGEST_SHOWN: Final = 40


class NewSheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A character sheet as clients send it: modifiers, all optional. `events.character` says what replaces them."""

    abilities: dict[Ability, AbilityModifier] = {}
    skills: dict[Skill, SkillModifier] = {}
    saves: dict[Ability, SkillModifier] = {}
    passive: dict[Skill, Score] = {}
    proficiency: Annotated[int, Meta(ge=0, le=20)] = 0
    tools: dict[Tool, bool] = {}


def require_sheet(sheet: object) -> None:
    """Raise a `msgspec.ValidationError` that names the field in which a sheet, as decoded from JSON, is wrong."""
    try:
        msgspec.convert(sheet, NewSheet)
    except msgspec.ValidationError as error:
        raise msgspec.ValidationError(_flaw_in(sheet, error)) from None


def _flaw_in(sheet: object, error: msgspec.ValidationError) -> str:
    """The flaw and its place, as msgspec writes them. It does not say itself which value of a dict is wrong."""
    for section in msgspec.structs.fields(NewSheet) if isinstance(sheet, dict) else ():
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
