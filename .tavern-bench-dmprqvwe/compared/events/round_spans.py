"""Finds where rounds begin, end and are unsealed in a log, from the lines alone, without folding them."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

import msgspec

RoundPart = Literal["first", "last", "unsealed"]
"""The field of a `RoundSpan` that an event sets."""

_PARTS: Final[dict[str, RoundPart]] = {
    "luck_called": "first",
    "round_started": "first",
    "round_ended": "last",
    "round_voided": "last",
    "round_unsealed": "unsealed",
}

_OF_A_ROUND: Final = b'"type":"round_'
_OF_ITS_LUCK: Final = b'"type":"luck_called"'
"""Only the few lines that contain one of these are decoded. Texts in a line never do, because JSON escapes quotes."""


class RoundSpan(msgspec.Struct, frozen=True, kw_only=True):
    """A round's place in its log: the seqs of the entries that begin, end (or void) and unseal it; None if not yet."""

    round: int
    first: int
    last: int | None = None
    unsealed: int | None = None


class RoundMark(NamedTuple):
    """What an entry does to a round: it is the first, the last, or the one that unseals it.

    If several are first, the earliest counts: with sealed luck, `LuckCalled` precedes `RoundStarted`.
    """

    round: int
    part: RoundPart


class _Event(msgspec.Struct, frozen=True):
    type: str = ""
    round: int | None = None


class _Line(msgspec.Struct, frozen=True):
    events: list[_Event] = []


_decoder: Final = msgspec.json.Decoder(_Line)
_HIGHEST: Final = 2**63 - 1


def round_marks(line: bytes) -> list[RoundMark]:
    """What an entry's line does to rounds, in the order of its events; nothing for a line that is not an entry."""
    if _OF_A_ROUND not in line and _OF_ITS_LUCK not in line:
        return []
    try:
        events = _decoder.decode(line).events
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return []
    return [
        RoundMark(event.round, _PARTS[event.type])
        for event in events
        if event.round is not None and 0 < event.round <= _HIGHEST and event.type in _PARTS
    ]


def mark_spans(spans: dict[int, RoundSpan], seq: int, line: bytes) -> None:
    """Update `spans`, by round number, with what line `seq` does to rounds. Rounds that never began are ignored."""
    for number, part in round_marks(line):
        if part == "first" and number in spans:
            # With sealed luck, the round began when the luck was called.
            continue
        if part == "first":
            spans[number] = RoundSpan(round=number, first=seq)
        elif (known := spans.get(number)) is not None:
            spans[number] = msgspec.structs.replace(known, **{part: seq})


def first_wrong(stored: Iterable[RoundSpan], found: Mapping[int, RoundSpan], upto: int) -> int | None:
    """The lowest round whose stored span is not the one `found` in the lines up to entry `upto`; None if all are right.

    Stored spans may be ahead of those lines.
    """
    known = {span.round: _as_of(span, upto) for span in stored if span.first <= upto}
    return min(
        (number for number in known.keys() | found.keys() if known.get(number) != found.get(number)), default=None
    )


def _as_of(span: RoundSpan, upto: int) -> RoundSpan:
    last, unsealed = (seq if seq is not None and seq <= upto else None for seq in (span.last, span.unsealed))
    return RoundSpan(round=span.round, first=span.first, last=last, unsealed=unsealed)


def spans_of(lines: Iterable[bytes]) -> list[RoundSpan]:
    """The rounds of a whole log, by number, from its lines in order of seq."""
    spans: dict[int, RoundSpan] = {}
    for seq, line in enumerate(lines, 1):
        mark_spans(spans, seq, line)
    return [spans[number] for number in sorted(spans)]
