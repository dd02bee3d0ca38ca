"""A policy decides from its own seat's view: whatever the log hides from that seat could be otherwise."""

from random import Random
from typing import Any

from hypothesis import given

from games.policies import named, names
from projections.viewer_projection import ViewerProjection
from tests.playing import TABLE, Playing, view_by
from tests.properties.meddling import Meddler
from tests.properties.subjects import Subject, every_installed_game
from tests.properties.walking import Walk, dear, lengths, seeds


def views_of(playing: Playing, seat: str, chance: Random) -> list[Any]:
    """A seat's view of the table, and of the same table with all changed that the seat may not see."""
    folding, viewer = playing.catalogue.folding, playing.viewer_of(seat)
    meddled = Meddler(chance, viewer, list(playing.table.names)).meddled(playing.entries)
    shown: list[Any] = []
    for entries in (playing.entries, meddled):
        sight = ViewerProjection(folding, folding.blank(TABLE, viewer))
        for entry in entries:
            sight.skip(entry)
        shown.append(view_by(playing.catalogue, sight.table, plays=True))
    return shown


@every_installed_game
@dear
@given(seed=seeds, length=lengths)
def test_whatever_is_hidden_from_a_seat_every_policy_chooses_alike(subject: Subject, seed: int, length: int) -> None:
    playing = Walk(subject, seed).play(length)
    chance = Random(seed)
    for seat in [seat.seat for seat in playing.table.present()]:
        here, there = views_of(playing, seat, chance)
        for name in names():
            whims = chance.randrange(1_000_000)
            assert named(name).choose(here, Random(whims)) == named(name).choose(there, Random(whims)), name
