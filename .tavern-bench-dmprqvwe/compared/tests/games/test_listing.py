"""What was listed for a seat judges that seat's moves alone, from that seat's own table."""

import pytest

from events.audience import GM, HOUSE, PUBLIC
from games.addressed_command import AddressedCommand
from games.deciding.seat_offers import NotItsTable, SeatOffers
from games.goblin.chamber import Roll
from games.installed import CATALOGUE
from games.legality import Refused
from games.rulebook import Rulebooks
from tests.playing import Playing, salt_of, time_of


def chamber() -> tuple[Playing, str, str]:
    """A round of Goblin Mode that has begun: whose turn it is, and somebody else."""
    playing = Playing.open(CATALOGUE, "goblin").seat("Ada", "Bo").start()
    (first,) = playing.table.to_act
    return playing, first, "bo" if first == "ada" else "ada"


def listing_of(playing: Playing, seat: str) -> SeatOffers:
    """What a seat is offered, from its own table."""
    return SeatOffers(playing.sight(f"seat:{seat}").table, CATALOGUE.rulebooks, seat)


def roll(playing: Playing, seat: str, offered: SeatOffers) -> None:
    """Have a seat roll, from its own table, with what is said to have been listed for it."""
    move = AddressedCommand(actor=f"seat:{seat}", seat=seat, command=Roll(), at=time_of(99))
    seen = playing.sight(f"seat:{seat}").table
    playing.journal.write(move, command_id="99", salt=salt_of(99), seen=seen, offered=offered)


def test_a_move_is_judged_by_what_was_listed_for_its_seat() -> None:
    playing, first, second = chamber()
    with pytest.raises(Refused, match="turn"):
        roll(playing, second, listing_of(playing, second))
    roll(playing, first, listing_of(playing, first))


def test_a_move_is_not_judged_by_what_another_seat_is_offered() -> None:
    playing, first, second = chamber()
    with pytest.raises(Refused, match="turn"):
        roll(playing, second, listing_of(playing, first))


def test_a_move_is_not_judged_by_what_its_seat_is_offered_in_another_table() -> None:
    playing, first, _ = chamber()
    playing.sight(f"seat:{first}")
    before = listing_of(playing.fork(), first)
    assert before.about("roll")
    playing.give(first, Roll())
    with pytest.raises(Refused, match="turn"):
        roll(playing, first, before)


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
    listing = SeatOffers(playing.sight(f"seat:{first}").table, Rulebooks([]), first)
    assert (list(listing.whole()), list(listing.about("roll"))) == ([], [])
