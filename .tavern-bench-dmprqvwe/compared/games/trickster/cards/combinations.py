"""Combinations that are not allowed on a card, although each field alone is valid; and what names are allowed."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.trickster.cards.card import (
    Ability,
    AboutDice,
    Constant,
    Effect,
    Gain,
    Manual,
    Peek,
    Reactive,
    Reroll,
    Showing,
    Trigger,
    Upgrade,
    Ward,
    Wild,
    is_hidden,
)

Path = tuple[str | int, ...]
Problem = tuple[Path, str, str]
"""A field, the problem with it, and what is allowed."""

OF_A_CHALLENGE: Final[Sequence[Trigger]] = ("called", "was_called", "lost_challenge", "won_challenge")
"""The triggers with another side, the rival."""
UNDER_THE_CUP: Final[Sequence[Trigger]] = ("rolled", "called", "was_called")
"""The triggers at which dice lie under the cups."""
BEFORE_THE_COUNT: Final[Sequence[Trigger]] = ("round_began", "called", "was_called")
"""The triggers at which wild faces still make a difference, and reveal no hand."""
WITH_A_PATTERN: Final[Sequence[Trigger]] = ("rolled", "revealed")
_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U0001d159")
"""Characters that Unicode counts as printable although they are invisible."""


def conflicts(abilities: Sequence[Ability | None]) -> Iterator[Problem]:
    """The conflicts on a card with these abilities (None: one that cannot be read).

    Gives the field, the problem with it, and what is allowed instead.
    """
    names: set[str] = set()
    grants = 0
    for n, ability in enumerate(abilities):
        if ability is None:
            continue
        at: Path = ("abilities", n)
        if comparable(ability.name) in names:
            yield (*at, "name"), "the card's other ability has that name", "a name of its own"
        names.add(comparable(ability.name))
        if isinstance(ability, Reactive):
            yield from _of_trigger(ability, at)
        yield from _of_choices(ability, at)
        for m, effect in enumerate(ability.effects):
            for rule in _RULES:
                for path, problem, allowed in rule(ability, effect):
                    yield (*at, "effects", m, *path), problem, allowed
            if isinstance(effect, Gain):
                grants += 1
                if grants > 1:
                    problem = "the card grants dice already"
                    yield (*at, "effects", m), problem, "one gain on a card"


def _of_trigger(ability: Reactive, at: Path) -> Iterator[Problem]:
    if ability.on in WITH_A_PATTERN and ability.pattern is None:
        yield (*at, "pattern"), f"it is missing for the trigger {ability.on}", "a pattern"
    if ability.on not in WITH_A_PATTERN and ability.pattern is not None:
        yield (*at, "pattern"), f"the trigger {ability.on} looks at no faces", "none, or the trigger rolled or revealed"
    if isinstance(ability.pattern, Showing):
        yield from _without_repetition(ability.pattern.faces, (*at, "pattern", "faces"))


def _of_choices(ability: Ability, at: Path) -> Iterator[Problem]:
    """At most one effect lets its owner choose, and it must be the first, so that one command can name it all."""
    problem = "only the first effect of an ability can leave a choice"
    for m, effect in enumerate(ability.effects):
        if m and isinstance(ability, Manual) and isinstance(effect, AboutDice):
            if effect.of == "chosen":
                yield (*at, "effects", m, "of"), problem, _owners(ability, effect)
            if effect.die == "chosen":
                yield (*at, "effects", m, "die"), problem, _dice(ability, effect)


def _without_repetition(values: Sequence[object], path: Path) -> Iterator[Problem]:
    if len(set(values)) < len(values):
        yield path, "something is listed twice", "each once"


# Rules about one effect of an ability


def _of_constant(ability: Ability, effect: Effect) -> Iterator[Problem]:
    if isinstance(ability, Constant) and not isinstance(effect, Wild | Ward):
        yield ("effect",), "a constant ability cannot do that", "wild, ward"
    if isinstance(effect, Ward) and not isinstance(ability, Constant):
        yield ("effect",), "only a constant ability can do that", "ward in a constant ability"


def _of_wild(ability: Ability, effect: Effect) -> Iterator[Problem]:
    if not isinstance(effect, Wild):
        return
    if isinstance(ability, Reactive) and ability.on not in BEFORE_THE_COUNT:
        allowed = f"in a constant or manual ability, or on {', '.join(BEFORE_THE_COUNT)}"
        yield ("effect",), f"faces cannot become wild on {ability.on}", allowed
    yield from _without_repetition(effect.faces, ("faces",))
    yield from _without_repetition(effect.sizes or (), ("sizes",))


def _of_gain(ability: Ability, effect: Effect) -> Iterator[Problem]:
    if isinstance(effect, Gain) and not isinstance(ability, Constant) and ability.limit != "game":
        yield ("effect",), "dice are granted once a game at most", "gain in an ability whose limit is game"


def _of_whose_die(ability: Ability, effect: Effect) -> Iterator[Problem]:
    if not isinstance(effect, AboutDice) or isinstance(ability, Constant):
        return
    if isinstance(ability, Reactive):
        if effect.of == "chosen":
            yield ("of",), "an ability that happens by itself leaves no choice", _owners(ability, effect)
        if effect.die == "chosen":
            yield ("die",), "an ability that happens by itself leaves no choice", _dice(ability, effect)
    elif effect.die == "chosen" and effect.of in ("next", "previous"):
        yield ("die",), f"no die of the {effect.of} seat can be chosen", _dice(ability, effect)
    if effect.of == "rival" and not _has_rival(ability):
        allowed = f"{_owners(ability, effect)}; rival on {', '.join(OF_A_CHALLENGE)}"
        yield ("of",), "there is no rival", allowed
    if isinstance(effect, Peek) and effect.of == "own":
        yield ("of",), "the owner sees its own dice anyway", _owners(ability, effect)


def _owners(ability: Ability, effect: AboutDice) -> str:
    """Whose dice this effect can be about. Those of a chosen seat only in an ability's first effect."""
    hidden = is_hidden(ability)
    fits = {
        "own": not isinstance(effect, Peek),
        "chosen": isinstance(ability, Manual) and effect is ability.effects[0],
        "next": not hidden or isinstance(effect, Peek),
        "previous": not hidden or isinstance(effect, Peek),
        "rival": _has_rival(ability),
    }
    return ", ".join(of for of, can_be in fits.items() if can_be)


