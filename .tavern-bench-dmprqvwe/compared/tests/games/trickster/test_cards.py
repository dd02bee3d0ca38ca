"""Cards: what they are made of, and what is said of those that do not fit. (Rulings, "Trickster's Tavern".)"""

from collections.abc import Iterator
from datetime import date
from functools import partial
from itertools import product
from typing import Any, Final, get_args

import msgspec
import pytest

from games.installed import CATALOGUE
from games.legality import Refused
from games.table import SetOptions, resolve_options
from games.trickster.cards.card import (
    MOST_CARDS,
    PLAIN,
    AboutDice,
    Card,
    Constant,
    Effect,
    Gain,
    Limit,
    Lose,
    Manual,
    Pattern,
    Peek,
    Reactive,
    Showing,
    Trigger,
    Upgrade,
    Ward,
    Which,
    Wild,
    is_hidden,
)
from games.trickster.cards.checking import BadCards, problems, read_cards
from games.trickster.cards.standard import STANDARD_CARDS
from games.trickster.cards.wording import card_in_words, in_words
from tests.games.trickster.own_cards import OWN_CARDS
from tests.games.trickster.referee.validity import ANYBODY
from tests.playing import Playing

TRICKSTER: Final = CATALOGUE.rulebook("trickster")
UPGRADE: Final = {"effect": "upgrade", "die": "smallest"}


def with_ability(**ability: Any) -> dict[str, Any]:
    return {"name": "Odd", "hand": ["d6"], "abilities": [{"name": "Power", "effects": [UPGRADE], **ability}]}


def manual(*effects: dict[str, Any], **given: Any) -> dict[str, Any]:
    return with_ability(kind="manual", effects=list(effects), **given)


def reactive(on: str, *effects: dict[str, Any], **given: Any) -> dict[str, Any]:
    return with_ability(kind="reactive", on=on, effects=list(effects), **given)


def on_rolled(*effects: dict[str, Any]) -> dict[str, Any]:
    return reactive("rolled", *effects, pattern={"pattern": "alike", "count": 2})


def constant(*effects: dict[str, Any]) -> dict[str, Any]:
    return with_ability(kind="constant", effects=list(effects))


