"""Perft: the lines of play from a round's start, counted and frozen."""

import pytest

from events.accounts import HOUSE
from games.installed import CATALOGUE
from tests.games.trickster.own_cards import OWN_CARDS
from tests.perft import perft
from tests.playing import Playing
from tests.properties.subjects import Subject
from tests.toys.catalogue import TOYS

RACE = Subject(catalogue=TOYS, game="race")
BANK = Subject(catalogue=TOYS, game="bank")
BLUFFMASTER = Subject(catalogue=CATALOGUE, game="bluffmaster")
CARDS_CHOSEN = Subject(catalogue=CATALOGUE, game="bluffmaster", options={"cards": "chosen"})
FARKLE = Subject(catalogue=CATALOGUE, game="farkle", options={"target": 1_000, "greed": True})
GOBLIN = Subject(catalogue=CATALOGUE, game="goblin")
MASON = Subject(catalogue=CATALOGUE, game="mason", options={"target": 20})
PIG = Subject(catalogue=CATALOGUE, game="pig", options={"target": 50})
MIDDLES_SEVEN = Subject(catalogue=CATALOGUE, game="middles-seven")
MOUNTAINS = Subject(catalogue=CATALOGUE, game="mountains")
SCALES = Subject(catalogue=CATALOGUE, game="scales")
TWELVE_NIGHTS = Subject(catalogue=CATALOGUE, game="twelve-nights")
TWINS = Subject(catalogue=CATALOGUE, game="twins", options={"bank_limit_cp": 1_000})
RULERS_BLUFF = Subject(catalogue=CATALOGUE, game="rulers-bluff")
TRIANGLE = Subject(catalogue=CATALOGUE, game="triangle")
TWENTYONE_V3 = Subject(catalogue=CATALOGUE, game="twentyone-v3", options={"goad_resist": "one_ante"})
TWENTYONE = Subject(catalogue=CATALOGUE, game="twentyone")
TRIANGLE_WITH_CHEATS = Subject(catalogue=CATALOGUE, game="triangle", options={"cheating": "on"})
"""Each of three seats can also cheat with its die, and inspect two sets."""
TRICKSTER = Subject(catalogue=CATALOGUE, game="trickster", options={"classes": "plain"})
"""Bets on one die or the most dice there can be, on ones or sixes; after a call one of five dice is lost."""
TRICKSTER_WITH_CLASSES = Subject(
    catalogue=CATALOGUE, game="trickster", options={"standard_cards": False, "cards": OWN_CARDS[1:2]}
)
"""Each has the plain class, or (half of the times) one that pinches any of five dice of two others at any time."""
TALK = ("bluff", "read")
TALK_OF_THREE = 3 * 2 * 2 + 3 * 2
"""Each of three seats can seem confident or uneasy to two others, or read one of them."""
SECRET_CHOICE = Subject(catalogue=TOYS, game="secret_choice", options={"highest": 1})


@pytest.mark.parametrize(
    ("subject", "counts"),
    [
        (RACE, [1, 1, 1, 1, 2, 3, 5, 8, 13, 20, 31, 48, 75]),
        (BANK, [1, 21, 21 * 14, 21 * 14 * 7, 21 * 14 * 7]),
        (SECRET_CHOICE, [1, 6, 36, 216, 1_056, 4_656]),
        (BLUFFMASTER, [1, 24 + TALK_OF_THREE, 1_392]),
        (CARDS_CHOSEN, [1, 9, 54, 162, 162 * (24 + TALK_OF_THREE)]),
        (FARKLE, [1, 2, 14, 42, 190, 794, 1_882, 7_494]),
        (GOBLIN, [1, 19, 307, 4_267]),
        (MASON, [1] * 7),
        (PIG, [1, 1, 1, 1, 1, 2, 3, 3, 4, 6]),
        (MIDDLES_SEVEN, [1, 21, 21 * 14, 21 * 14 * 7, 21 * 14 * 7]),
        (SCALES, [1, 39, 39 * 26]),
        (TWELVE_NIGHTS, [1, 9, 60, 270, 1_374]),
        (TWINS, [1, 27, 522]),
        (RULERS_BLUFF, [1, 6 + TALK_OF_THREE, 531]),
        (TRIANGLE, [1, 3 + TALK_OF_THREE, 405]),
        # A seat that the House catches at once cannot inspect the two others.
        (TRIANGLE_WITH_CHEATS, [1, 3 + TALK_OF_THREE + 3 + 3 * 2, 843 - 2]),
        (TRICKSTER, [1, 4, 16, 56, 200, 728]),
        (TRICKSTER_WITH_CLASSES, [1, 6, 24, 48, 48 * 4 + 3 * 24 * 2 * 5]),
        (TWENTYONE, [1, 2, 82, 2_876]),
        (TWENTYONE_V3, [1, 20, 372, 7_046]),
    ],
    ids=str,
)
def test_the_lines_of_play_are_as_many_as_ever(subject: Subject, counts: list[int]) -> None:
    playing = Playing.open(subject.catalogue, subject.game, **subject.options).seat("Ada", "Bo", "Cy").start()
    found = perft(playing, len(counts) - 1)
    assert found == counts, f"counted: {found}"


