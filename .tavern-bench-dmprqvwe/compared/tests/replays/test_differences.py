import msgspec
import pytest

from replays.differences import first_difference

TOLD = {"type": "told", "facts": {"high": [1, 2], "why": None}}
OVER = {"type": "over"}
ENTRY: dict[str, object] = {"seq": 4, "id": "a", "events": [TOLD, OVER], "salt": "00"}


@pytest.mark.parametrize(
    ("change", "report"),
    [
        ({"id": "b"}, 'id is "a" in the log, "b" when re-run'),
        ({"id": "b", "seq": 5}, "seq is 4 in the log, 5 when re-run"),
        ({"more": 1}, "more is missing from the log"),
        ({"events": []}, "event 1 of 2 (told) is only in the log"),
        ({"events": [TOLD, OVER, OVER]}, "event 3 of 3 (over) is missing from the log"),
        ({"events": [OVER, TOLD]}, "event 1 is told in the log, over when re-run"),
        (
            {"events": [{**TOLD, "facts": {"high": [1, 3], "why": None}}, OVER]},
            "event 1 (told): facts.high[1] is 2 in the log, 3 when re-run",
        ),
        (
            {"events": [{**TOLD, "facts": {"high": [1], "why": None}}, OVER]},
            "event 1 (told): facts.high has 2 values in the log, 1 when re-run",
        ),
        (
            {"events": [{**TOLD, "facts": {"high": [1, 2]}}, OVER]},
            "event 1 (told): facts.why is only in the log",
        ),
        (
            {"events": [{**TOLD, "facts": "x" * 100}, OVER]},
            'event 1 (told): facts is {"high":[1,2],"why":null} in the log, "' + "x" * 78 + "… when re-run",
        ),
    ],
)
def test_the_first_difference_is_reported(change: dict[str, object], report: str) -> None:
    assert first_difference(msgspec.json.encode(ENTRY), msgspec.json.encode({**ENTRY, **change})) == report


def test_lines_that_differ_only_in_their_encoding_are_compared_by_their_bytes() -> None:
    report = "the same values are encoded differently, from byte 7 on"

    assert first_difference(b'{"seq": 4}', b'{"seq":4}') == report
