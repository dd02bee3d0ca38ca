"""Ranges of commitments: what a root covers is read from the log, and only ranges that the rules make are accepted."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from events.merkle import AHEAD, FIRST_RANGE
from replays.audit import audit
from replays.export import write_export
from replays.proof import Proof
from tests.playing import Playing
from tests.replays.logs import bank_evening, forged
from tests.replays.proving import prove
from tests.toys.bank import CloseBets
from tests.toys.catalogue import TOYS
from tests.verifier.second_opinions import Node, both, wrong


def played(*numbers: int) -> Playing:
    """A table at which only rounds with these numbers were played."""
    playing = Playing.open(TOYS, "bank").seat("Ada")
    for number in numbers:
        playing.table.round = number - 1
        playing.start()
        playing.give(None, CloseBets())
    return playing


def proof_of(playing: Playing, number: int) -> Proof:
    return prove(TOYS, playing.lines, number)


@pytest.mark.parametrize("number", [1, 3_000, FIRST_RANGE])
def test_a_round_of_a_long_first_range_is_proved_by_the_root_of_the_opening(node: Node, number: int) -> None:
    proof = proof_of(played(number), number)

    assert (proof.published, proof.root.first, proof.root.last, len(proof.path)) == (None, 1, FIRST_RANGE, 12)
    assert both(node, msgspec.json.encode(proof))["right"]


def test_a_round_of_the_range_after_it_is_proved_by_the_root_that_was_announced(node: Node) -> None:
    playing = played(FIRST_RANGE - AHEAD + 1, FIRST_RANGE + 1)
    proof = proof_of(playing, FIRST_RANGE + 1)

    assert (proof.root.first, proof.root.last, len(proof.path)) == (FIRST_RANGE + 1, FIRST_RANGE + 1024, 10)
    assert both(node, msgspec.json.encode(proof))["right"]


def to_another_range(first: int, last: int) -> Callable[[dict[str, Any]], None]:
    def change(entry: dict[str, Any]) -> None:
        root = next(event for event in entry["events"] if event["type"] == "root_published")
        root.update(first=first, last=last)

    return change


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (1, 1),
        (1, 1_024),
        (1, 2_048),
        (1, 4_095),
        (1, 16_384),
        (1, 32_768),
        (1, 2**40),
        (2, 1_025),
        (4_097, 5_120),
        (0, 1_023),
    ],
)
def test_a_root_over_any_other_range_is_refused(node: Node, first: int, last: int) -> None:
    lines = forged(bank_evening().lines, 1, to_another_range(first, last))

    assert "bad_root" in {finding.code for finding in audit(TOYS, lines, rerun=False).findings}
    # To the verifiers, the root of a later range is one, but not for these rounds.
    due = "root_missing" if first > 1_024 else "bad_root"
    assert due in {code for _, code in wrong(node, b"".join(write_export("table-1", lines)))}
    proof = msgspec.json.decode(msgspec.json.encode(prove(TOYS, bank_evening().lines, 1)))
    proof["root"] |= {"from": first, "to": last}
    assert wrong(node, msgspec.json.encode(proof))


def test_a_second_root_over_rounds_that_have_one_is_refused(node: Node) -> None:
    def add(entry: dict[str, Any]) -> None:
        root = next(event for event in entry["events"] if event["type"] == "root_published")
        entry["events"].append({**root, "first": 1_025, "last": 2_048})

    lines = forged(bank_evening().lines, 1, add)

    assert [finding.code for finding in audit(TOYS, lines, rerun=False).findings] == ["bad_root"]
    assert wrong(node, b"".join(write_export("table-1", lines))) == [(1, "bad_root")]
