"""Actions and refusals, as views list them: what a viewer may do now, and why other actions are not possible."""

from collections.abc import Mapping
from typing import Any

import msgspec


class Choices(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of these values, except the value of the parameter `unlike`.

    Numbers of dice are of the `target`’s dice or else the seat's own, unless they are `of` another seat or the House.
    `die` is their kind, if they are not on the table yet.
    """

    choices: list[Any]
    unlike: str = ""
    of: str = ""
    die: str = ""
    optional: bool = False


class Bounds(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An integer from `min` to `max` in steps of `step`."""

    min: int
    max: int
    step: int = 1
    optional: bool = False


class Text(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Up to `text` characters."""

    text: int
    optional: bool = False


class Schema(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value of this JSON Schema. The command's own type has checked everything that does not depend on the table.
    What remains to check are names, against `properties` where `additionalProperties` is false, and `minProperties`."""

    schema: dict[str, Any]
    optional: bool = False


class Sealed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The value that the seat `seat` of `table` sealed as `seal` (hex) for `round`, with a `key`.

    The `signature` that goes with it is that of `call` (hex).
    """

    seal: str
    table: str
    round: int
    seat: str
    call: str
    optional: bool = False


Param = Choices | Bounds | Text | Schema | Sealed


def narrowed(param: Param, given: Mapping[str, Any]) -> Param:
    """What a parameter offers, given the values of these other parameters."""
    if isinstance(param, Choices) and param.unlike:
        left = [choice for choice in param.choices if choice != given.get(param.unlike)]
        return msgspec.structs.replace(param, choices=left, unlike="")
    return param


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the viewer may do, at this cost in copper.

    Every combination of the values that `params` offer is legal, except values that are to be `unlike` each other.
    """

    type: str
    params: Mapping[str, Param] = {}
    cost_cp: int = 0


class Refusal(msgspec.Struct, frozen=True):
    """Something that a player might expect but may not do now; with `params`, only with these values."""

    type: str
    code: str
    detail: str
    params: Mapping[str, Any] = {}


Offer = Action | Refusal