def _dice(ability: Ability, effect: AboutDice) -> str:
    """Which die such an effect can be about if nobody chooses it."""
    by_faces = ", lowest, highest" if is_hidden(ability) and effect.of == "own" else ""
    return f"smallest, largest{by_faces}, all"


def _has_rival(ability: Ability) -> bool:
    return isinstance(ability, Reactive) and ability.on in OF_A_CHALLENGE


def _of_faces(ability: Ability, effect: Effect) -> Iterator[Problem]:
    """Dice can be picked by their faces only if nobody else sees which."""
    if not isinstance(effect, AboutDice) or effect.die not in ("lowest", "highest"):
        return
    if not (isinstance(ability, Reactive) and ability.on == "rolled" and effect.of == "own"):
        yield ("die",), "picking dice by their faces would show them", f"{effect.die} on rolled, of own dice"


def _of_the_cup(ability: Ability, effect: Effect) -> Iterator[Problem]:
    """Dice can be rolled again, or looked at, only while they lie under the cups."""
    if isinstance(effect, Reroll | Peek) and isinstance(ability, Reactive) and ability.on not in UNDER_THE_CUP:
        allowed = f"in a manual ability, or on {', '.join(UNDER_THE_CUP)}"
        yield ("effect",), f"on {ability.on} no dice lie under the cups", allowed


def _of_hidden(ability: Ability, effect: Effect) -> Iterator[Problem]:
    """Effects of hidden faces must not be visible to others."""
    if not (isinstance(ability, Reactive) and ability.on == "rolled"):
        return
    if not isinstance(effect, Reroll | Upgrade | Peek):
        yield ("effect",), "on rolled, others must not notice anything", "reroll, upgrade, peek"
    elif not isinstance(effect, Peek) and effect.of in ("next", "previous"):
        yield ("of",), "on rolled, others must not notice anything", "own"


# Names of cards and abilities


def is_readable(name: str) -> bool:
    """Whether a name has something visible, and no control characters, direction marks or lone surrogates."""
    return name.isprintable() and any(_is_visible(one) for one in name)


def comparable(name: str) -> str:
    """A name's letters, with their accents, and digits, without case and compatibility forms; if none, its signs."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = [one for one in plain if not (one.isspace() or one in _BLANK or _is_variant(one))]
    return "".join(one for one in seen if unicodedata.category(one)[0] in "LMN") or "".join(seen)


def _is_visible(one: str) -> bool:
    """A letter, digit or sign. A mark alone, such as an accent, does not count."""
    return unicodedata.category(one)[0] not in "MZC" and one not in _BLANK


def _is_variant(one: str) -> bool:
    """A variation selector: it sets the style of the character before it."""
    return "\ufe00" <= one <= "\ufe0f" or "\U000e0100" <= one <= "\U000e01ef"


_RULES: Final[Sequence[Callable[[Ability, Effect], Iterator[Problem]]]] = (
    _of_constant,
    _of_wild,
    _of_gain,
    _of_whose_die,
    _of_faces,
    _of_the_cup,
    _of_hidden,
)
