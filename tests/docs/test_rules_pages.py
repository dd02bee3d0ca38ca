"""Every game that is installed has its page of rules; the tables on the pages are what the program plays by."""

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from games.engine.rulebook import AnyRulebook
from games.farkle.scoring import counted, points_of
from games.installed import CATALOGUE
from games.mechanics.tricks.sets import SETS
from games.middles_seven import CALLS, MiddlesSeven
from games.rulers_bluff import HAND_LABELS, HANDS, hand_of
from games.scales import Scales
from games.trickster.cards.card import PLAIN, Card
from games.trickster.cards.standard import STANDARD_CARDS
from games.trickster.cards.wording import hand_in_words, in_words
from games.trickster.counting import in_braces, scores
from games.twentyone.cheating import HEAT_PER_CHEAT
from games.twentyone.naturals import CLEANING_FEE_CP
from games.twentyone.options import SIDES, die_cost
from games.twentyone.skills import Foreseeing
from games.twentyone.tab import drinks_for
from games.twentyone.v3.dice import HEAT_LOST_A_ROUND, V3Cheating
from games.twentyone.v3.skills import V3Foreseeing
from games.twins import Twins
from tests.docs.pages import ROOT
from tests.games.test_twelve_nights_odds import kept

RULES: Final = ROOT / "docs" / "rules"
SHARED: Final = {"every-table", "betting", "tricks", "classes"}
"""Pages of what several games share, or one has much of."""
_OPTION: Final = re.compile(r"^\| `(\w+)` \| `?([^|`]+?)`? \|", re.MULTILINE)

each_game = pytest.mark.parametrize("rulebook", CATALOGUE.rulebooks.values(), ids=CATALOGUE.rulebooks)


def page(name: str) -> str:
    return (RULES / f"{name}.md").read_text(encoding="utf-8")


def section(name: str, title: str) -> str:
    """What stands under a heading of a page, up to the next heading of its level."""
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", page(name), re.DOTALL | re.MULTILINE)
    assert found, f"the page has no section {title!r}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of the first table in a text, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def options_in(text: str) -> dict[str, Any]:
    return {name: _value(default) for name, default in _OPTION.findall(text)}


def _value(text: str) -> Any:
    try:
        return msgspec.json.decode(text.replace(",", ""))
    except msgspec.DecodeError:
        return text


@each_game
def test_the_page_names_its_game_and_the_version_of_its_rules(rulebook: AnyRulebook) -> None:
    assert f"`{rulebook.id}`, version {rulebook.version} of its rules" in page(rulebook.id)


@each_game
def test_the_page_lists_every_option_with_its_default(rulebook: AnyRulebook) -> None:
    """Its own in a table; those that it shares with other games stand on the pages that it links there."""
    defaults = msgspec.to_builtins(rulebook.options())
    options = section(rulebook.id, "Options")
    documented = options_in(options)
    (documented["unseal"],) = re.findall(r"`unseal` is `(\w+)`", options)
    linked = {
        "every-table.md#options-of-every-table": section("every-table", "Options of every table"),
        "every-table.md#bets-against-the-house": section("every-table", "Bets against the House"),
        "tricks.md#options": section("tricks", "Options"),
        "twentyone.md#options": section("twentyone", "Options"),
    }
    for link, text in linked.items():
        if f"({link})" in options:
            shared = options_in(text)
            documented |= {name: shared[name] for name in shared.keys() & defaults.keys() - documented.keys()}

    assert documented == defaults, f"the options and their defaults: {defaults}"


@each_game
def test_the_page_is_linked_from_the_list_of_pages(rulebook: AnyRulebook) -> None:
    assert f"](rules/{rulebook.id}.md)" in (ROOT / "docs" / "README.md").read_text()


def test_every_rules_page_describes_an_installed_game_or_what_several_share() -> None:
    assert {Path(name).stem for name in RULES.glob("*.md")} == {*CATALOGUE.rulebooks, *SHARED}


def test_the_page_on_tricks_lists_every_set_with_its_price_and_the_dc_of_crooked_ones() -> None:
    found = re.findall(
        r"^\| `(\w+)` \| (\d+) ([sg]p) \| (\w+) \|[^|]*\| (?:DC (\d+))? *\|$", page("tricks"), re.MULTILINE
    )
    documented = {name: (int(many) * (100 if coin == "gp" else 10), look, dc) for name, many, coin, look, dc in found}
    assert documented == {name: (one.price_cp, one.look, str(one.found_at or "")) for name, one in SETS.items()}


def test_the_page_of_twenty_one_has_the_numbers_of_the_rules() -> None:
    turn = section("twentyone", "Your turn").replace("\n", " ")
    prices = {"half an ante": 500, "one": 1_000, "two": 2_000}
    assert "d20 and d10 half an ante, d8 and d6 one, d4 two" in turn
    documented = {20: "half an ante", 10: "half an ante", 8: "one", 6: "one", 4: "two"}
    assert {SIDES[die]: die_cost(1_000, die) for die in SIDES} == {
        sides: prices[price] for sides, price in documented.items()
    }
    assert "one drink for a die, two for a d4" in turn
    assert {die: drinks_for(die) for die in SIDES} == {die: 2 if die == "d4" else 1 for die in SIDES}
    assert f"cleaning fee of {CLEANING_FEE_CP // 100} gp" in turn
    assert f"rises by {HEAT_PER_CHEAT} with every attempt" in section("twentyone", "Cheating").replace("\n", " ")
    assert f"DC {Foreseeing.dc}." in section("twentyone", "Skills")


