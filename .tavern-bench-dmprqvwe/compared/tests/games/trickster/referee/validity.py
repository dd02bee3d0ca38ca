"""Which cards a GM may bring, decided independently: whether a JSON value is a list of cards that mean something."""

import re
import unicodedata
from collections.abc import Collection
from typing import Any

from tests.games.trickster.referee.made_up_cards import CHALLENGE, TRIGGERS
from tests.games.trickster.referee.powers import ABOUT_DICE, aims_at
from tests.games.trickster.referee.scoring import SIZES

ANYBODY = ("own", "chosen", "next", "previous", "rival")
ANY_DIE = ("chosen", "smallest", "largest", "lowest", "highest", "all")
THROWN = ("called", "was_called")
KINDS = {
    "reactive": ({"name", "on", "effects"}, {"pattern", "dice_at_most", "limit"}),
    "manual": ({"name", "effects"}, {"turn", "dice_at_most", "limit"}),
    "constant": ({"name", "effects"}, set()),
}
EFFECTS = {
    "upgrade": (set(), {"levels", "of", "die"}),
    "downgrade": (set(), {"levels", "of", "die"}),
    "reroll": (set(), {"of", "die"}),
    "lose": (set(), {"of", "die"}),
    "peek": (set(), {"of", "die"}),
    "gain": ({"die"}, {"count"}),
    "wild": ({"faces"}, {"of", "sizes"}),
    "ward": (set(), set()),
}
PATTERNS = {
    "alike": ({"count"}, set()),
    "showing": ({"faces"}, {"count"}),
    "run": ({"count"}, set()),
    "all_at_most": ({"face"}, set()),
}
Fields = tuple[set[str], set[str]]


def are_cards(raw: Any, names: Collection[str]) -> bool:
    """Whether they are cards, beside those with these names."""
    if not (isinstance(raw, list) and len(raw) <= 24 and all(is_card(card) for card in raw)):
        return False
    taken = [looks(name) for name in (*names, "Plain", *(card["name"] for card in raw))]
    return len(set(taken)) == len(taken)


def is_card(card: Any) -> bool:
    """A name, a hand, and abilities that are not called the same."""
    if not (has(card, ({"name", "hand"}, {"abilities"})) and is_name(card["name"])):
        return False
    abilities = card.get("abilities", [])
    if not (is_list(card["hand"], 1, 6) and all(size in SIZES for size in card["hand"]) and is_list(abilities, 0, 2)):
        return False
    if not all(is_ability(ability) for ability in abilities):
        return False
    gains = [each for ability in abilities for each in ability["effects"] if each["effect"] == "gain"]
    return len(gains) <= 1 and len({looks(ability["name"]) for ability in abilities}) == len(abilities)


def is_ability(ability: Any) -> bool:
    """Something that happens by itself, that its owner does, or that always holds."""
    if not (is_one_of(ability, "kind", KINDS) and is_name(ability["name"])):
        return False
    effects = ability["effects"]
    fits = (
        is_list(effects, 1, 3)
        and ability.get("limit", "round") in ("round", "game")
        and ability.get("turn", "any") in ("any", "own")
        and (ability.get("dice_at_most") is None or is_number(ability["dice_at_most"], 1, 6))
        and (ability["kind"] != "reactive" or is_triggered(ability))
    )
    if not (fits and all(is_effect(each) and goes_with(each, ability) for each in effects)):
        return False
    choosing = [n for n, each in enumerate(effects) if each["effect"] in ABOUT_DICE and "chosen" in choices(each)]
    return choosing in ([], [0])


def is_triggered(ability: Any) -> bool:
    """A trigger that there is; with a pattern exactly where faces trigger."""
    pattern = ability.get("pattern")
    fits = is_pattern(pattern) if ability["on"] in ("rolled", "revealed") else pattern is None
    return fits and ability["on"] in TRIGGERS


def is_pattern(pattern: Any) -> bool:
    """One that dice can make."""
    if not is_one_of(pattern, "pattern", PATTERNS):
        return False
    match pattern["pattern"]:
        case "showing":
            return are_faces(pattern["faces"], 20) and is_number(pattern.get("count", 1), 1, 6)
        case "all_at_most":
            return is_number(pattern["face"], 1, 20)
        case _:
            return is_number(pattern["count"], 2, 6)


