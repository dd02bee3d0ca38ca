"""A seat's offers are listed from that seat's own table alone, and from no other."""

import pytest

from events.audience import GM, HOUSE, PUBLIC
from games.engine.catalogue import Catalogue
from games.engine.offers import NotItsTable, SeatOffers
from games.installed import CATALOGUE
from games.table import TABLE_RULES
from tests.playing import Playing


def chamber() -> tuple[Playing, str, str]:
    """A round of Goblin Mode that has begun: whose turn it is, and somebody else."""
    playing = Playing.open(CATALOGUE, "goblin").seat("Ada", "Bo").start()
    (first,) = playing.table.to_act
    return playing, first, "bo" if first == "ada" else "ada"


def listing_of(playing: Playing, seat: str) -> SeatOffers:
    """What a seat is offered, from its own table."""
    return SeatOffers(playing.sight(f"seat:{seat}").table, CATALOGUE.rulebooks, seat)


def test_a_player_who_is_not_at_the_table_is_offered_nothing() -> None:
    playing, _, _ = chamber()
    listing = listing_of(playing, "nobody")
    assert (list(listing.whole()), list(listing.about("roll"))) == ([], [])


@pytest.mark.parametrize("viewer", [HOUSE, GM, PUBLIC, "seat:bo"])
def test_what_a_seat_is_offered_is_listed_from_nobody_else_s_table(viewer: str) -> None:
    playing, _, _ = chamber()
    table = playing.table if viewer == HOUSE else playing.sight(viewer).table
    assert table.viewer == viewer
    with pytest.raises(NotItsTable, match=viewer) as refused:
        SeatOffers(table, CATALOGUE.rulebooks, "ada")
    assert (refused.value.seat, refused.value.viewer) == ("ada", viewer)


def test_nothing_is_offered_at_a_game_that_is_not_installed() -> None:
    playing, first, _ = chamber()
    listing = SeatOffers(playing.sight(f"seat:{first}").table, Catalogue.of([], TABLE_RULES).rulebooks, first)
    assert (list(listing.whole()), list(listing.about("roll"))) == ([], [])
