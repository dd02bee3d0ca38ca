"""The parser of text/event-stream, held to the WHATWG HTML standard (section 9.2)."""

import math

import pytest

from tavern_client.event_stream import EventStream, StreamEvent


def read(*pieces: bytes) -> list[StreamEvent]:
    stream = EventStream()
    return [event for piece in pieces for event in stream.feed(piece)]


def message(data: str, last_id: str = "") -> StreamEvent:
    return StreamEvent("message", data, last_id)


@pytest.mark.parametrize(
    ("sent", "events"),
    [
        (b"data: a\n\n", [message("a")]),
        (b"data: a\ndata: b\n\n", [message("a\nb")]),
        (b"data:a\ndata: b\ndata:  c\n\n", [message("a\nb\n c")]),
        (b"data\n\ndata\ndata\n\ndata:", [message(""), message("\n")]),
        (b"data: a\r\rdata: b\r\n\r\ndata: c\n\n", [message("a"), message("b"), message("c")]),
        (b": a comment\n\ndata: a\n: another\n\n", [message("a")]),
        (b"event: entry\ndata: a\n\ndata: b\n\n", [StreamEvent("entry", "a", ""), message("b")]),
        (b"event: entry\n\ndata: b\n\n", [message("b")]),
        (b"id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n", [message("a", "1"), message("b", "1"), message("c")]),
        (b"id: 1\n\ndata: b\n\n", [message("b", "1")]),
        (b"id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n", [message("a", "1"), message("b", "1")]),
        (b"nonsense: a\nDATA: b\ndata : c\n\n", []),
        (b"data: a:b\n\n", [message("a:b")]),
        (b"data: a\n", []),
        ("data: Þórr ᚦ\n\n".encode(), [message("Þórr ᚦ")]),
        (b"data: \xff\n\n", [message("\N{REPLACEMENT CHARACTER}")]),
        (b"\xef\xbb\xbfdata: a\n\n", [message("a")]),
        (b"\xef\xbb\xbf\xef\xbb\xbfdata: a\n\n", []),
        (b"\n\n\n", []),
    ],
)
def test_a_stream_is_read_the_same_whole_as_in_single_bytes(sent: bytes, events: list[StreamEvent]) -> None:
    assert read(sent) == events
    assert read(*(sent[n : n + 1] for n in range(len(sent)))) == events
    assert read(*(piece for n in range(len(sent)) for piece in (b"", sent[n : n + 1]))) == events


@pytest.mark.parametrize("cut", range(1, 12))
def test_a_line_end_may_be_cut_in_two(cut: int) -> None:
    sent = b"data: a\r\n\r\ndata: b\r\n\r\n"

    assert read(sent[:cut], sent[cut:]) == [message("a"), message("b")]


def test_an_event_is_given_as_soon_as_its_line_ends() -> None:
    assert read(b"data: a\r\n\r") == [message("a")]


@pytest.mark.parametrize(
    ("sent", "retry"),
    [
        (b"retry: 2000\n", 2000),
        (b"retry: " + b"9" * 5_000 + b"\n", math.inf),
        (b"retry: 2s\n", None),
        (b"retry\n", None),
        (b"retry: -1\n", None),
        (b"", None),
    ],
)
def test_a_retry_time_consists_of_digits_alone(sent: bytes, retry: float | None) -> None:
    stream = EventStream()

    assert list(stream.feed(sent)) == []
    assert stream.retry == retry


@pytest.mark.parametrize("sent", [b"data: " + b"x" * 101, b"data: xxxxxxxxxx\n" * 11])
def test_an_event_without_end_is_not_kept_for_ever(sent: bytes) -> None:
    stream = EventStream(longest=100)

    with pytest.raises(ValueError, match="more than 100 bytes"):
        list(stream.feed(sent))
