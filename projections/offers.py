"""What a viewer may do now, and why not the rest. **A move is accepted if and only if it is offered.**

A rulebook lists actions and refusals; `judge` decides a command by that list alone.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from events.event import Command, type_tag


class Choices(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One of these values."""

    choices: list[Any]
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
    """A value of this JSON Schema; its command's own type has checked it by the time it is judged."""

    schema: dict[str, Any]
    optional: bool = False


Param = Choices | Bounds | Text | Schema


class Action(msgspec.Struct, frozen=True, kw_only=True):
    """Something its viewer may do: every combination of what `params` offer is legal, at this one cost in copper."""

    type: str
    params: Mapping[str, Param] = {}
    cost_cp: int = 0


class Refusal(msgspec.Struct, frozen=True):
    """Something a player might expect and may not do now; with `params`, only in the cases that have these values."""

    type: str
    code: str
    detail: str
    params: Mapping[str, Any] = {}


Offer = Action | Refusal


class Refused(Exception):
    """A command that was not accepted: a stable `code` and a sentence that tells why."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


_ADDRESS = frozenset({"v", "id", "seat"})


def parameters_of(command: Command) -> dict[str, Any]:
    """The parameters that a command gives: those left out, or null, are not among them."""
    values = {field: getattr(command, field) for field in command.__struct_fields__ if field not in _ADDRESS}
    return {field: value for field, value in values.items() if value is not None}


def _problem(name: str, param: Param, value: Any) -> str | None:
    match param:
        case Choices():
            inside = any(value == choice and type(value) is type(choice) for choice in param.choices)
            return None if inside else f"{name} {value!r} is not among {param.choices}"
        case Bounds():
            if not param.min <= value <= param.max:
                return f"{name} {value} is not between {param.min} and {param.max}"
            return None if (value - param.min) % param.step == 0 else f"{name} {value} is not in steps of {param.step}"
        case Text():
            return None if len(value) <= param.text else f"{name} has {len(value)} characters, {param.text} at most"
        case Schema():
            return None


def _mismatch(action: Action, values: Mapping[str, Any]) -> str | None:
    for name, value in values.items():
        if name not in action.params:
            return f"{name} has no place in it now"
        if problem := _problem(name, action.params[name], value):
            return problem
    missing = [name for name, param in action.params.items() if name not in values and not param.optional]
    return f"{' and '.join(missing)} must be given" if missing else None


def judge(offers: Iterable[Offer], command: Command) -> Action:
    """The action under which `command` is legal. Raises `Refused` with the most telling reason where there is none."""
    tag = type_tag(type(command))
    values = parameters_of(command)
    mismatches: list[str] = []
    reasons: list[Refusal] = []
    for offer in offers:
        if offer.type != tag:
            continue
        if isinstance(offer, Action):
            mismatch = _mismatch(offer, values)
            if mismatch is None:
                return offer
            mismatches.append(mismatch)
        elif all(values.get(name) == value for name, value in offer.params.items()):
            reasons.append(offer)
    if reasons:
        reason = max(reasons, key=lambda refusal: len(refusal.params))
        raise Refused(reason.code, reason.detail)
    if mismatches:
        raise Refused("not_offered", f"{tag}: {'; or '.join(dict.fromkeys(mismatches))}.")
    raise Refused("not_possible_now", f"{tag} is not possible now.")
