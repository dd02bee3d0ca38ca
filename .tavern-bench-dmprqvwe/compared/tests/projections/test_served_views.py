"""A view as a program reads it from JSON: what it may do, and who sits where."""

import msgspec
import pytest

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
    assert "roll" in {action["type"] for action in view.actions}


def test_somebody_who_only_watches_may_do_nothing() -> None:
    view = served(PUBLIC)
    assert view.you is None
    assert view.actions == []


def test_the_gm_reads_what_a_seat_may_do_if_asked_for() -> None:
    view = served(GM, acts_for="ada")
    assert view.you is not None
    assert isinstance(view.you.acts_for, dict)
    (doing,) = view.you.acts_for.values()
    assert "roll" in {action["type"] for action in doing.actions}
    plain = served(GM).you
    assert plain is not None
    assert plain.acts_for is msgspec.UNSET


def test_a_seat_is_found_by_its_id() -> None:
    view = served(PUBLIC)
    assert [view.seat(seat).name for seat in ("ada", "bo")] == ["Ada", "Bo"]
    with pytest.raises(KeyError, match="cy"):
        view.seat("cy")
