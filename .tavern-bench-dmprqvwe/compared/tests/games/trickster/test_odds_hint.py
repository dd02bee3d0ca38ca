"""The chance of the bet that a seat is shown, against all ways in which the dice that it does not see can lie."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

import pytest

from games.trickster.cards.card import Constant, Manual, Peek, Size, Wild
from games.trickster.counting import VALUES, counted, sides_of
from games.trickster.odds import chance_of_bet
from games.trickster.state import Bet
from tests.games.trickster.table import TricksterGame, a_game, card

Hidden = tuple[tuple[Size, frozenset[int]], ...]
NO_FACES: Final[frozenset[int]] = frozenset()
PLAIN: Final[tuple[Size, frozenset[int]]] = ("d6", NO_FACES)


@cache
def ways(hidden: Hidden, value: int) -> Counter[int]:
    """In how many ways the hidden dice count as so many of a value."""
    faces = product(*(range(1, sides_of(size) + 1) for size, _ in hidden))
    return Counter(
        sum(counted(size, face, value, wild) for (size, wild), face in zip(hidden, way, strict=True)) for way in faces
    )


def by_brute_force(known: int, hidden: Hidden, amount: int, value: int) -> Fraction:
    """Of all ways in which the hidden dice can lie, the share in which there are enough with those known."""
    counts = ways(hidden, value)
    return Fraction(sum(counts[count] for count in counts if known + count >= amount), counts.total())


def hinted(playing: TricksterGame, viewer: str) -> Iterator[tuple[int, int, Fraction | None]]:
    table = playing.sight(viewer).table
    for amount, value in product(range(1, 10), VALUES):
        yield amount, value, chance_of_bet(table, Bet(seat="bo", amount=amount, value=value))


def test_with_plain_dice_it_is_the_textbook_s() -> None:
    faces = {"ada": [4, 4, 1, 2, 3], "bo": [1, 1, 1, 1, 1]}
    playing = a_game(faces=faces, odds_hint="on")

    for amount, value, chance in hinted(playing, "seat:ada"):
        assert chance == by_brute_force(faces["ada"].count(value), (PLAIN,) * 5, amount, value)


def test_dice_of_all_sizes_and_wild_faces_count_as_they_do_in_the_challenge() -> None:
    """[3] is wild on all d4 and d20; Ada's [3] on a d8 is a three, Bo's on a d4 a wildcard."""
    foam = Constant(name="Foam", effects=[Wild(faces=[3], of="all", sizes=["d4", "d20"])])
    cards = {"ada": card("Giant", ["d8", "d20"], foam), "bo": card("Imp", ["d2", "d4", "d20"])}
    playing = a_game(cards, {"ada": [3, 20], "bo": [1, 1, 1]}, odds_hint="on")
    wild = frozenset({3})

    for amount, value, chance in hinted(playing, "seat:ada"):
        known = (value == 3) + 3
        hidden: Hidden = (("d2", NO_FACES), ("d4", wild), ("d20", wild))
        assert chance == by_brute_force(known, hidden, amount, value)


def test_a_die_that_the_seat_has_looked_at_is_known() -> None:
    sneak = card("Sneak", ["d6"], Manual(name="Peep", effects=[Peek()]))
    playing = a_game({"ada": sneak, "bo": card("Imp", ["d6", "d8"])}, {"ada": [5], "bo": [5, 7]}, odds_hint="on")
    playing.uses("ada", target="bo", n=1)

    for amount, value, chance in hinted(playing, "seat:ada"):
        known = (value == 5) + (value in (1, 6))
        assert chance == by_brute_force(known, (PLAIN,), amount, value)


def test_the_view_has_it_in_percent_for_the_seat_s_own_eyes() -> None:
    playing = a_game(faces={"ada": [4, 4, 1, 2, 3], "bo": [1, 1, 1, 1, 1]}, odds_hint="on")
    playing.bet(3, 4)

    for seat, known in (("ada", 2), ("bo", 0)):
        exact = by_brute_force(known, (PLAIN,) * 5, 3, 4)
        assert playing.view(f"seat:{seat}").details["bet_chance"] == round(100 * exact)
    assert "bet_chance" not in playing.view("public").details


@pytest.mark.parametrize("viewer", ["public", "gm"])
def test_nobody_but_a_seat_has_a_chance_of_its_own(viewer: str) -> None:
    playing = a_game(odds_hint="on")

    assert {chance for _, _, chance in hinted(playing, viewer)} == {None}
