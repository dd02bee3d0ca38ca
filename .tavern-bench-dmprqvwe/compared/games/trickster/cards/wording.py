"""A card in words: what an ability does, as players read it. The words are made from the data."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from games.trickster.cards.card import (
    Ability,
    AboutDice,
    Alike,
    Card,
    Constant,
    Downgrade,
    Effect,
    Gain,
    Lose,
    Pattern,
    Peek,
    Reactive,
    Reroll,
    Run,
    Showing,
    Size,
    Trigger,
    Upgrade,
    Wild,
    by_size,
    is_hidden,
)
from games.trickster.counting import in_brackets

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six")
_WHEN: Final[Mapping[Trigger, str]] = {
    "rolled": "When you have rolled {pattern}",
    "revealed": "When your dice are revealed with {pattern}",
    "round_began": "When a round begins",
    "called": "When you call Liar",
    "was_called": "When you are called a Liar",
    "lost_die": "When you have lost a die",
    "lost_challenge": "When you have lost a challenge",
    "won_challenge": "When you have won a challenge",
    "seat_removed": "When another player is out of the game",
}
_OF: Final = {
    "own": "your",
    "chosen": "another player’s",
    "next": "the next player’s",
    "previous": "the previous player’s",
    "rival": "your rival’s",
}
_WHICH: Final = {
    "smallest": "smallest die",
    "largest": "largest die",
    "lowest": "lowest die",
    "highest": "highest die",
    "all": "dice",
}


def hand_in_words(hand: Sequence[Size]) -> str:
    """A hand in dice notation: `2d4 + 3d6`."""
    return " + ".join(f"{len(list(dice))}{size}" for size, dice in groupby(by_size(hand)))


def card_in_words(card: Card) -> str:
    """A card in one line: its hand and what its abilities do."""
    abilities = " ".join(f"{ability.name}: {in_words(ability)}" for ability in card.abilities)
    return f"{hand_in_words(card.hand)}. {abilities}".strip() if abilities else f"{hand_in_words(card.hand)}."


def in_words(ability: Ability) -> str:
    """What an ability does and when, in a sentence."""
    if isinstance(ability, Constant):
        return f"{_capital(_joined([_deed(effect) for effect in ability.effects], 'and'))}, as long as you have dice."
    deeds = ", then ".join(_deed(effect) + _until(effect) for effect in ability.effects)
    if isinstance(ability, Reactive):
        pattern = _made(ability.pattern) if ability.pattern else ""
        when = _WHEN[ability.on].format(pattern=pattern) + _few(ability.dice_at_most)
        return f"{when}, {deeds} (once a {ability.limit}{', in secret' if is_hidden(ability) else ''})."
    turn = "on your turn" if ability.turn == "own" else "on any turn"
    return f"Once a {ability.limit}, {turn}{_few(ability.dice_at_most)}: {deeds}."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _joined(parts: Sequence[str], word: str) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def _few(dice_at_most: int | None) -> str:
    if dice_at_most is None:
        return ""
    return f" while you have at most {_NUMBERS[dice_at_most]} {'die' if dice_at_most == 1 else 'dice'}"


def _made(pattern: Pattern) -> str:
    match pattern:
        case Alike(count=count):
            return f"{_NUMBERS[count]} dice that show the same"
        case Showing(faces=faces, count=1):
            return f"a die that shows {_either(faces)}"
        case Showing(faces=faces, count=count):
            return f"{_NUMBERS[count]} dice that each show {_either(faces)}"
        case Run(count=count):
            return f"{_NUMBERS[count]} faces in a row"
        case _:
            return f"no face above {pattern.face}"


def _either(faces: Sequence[int]) -> str:
    return _joined([in_brackets([face]) for face in sorted(faces)], "or")


def _deed(effect: Effect) -> str:
    match effect:
        case Upgrade(levels=levels):
            return f"upgrade {_dice(effect)}{_by(levels)}"
        case Downgrade(levels=levels):
            return f"downgrade {_dice(effect)}{_by(levels)}"
        case Reroll():
            return f"roll {_dice(effect)} again"
        case Lose(of="own"):
            return f"lose {_dice(effect)}"
        case Lose():
            return f"take {_dice(effect)} out of the game"
        case Peek():
            return f"look at {_dice(effect)}"
        case Gain(die=size, count=count):
            return f"get an extra {size}" if count == 1 else f"get {_NUMBERS[count]} extra {size}"
        case Wild():
            return _wild(effect)
        case _:
            return "no other player’s ability touches your dice"


def _until(effect: Effect) -> str:
    return " until the round ends" if isinstance(effect, Wild) else ""


def _dice(effect: AboutDice) -> str:
    if effect.die == "chosen":
        return f"one of {_OF[effect.of]} dice"
    return f"all {_OF[effect.of]} dice" if effect.die == "all" else f"{_OF[effect.of]} {_WHICH[effect.die]}"


def _by(levels: int) -> str:
    return "" if levels == 1 else f" by {_NUMBERS[levels]} sizes"


def _wild(effect: Wild) -> str:
    whose = "your dice" if effect.of == "own" else "all dice"
    sizes = f" ({', '.join(by_size(effect.sizes))})" if effect.sizes else ""
    return f"{in_brackets(sorted(effect.faces))} {'is' if len(effect.faces) == 1 else 'are'} wild on {whose}{sizes}"