NAMED: Final = "a text of 1 to 40 printable characters, some of them visible"
GAIN: Final = {"effect": "gain", "die": "d6"}
EFFECT: Final = "abilities[0].effects[0]"
WRONG: Final = [
    ("a card", "card 1", "", "an object with name, hand, abilities"),
    ({"hand": ["d6"]}, "card 1", "name", NAMED),
    ({"name": "  ", "hand": ["d6"]}, "card 1", "name", NAMED),
    ({"name": "a\nb", "hand": ["d6"]}, "card 1", "name", NAMED),
    ({"name": "long" * 11, "hand": ["d6"]}, "card 1", "name", NAMED),
    ({"name": "Odd"}, "Odd", "hand", "a list of 1 to 6"),
    ({"name": "Odd", "hand": []}, "Odd", "hand", "a list of 1 to 6"),
    ({"name": "Odd", "hand": ["d6"] * 7}, "Odd", "hand", "a list of 1 to 6"),
    ({"name": "Odd", "hand": ["d6", "d7"]}, "Odd", "hand[1]", "d2, d4, d6, d8, d10, d12, d20"),
    ({"name": "Odd", "hand": ["d6"], "colour": 1}, "Odd", "colour", "name, hand, abilities"),
    ({"name": "plain", "hand": ["d6"]}, "plain", "name", "a name of its own"),
    ({"name": "BREWER", "hand": ["d6"]}, "BREWER", "name", "a name of its own"),
    (with_ability(kind="passive"), "Odd", "abilities[0].kind", "reactive, manual, constant"),
    (with_ability(), "Odd", "abilities[0].kind", "reactive, manual, constant"),
    (with_ability(kind="manual", limit="day"), "Odd", "abilities[0].limit", "game, round"),
    (with_ability(kind="manual", dice_at_most=0), "Odd", "abilities[0].dice_at_most", "a whole number from 1 to 6"),
    (manual({**UPGRADE, "levels": 7}), "Odd", f"{EFFECT}.levels", "a whole number from 1 to 6"),
    (manual({**UPGRADE, "levels": True}), "Odd", f"{EFFECT}.levels", "a whole number from 1 to 6"),
    (
        manual({"effect": "steal"}),
        "Odd",
        f"{EFFECT}.effect",
        "upgrade, downgrade, reroll, lose, gain, wild, peek, ward",
    ),
    (manual("upgrade"), "Odd", EFFECT, "an object whose effect is"),  # type: ignore[arg-type]
    (constant({"effect": "wild", "faces": [20]}), "Odd", f"{EFFECT}.faces[0]", "a whole number from 1 to 19"),
    (constant({"effect": "wild", "faces": [2, 2]}), "Odd", f"{EFFECT}.faces", "each once"),
    (constant({"effect": "wild", "faces": [2], "sizes": ["d6", "d6"]}), "Odd", f"{EFFECT}.sizes", "each once"),
    (constant(UPGRADE), "Odd", f"{EFFECT}.effect", "wild, ward"),
    (manual({"effect": "ward"}), "Odd", f"{EFFECT}.effect", "ward in a constant ability"),
    (reactive("rolled", {"effect": "reroll", "die": "all"}), "Odd", "abilities[0].pattern", "a pattern"),
    (
        reactive("called", UPGRADE, pattern={"pattern": "run", "count": 3}),
        "Odd",
        "abilities[0].pattern",
        "none, or the trigger rolled or revealed",
    ),
    (
        reactive("revealed", UPGRADE, pattern={"pattern": "showing", "faces": [1, 1]}),
        "Odd",
        "abilities[0].pattern.faces",
        "each once",
    ),
    (reactive("lost_die", {"effect": "upgrade"}), "Odd", f"{EFFECT}.die", "smallest, largest, all"),
    (
        reactive("called", {"effect": "reroll", "of": "chosen", "die": "all"}),
        "Odd",
        f"{EFFECT}.of",
        "own, next, previous, rival",
    ),
    (
        reactive("round_began", {"effect": "lose", "of": "chosen", "die": "all"}),
        "Odd",
        f"{EFFECT}.of",
        "own, next, previous",
    ),
    (reactive("called", {"effect": "peek"}), "Odd", f"{EFFECT}.of", "next, previous, rival"),
    (on_rolled({"effect": "peek", "die": "all"}), "Odd", f"{EFFECT}.of", "next, previous"),
    (on_rolled({"effect": "peek", "of": "next"}), "Odd", f"{EFFECT}.die", "smallest, largest, all"),
    (on_rolled({"effect": "upgrade"}), "Odd", f"{EFFECT}.die", "smallest, largest, lowest, highest, all"),
    (manual({"effect": "reroll", "of": "next"}), "Odd", f"{EFFECT}.die", "smallest, largest, all"),
    (
        manual({"effect": "reroll", "of": "rival", "die": "all"}),
        "Odd",
        f"{EFFECT}.of",
        "own, chosen, next, previous; rival on called, was_called, lost_challenge, won_challenge",
    ),
    (
        reactive("lost_die", {"effect": "downgrade", "of": "rival", "die": "all"}),
        "Odd",
        f"{EFFECT}.of",
        "own, next, previous; rival on called, was_called, lost_challenge, won_challenge",
    ),
    (manual({"effect": "peek", "of": "own"}), "Odd", f"{EFFECT}.of", "chosen, next, previous"),
    (manual({"effect": "reroll", "die": "lowest"}), "Odd", f"{EFFECT}.die", "lowest on rolled, of own dice"),
    (
        reactive("revealed", {"effect": "reroll", "die": "all"}, pattern={"pattern": "run", "count": 2}),
        "Odd",
        f"{EFFECT}.effect",
        "in a manual ability, or on rolled, called, was_called",
    ),
    (on_rolled({"effect": "lose", "die": "all"}), "Odd", f"{EFFECT}.effect", "reroll, upgrade, peek"),
    (on_rolled({"effect": "downgrade", "die": "all"}), "Odd", f"{EFFECT}.effect", "reroll, upgrade, peek"),
    (on_rolled({"effect": "reroll", "of": "next", "die": "all"}), "Odd", f"{EFFECT}.of", "own"),
    (
        reactive("lost_die", {"effect": "wild", "faces": [1]}),
        "Odd",
        f"{EFFECT}.effect",
        "in a constant or manual ability, or on round_began, called, was_called",
    ),
    (manual(GAIN), "Odd", f"{EFFECT}.effect", "gain in an ability whose limit is game"),
    (manual(GAIN, GAIN, limit="game"), "Odd", "abilities[0].effects[1]", "one gain on a card"),
    (
        manual(UPGRADE, {"effect": "downgrade", "of": "chosen", "die": "largest"}),
        "Odd",
        "abilities[0].effects[1].of",
        "own, next, previous",
    ),
    (manual(UPGRADE, {"effect": "downgrade"}), "Odd", "abilities[0].effects[1].die", "smallest, largest, all"),
    (manual(UPGRADE, {"effect": "peek", "die": "all"}), "Odd", "abilities[0].effects[1].of", "next, previous"),
    ({"name": "\u3164\u2800", "hand": ["d6"]}, "card 1", "name", NAMED),
    ({"name": "\u0301", "hand": ["d6"]}, "card 1", "name", NAMED),
    ({"name": "a\ud800", "hand": ["d6"]}, "card 1", "name", NAMED),
    ({"name": "ｐｌａｉｎ", "hand": ["d6"]}, "ｐｌａｉｎ", "name", "a name of its own"),
]


