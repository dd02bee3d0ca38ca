"""What was listed for a seat is what would be listed now, whatever has happened at the table since."""

import random

import pytest
from hypothesis import given

from events.event import type_tag
from games.catalogue import client_commands
from games.decider import offers_of
from games.seat_offers import SeatOffers
from projections.actions import Offer
from tests.playing import Playing
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk, lengths, seeds, usual


class Kept:
    """The listings of all seats of a table, as long as their own tables are."""

    def __init__(self) -> None:
        self._listings: dict[str, SeatOffers] = {}

    def of(self, playing: Playing, seat: str) -> SeatOffers:
        """The listing of a seat: the one of before, where its own table is."""
        own = playing.sight(playing.viewer_of(seat)).table
        kept = self._listings.get(seat)
        if kept is None or kept.table is not own:
            kept = self._listings[seat] = SeatOffers(own, playing.catalogue.rulebooks, seat)
        return kept


def listed_now(playing: Playing, seat: str) -> list[Offer]:
    """All that is listed for a seat, from its own table as it is now."""
    own = playing.sight(playing.viewer_of(seat)).table
    return list(offers_of(own, playing.catalogue.rulebooks, seat))


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_a_listing_that_was_kept_is_the_one_that_would_be_made_now(subject: Subject, seed: int, length: int) -> None:
    kept, chance = Kept(), random.Random(seed)
    for playing in Walk(subject, seed).steps(length):
        kinds = [type_tag(kind) for kind in client_commands(playing.rulebook)]
        for seat in playing.table.names:
            # Not all is asked for each time: what is asked for later must not be what was listed earlier.
            asked = chance.sample(kinds, chance.randint(0, len(kinds)))
            listing, now = kept.of(playing, seat), listed_now(playing, seat)
            for kind in asked:
                assert list(listing.about(kind)) == [offer for offer in now if offer.type == kind]
            if chance.random() < 0.5:
                assert list(listing.whole()) == now


@every_game
@pytest.mark.parametrize("seed", [1, 2])
def test_commands_of_one_section_are_listed_whole_with_any_of_them(subject: Subject, seed: int) -> None:
    for playing in Walk(subject, seed).steps(25):
        kinds = [type_tag(kind) for kind in playing.rulebook.commands]
        group_of = playing.rulebook.offer_group
        for seat in playing.table.names:
            own, now = playing.sight(playing.viewer_of(seat)).table, listed_now(playing, seat)
            for only in kinds:
                together = {kind for kind in kinds if group_of(kind) == group_of(only)}
                found = list(offers_of(own, playing.catalogue.rulebooks, seat, only))
                assert [offer for offer in found if offer.type in together] == [
                    offer for offer in now if offer.type in together
                ]