def test_the_page_of_v3_has_the_numbers_that_differ() -> None:
    assert f"DC {V3Foreseeing.dc}." in section("twentyone-v3", "Skills")
    assert f"costs {CLEANING_FEE_CP // 100} gp at once" in section("twentyone-v3", "What differs")
    heat = section("twentyone-v3", "Cheating and the table's heat").replace("\n", " ")
    assert f"raises it by {HEAT_PER_CHEAT}" in heat
    assert f"lowers it by {HEAT_LOST_A_ROUND}" in heat
    assert f"you pay {V3Cheating.fumble_antes} antes into the pot and are bust" in heat


def test_the_page_of_farkle_gives_the_points_of_each_combination() -> None:
    shown = {
        "a 1": [1],
        "a 5": [5],
        "three 1s": [1] * 3,
        "the series: 1, 2, 3, 4, 5 and 6": [1, 2, 3, 4, 5, 6],
        "three pairs": [2, 2, 3, 3, 4, 4],
        "four of a kind and a pair": [2, 2, 2, 2, 3, 3],
    }
    documented = dict(rows(section("farkle", "What scores")))
    assert documented.pop("three of another face") == "100 times the face"
    assert {face: points_of(counted([face] * 3)) for face in range(2, 7)} == {face: 100 * face for face in range(2, 7)}
    assert {name: int(points.replace(",", "")) for name, points in documented.items()} == {
        name: points_of(counted(faces)) for name, faces in shown.items()
    }


def test_the_page_of_middles_7_gives_what_each_call_is_worth() -> None:
    game, throws = MiddlesSeven(), list(product(range(1, 7), repeat=2))
    back = {call: [game.returns(call, faces) for faces in throws] for call in CALLS}

    assert [[call.strip("`"), *odds] for call, _, *odds in rows(section("middles-seven", "A round"))] == [
        [
            call,
            f"{max(returns)} times the bet",
            f"{sum(map(bool, returns))} of 36",
            str(1 - Fraction(sum(returns), len(throws))),
        ]
        for call, returns in back.items()
    ]


def test_the_page_of_twins_gives_what_each_call_is_worth() -> None:
    throws = list(product(range(1, 21), repeat=2))
    for calls, _, back, chances, keeps in rows(section("twins", "A round")):
        for call in re.findall(r"`([a-z:0-9]+)`", calls):
            returns = [Fraction(Twins().returns(call, faces)) for faces in throws]
            assert back == f"{max(returns)} times the bet"
            assert chances == f"{sum(map(bool, returns))} of 400"
            assert keeps == str(1 - sum(returns) / len(throws))


@pytest.mark.parametrize(("title", "sides", "share"), [("A round", 6, "1/2"), ("Light Scales", 4, "1/4")])
def test_the_page_of_scales_gives_the_chance_of_so_many_dice(title: str, sides: int, share: str) -> None:
    throws = list(product(range(1, sides + 1), repeat=3))
    back = [Scales().returns("number:1", faces) for faces in throws]
    text = section("scales", title)

    assert [chances for *_, chances in rows(text)] == [f"{back.count(times)} of {len(throws)}" for times in range(4)]
    assert str(1 - Fraction(sum(back), len(throws))) == share
    assert f"House keeps {share}" in text


def test_the_page_of_twelve_nights_gives_the_share_of_the_house() -> None:
    for label, *shares in rows(section("twelve-nights", "The House's share")):
        win_returns = {"`win_pays` `even`": 2, "`win_pays` `stake`": 1}[label]
        exact = [f"{float(kept(10, win_returns, twelve)):.1%}".replace("%", " %") for twelve in (2, 3)]
        assert shares == exact


def test_the_page_of_rulers_bluff_lists_the_hands_with_an_example_of_each() -> None:
    hands = rows(section("rulers-bluff", "The hands"))
    best_first = list(reversed(HANDS))

    assert [hand.split(":")[0] for hand, _ in hands] == [HAND_LABELS[hand].lower() for hand in best_first]
    assert [hand_of([int(face) for face in faces.split()])[0] for _, faces in hands] == best_first


def row_of(card: Card) -> str:
    """A class as its page has it."""
    abilities = " ".join(f"**{ability.name}.** {in_words(ability)}" for ability in card.abilities)
    return f"| {card.name} | {hand_in_words(card.hand)} | {abilities or 'none'} |"


def test_the_page_of_classes_has_every_standard_class_as_it_is() -> None:
    listed = [row_of(card) for card in (PLAIN, *STANDARD_CARDS)]
    found = [line for line in page("classes").splitlines() if line.startswith("|")][2:]
    assert found == listed, "\n".join(listed)


def test_the_page_of_trickster_has_the_scoring_table_as_dice_are_counted() -> None:
    [documented] = re.findall(r"^\| scores \| the face \| (.*) \|$", page("trickster"), re.MULTILINE)
    assert documented.replace("\\", "").split(" | ") == [in_braces(scores("d20", face)) for face in range(7, 21)]
