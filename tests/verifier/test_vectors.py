"""The vectors that docs/verify.md points to: both verifiers find right what is right, and name what is wrong."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.verifier.second_opinions import RACE, WORDS, Node, both

VECTORS = Path(__file__).parents[2] / "docs" / "vectors"
TAMPERED = msgspec.json.decode((VECTORS / "tampered.json").read_bytes())


@pytest.mark.parametrize(
    ("name", "not_shown"),
    [
        ("proof.json", [RACE, WORDS]),
        ("sealed.json", ["game", "rules", "luck"]),
        ("log.jsonl", [RACE, "the dice of round 2, which is not over"]),
    ],
)
def test_what_is_right_is_found_right(node: Node, name: str, not_shown: list[str]) -> None:
    report = both(node, (VECTORS / name).read_bytes())

    assert (report["right"], report["not_shown"]) == (True, not_shown)


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
