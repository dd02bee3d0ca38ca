"""Single changes of a proof, as somebody might make them who would have it say something else."""

import copy
import random
from collections.abc import Iterator
from typing import Any, Final

SEALED_AND_NOT_SHOWN: Final = ("game", "rules", "luck")
"""What the proof of a sealed round states without evidence, as the verifiers report."""

Json = dict[str, Any]
Place = tuple[Any, ...]

_HEX: Final = "0123456789abcdef"


def changes_of_lines(chance: random.Random, proof: Json) -> Iterator[tuple[int, Json]]:
    """A proof with one of its entries changed, swapped, doubled or dropped, and the seq that has to be named."""
    shown = [place for place, entry in enumerate(proof["entries"]) if "line" in entry]
    for place in chance.sample(shown, min(2, len(shown))):
        tampered = copy.deepcopy(proof)
        entry = tampered["entries"][place]
        entry["line"] = _another_text(chance, entry["line"])
        yield entry["seq"], tampered
    if len(proof["entries"]) < 2:
        return
    for what in ("dropped", "swapped", "doubled"):
        tampered = copy.deepcopy(proof)
        entries = tampered["entries"]
        place = chance.randrange(len(entries) - 1)
        if what == "dropped":
            place = chance.randrange(1, len(entries))
            seq = entries[place]["seq"] if place < len(entries) - 1 else entries[place - 1]["seq"]
            del entries[place]
        elif what == "swapped":
            seq = entries[place]["seq"]
            entries[place : place + 2] = entries[place + 1], entries[place]
        else:
            seq = entries[place]["seq"]
            entries.insert(place, entries[place])
        yield seq, tampered


def changed_values(chance: random.Random, proof: Json) -> Iterator[tuple[Place, Json]]:
    """A proof with one value changed, anywhere but within the lines."""
    places = [place for place in _places(proof) if place[-1] != "line"]
    top = [place for place in places if len(place) == 1]
    for place in [*top, *chance.sample(places, min(6, len(places)))]:
        tampered = copy.deepcopy(proof)
        parent: Any = tampered
        for key in place[:-1]:
            parent = parent[key]
        parent[place[-1]] = _another(chance, parent[place[-1]])
        yield place, tampered


def left_out(chance: random.Random, proof: Json) -> Iterator[Json]:
    """A proof that lacks a member, or has one more."""
    name = chance.choice(sorted(proof))
    yield {key: value for key, value in proof.items() if key != name}
    yield {**proof, "verified": True}
    if proof["entries"]:
        tampered = copy.deepcopy(proof)
        chance.choice(tampered["entries"])["verified"] = True
        yield tampered


def _places(value: Any, at: Place = ()) -> list[Place]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at] * bool(at) + [place for key, part in inner for place in _places(part, (*at, key))]


def _another(chance: random.Random, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + chance.choice([-1, 1, 1024])
        case str() if len(value) == 64:
            return _another_text(chance, value, _HEX)
        case str():
            return value + chance.choice("x é")
        case None:
            return "0" * 64
        case list():
            return value[:-1] if value and chance.random() < 0.5 else [*value, *(value[:1] or [None])]
        case _:
            return {}


def _another_text(chance: random.Random, text: str, characters: str = ' {}"0123456789abcdefxyz,:é') -> str:
    place = chance.randrange(len(text))
    other = chance.choice([character for character in characters if character != text[place]])
    return text[:place] + other + text[place + 1 :]
