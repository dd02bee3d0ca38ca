"""Legality: **a command is accepted if and only if it is offered.**

A rulebook lists actions and refusals; `require_offered` decides a command by that list alone.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from events.event import Command, type_tag
from events.sealed_luck import answers, seal_of
from games.in_words import InWords, bounds
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal, Schema, Sealed, Text, narrowed


class Refused(Exception):
    """A command that was not accepted: a stable `code` and a sentence with the reason."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail


_ADDRESS = frozenset({"v", "id", "seat"})
_KEYS = InWords()


def parameters_of(command: Command) -> dict[str, Any]:
    """A command's parameters, without those left out or null."""
    fields = _parameters(type(command))
    return {field: value for field in fields if (value := getattr(command, field)) is not None}


@cache
def _parameters(kind: type[Command]) -> tuple[str, ...]:
    return tuple(field for field in kind.__struct_fields__ if field not in _ADDRESS)


def _fits(param: Param, value: Any, values: Mapping[str, Any]) -> bool:
    """Whether a parameter allows a value, beside the `values` of all."""
    match param:
        case Choices():
            # True is not 1, although Python has them equal.
            return any(value == choice and type(value) is type(choice) for choice in param.choices)
        case Bounds():
            return bool(param.min <= value <= param.max and (value - param.min) % param.step == 0)
        case Text():
            return len(value) <= param.text
        case Sealed():
            key, signature = values.get("key", ""), values.get("signature", "")
            is_sealed = seal_of(param.table, param.round, param.seat, value, key) == param.seal
            call = bytes.fromhex(param.call)
            return is_sealed and answers(param.table, param.round, param.seat, key, signature, call)
        case Schema(schema=schema):
            return _has_enough(schema, value) and _has_known_names(schema, value)


def _has_enough(schema: Mapping[str, Any], value: Any) -> bool:
    return "minProperties" not in schema or len(value) >= schema["minProperties"]


def _has_known_names(schema: Mapping[str, Any], value: Any) -> bool:
    return schema.get("additionalProperties", True) is not False or value.keys() <= schema["properties"].keys()


def _mismatch(action: Action, values: Mapping[str, Any], words: InWords) -> str | None:
    """Why `action` does not allow these `values`, in words; None if it does."""
    params = action.params
    for name, value in values.items():
        if name not in params:
            return f"{words.params(action.type, [name])} cannot be given now"
        param = narrowed(params[name], values)
        if not _fits(param, value, values):
            return f"{words.params(action.type, [name])} {_misfit(action.type, name, param, value, words)}"
    missing = [name for name, param in params.items() if name not in values and not param.optional]
    return f"{words.params(action.type, missing)} must be given" if missing else None


def _misfit(tag: str, name: str, param: Param, value: Any, words: InWords) -> str:
    match param:
        case Choices():
            return f"cannot be {words.value(tag, name, value)}"
        case Bounds():
            least, most, step, given = (
                words.value(tag, name, number) for number in (param.min, param.max, param.step, value)
            )
            return f"is {given}, and {bounds(least, most, step if param.step > 1 else '')}"
        case Text():
            return f"has {len(value)} characters, and can have {param.text}"
        case Sealed():
            return f"is not what {words.name(param.seat)} sealed, or its signature is not that of this call"
        case Schema():
            return "does not have the parts that are asked for"


def require_offered(offers: Iterable[Offer], command: Command, words: InWords = _KEYS) -> Action:
    """The action under which `command` is legal. Raises `Refused` with the most specific reason if there is none.

    `words` says what the game calls commands and parameters.
    """
    tag = type_tag(type(command))
    values = parameters_of(command)
    mismatches: dict[str, None] = {}
    reasons: list[Refusal] = []
    for offer in offers:
        if offer.type != tag:
            continue
        if isinstance(offer, Action):
            if (mismatch := _mismatch(offer, values, words)) is None:
                return offer
            mismatches[mismatch] = None
        elif all(values.get(name) == value for name, value in offer.params.items()):
            reasons.append(offer)
    if reasons:
        reason = max(reasons, key=lambda refusal: len(refusal.params))
        raise Refused(reason.code, reason.detail)
    if mismatches:
        raise Refused("not_offered", f"{words.command(tag)}: {'; or '.join(mismatches)}.")
    raise Refused("not_possible_now", f"{words.command(tag)} is not possible now.")
