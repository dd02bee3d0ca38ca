"""Where rounds begin, end and are unsealed in a log, from its lines alone: without folding, and without any game."""

from collections.abc import Iterable
from typing import Final

import msgspec

from events.store import RoundSpan

_BEGAN: Final = "round_started"
_ENDED: Final = frozenset({"round_ended", "round_voided"})
_UNSEALED: Final = "round_unsealed"

_MARKS: Final = tuple(f'"type":"{name}"'.encode() for name in (_BEGAN, *sorted(_ENDED), _UNSEALED))
"""What stands in a line that tells of a round: few lines have it, and only those are decoded.

No text in a line can hold it, since JSON writes a quote within a text with a backslash before it.
"""


class _Event(msgspec.Struct, frozen=True):
    type: str = ""
    round: int | None = None


class _Line(msgspec.Struct, frozen=True):
    events: list[_Event] = []


_decoder: Final = msgspec.json.Decoder(_Line)


def note_spans(spans: dict[int, RoundSpan], seq: int, line: bytes) -> None:
    """Take what line `seq` tells of rounds into `spans`, by number; nothing from a line that is no entry."""
    if not any(mark in line for mark in _MARKS):
        return
    try:
        events = _decoder.decode(line).events
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return
    for event in events:
        if event.round is None:
            continue
        if event.type == _BEGAN:
            spans[event.round] = RoundSpan(round=event.round, first=seq)
        elif (known := spans.get(event.round)) is None:
            continue
        elif event.type in _ENDED:
            spans[event.round] = msgspec.structs.replace(known, last=seq)
        elif event.type == _UNSEALED:
            spans[event.round] = msgspec.structs.replace(known, unsealed=seq)


def spans_of(lines: Iterable[bytes]) -> list[RoundSpan]:
    """The rounds of a whole log, by number, from its lines in order of seq."""
    spans: dict[int, RoundSpan] = {}
    for seq, line in enumerate(lines, 1):
        note_spans(spans, seq, line)
    return [spans[number] for number in sorted(spans)]
