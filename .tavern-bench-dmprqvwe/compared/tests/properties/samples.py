"""Values for what an action's parameters offer, and for JSON Schemas: corners more often than the middle."""

import random
import re
from collections.abc import Mapping
from typing import Any, Final

from events.character import ABILITIES, SKILL_ABILITY
from projections.actions import Action, Bounds, Choices, Param, Schema, Sealed, Text, narrowed
from tests.games.trickster.own_cards import OWN_CARDS
from tests.sealing import WORD, OwnLuck

LETTERS: Final = "abz ÄßЖ漢字🎲'\"\\<>&{}%"
KEYS: Final = (*ABILITIES, *SKILL_ABILITY, "dice", "card", "")
NAMES: Final = ("Ada", "Bo", "Čeněk", "鈴木", "gm", "House", "pot", "🎲", "Ada", "seat:ada", "<b>Mo</b>")
FAR: Final = 1_000_000
NEAR: Final = 8
OFTEN: Final = 0.6


LOST: Final = "lost"
"""The word that is sealed by players who do not reveal it; the others seal `WORD`."""
_A_CARD: Final = "#/$defs/Card"
_HEX_DIGITS: Final = re.compile(r"\[0-9a-f\]\{(\d+)\}")


def text(chance: random.Random, longest: int, shortest: int = 0) -> str:
    """A text of `shortest` to `longest` characters, mostly short."""
    length = chance.choice([shortest, longest, chance.randint(shortest, min(longest, shortest + NEAR))])
    return "".join(chance.choice(LETTERS) for _ in range(length))


def integer(chance: random.Random, low: int, high: int, step: int = 1) -> int:
    """An integer of `low` to `high` in steps: a corner, near the lower one, or anything."""
    steps = (high - low) // step
    return low + step * chance.choice([0, steps, chance.randint(0, min(steps, NEAR)), chance.randint(0, steps)])


def value_of(chance: random.Random, param: Param) -> Any:
    """A value that a parameter offers."""
    match param:
        case Choices():
            return chance.choice(param.choices)
        case Bounds():
            return integer(chance, param.min, param.max, param.step)
        case Text():
            return text(chance, param.text)
        case Sealed():
            return own_luck(param).text
        case Schema():
            return value_in(chance, param.schema, param.schema.get("$defs", {}))


def own_luck(asked: Sealed) -> OwnLuck:
    """What a seat sealed, or would have."""
    known = [OwnLuck(asked.table, asked.round, asked.seat, word) for word in (WORD, LOST)]
    return next((one for one in known if one.seal == asked.seal), known[0])


def body_of(chance: random.Random, action: Action) -> dict[str, Any]:
    """A command that an action offers, as a client sends it."""
    given = {name: param for name, param in action.params.items() if not param.optional or chance.random() < OFTEN}
    body: dict[str, Any] = {"type": action.type}
    for name, param in given.items():
        body[name] = value_of(chance, narrowed(param, body))
        if isinstance(param, Sealed):
            return {**body, **own_luck(param).params(bytes.fromhex(param.call))}
    return body


def value_in(chance: random.Random, schema: Mapping[str, Any], defined: Mapping[str, Any]) -> Any:
    """A value of a JSON Schema, of as much of the language as the options and sheets use."""
    if "$ref" in schema:
        return value_in(chance, defined[schema["$ref"].rsplit("/", 1)[1]], defined)
    if "anyOf" in schema:
        return value_in(chance, chance.choice(schema["anyOf"]), defined)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    match schema["type"]:
        case "null":
            return None
        case "boolean":
            return chance.random() < OFTEN
        case "integer":
            step = schema.get("multipleOf", 1)
            low, high = schema.get("minimum", -FAR), schema.get("maximum", FAR)
            return integer(chance, -(-low // step) * step, high // step * step, step)
        case "string" if digits := _HEX_DIGITS.search(schema.get("pattern", "")):
            return "".join(chance.choice("0123456789abcdef") for _ in range(int(digits[1])))
        case "string":
            return text(chance, schema.get("maxLength", NEAR), schema.get("minLength", 0))
        case "array" if schema["items"].get("$ref") == _A_CARD:
            # What goes together on a card is beyond a schema.
            return chance.sample(OWN_CARDS, chance.randint(0, 3))
        case "array":
            least, most = schema.get("minItems", 0), schema.get("maxItems", NEAR)
            count = chance.randint(least, min(most, least + 3))
            return [value_in(chance, schema["items"], defined) for _ in range(count)]
        case "object":
            return _object_in(chance, schema, defined)
        case other:
            raise ValueError(f"options and sheets have no schemas of type {other}: say what values to try")


def _object_in(chance: random.Random, schema: Mapping[str, Any], defined: Mapping[str, Any]) -> dict[str, Any]:
    if "properties" not in schema:
        of = schema.get("additionalProperties", {"type": "integer"})
        names = schema.get("propertyNames", {})
        names = defined[names["$ref"].rsplit("/", 1)[1]] if "$ref" in names else names
        allowed = re.compile(names.get("pattern", ""))
        keys = names.get("enum") or [key for key in KEYS if allowed.search(key)]
        count = chance.randint(schema.get("minProperties", 0), 3)
        return {chance.choice(keys): value_in(chance, of, defined) for _ in range(count)}
    required = schema.get("required", ())
    given = [name for name in schema["properties"] if name in required or chance.random() < OFTEN]
    if len(given) < schema.get("minProperties", 0):
        given = list(schema["properties"])
    return {name: value_in(chance, schema["properties"][name], defined) for name in given}