@pytest.mark.parametrize(("card", "name", "field", "allowed"), WRONG, ids=str)
def test_an_error_names_the_card_the_field_and_what_is_allowed(card: Any, name: str, field: str, allowed: str) -> None:
    first, *_ = problems([card], [one.name for one in STANDARD_CARDS])
    assert (first.card, first.field) == (name, field)
    assert first.allowed.startswith(allowed)
    where = f"{name}, {field}: " if field else f"{name}: "
    assert str(first).startswith(where)


def test_all_that_is_wrong_is_found_with_the_place_of_the_card_and_the_path_to_the_field() -> None:
    wrong = {"name": "Odd", "hand": ["d7", "d6", 3], "abilities": [{"kind": "manual", "effects": []}]}
    found = problems([{"name": "Fine", "hand": ["d6"]}, wrong, {"name": "fine", "hand": ["d6"]}])
    assert [(one.index, one.path) for one in found] == [
        (1, ("hand", 0)),
        (1, ("hand", 2)),
        (1, ("abilities", 0, "name")),
        (1, ("abilities", 0, "effects")),
        (2, ("name",)),
    ]
    with pytest.raises(BadCards) as bad:
        read_cards([wrong])
    assert len(bad.value.problems) == 4


def test_what_is_allowed_is_not_refused_in_turn() -> None:
    """Each value that an error offers for the die, or for whose it is, mends it."""
    triggers = [*get_args(Trigger), None]
    for on, effect, of, die in product(
        triggers, ("peek", "reroll", "upgrade", "lose"), (*ANYBODY, None), ("all", None)
    ):
        given = {name: value for name, value in (("effect", effect), ("of", of), ("die", die)) if value}
        pattern = {"pattern": {"pattern": "run", "count": 2}} if on in ("rolled", "revealed") else {}
        make = partial(reactive, on, **pattern) if on else partial(manual, UPGRADE)
        found = problems([make(given)])
        for problem in found:
            if problem.path[-1] in ("of", "die"):
                for value in problem.allowed.split(";")[0].split(", "):
                    mended = problems([make({**given, problem.path[-1]: value})])
                    assert problem.path not in [one.path for one in mended], (given, problem, value)


def test_an_error_about_a_choice_that_was_left_out_says_that_it_was() -> None:
    whose, which = problems([reactive("called", {"effect": "peek"})])
    assert (whose.field, which.field) == (f"{EFFECT}.of", f"{EFFECT}.die")
    assert whose.problem == which.problem
    assert whose.problem == "it is chosen if left out, and an ability that happens by itself leaves no choice"
    [written] = problems([reactive("called", {"effect": "peek", "of": "chosen", "die": "all"})])
    assert written.problem == "an ability that happens by itself leaves no choice"


def test_what_does_not_go_together_is_found_beside_what_does_not_fit() -> None:
    fine, bad = {"kind": "manual", "name": "A"}, {"kind": "constant", "name": "B"}
    card = {
        "name": "Odd",
        "hand": ["d7"],
        "abilities": [{**fine, "effects": [{"effect": "steal"}]}, {**bad, "effects": [UPGRADE]}],
    }
    assert [one.field for one in problems([card])] == [
        "hand[0]",
        "abilities[0].effects[0].effect",
        "abilities[1].effects[0].effect",
    ]


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("\ud800", '"\\ud800"'),
        ("a\u202eb\x1b\n", '"a\\u202eb\\u001b\\n"'),
        ("é😀", '"é😀"'),
        (float("inf"), "inf"),
        (float("nan"), "nan"),
        (None, "null"),
        (date(2026, 1, 10), '"2026-01-10"'),
        ("x" * 99, '"' + 39 * "x" + "…"),
    ],
    ids=ascii,
)
def test_values_are_shown_in_characters_that_can_be_seen(value: object, shown: str) -> None:
    [problem] = problems([{"name": "Odd", "hand": [value]}])
    assert problem.problem == f"{shown} does not fit"
    str(problem).encode()


