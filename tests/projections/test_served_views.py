"""A view as a program reads it from JSON."""

import msgspec

from events.audience import GM, PUBLIC, seat_viewer
from projections.served_views import ServedView
from tests.playing import Playing
from tests.toys.catalogue import TOYS


def served(viewer: str, *, acts_for: str | None = None) -> ServedView:
    playing = Playing.open(TOYS, "race").seat("Ada", "Bo").start()
    return msgspec.json.decode(msgspec.json.encode(playing.view(viewer, acts_for=acts_for)), type=ServedView)


def test_a_seat_reads_what_it_may_do() -> None:
    view = served(seat_viewer("ada"))
    assert view.you is not None
    assert view.you.seat == "ada"
    assert "roll" in {action["type"] for action in view.you.actions}


def test_somebody_who_only_watches_may_do_nothing() -> None:
    view = served(PUBLIC)
    assert view.you is None


def test_the_gm_reads_what_a_seat_may_do_if_asked_for() -> None:
    view = served(GM, acts_for="ada")
    assert view.you is not None
    assert isinstance(view.you.acts_for, dict)
    (doing,) = view.you.acts_for.values()
    assert "roll" in {action["type"] for action in doing.actions}
    plain = served(GM).you
    assert plain is not None
    assert plain.acts_for is msgspec.UNSET
