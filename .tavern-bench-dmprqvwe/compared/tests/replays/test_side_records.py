"""A table's secret and its index of rounds are compared with its log."""

from typing import Any

import msgspec
import pytest

from events.dice import SECRET_BYTES
from events.merkle import CommitmentTree, fitting_tree
from events.round_spans import RoundSpan, spans_of
from replays.side_records import SideRecords, SideRecordsCheck, judge
from tests.replays.logs import SECRET, bank_evening, event

LINES = bank_evening().lines
ROUNDS = spans_of(LINES)
PUBLISHED = event(msgspec.json.decode(LINES[0]), "root_published")
OTHER = bytes(SECRET_BYTES)


def found(
    secret: bytes | None = SECRET,
    rounds: list[RoundSpan] | None = ROUNDS,
    *,
    nodes: bytes | None = None,
    archive: bool = False,
    whole: bool = True,
    lines: list[bytes] = LINES,
) -> list[tuple[int, int | None, str]]:
    stored = SideRecords(secret, nodes, rounds, archive=archive)
    return [(one.line, one.seq, one.code) for one in judge(stored, lines, whole=whole)]


def test_a_secret_and_rounds_that_fit_the_log_are_right() -> None:
    assert found() == found(whole=False) == found(rounds=None) == []
    assert found(None, archive=True) == []


def test_a_table_without_its_secret_is_found_unless_it_is_an_archive() -> None:
    assert found(None) == [(1, 1, "secret_missing")]
    assert found(OTHER, archive=True) == []


@pytest.mark.parametrize("whole", [True, False])
def test_a_secret_that_does_not_lead_to_the_root_is_found_where_the_root_was_published(whole: bool) -> None:
    assert found(OTHER, whole=whole) == [(1, 1, "secret_mismatch")]
    assert found(OTHER, whole=whole, lines=[b"{}", b"{}", *LINES], rounds=None) == [(3, 3, "secret_mismatch")]


def test_only_a_quick_check_uses_the_nodes_of_the_first_root(monkeypatch: pytest.MonkeyPatch) -> None:
    nodes = CommitmentTree(SECRET, PUBLISHED["first"], PUBLISHED["last"]).nodes
    used: list[tuple[int, bytes | None]] = []

    def noted(secret: bytes, first: int, last: int, root: str, nodes: bytes | None, number: int) -> Any:
        used.append((first, nodes))
        return fitting_tree(secret, first, last, root, nodes, number)

    monkeypatch.setattr("replays.side_records.fitting_tree", noted)
    later = msgspec.json.encode({"events": [PUBLISHED | {"first": 2, "last": PUBLISHED["last"] + 1}]})
    for whole, given in ((True, None), (False, nodes)):
        assert found(nodes=nodes, whole=whole, lines=[LINES[0], later], rounds=None) == [(2, 2, "secret_mismatch")]
        assert used == [(1, given), (2, None)]
        used.clear()


def test_a_check_is_whole_unless_a_quick_one_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[bytes | None] = []

    def noted(secret: bytes, first: int, last: int, root: str, nodes: bytes | None, number: int) -> bool:
        used.append(nodes)
        return True

    monkeypatch.setattr("replays.side_records.fitting_tree", noted)
    stored = SideRecords(SECRET, b"nodes", None, archive=False)
    check = SideRecordsCheck(stored)
    check.take(LINES[0])
    assert [*judge(stored, LINES), *check.findings(), *judge(stored, LINES, whole=False)] == []
    assert used == [None, None, b"nodes"]


@pytest.mark.parametrize(
    "line",
    [
        b'{"events":[{"type":"note","text":"\\"type\\":\\"root_published\\""}],"type":"root_published"}',
        b'"type":"root_published"',
        b'{"type":"root_published","events":"\xff"}',
        b'{"type":"root_published","events":[{"more":' + b"[" * 99_999,
    ],
)
def test_a_line_that_publishes_no_root_needs_none(line: bytes) -> None:
    assert found(lines=[line], rounds=None) == []


def test_the_index_is_compared_with_the_rounds_of_the_log() -> None:
    first, second = ROUNDS
    assert (first.first, second.first) == (4, 7)
    wrong = msgspec.structs.replace(second, first=6)
    assert found(rounds=[first, wrong]) == [(7, 7, "rounds_mismatch")]
    assert found(rounds=[second]) == [(4, 4, "rounds_mismatch")]
    more = RoundSpan(round=3, first=8, last=None, unsealed=None)
    assert found(rounds=[first, second, more]) == [(8, 8, "rounds_mismatch")]
    assert found(OTHER, [second]) == [(1, 1, "secret_mismatch"), (4, 4, "rounds_mismatch")]