def test_fields_and_what_is_no_list_are_shown_so_too() -> None:
    [problem] = problems([{"name": "Odd", "hand": ["d6"], "\ud800\u202e\n" + 99 * "x": 1}])
    assert problem.field == "\\ud800\\u202e\\n" + 37 * "x" + "…"
    [problem] = problems({"name": "A", "hand": [True, None]})
    assert str(problem).startswith('The cards: {"name": "A", "hand": [true, null]} is not a list; ')


@pytest.mark.parametrize(
    "other",
    [
        "OLD BEAR", "Old  Bear", " Old Bear ", "Ｏｌｄ Ｂｅａｒ", "Old\u3164Bear", "Old Bear\ufe0f", "Oldbear",
        "Old-Bear", "“Old Bear”!", "old_bear",
    ],
)  # fmt: skip
def test_names_with_the_same_letters_and_digits_are_the_same_name(other: str) -> None:
    [problem] = problems([{"name": "Old Bear", "hand": ["d6"]}, {"name": other, "hand": ["d6"]}])
    assert (problem.index, problem.field, problem.allowed) == (1, "name", "a name of its own")
    assert problem.problem == 'another card is already called "Old Bear"'
    ability = {"kind": "manual", "name": "Old Bear", "effects": [UPGRADE]}
    [problem] = problems([{"name": "Odd", "hand": ["d6"], "abilities": [ability, {**ability, "name": other}]}])
    assert problem.field == "abilities[1].name"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Cafe 1", "Café 1"), ("Bear 1", "Bear 2"), ("राज", "रोज"), ("★", "★★"), ("Bear", "Вear")],
)
def test_other_accents_digits_and_letters_make_another_name_even_if_they_look_alike(one: str, other: str) -> None:
    assert problems([{"name": name, "hand": ["d6"]} for name in (one, other)]) == []


def test_names_without_letters_and_digits_are_compared_by_their_signs() -> None:
    [problem] = problems([{"name": name, "hand": ["d6"]} for name in ("★★", "☆", "★ ★\ufe0f")])
    assert (problem.index, problem.problem) == (2, 'another card is already called "★★"')


def test_without_the_standard_cards_their_names_are_free() -> None:
    cards = [{"name": "Brewer", "hand": ["d6"]}]
    playing = Playing.open(CATALOGUE, "trickster")
    playing.when(None, SetOptions(options={"cards": cards})).then_refused("bad_options")
    playing.give(None, SetOptions(options={"cards": cards, "standard_cards": False}))
    playing.when(None, SetOptions(options={"standard_cards": True})).then_refused("bad_options")
    playing.when(None, SetOptions(options={"cards": [{"name": "PLAIN", "hand": ["d6"]}]})).then_refused("bad_options")


@pytest.mark.parametrize("raw", [{}, "cards", None, [{"name": f"n{n}", "hand": ["d6"]} for n in range(MOST_CARDS + 1)]])
def test_cards_are_a_list_that_is_not_too_long(raw: Any) -> None:
    [problem] = problems(raw)
    assert (problem.card, problem.allowed) == ("The cards", f"a list of at most {MOST_CARDS} cards")


def test_two_abilities_of_a_card_have_different_names() -> None:
    ability = {"kind": "manual", "name": "Twice", "effects": [UPGRADE]}
    [problem] = problems([{"name": "Odd", "hand": ["d6"], "abilities": [ability, {**ability, "name": "twice"}]}])
    assert (problem.field, problem.allowed) == ("abilities[1].name", "a name of its own")


def test_an_option_with_a_bad_card_is_refused_and_says_why() -> None:
    with pytest.raises(Refused) as refused:
        resolve_options(TRICKSTER, {"cards": [manual({**UPGRADE, "levels": 7})]})
    assert refused.value.code == "bad_options"
    assert str(refused.value) == (
        "The options do not fit Trickster’s Tavern: Odd, abilities[0].effects[0].levels: 7 does not fit; "
        "allowed: a whole number from 1 to 6."
    )
    playing = Playing.open(CATALOGUE, "trickster")
    playing.when(None, SetOptions(options={"cards": [{"name": "Brewer", "hand": ["d6"]}]})).then_refused("bad_options")
    playing.give(None, SetOptions(options={"cards": OWN_CARDS}))
    assert playing.table.options.cards == read_cards(OWN_CARDS)


def test_cards_come_through_json_as_they_are() -> None:
    cards = read_cards(OWN_CARDS)
    assert msgspec.json.decode(msgspec.json.encode(cards), type=list[Card]) == cards


