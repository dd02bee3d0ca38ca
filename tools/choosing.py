"""Choosing a legal action at random, from what a view offers: for demonstrations and measurements."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Final

_NEVER: Final = frozenset({"dispute", "leave", "propose_split", "set_luck"})
"""What would only break up the table or the round, or has nothing to do with it."""
_SELDOM: Final = frozenset({"accuse", "fold", "side_bet"})
"""What would be over before it is worth watching, or drown out the rest, if it were chosen as often as all else."""
_SELDOM_WEIGHT: Final = 0.2
_OPTIONAL_GIVEN: Final = 0.5
_MULTIPLES: Final = 3
_ROUND_CP: Final = 100
"""What can be bet from a copper on is bet in gold."""


def choose_command(actions: Sequence[Mapping[str, Any]], chance: Random) -> dict[str, Any] | None:
    """A command that is legal by `actions` (as a view lists them), None where there is nothing worth doing."""
    kinds = list(dict.fromkeys(action["type"] for action in actions if action["type"] not in _NEVER))
    if not kinds:
        return None
    (kind,) = chance.choices(kinds, [_SELDOM_WEIGHT if kind in _SELDOM else 1.0 for kind in kinds])
    action = chance.choice([action for action in actions if action["type"] == kind])
    command: dict[str, Any] = {"type": kind}
    for name, param in action["params"].items():
        if param.get("optional") and chance.random() >= _OPTIONAL_GIVEN:
            continue
        command[name] = value_for(name, param, chance)
    return command


def value_for(name: str, param: Mapping[str, Any], chance: Random) -> Any:
    """A value for a parameter (as a view lists it) of that name."""
    if "choices" in param:
        return chance.choice(param["choices"])
    if "min" in param:
        least, most, step = param["min"], param["max"], param.get("step", 1)
        if name.endswith("_cp") and least < _ROUND_CP <= most and (_ROUND_CP - least) % step == 0 == _ROUND_CP % step:
            least = _ROUND_CP
        return _amount(least, most, step, chance)
    return _filled_in(param["schema"], chance) if "schema" in param else ""


def _filled_in(schema: Mapping[str, Any], chance: Random) -> dict[str, int]:
    """An object with all the integers that its schema names: what else a schema may ask for can be left out."""
    members: Mapping[str, Any] = schema.get("properties", {})
    return {
        name: _amount(member.get("minimum", 1), member.get("maximum", _MULTIPLES), 1, chance)
        for name, member in members.items()
        if member.get("type") == "integer"
    }


def _amount(least: int, most: int, step: int, chance: Random) -> int:
    """The least amount or a small multiple of it, so that what is bet stays a round number."""
    stride = step * max(1, least // step)
    return least + stride * chance.randint(0, min(_MULTIPLES - 1, (most - least) // stride))