def is_effect(effect: Any) -> bool:
    """One of the eight."""
    if not is_one_of(effect, "effect", EFFECTS):
        return False
    match effect["effect"]:
        case "gain":
            return effect["die"] in SIZES and is_number(effect.get("count", 1), 1, 2)
        case "wild":
            sizes = effect.get("sizes")
            named = sizes is None or (is_list(sizes, 1, 7) and all(size in SIZES for size in sizes))
            once = not sizes or not isinstance(sizes, list) or len(set(map(str, sizes))) == len(sizes)
            return named and once and are_faces(effect["faces"], 19) and effect.get("of", "own") in ("own", "all")
        case "ward":
            return True
        case _:
            of, die = choices(effect)
            return of in ANYBODY and die in ANY_DIE and is_number(effect.get("levels", 1), 1, 6)


def goes_with(effect: Any, ability: Any) -> bool:
    """Whether an ability of this kind can do so."""
    name, kind, on = effect["effect"], ability["kind"], ability.get("on")
    if name not in ABOUT_DICE:
        fits: dict[str, bool] = {
            "ward": kind == "constant",
            "wild": kind in ("constant", "manual") or on in ("round_began", *THROWN),
            "gain": kind != "constant" and on != "rolled" and ability.get("limit", "round") == "game",
        }
        return fits[name]
    of, die = choices(effect)
    if on == "rolled":
        unseen = {"reroll": ("own",), "upgrade": ("own",), "peek": ("next", "previous")}
        return of in unseen.get(name, ()) and die != "chosen" and (die not in ("lowest", "highest") or of == "own")
    allowed = (
        kind != "constant"
        and (of != "rival" or on in CHALLENGE)
        and (of != "chosen" or kind == "manual")
        and die not in ("lowest", "highest")
        and (die != "chosen" or (kind == "manual" and of in ("own", "chosen")))
    )
    return (
        allowed
        and (name not in ("reroll", "peek") or kind == "manual" or on in THROWN)
        and (name, of) != ("peek", "own")
    )


def choices(effect: Any) -> tuple[Any, Any]:
    """Whose die, and which."""
    return effect.get("of", aims_at(effect)), effect.get("die", "chosen")


def is_one_of(value: Any, tag: str, kinds: dict[str, Fields]) -> bool:
    """An object of a kind that there is, with the fields of that kind."""
    if not (isinstance(value, dict) and isinstance(value.get(tag), str) and value[tag] in kinds):
        return False
    needed, besides = kinds[value[tag]]
    return has(value, ({tag, *needed}, besides))


def has(value: Any, fields: Fields) -> bool:
    """An object with these fields and no others."""
    needed, besides = fields
    return isinstance(value, dict) and needed <= set(value) <= needed | besides


def is_list(value: Any, least: int, most: int) -> bool:
    """A list of so many."""
    return isinstance(value, list) and least <= len(value) <= most


def is_number(value: Any, least: int, most: int) -> bool:
    """A whole number."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def are_faces(value: Any, most: int) -> bool:
    """Faces, each once."""
    return is_list(value, 1, 6) and all(is_number(face, 1, most) for face in value) and len(set(value)) == len(value)


def is_name(value: Any) -> bool:
    """Up to forty characters that can be printed, with something to see."""
    if not (isinstance(value, str) and 1 <= len(value) <= 40):
        return False
    kinds = [unicodedata.category(character) for character in value if character not in "\u2800\u3164"]
    printed = not {"Cc", "Cf", "Cs", "Zl", "Zp"} & set(kinds) and "\u00a0" not in value
    return printed and any(kind[0] in "LNPS" for kind in kinds)


def looks(name: str) -> str:
    """A name as it is read: its letters and digits, whatever their widths and whether or not they are capitals.

    If it has only other signs, those.
    """
    read = unicodedata.normalize("NFKC", re.sub("[\u3164\u2800]", "", name)).casefold()
    return re.sub(r"[^\w\u0300-\u036f]|_", "", read) or re.sub(r"\s", "", read)