# The standard cards


def _abilities() -> Iterator[Reactive | Manual | Constant]:
    for card in STANDARD_CARDS:
        yield from card.abilities


def _effects() -> Iterator[Effect]:
    for ability in _abilities():
        yield from ability.effects


def test_there_are_at_least_twelve_standard_cards_and_they_are_valid() -> None:
    assert len(STANDARD_CARDS) >= 12
    assert problems(msgspec.to_builtins(list(STANDARD_CARDS))) == []


def test_between_them_they_use_every_kind_effect_trigger_pattern_limit_and_way_to_pick_a_die() -> None:
    abilities, effects = list(_abilities()), list(_effects())
    assert {type(ability) for ability in abilities} == {Reactive, Manual, Constant}
    assert {type(effect) for effect in effects} == set(get_args(Effect))
    reactions = [ability for ability in abilities if isinstance(ability, Reactive)]
    assert {one.on for one in reactions} == set(get_args(Trigger))
    assert {type(one.pattern) for one in reactions if one.pattern} == set(get_args(Pattern))
    assert {one.limit for one in abilities if not isinstance(one, Constant)} == set(get_args(Limit))
    assert {one.turn for one in abilities if isinstance(one, Manual)} == {"own", "any"}
    about = [effect for effect in effects if isinstance(effect, AboutDice)]
    assert {effect.die for effect in about} == set(get_args(Which))
    assert {effect.of for effect in about} == {"own", "chosen", "next", "previous", "rival"}
    assert any(is_hidden(ability) for ability in abilities)
    assert {effect.die for effect in effects if isinstance(effect, Gain)} != set()


def test_no_card_grants_dice_more_than_once_a_game() -> None:
    for card in STANDARD_CARDS:
        grants = [one for one in card.abilities if any(isinstance(effect, Gain) for effect in one.effects)]
        assert all(not isinstance(one, Constant) and one.limit == "game" for one in grants)
        assert sum(isinstance(effect, Gain) for one in card.abilities for effect in one.effects) <= 1


@pytest.mark.parametrize("card", [PLAIN, *STANDARD_CARDS, *read_cards(OWN_CARDS)], ids=lambda card: card.name)
def test_every_card_reads_as_sentences(card: Card) -> None:
    assert card_in_words(card)[0].isdigit()
    for ability in card.abilities:
        sentence = in_words(ability)
        assert sentence[0].isupper() or sentence[0] == "["
        assert sentence.endswith(".")
        assert "_" not in sentence


def test_what_one_ability_does_in_turn_is_told_in_turn() -> None:
    """Each effect meets the dice that the one before it left."""
    wares: list[Effect] = [Lose(die="chosen"), Wild(faces=[2, 1]), Upgrade(levels=2, die="largest"), Gain(die="d4")]
    assert in_words(Manual(name="Wares", limit="game", effects=wares)) == (
        "Once a game, on any turn: lose one of your dice, then [1, 2] are wild on your dice until the round ends, "
        "then upgrade your largest die by two sizes, then get an extra d4."
    )
    assert in_words(Reactive(name="Tide", on="called", effects=[Upgrade(die="all"), Peek(of="next", die="all")])) == (
        "When you call Liar, upgrade all your dice, then look at all the next player’s dice (once a round)."
    )


def test_what_always_holds_holds_at_once() -> None:
    assert in_words(Constant(name="Safe", effects=[Ward(), Wild(faces=[2]), Wild(faces=[3], of="all")])) == (
        "No other player’s ability touches your dice, [2] is wild on your dice and [3] is wild on all dice, "
        "as long as you have dice."
    )


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        (Showing(faces=[6]), "a die that shows [6]"),
        (Showing(faces=[6, 1]), "a die that shows [1] or [6]"),
        (Showing(faces=[1], count=2), "two dice that each show [1]"),
        (Showing(faces=[6, 1], count=2), "two dice that each show [1] or [6]"),
        (Showing(faces=[4, 2, 6], count=3), "three dice that each show [2], [4] or [6]"),
    ],
    ids=str,
)
def test_each_of_the_dice_may_show_any_of_the_faces(pattern: Pattern, words: str) -> None:
    """[1, 6] would be two dice, and {6, 1} what one [7] counts as. (Seeds 002, "Formatting Numbers".)"""
    ability = Reactive(name="Sniff", on="revealed", pattern=pattern, effects=[Upgrade(die="all")])
    assert in_words(ability) == f"When your dice are revealed with {words}, upgrade all your dice (once a round)."
