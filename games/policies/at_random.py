"""Playing at random: any offered command, except those that would only break up the table or the round."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.policies.policy import Chance, Choice
from games.policies.position import Position
from projections.actions import Action, Bounds, Choices, Param, Schema, narrowed

_NEVER: Final = frozenset({
    "ask_for_coins", "dispute", "leave", "propose_split", "reveal_luck", "seal_luck", "set_luck", "sit_in", "sit_out",
    "withhold_luck",
})  # fmt: skip
"""Commands that would only break up the table or the round, or have nothing to do with play."""
_SELDOM: Final = frozenset({"accuse", "denounce", "fold", "inspect", "load_dice", "side_bet"})
"""Commands that would end rounds too early or crowd out the rest if they were chosen as often as the others."""
_SELDOM_WEIGHT: Final = 0.2
_OPTIONAL_GIVEN: Final = 0.5
_MULTIPLES: Final = 3
_ROUND_CP: Final = 100
"""Amounts that could start at a few copper start at one gold instead, where the steps allow it."""


def play(position: Position, chance: Chance) -> Choice | None:
    """Any offered command while the seat is asked; None out of turn."""
    return choose(position.actions, chance) if position.asked else None


def choose(actions: Sequence[Action], chance: Chance) -> Choice | None:
    """A command that `actions` allow; None if none of them is worth doing."""
    kinds = list(dict.fromkeys(action.type for action in actions if action.type not in _NEVER))
    if not kinds:
        return None
    (kind,) = chance.choices(kinds, [_SELDOM_WEIGHT if kind in _SELDOM else 1.0 for kind in kinds])
    return filled_in(chance.choice([action for action in actions if action.type == kind]), chance)


def filled_in(action: Action, chance: Chance, **given: Any) -> Choice:
    """The command for an action, with the given parameters and random values for the others."""
    command: Choice = {"type": action.type}
    for name, param in action.params.items():
        if name in given:
            command[name] = given[name]
        elif not param.optional or chance.random() < _OPTIONAL_GIVEN:
            command[name] = value_of(name, narrowed(param, command), chance)
    return command


def value_of(name: str, param: Param, chance: Chance) -> Any:
    """A random value for the parameter `name`."""
    match param:
        case Choices(choices=choices):
            return chance.choice(choices)
        case Bounds(min=least, max=most, step=step):
            if _can_start_at_gold(name, least, most, step):
                least = _ROUND_CP
            return _amount(least, most, step, chance)
        case Schema(schema=schema):
            return _members(schema, chance)
        case _:
            return ""


def _can_start_at_gold(name: str, least: int, most: int, step: int) -> bool:
    return name.endswith("_cp") and least < _ROUND_CP <= most and (_ROUND_CP - least) % step == 0 == _ROUND_CP % step


def _members(schema: Mapping[str, Any], chance: Chance) -> dict[str, int]:
    """An object with all the integers in its schema. Members of other types are optional, and are left out."""
    members: Mapping[str, Any] = schema.get("properties", {})
    return {
        name: _amount(member.get("minimum", 1), member.get("maximum", _MULTIPLES), 1, chance)
        for name, member in members.items()
        if member.get("type") == "integer"
    }


def _amount(least: int, most: int, step: int, chance: Chance) -> int:
    """The minimum or a small multiple of it, so that bets stay round numbers."""
    stride = step * max(1, least // step)
    return least + stride * chance.randint(0, min(_MULTIPLES - 1, (most - least) // stride))
