"""The commitments' tree against RFC 9162, section 2.1, written down as it stands there."""

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.dice import commitment_of, round_seed
from events.merkle import RANGE, CommitmentTree, leaf_hash, node_hash, range_of, root_from

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


def commitments(first: int) -> list[bytes]:
    return [commitment_of(round_seed(SECRET, number)) for number in range(first, first + RANGE)]


@pytest.mark.parametrize("first", [1, 1025])
def test_root_and_paths_are_those_of_the_rfc(first: int) -> None:
    leaves = commitments(first)
    tree = CommitmentTree(SECRET, first)

    assert tree.root == tree_hash(leaves)
    for index in (0, 1, 31, 32, 500, 511, 512, 1000, 1023):
        path = tree.path(first + index)
        assert path == inclusion_path(index, leaves)
        assert root_from(leaves[index], index, path) == tree.root


def test_every_round_of_a_range_has_a_path_of_ten_that_leads_to_its_root() -> None:
    leaves, tree = commitments(1), CommitmentTree(SECRET, 1)

    for index, commitment in enumerate(leaves):
        path = tree.path(index + 1)
        assert len(path) == 10
        assert root_from(commitment, index, path) == tree.root


@given(index=st.integers(0, 1023), other=st.integers(0, 1023), flipped=st.integers(0, 10 * 256 - 1))
def test_no_other_leaf_place_or_path_leads_to_the_root(index: int, other: int, flipped: int) -> None:
    tree = CommitmentTree(SECRET, 1)
    commitment, path = commitment_of(round_seed(SECRET, index + 1)), tree.path(index + 1)
    node, bit = divmod(flipped, 256)
    bent = list(path)
    bent[node] = (int.from_bytes(bent[node]) ^ 1 << bit).to_bytes(32)

    assert root_from(commitment, index, bent) != tree.root
    assert (root_from(commitment, other, path) == tree.root) == (other == index)
    assert root_from(commitment_of(commitment), index, path) != tree.root


def test_a_leaf_is_never_taken_for_a_node() -> None:
    left, right = leaf_hash(b"left"), leaf_hash(b"right")

    assert leaf_hash(left + right) != node_hash(left, right)


@pytest.mark.parametrize(("number", "first"), [(1, 1), (2, 1), (1024, 1), (1025, 1025), (2048, 1025), (2049, 2049)])
def test_a_round_lies_in_the_range_of_its_thousand_and_twenty_four(number: int, first: int) -> None:
    assert range_of(number) == first