def test_the_lines_of_play_of_mountains_are_as_many_as_ever() -> None:
    playing = Playing.open(MOUNTAINS.catalogue, MOUNTAINS.game).seat("Ada", "Bo", "Cy")
    playing.load({(HOUSE, "house", 8): [2, 7]}).start()
    # In six orders they buy in or not; then the one, two or three who did bet the least, the most or nothing more.
    all_in = 6 * (1 + 3 * 3 + 3 * (2 * 3**2) + 6 * 3**3)
    counts = [1, 6, 24, 48, 6 * (1 + 3 * 3 + 3 * (2 * 3) + 3 * 3), 6 * (1 + 3 * 3 + 3 * 18 + 6 * 3**2), all_in, all_in]
    assert perft(playing, 7) == counts


def test_the_lines_of_play_with_cheats_against_the_house_are_as_many_as_ever() -> None:
    """One seat plays alone. It plans a cheat with either die or not, bets or passes, and then says nothing."""
    playing = Playing.open(CATALOGUE, "middles-seven", cheating="on").seat("Ada").start()
    assert perft(playing, 3) == [1, 7 + 2, 6 + 1 + 2 * 7, 6 + 1 + 2 * (6 + 1)]


def test_the_lines_of_play_of_mountains_with_cheats_are_as_many_as_ever() -> None:
    """One seat plays alone. It buys in, bets the least, the most or nothing more, and shows its card or cheats."""
    playing = Playing.open(CATALOGUE, "mountains", cheating="on").seat("Ada")
    playing.load({(HOUSE, "house", 8): [2, 7]}).start()
    assert perft(playing, 4) == [1, 2, 3 + 1, 3 * 2 + 1, 3 * 2 + 1]


def test_the_lines_of_play_of_twelve_nights_with_cheats_are_as_many_as_ever() -> None:
    playing = Playing.open(CATALOGUE, "twelve-nights", cheating="on").seat("Ada").start()
    assert perft(playing, 6) == [1, 3, 7, 11, 13, 13, 13]


def test_the_lines_of_play_of_goblin_mode_are_as_many_as_ever() -> None:
    """Without coins for side bets, with three Boots to be earned: all lines of play, to their ends."""
    playing = Playing.open(GOBLIN.catalogue, GOBLIN.game).seat("Ada", "Bo", "Cy", purse_cp=500)
    falls = {"ada": (20, 3, 4, 2, 3, 2), "bo": (18, 12, 2, 5, 2, 3), "cy": (17, 4, 10, 3, 1, 4)}
    dice = (20, 12, 10, 8, 6, 4)
    playing.load(
        {(seat, "chamber", die): [face] for seat in falls for die, face in zip(dice, falls[seat], strict=True)}
    )
    playing.start()
    counts = [1, 1, 1, 1, 2, 2, 2, 4, 6, 11, 22, 42, 67, 89, 114, 135, 158, 175, 181, 181]
    assert perft(playing, 19) == counts


def test_two_seats_without_coins_have_as_many_lines_of_rulers_bluff_as_can_be_counted_by_hand() -> None:
    """Each discards one of three dice at once, or keeps them all and discards one of three, or none, a round later."""
    playing = Playing.open(RULERS_BLUFF.catalogue, RULERS_BLUFF.game).seat("Ada", "Bo", purse_cp=500).start()
    both_at_once, one_at_once, none_at_once = 3 * 3, 2 * 3 * 1, 1
    first_asked = both_at_once + one_at_once * 4 + none_at_once * 4
    counts = [1, 4, 16, first_asked, both_at_once + one_at_once * 4 + none_at_once * 4 * 4]
    assert perft(playing, 4, without=TALK) == counts
    assert counts[-1] == (3 + 4) ** 2


@pytest.mark.parametrize(
    ("subject", "counts"),
    [
        (BLUFFMASTER, [1, 24, 240, 3_654]),
        (RULERS_BLUFF, [1, 6, 27, 135, 632]),
        (TRIANGLE, [1, 3, 9, 27, 71, 177, 425]),
    ],
    ids=str,
)
def test_if_nobody_bluffs_or_reads_the_lines_are_as_many_as_by_the_betting_alone(
    subject: Subject, counts: list[int]
) -> None:
    playing = Playing.open(subject.catalogue, subject.game, **subject.options).seat("Ada", "Bo", "Cy").start()
    assert perft(playing, len(counts) - 1, without=TALK) == counts
