"""The vectors that docs/verify.md points to: both verifiers find right what is right, and name what is wrong."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.verifier.second_opinions import LEFT_OUT, RACE, START, Node, both

VECTORS = Path(__file__).parents[2] / "docs" / "vectors"
TAMPERED = msgspec.json.decode((VECTORS / "tampered.json").read_bytes())


@pytest.mark.parametrize(
    ("name", "not_shown"),
    [
        ("proof.json", [LEFT_OUT, RACE, START]),
        ("sealed.json", ["game", "rules", "luck"]),
        ("log.jsonl", [RACE, "the dice of round 2, which is not over"]),
    ],
)
def test_what_is_right_is_found_right(node: Node, name: str, not_shown: list[str]) -> None:
    report = both(node, (VECTORS / name).read_bytes())

    assert (report["right"], report["not_shown"]) == (True, not_shown)


def test_the_record_agrees_with_all_of_them(node: Node) -> None:
    record = (VECTORS / "record.jsonl").read_bytes()

    found = {
        name: both(node, (VECTORS / name).read_bytes(), record) for name in ("proof.json", "sealed.json", "log.jsonl")
    }

    assert all(report["right"] for report in found.values())
    assert {name: report["record"] for name, report in found.items()} == {
        "proof.json": counted(roots=1, calls=1, entries=9, views=9, not_here=8),
        "sealed.json": counted(roots=1, calls=1, not_here=17),
        "log.jsonl": counted(roots=1, calls=2, entries=17, views=17),
    }


def counted(**numbers: int) -> dict[str, int]:
    none = dict.fromkeys(("roots", "calls", "entries", "views", "not_here", "of_other_tables"), 0)
    return {**none, **numbers}


@pytest.mark.parametrize("case", TAMPERED, ids=lambda case: str(case["what"]))
def test_what_was_tampered_with_is_named(node: Node, case: dict[str, Any]) -> None:
    proof = msgspec.json.decode((VECTORS / "proof.json").read_bytes())
    *way, last = case["at"]
    parent = proof
    for step in way:
        parent = parent[step]
    if "order" in case:
        parent[last] = [parent[last][place] for place in case["order"]]
    else:
        parent[last] = parent[last].replace(case["from"], case["to"], 1) if "from" in case else case["to"]

    report = both(node, msgspec.json.encode(proof))

    assert report["wrong"] == [tuple(one) for one in case["wrong"]] != []
