"""The commitments' tree against RFC 9162, section 2.1, written down as it stands there."""

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from events.dice import commitment_of, round_seed, seeds_of
from events.merkle import (
    FIRST_RANGE,
    RANGE,
    CommitmentTree,
    announcing,
    fitting_tree,
    last_of,
    leaf_hash,
    node_hash,
    path_length,
    root_from,
)

SECRET = bytes(range(32))


def largest_power_of_two_below(count: int) -> int:
    k = 1
    while k * 2 < count:
        k *= 2
    return k


def tree_hash(leaves: Sequence[bytes]) -> bytes:
    """MTH of section 2.1.1."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    k = largest_power_of_two_below(len(leaves))
    return hashlib.sha256(b"\x01" + tree_hash(leaves[:k]) + tree_hash(leaves[k:])).digest()


def inclusion_path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH of section 2.1.3.1."""
    if len(leaves) == 1:
        return []
    k = largest_power_of_two_below(len(leaves))
    if index < k:
        return [*inclusion_path(index, leaves[:k]), tree_hash(leaves[k:])]
    return [*inclusion_path(index - k, leaves[k:]), tree_hash(leaves[:k])]


KNOWN_LEAVES = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
KNOWN_ROOTS = {
    0: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    4: "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
"""Roots that implementations of Certificate Transparency are tested with."""


@pytest.mark.parametrize("count", KNOWN_ROOTS)
def test_the_reference_below_is_what_certificate_transparency_computes(count: int) -> None:
    leaves = [bytes.fromhex(leaf) for leaf in KNOWN_LEAVES[:count]]

    assert tree_hash(leaves).hex() == KNOWN_ROOTS[count]


LONG = CommitmentTree(SECRET, 1, FIRST_RANGE)


def commitments(first: int, last: int) -> list[bytes]:
    return [commitment_of(round_seed(SECRET, number)) for number in range(first, last + 1)]


@pytest.mark.parametrize(("first", "last"), [(1, 1024), (1025, 2048), (4_097, 5_120)])
def test_root_and_paths_are_those_of_the_rfc(first: int, last: int) -> None:
    leaves = commitments(first, last)
    tree = CommitmentTree(SECRET, first, last)

    assert tree.root == tree_hash(leaves)
    for index in (0, 1, 31, 32, 500, 511, 512, 1000, 1023):
        path = tree.path(first + index)
        assert path == inclusion_path(index, leaves)
        assert root_from(leaves[index], index, path) == tree.root


def test_root_and_paths_of_a_long_range_are_those_of_the_rfc() -> None:
    leaves = commitments(1, FIRST_RANGE)

    assert LONG.root == tree_hash(leaves)
    for index in (0, 1, 63, 64, 2047, 2048, 4_095):
        path = LONG.path(1 + index)
        assert path == inclusion_path(index, leaves)
        assert root_from(leaves[index], index, path) == LONG.root


@pytest.mark.parametrize(("last", "length"), [(RANGE, 10), (FIRST_RANGE, 12)])
def test_every_round_of_a_range_has_a_path_that_leads_to_its_root(last: int, length: int) -> None:
    leaves, tree = commitments(1, last), CommitmentTree(SECRET, 1, last)

    assert path_length(1, last) == length
    for index, commitment in enumerate(leaves):
        path = tree.path(index + 1)
        assert len(path) == length
        assert root_from(commitment, index, path) == tree.root


@given(
    index=st.integers(0, FIRST_RANGE - 1),
    other=st.integers(0, FIRST_RANGE - 1),
    flipped=st.integers(0, 12 * 256 - 1),
)
def test_no_other_leaf_place_or_path_leads_to_the_root(index: int, other: int, flipped: int) -> None:
    commitment, path = commitment_of(round_seed(SECRET, index + 1)), LONG.path(index + 1)
    node, bit = divmod(flipped, 256)
    bent = list(path)
    bent[node] = (int.from_bytes(bent[node]) ^ 1 << bit).to_bytes(32)

    assert root_from(commitment, index, bent) != LONG.root
    assert (root_from(commitment, other, path) == LONG.root) == (other == index)
    assert root_from(commitment_of(commitment), index, path) != LONG.root


def test_a_leaf_is_never_mistaken_for_a_node() -> None:
    left, right = leaf_hash(b"left"), leaf_hash(b"right")

    assert leaf_hash(left + right) != node_hash(left, right)


@pytest.mark.parametrize(
    ("first", "last"),
    [(1, 4_096), (4_097, 5_120), (5_121, 6_144)],
)
def test_only_the_first_range_is_long(first: int, last: int) -> None:
    assert last_of(first) == last


@pytest.mark.parametrize(("first", "announced"), [(1, None), (1025, 513), (2049, 1537), (4_097, 3_585)])
def test_a_later_root_is_announced_512_rounds_before_its_range(first: int, announced: int | None) -> None:
    assert announcing(first) == announced


@pytest.mark.parametrize("number", [0, 1, 900, FIRST_RANGE, FIRST_RANGE + 1])
def test_a_secret_is_known_by_its_root_with_kept_nodes_and_without(number: int) -> None:
    kept = fitting_tree(SECRET, 1, FIRST_RANGE, LONG.root.hex(), LONG.nodes, number)
    made = fitting_tree(SECRET, 1, FIRST_RANGE, LONG.root.hex(), None, number)

    assert kept is not None
    assert made is not None
    assert kept.root == made.root == LONG.root
    assert kept.path(900) == made.path(900) == LONG.path(900)


@pytest.mark.parametrize("nodes", [None, LONG.nodes, b"", bytes(len(LONG.nodes))], ids=["none", "kept", "empty", "bad"])
def test_another_secret_never_fits_whatever_nodes_are_kept(nodes: bytes | None) -> None:
    assert fitting_tree(bytes(32), 1, FIRST_RANGE, LONG.root.hex(), nodes, 900) is None


@pytest.mark.parametrize("nodes", [b"", LONG.nodes[:-1], bytes(len(LONG.nodes)), LONG.nodes[::-1]])
def test_damaged_nodes_are_ignored(nodes: bytes) -> None:
    found = fitting_tree(SECRET, 1, FIRST_RANGE, LONG.root.hex(), nodes, 1)

    assert found is not None
    assert found.nodes == LONG.nodes


def test_nodes_of_another_secret_do_not_hide_that_the_secret_is_wrong() -> None:
    other = CommitmentTree(bytes(32), 1, FIRST_RANGE)

    assert fitting_tree(bytes(32), 1, FIRST_RANGE, LONG.root.hex(), other.nodes, 1) is None


@example(secret=bytes(range(64)), first=1, count=1)
@example(secret=bytes(range(65)), first=1, count=1)
@given(secret=st.binary(max_size=100), first=st.integers(1, 2**63), count=st.integers(0, 3))
def test_seeds_in_a_row_are_those_of_the_rounds(secret: bytes, first: int, count: int) -> None:
    numbers = range(first, first + count)

    assert seeds_of(secret)(first, first + count) == [round_seed(secret, number) for number in numbers]


def test_no_tree_is_made_of_a_range_that_no_root_covers() -> None:
    assert fitting_tree(SECRET, 1, 2**40, LONG.root.hex(), None, 1) is None
