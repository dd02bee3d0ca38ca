from itertools import permutations
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.durability.histories import Operation, violations


def append(version: int, began: float, ended: float, entry: str | None = None) -> Operation:
    return Operation("append", began, ended, version, entry)


def read(version: int, began: float, ended: float, entry: str | None = None) -> Operation:
    return Operation("read", began, ended, version, entry)


@pytest.mark.parametrize(
    ("planted", "history"),
    [
        ("an acknowledged entry is lost", [append(1, 0, 1), read(0, 2, 3)]),
        ("a lost entry's version is given again", [append(1, 0, 1, "a"), append(1, 2, 3, "b")]),
        ("a server with stale memory answers", [append(1, 0, 1), append(2, 2, 3), read(1, 4, 5)]),
        ("a reader goes back", [append(1, 0, inf), read(1, 1, 2), read(0, 3, 4)]),
        ("a reader sees what nobody has sent yet", [read(1, 0, 1), append(1, 2, 3)]),
        ("two servers go on from one entry", [append(1, 0, 3, "a"), append(1, 0, 3, "b")]),
        ("two servers show different logs", [read(1, 0, 3, "a"), read(1, 0, 3, "b")]),
        ("a later append comes before an earlier one", [append(2, 0, 1), append(1, 2, 3)]),
    ],
)
def test_what_is_planted_is_found(planted: str, history: list[Operation]) -> None:
    assert list(violations(history)), planted
    assert not linearizable(history), planted


def test_what_overlaps_may_come_in_any_order() -> None:
    history = [append(2, 0, 10, "b"), append(1, 0, 10, "a"), read(0, 1, 9), read(2, 2, 8, "b"), append(3, 5, inf, "c")]
    assert list(violations(history)) == []
    assert linearizable(history)


def test_a_stale_answer_is_reported_with_both_servers() -> None:
    history = [
        Operation("append", 0, 1, 1, "a", "one"),
        Operation("append", 2, 3, 2, "b", "two"),
        Operation("read", 3, 4, 2, "b", "one"),
        Operation("read", 5, 6, 1, "a", "three"),
        Operation("append", 7, 8, 2, "b"),
    ]
    assert list(violations(history)) == [
        "two appends made version 2",
        "the read at version 1 by three (5 to 6) began after the append at version 2 by two (2 to 3) had ended",
        "the append at version 2 (7 to 8) began after the append at version 2 by two (2 to 3) had ended",
    ]


moments = st.integers(0, 6)
operations = st.builds(
    lambda kind, began, length, version, entry, lost: Operation(
        kind, began, inf if lost and kind == "append" else began + length, version, entry
    ),
    st.sampled_from(["append", "read"]),
    moments,
    moments,
    st.integers(0, 3),
    st.sampled_from(["a", "b", None]),
    st.booleans(),
)


@given(history=st.lists(operations.filter(lambda one: one.kind == "read" or one.version > 0), max_size=5))
def test_a_history_is_found_right_exactly_if_some_order_explains_it(history: list[Operation]) -> None:
    assert (list(violations(history)) == []) == linearizable(history)


def linearizable(history: list[Operation]) -> bool:
    """Try every order: the definition, word for word."""
    return any(_is_explained(order) for order in permutations(history))


def _is_explained(order: tuple[Operation, ...]) -> bool:
    """Whether operations in this order respect real time, and each is what a log would answer.

    Somebody else may append at any time, but only what nobody else answers for.
    """
    if any(later.ended < earlier.began for at, earlier in enumerate(order) for later in order[at + 1 :]):
        return False
    known = {one.version for one in order if one.kind == "append"}
    length = 0
    entries: dict[int, str] = {}
    for one in order:
        least = length + 1 if one.kind == "append" else length
        # The versions that others made must not be those of appends in the history.
        others = range(length + 1, one.version + (one.kind == "read"))
        if one.version < least or any(version in known for version in others):
            return False
        length = one.version
        if one.entry is not None and entries.setdefault(length, one.entry) != one.entry:
            return False
    return True
