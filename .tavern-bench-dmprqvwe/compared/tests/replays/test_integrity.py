"""How much of a log is good: everything before the one entry that was changed, cut off or lost."""

from collections.abc import Sequence

import pytest

from events.entry import line_hash
from replays.integrity import IntegrityCheck, LogClaim, intact_part
from tests.replays.logs import bank_evening
from tests.toys.catalogue import TOYS

LINES = bank_evening().lines
"""The same log as earlier servers wrote it: its lines record their seq."""
COUNT = len(LINES)
CLAIM = LogClaim("the store", COUNT, line_hash(LINES[-1]))


def good_and_damaged(lines: Sequence[bytes], claim: LogClaim | None = CLAIM) -> tuple[int, int | None]:
    """How many entries are good, and the seq of the damage."""
    found = intact_part(TOYS.codec, "table-1", lines, claim)
    return len(found.entries), None if found.damage is None else found.damage.seq


def with_another_salt(line: bytes) -> bytes:
    at = line.index(b'"salt":"') + len(b'"salt":"')
    return line[:at] + (b"0" if line[at : at + 1] != b"0" else b"1") + line[at + 1 :]


def test_a_whole_log_is_good() -> None:
    assert good_and_damaged(LINES) == good_and_damaged(LINES, None) == (COUNT, None)


@pytest.mark.parametrize("seq", range(1, COUNT + 1))
def test_a_line_that_was_changed_is_the_first_that_is_not_good(seq: int) -> None:
    lines = [*LINES[: seq - 1], with_another_salt(LINES[seq - 1]), *LINES[seq:]]
    assert good_and_damaged(lines) == (seq - 1, seq)


@pytest.mark.parametrize("seq", range(1, COUNT + 1))
def test_a_line_that_is_no_entry_is_the_first_that_is_not_good(seq: int) -> None:
    lines = [*LINES[: seq - 1], b"spoiled", *LINES[seq:]]
    assert good_and_damaged(lines) == (seq - 1, seq)


@pytest.mark.parametrize("seq", range(1, COUNT + 1))
def test_if_a_line_was_taken_out_the_two_beside_it_do_not_fit_and_neither_is_relied_on(seq: int) -> None:
    first, last = seq == 1, seq == COUNT
    good = seq - 1 if first or last else seq - 2
    assert good_and_damaged([*LINES[: seq - 1], *LINES[seq:]]) == (good, good + 1)


def unlinked(line: bytes) -> bytes:
    """The line as it would follow another one."""
    at = line.index(b'"prev":"') + len(b'"prev":"')
    return line[:at] + b"00" * 32 + line[at + 64 :]


@pytest.mark.parametrize("claim", [CLAIM, None])
def test_a_last_line_that_does_not_follow_is_the_changed_one_unless_its_hash_is_known(claim: LogClaim | None) -> None:
    last = unlinked(LINES[-1])
    assert good_and_damaged([*LINES[:-1], last], claim) == (COUNT - 1, COUNT)
    known = LogClaim("the store", COUNT, line_hash(last))
    assert good_and_damaged([*LINES[:-1], last], known) == (COUNT - 2, COUNT - 1)


def test_a_line_that_does_not_follow_is_the_changed_one_if_the_next_is_no_entry() -> None:
    assert good_and_damaged([*LINES[:2], unlinked(LINES[2]), b"spoiled", *LINES[4:]]) == (2, 3)


def test_a_change_of_the_last_line_shows_only_to_a_reader_who_knows_its_hash() -> None:
    lines = [*LINES[:-1], with_another_salt(LINES[-1])]
    assert good_and_damaged(lines, LogClaim("the store", COUNT, None)) == (COUNT, None)


def test_a_lost_line_ends_the_good_part_and_says_why() -> None:
    check = IntegrityCheck(TOYS.codec, "table-1")
    for line in LINES[:3]:
        assert check.take(line) is not None
    check.finish(CLAIM, lost="it cannot be read")
    assert (check.seq, check.head) == (3, line_hash(LINES[2]))
    assert check.damage is not None
    assert (check.damage.seq, check.damage.reason) == (4, "it cannot be read")
