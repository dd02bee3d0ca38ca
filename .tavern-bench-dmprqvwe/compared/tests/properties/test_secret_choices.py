"""Choices in secret: that a seat has chosen may be seen; what it chose may not, byte for byte, until all are shown."""

import random
from collections.abc import Sequence
from typing import Final

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from games.table import GiveCoins, Leave, VoidRound
from tests.playing import Playing
from tests.properties.walking import seeds
from tests.toys.catalogue import TOYS
from tests.toys.sealed_bid import Seal

NAMES: Final = ("Ada", "Bo", "Cy", "Dee")

orders = st.integers(2, len(NAMES)).flatmap(lambda count: st.permutations([name.lower() for name in NAMES[:count]]))
bids = st.builds(Seal, number=st.integers(1, 9), boast=st.none() | st.text(max_size=20))
all_bids = st.lists(bids, min_size=len(NAMES), max_size=len(NAMES))
Tables = tuple[Playing, Playing]


def two_tables(seats: int, unseal: str) -> Tables:
    """The same table twice: only the seats' own choices will distinguish them."""
    first, second = (
        Playing.open(TOYS, "sealed_bid", unseal=unseal, turn_seconds=60).seat(*NAMES[:seats]).start() for _ in range(2)
    )
    return first, second


def served(playing: Playing, viewer: Viewer) -> bytes:
    """What a viewer is served after an entry: what a stream and the history show of it, and the view."""
    return msgspec.json.encode([playing.newest_seen(viewer), playing.view(viewer)])


def others(playing: Playing, chosen: Sequence[str]) -> list[Viewer]:
    """Who is nobody's confidant: all but the GM and those who have chosen, who know what they chose themselves."""
    return [viewer for viewer in playing.viewers() if viewer not in (GM, *map(seat_viewer, chosen))]


def seal(tables: Tables, seat: str, first: Seal, second: Seal) -> None:
    for playing, bid in zip(tables, (first, second), strict=True):
        playing.give(seat, bid)


def aside(playing: Playing, chance: random.Random) -> None:
    """Something that has nothing to do with anybody's choice."""
    seats = [seat.seat for seat in playing.table.present()]
    if chance.random() < 0.5:
        playing.give(None, GiveCoins(target=chance.choice(seats), amount_cp=chance.randint(1, 99), reason="a loan"))
    else:
        playing.refresh_the_deadline()


@given(order=orders, firsts=all_bids, seconds=all_bids, seed=seeds, unseal=st.sampled_from(["round", "dispute"]))
def test_others_are_served_the_same_bytes_whatever_a_seat_chose(
    order: list[str], firsts: list[Seal], seconds: list[Seal], seed: int, unseal: str
) -> None:
    tables = two_tables(len(order), unseal)
    chances = random.Random(seed), random.Random(seed)
    for count, seat in enumerate(order[:-1], start=1):
        seal(tables, seat, firsts[count], seconds[count])
        for viewer in others(tables[0], order[:count]):
            assert served(tables[0], viewer) == served(tables[1], viewer)
        for playing, chance in zip(tables, chances, strict=True):
            aside(playing, chance)
        for viewer in others(tables[0], order[:count]):
            assert served(tables[0], viewer) == served(tables[1], viewer)


@given(order=orders, firsts=all_bids, seconds=all_bids, voided=st.booleans())
def test_neither_a_round_that_is_called_off_nor_who_leaves_gives_away_what_was_chosen(
    order: list[str], firsts: list[Seal], seconds: list[Seal], voided: bool
) -> None:
    assume(voided or len(order) > 2)
    tables = two_tables(len(order), "round")
    seal(tables, order[0], firsts[0], seconds[0])
    for playing in tables:
        playing.give(*(None, VoidRound()) if voided else (order[0], Leave()))
    for viewer in others(tables[0], order[:1]):
        assert served(tables[0], viewer) == served(tables[1], viewer)


@given(order=orders, firsts=all_bids, second=bids)
def test_the_seat_itself_and_the_gm_are_served_what_it_chose(
    order: list[str], firsts: list[Seal], second: Seal
) -> None:
    assume(firsts[0] != second)
    tables = two_tables(len(order), "round")
    seal(tables, order[0], firsts[0], second)
    for viewer in (GM, seat_viewer(order[0])):
        assert served(tables[0], viewer) != served(tables[1], viewer)


@given(order=orders, bid=bids)
def test_that_a_seat_has_chosen_is_seen_by_everybody(order: list[str], bid: Seal) -> None:
    first, second = two_tables(len(order), "round")
    first.give(order[0], bid)
    for viewer in others(first, order[:1]):
        assert first.view(viewer).to_act == [seat for seat in second.view(viewer).to_act if seat != order[0]]
        assert first.view(viewer).version == second.view(viewer).version + 1


@given(order=orders, firsts=all_bids, second=bids)
def test_once_all_have_chosen_everybody_is_served_what_each_chose(
    order: list[str], firsts: list[Seal], second: Seal
) -> None:
    assume(firsts[0] != second)
    tables = two_tables(len(order), "round")
    for seat, bid in zip(order, firsts, strict=False):
        seal(tables, seat, bid, second if seat == order[0] else bid)
    for viewer in (PUBLIC, *map(seat_viewer, order)):
        assert served(tables[0], viewer) != served(tables[1], viewer)
