"""Where rounds begin and end: found in lines, and compared with what a store has noted."""

from typing import Any

import msgspec
import pytest

from events.round_spans import RoundMark, RoundSpan, first_wrong, mark_spans, round_marks, spans_of

HIGHEST = 2**63 - 1


def line(*events: dict[str, Any]) -> bytes:
    return msgspec.json.encode({"seq": 1, "events": events})


def event(kind: str, number: Any) -> dict[str, Any]:
    return {"type": kind, "round": number, "v": 1}


def span(number: int, first: int, last: int | None = None, unsealed: int | None = None) -> RoundSpan:
    return RoundSpan(round=number, first=first, last=last, unsealed=unsealed)


@pytest.mark.parametrize(
    ("kind", "part"),
    [
        ("luck_called", "first"),
        ("round_started", "first"),
        ("round_ended", "last"),
        ("round_voided", "last"),
        ("round_unsealed", "unsealed"),
    ],
)
def test_an_event_of_a_round_marks_a_part_of_it(kind: str, part: Any) -> None:
    assert round_marks(line(event(kind, 7))) == [RoundMark(7, part)]


def test_a_round_s_number_is_at_least_one_and_one_that_a_store_can_keep() -> None:
    numbers = [HIGHEST + 1, 0, -1, None, 1, HIGHEST]
    assert round_marks(line(*(event("round_started", number) for number in numbers))) == [
        RoundMark(1, "first"),
        RoundMark(HIGHEST, "first"),
    ]


def test_other_events_and_other_lines_mark_nothing() -> None:
    assert round_marks(line(event("round_about", 1), event("dice_rolled", 1))) == []
    assert round_marks(b'"type":"round_started", but no JSON') == []
    assert round_marks(b'{"events":[{"type":"round_started","round":"1"}]}') == []


def test_a_round_begins_with_its_luck_and_what_follows_in_the_line_counts_all_the_same() -> None:
    lines = [
        line(event("luck_called", 1)),
        line(event("round_started", 1), event("round_ended", 1), event("round_unsealed", 1)),
        line(event("round_ended", 2), event("round_started", 3)),
        line(event("round_voided", 3)),
    ]
    assert spans_of(lines) == [span(1, 1, 2, 2), span(3, 3, 4)]


def test_what_ends_a_round_that_never_began_is_ignored() -> None:
    spans: dict[int, RoundSpan] = {}
    mark_spans(spans, 5, line(event("round_ended", 1), event("round_unsealed", 1)))
    assert spans == {}


def test_spans_that_are_as_found_are_right() -> None:
    found = {1: span(1, 2, 5, 6), 2: span(2, 7)}
    assert first_wrong(found.values(), found, 7) is None
    assert first_wrong([], {}, 0) is None


@pytest.mark.parametrize("upto", [4, 5, 6, 7, 8])
def test_a_store_may_know_more_than_the_lines_that_were_read(upto: int) -> None:
    stored = [span(1, 4, 5, 6), span(2, 7, 8, 8)]
    found = {1: span(1, 4, 5 if upto >= 5 else None, 6 if upto >= 6 else None)}
    if upto >= 7:
        found[2] = span(2, 7, 8 if upto >= 8 else None, 8 if upto >= 8 else None)
    assert first_wrong(stored, found, upto) is None


@pytest.mark.parametrize(
    "wrong",
    [
        [span(1, 2, 5, 6)],
        [span(1, 2, 5, 6), span(2, 8)],
        [span(1, 2, 5, 6), span(2, 7), span(3, 7)],
        [span(1, 2, 4, 6), span(2, 7)],
        [span(1, 2, 5, 7), span(2, 7)],
        [span(1, 2, 5), span(2, 7)],
        [span(1, 2, None, 6), span(2, 7)],
    ],
)
def test_the_lowest_round_whose_span_is_missing_added_or_another_is_found(wrong: list[RoundSpan]) -> None:
    found = {1: span(1, 2, 5, 6), 2: span(2, 7)}
    lowest = min(
        number for number in (1, 2, 3) if found.get(number) != next((one for one in wrong if one.round == number), None)
    )
    assert first_wrong(wrong, found, 7) == lowest
