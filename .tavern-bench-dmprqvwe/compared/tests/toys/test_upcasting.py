"""An event whose schema has moved on: what was recorded is lifted when it is read, and never rewritten."""

import msgspec
import pytest

from events.codec import Opaque, UnreadableEntry
from events.entry import line_hash
from events.round_events import TurnBegan
from projections.viewer_projection import ViewerProjection
from tests.playing import TABLE, Playing, view_by
from tests.toys.catalogue import TOYS
from tests.toys.race import Bank, Roll, Scored

RECORDED = (
    b'{"v":1,"table":"an-old-table","at":"2025-03-01T19:00:42.000Z","actor":"seat:ada","seat":"ada","id":"c7",'
    b'"game":"race","rules":1,"command":{"type":"bank","v":1},"events":['
    b'{"type":"race.scored","v":1,"seat":"ada","at_risk":0,"total":12},{"type":"turn_began","v":1,"seat":"bo"}],'
    b'"salt":"00112233445566778899aabbccddeeff",'
    b'"prev":"6cf615d5bcaac778352a8f1f3360d23f02f34ec182e259897fd6ce485d7870d4"}'
)
"""A line as it was recorded when `race.scored` had version 1, which said `total` for `banked`."""


def as_recorded_before(line: bytes) -> bytes:
    """A line of today, as the first version of the race would have recorded it."""
    entry = msgspec.json.decode(line)
    for event in entry["events"]:
        if event["type"] == "race.scored":
            event["v"] = 1
            event["total"] = event.pop("banked")
    return msgspec.json.encode(entry)


def test_an_event_of_version_1_is_read_as_one_of_version_2() -> None:
    entry = TOYS.codec.decode(RECORDED, 7)

    assert entry.events == [Scored(seat="ada", at_risk=0, banked=12), TurnBegan(seat="bo")]
    assert (entry.seq, entry.seat, bytes(entry.command)) == (7, "ada", b'{"type":"bank","v":1}')


def test_the_recorded_bytes_stay_what_is_hashed() -> None:
    TOYS.codec.decode(RECORDED)

    assert line_hash(RECORDED) == "cdfd97e0404e12e5d79eb00c7765dbad6ff9b5909e1366d666bf956877c9410d"


def test_a_log_of_version_1_folds_to_the_views_of_version_2() -> None:
    playing = Playing.open(TOYS, "race").seat("Ada", "Bo").load({("ada", "race", 6): [4, 5]}).start()
    for command in (Roll(), Roll(), Bank()):
        playing.give("ada", command)
    old = [as_recorded_before(line) for line in playing.lines]
    assert [b'"total"' in line for line in old] == [False] * 4 + [True] * 3

    for viewer in playing.viewers():
        sight = ViewerProjection(TOYS.folding, TOYS.folding.blank(TABLE, viewer))
        for line in old:
            sight.skip(TOYS.codec.decode(line))
        assert view_by(TOYS, sight.table) == playing.view(viewer)


def test_a_version_that_is_newer_than_the_rulebook_is_unreadable() -> None:
    newer = RECORDED.replace(b'"race.scored","v":1', b'"race.scored","v":3')

    with pytest.raises(UnreadableEntry):
        TOYS.codec.decode(newer)


def test_an_event_of_a_game_that_is_not_installed_is_kept_as_it_is() -> None:
    raw = b'{"type":"poker.dealt","v":9,"cards":["As"]}'
    line = RECORDED.replace(b'{"type":"turn_began","v":1,"seat":"bo"}', raw)

    assert TOYS.codec.decode(line).events == [Scored(seat="ada", at_risk=0, banked=12), Opaque(raw=raw)]
