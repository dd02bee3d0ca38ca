"""Lines are read back as they were written, and old ones are lifted after reading."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
import pytest

from events.codec import Codec, Opaque, UnreadableEntry, Upcaster, read_head
from events.entry import GENESIS, Entry, encode_command, encode_entry, line_hash
from events.event import V1, CommandV1, Event, namespaced, redact
from events.table_events import LuckSet
from tests.events.only_events import only_events

_tag = namespaced("darts")


class DartThrownV1(V1, frozen=True, kw_only=True, tag="darts.dart_thrown"):
    """How a throw was recorded at first: points only."""

    seat: str
    points: int


class DartThrown(Event, frozen=True, kw_only=True, tag=_tag):
    """How a throw is recorded now: where it hit."""

    v: Literal[2] = 2
    seat: str
    ring: str
    points: int


class Throw(CommandV1, frozen=True, kw_only=True):
    """Throw a dart."""

    arm: str = "right"


def to_ring(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "ring": "bull" if fields["points"] == 50 else "board"}


def darts(upcasters: Mapping[tuple[str, int], Upcaster] | None = None) -> Codec:
    """A codec for which the game is installed."""
    return Codec({"darts": only_events([DartThrown], upcasters)})


def line_of(*events: Event) -> bytes:
    command = Throw(id="c-1", seat="bri")
    return encode_entry(
        Entry(
            v=1,
            table="t",
            seq=1,
            at="2026-01-01T00:00:00.000Z",
            actor="seat:bri",
            seat="bri",
            id="c-1",
            game="darts",
            rules=1,
            command=encode_command(command),
            events=list(events),
            salt="5a" * 16,
            prev=GENESIS,
        )
    )


def test_an_entry_is_one_line_of_json_with_its_command_resolved_and_its_address_beside_it() -> None:
    line = line_of(LuckSet(seat="bri", luck="seven"))
    assert b"\n" not in line
    assert msgspec.json.decode(line) == {
        "v": 1,
        "table": "t",
        "at": "2026-01-01T00:00:00.000Z",
        "actor": "seat:bri",
        "seat": "bri",
        "id": "c-1",
        "game": "darts",
        "rules": 1,
        "command": {"type": "throw", "v": 1, "arm": "right"},
        "events": [{"type": "luck_set", "v": 1, "seat": "bri", "luck": "seven"}],
        "salt": "5a" * 16,
        "prev": GENESIS,
    }


def test_a_line_stands_where_its_reader_says_and_is_written_again_to_the_same_bytes() -> None:
    line = line_of(LuckSet(seat="bri", luck="seven"))

    assert Codec().decode(line, 7).seq == 7
    assert Codec().decode(line).seq == 0
    assert [entry.seq for entry in Codec().decode_log([line, line])] == [1, 2]
    assert encode_entry(Codec().decode(line, 7)) == line


@pytest.mark.parametrize(
    "written", [b'"v":1,"seq":3', b'"v":1,"house":6', b'"v":2,"house":6', b'"v":1,"seq":3,"house":1']
)
def test_a_line_from_before_version_1_is_refused_with_a_sentence_that_says_so(written: bytes) -> None:
    line = line_of(LuckSet(seat="bri", luck="seven")).replace(b'"v":1', written, 1)

    with pytest.raises(UnreadableEntry, match=r"written by a version before 1\.0, whose logs are no longer read"):
        Codec().decode(line, 3)


def test_the_hash_is_the_sha_256_of_the_stored_bytes() -> None:
    assert line_hash(b"tavern") == "34a7065a2e12eb81ff2bafc89c2fa7d3aaabbd9cfce83dcef67b375f7bccc8be"


def test_a_line_is_read_back_as_it_was_written() -> None:
    event = DartThrown(seat="bri", ring="bull", points=50)
    assert list(darts().decode(line_of(event)).events) == [event]


def test_an_event_recorded_under_an_older_schema_is_lifted_after_reading() -> None:
    codec = darts({("darts.dart_thrown", 1): to_ring})
    recorded = line_of(LuckSet(seat="bri", luck="seven"), DartThrownV1(seat="bri", points=50))
    assert list(codec.decode(recorded).events) == [
        LuckSet(seat="bri", luck="seven"),
        DartThrown(seat="bri", ring="bull", points=50),
    ]


def test_an_event_that_does_not_say_its_version_has_the_first() -> None:
    codec = darts({("darts.dart_thrown", 1): to_ring})
    recorded = b'{"type":"darts.dart_thrown","seat":"bri","points":50}'
    assert codec.decode_event(recorded) == DartThrown(seat="bri", ring="bull", points=50)


@pytest.mark.parametrize(
    "forged", [b'"seat":"bri"', b'"points":[50]', b'"points":null', b'"points":"fifty"', b'"points":51', b'"points":'],
    ids=["missing", "list", "null", "text", "unknown", "no json"],
)  # fmt: skip
def test_a_forged_event_that_cannot_be_lifted_is_unreadable_alone_and_in_its_line(forged: bytes) -> None:
    def to_sector(fields: dict[str, Any]) -> dict[str, Any]:
        return {**fields, "ring": {25: "outer", 50: "bull"}.get(int(fields["points"]), 0)}

    codec = darts({("darts.dart_thrown", 1): to_sector})
    event = b'{"type":"darts.dart_thrown","v":1,' + forged + b"}"
    line = line_of(LuckSet(seat="bri", luck="seven")).replace(b'"events":[', b'"events":[' + event + b",")
    with pytest.raises(UnreadableEntry, match="not an event"):
        codec.decode_event(event)
    with pytest.raises(UnreadableEntry, match="not an entry"):
        codec.decode(line)


def test_an_event_of_an_older_schema_without_an_upcaster_is_unreadable_and_not_misread() -> None:
    with pytest.raises(UnreadableEntry):
        darts().decode(line_of(DartThrownV1(seat="bri", points=50)))


def test_an_event_of_a_game_that_is_not_installed_loads_as_opaque_data_that_nobody_is_shown() -> None:
    event = DartThrown(seat="bri", ring="bull", points=50)
    entry = Codec().decode(line_of(event, LuckSet(seat="bri", luck="seven")))
    assert list(entry.events) == [Opaque(raw=msgspec.json.encode(event)), LuckSet(seat="bri", luck="seven")]
    assert [redact(entry.events[0], viewer) for viewer in ("public", "seat:bri", "gm")] == [None, None, None]


@pytest.mark.parametrize(
    ("known", "newer"), [(b'"type":"luck_set","v":1', b'"type":"luck_set","v":2'), (b'"luck_set"', b'"fate_set"')]
)
def test_a_common_event_that_only_a_newer_server_knows_is_reported_and_not_skipped(known: bytes, newer: bytes) -> None:
    line = line_of(LuckSet(seat="bri", luck="seven")).replace(known, newer)
    with pytest.raises(UnreadableEntry, match="newer version"):
        Codec().decode(line)


@pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b'{"v": 1', b"\xff\xfe", b"null", b'{"table": "t", "seq": "1"}'])
def test_a_line_that_is_no_entry_is_refused_with_a_reason(line: bytes) -> None:
    with pytest.raises(UnreadableEntry, match="not an entry"):
        Codec().decode(line)
    with pytest.raises(UnreadableEntry, match="not an entry"):
        read_head(line)


def test_an_entry_of_a_later_format_is_not_read_as_one_of_this() -> None:
    line = line_of(LuckSet(seat="bri", luck="seven")).replace(b'{"v":1,"table"', b'{"v":2,"table"')
    with pytest.raises(UnreadableEntry, match="written by a newer version"):
        Codec().decode(line)


def test_an_entry_with_a_member_that_no_entry_has_is_not_read() -> None:
    line = line_of(LuckSet(seat="bri", luck="seven")).replace(b'{"v":1,"table"', b'{"v":1,"mood":1,"table"')
    with pytest.raises(UnreadableEntry, match="not an entry"):
        Codec().decode(line)


def test_the_links_of_a_line_are_read_without_any_vocabulary() -> None:
    head = read_head(line_of(DartThrown(seat="bri", ring="bull", points=50)))
    assert (head.table, head.at, head.prev) == ("t", "2026-01-01T00:00:00.000Z", GENESIS)


class OtherLuck(V1, frozen=True, kw_only=True, tag="luck_set"):
    """An event of a game that has the name of a common one."""


class OtherThrow(V1, frozen=True, kw_only=True, tag="darts.dart_thrown"):
    """An event of another game, of the same name."""


@pytest.mark.parametrize("events", [[DartThrown, OtherThrow], [LuckSet, OtherLuck]])
def test_two_events_of_one_name_are_refused_and_not_taken_for_each_other(events: list[type[Event]]) -> None:
    with pytest.raises(TypeError, match="two events are called"):
        Codec({"darts": only_events(events)}).learn(["darts"])


def test_two_upcasters_of_one_version_are_refused() -> None:
    def to_sector(fields: dict[str, Any]) -> dict[str, Any]:
        return fields

    games = {
        "darts": only_events([DartThrown], {("darts.dart_thrown", 1): to_ring}),
        "killer": only_events([DartThrown], {("darts.dart_thrown", 1): to_sector}),
    }
    with pytest.raises(TypeError, match="two upcasters"):
        Codec(games).learn(games)


GOOD = line_of(DartThrown(seat="bri", ring="bull", points=50))
LIFTED = line_of(LuckSet(seat="bri", luck="seven"), DartThrownV1(seat="bri", points=50))


@pytest.mark.parametrize(
    "line",
    [
        GOOD,
        LIFTED,
        GOOD.replace(b'"game":"darts"', b'"game":"chess"'),
        GOOD.replace(b'"game":"darts"', b'"game":7'),
        GOOD.replace(b'{"v":1,', b'{"v":1,"seq":0,', 1),
        GOOD.replace(b'"points":50', b'"points":"fifty"'),
        GOOD.replace(b'"v":2', b'"v":3'),
        GOOD.replace(b'"darts.dart_thrown"', b'"chess.mated"'),
        GOOD[:-20],
    ],
    ids=["good", "older", "another game", "no game", "seq", "wrong", "newer", "unknown", "cut off"],
)
def test_what_a_line_is_read_as_does_not_depend_on_what_was_read_before(line: bytes) -> None:
    def outcome(codec: Codec) -> object:
        try:
            return codec.decode(line)
        except UnreadableEntry as error:
            return error.reason

    upcasters = {("darts.dart_thrown", 1): to_ring}
    ready, fresh = darts(upcasters), darts(upcasters)
    ready.learn(["darts"])
    assert outcome(ready) == outcome(fresh) == outcome(fresh)
