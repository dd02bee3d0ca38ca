"""Whatever is done to a log, the audit finds it, and nothing that is done to it breaks the audit."""

from io import BytesIO
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.audit import audit
from replays.export import parse_export, write_export
from tests.replays.logs import bank_evening, race_evening, reseal
from tests.toys.catalogue import TOYS

LOGS = [bank_evening().lines, race_evening().lines]

odd_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.sampled_from([-1, 0, 1, 2**32, 2**63, 2**64, 0.5, "", "bri", "gm", "seat:odo", "none", "all", [], {}]),
    st.text(max_size=5),
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths to all values within a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path] * bool(path) + [place for key, part in inner for place in places(part, (*path, key))]


def changed(entry: Any, path: tuple[Any, ...], value: Any) -> Any:
    """The entry with the value at a path replaced."""
    parent = entry
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return entry


@given(st.data())
def test_no_byte_of_an_export_can_be_changed_unnoticed(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(LOGS))
    written = b"".join(write_export("table-1", lines))
    header_ends = written.index(b"\n") + 1
    at = data.draw(st.integers(header_ends, len(written) - 2))
    flip = data.draw(st.integers(1, 255))
    forged = written[:at] + bytes([written[at] ^ flip]) + written[at + 1 :]

    export = parse_export(BytesIO(forged))

    assert not audit(TOYS, export.lines, header=export.header).clean


@given(st.data())
def test_no_line_of_an_export_can_be_left_out_doubled_or_moved_unnoticed(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from(LOGS))
    taken = data.draw(st.integers(0, len(lines) - 1))
    rest = [*lines[:taken], *lines[taken + 1 :]]
    doubled = [*lines[: taken + 1], *lines[taken:]]
    to = data.draw(st.integers(0, len(rest)).filter(lambda place: place != taken))
    moved = [*rest[:to], lines[taken], *rest[to:]]
    header = parse_export(write_export("table-1", lines)).header

    for forged in (rest, doubled, moved):
        assert not audit(TOYS, forged, header=header).clean


@given(st.data())
def test_no_change_of_any_value_breaks_the_audit(data: st.DataObject) -> None:
    lines = list(data.draw(st.sampled_from(LOGS)))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        entry = msgspec.json.decode(lines[place])
        path = data.draw(st.sampled_from(places(entry)))
        lines[place] = msgspec.json.encode(changed(entry, path, data.draw(odd_values)))

    report = audit(TOYS, reseal(lines))

    assert report.entries == len(lines)


@pytest.mark.parametrize("number", [-1, 0, 2, 1024, 1025, 2**63, 2**64, 2**70])
def test_a_round_of_any_number_at_all_is_audited(number: int) -> None:
    lines = []
    for line in bank_evening().lines:
        entry = msgspec.json.decode(line)
        for event in entry["events"]:
            if event.get("round") == 1:
                event["round"] = number
        lines.append(msgspec.json.encode(entry))

    report = audit(TOYS, reseal(lines))

    assert not report.clean
