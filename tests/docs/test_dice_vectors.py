"""The page that specifies the dice says what the code does: its vectors are read from it."""

import re
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.dice import Dice, commitment_of, encode_luck, face_from, round_seed, sequence_of
from events.gaming_sets import favoured, weight_sides, weighted_face
from events.merkle import CommitmentTree, root_from
from events.round_events import LuckWord
from events.sealed_luck import Call, answers, seal_of
from tavern_client import verify
from tavern_client.luck.keys import OneTimeKey
from tests.node import skip_without_node

PAGE = (Path(__file__).parents[2] / "docs" / "dice.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return str(found)


VECTORS: dict[str, Any] = msgspec.json.decode(block("json"))
SECRET = bytes.fromhex(VECTORS["secret"])
REVEAL: dict[str, Any] = VECTORS["reveal"]
LUCK = [LuckWord(seat=word["seat"], luck=word["luck"]) for word in VECTORS["luck"]]


def in_javascript(function: str, given: tuple[Any, ...]) -> str:
    """What a function of the JavaScript verifier answers, as text."""
    skip_without_node()
    module = (Path(__file__).parents[2] / "server" / "static" / "verify.mjs").as_uri()
    call = f"{function}(...{msgspec.json.encode(given).decode()})"
    script = f"import {{ {function} }} from {module!r}; console.log({call})"
    node = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    return node.stdout.strip()


@pytest.mark.parametrize("vector", VECTORS["rounds"], ids=lambda vector: f"round {vector['round']}")
def test_seeds_and_commitments_are_those_of_the_page(vector: dict[str, Any]) -> None:
    seed = round_seed(SECRET, vector["round"])

    assert (seed.hex(), commitment_of(seed).hex()) == (vector["seed"], vector["commitment"])


@pytest.mark.parametrize("vector", VECTORS["roots"], ids=lambda vector: f"from {vector['first']}")
def test_roots_are_those_of_the_page(vector: dict[str, Any]) -> None:
    assert CommitmentTree(SECRET, vector["first"], vector["last"]).root.hex() == vector["root"]


@pytest.mark.parametrize("vector", VECTORS["paths"], ids=lambda vector: "round {round} of {last}".format(**vector))
def test_paths_are_those_of_the_page_and_lead_to_its_root_in_every_implementation(vector: dict[str, Any]) -> None:
    number, first, last = vector["round"], vector["first"], vector["last"]
    path = [bytes.fromhex(node) for node in vector["path"]]
    (root,) = [one["root"] for one in VECTORS["roots"] if (one["first"], one["last"]) == (first, last)]
    commitment = commitment_of(round_seed(SECRET, number))
    given = (commitment.hex(), number - first, vector["path"])

    assert CommitmentTree(SECRET, first, last).path(number) == path
    found = [
        root_from(commitment, number - first, path).hex(),
        verify.root_from(*given),
        in_javascript("rootFrom", given),
    ]
    assert found == [root] * 3


def test_luck_words_and_the_hashed_message_are_those_of_the_page() -> None:
    luck = encode_luck(LUCK)
    first = VECTORS["draws"][0]
    message = bytes.fromhex(VECTORS["message"])

    assert luck.hex() == VECTORS["luck_bytes"]
    assert message.count(luck) == 1
    fields = [first["seat"].encode(), first["purpose"].encode()]
    numbers = [number.to_bytes(8, "big") for number in (first["sides"], first["n"], 0)]
    parts = [(1).to_bytes(8, "big"), luck, *fields, *numbers]
    assert message == b"".join(len(part).to_bytes(4, "big") + part for part in parts)


@pytest.mark.parametrize("draw", VECTORS["draws"], ids=lambda draw: "{seat} {purpose} d{sides} {n}".format(**draw))
def test_draws_are_those_of_the_page(draw: dict[str, Any]) -> None:
    sequence = sequence_of(draw["seat"], draw["purpose"], draw["sides"])
    dice = Dice(round_seed(SECRET, 1), 1, LUCK, {sequence: draw["n"] - 1})

    assert msgspec.to_builtins(dice.roll(draw["seat"], draw["purpose"], draw["sides"])) == draw


def test_the_message_of_the_page_is_the_one_that_is_hashed() -> None:
    first = VECTORS["draws"][0]
    numbers_and_block = 3 * (4 + 8)
    prefix = bytes.fromhex(VECTORS["message"])[:-numbers_and_block]

    assert face_from(round_seed(SECRET, 1), prefix, first["sides"], first["n"]) == first["face"]


@pytest.mark.parametrize("vector", VECTORS["seals"], ids=lambda vector: str(vector["seat"]))
def test_keys_and_seals_are_those_of_the_page_in_every_implementation(vector: dict[str, Any]) -> None:
    place = (vector["table"], vector["round"], vector["seat"])
    given = (*place, vector["revealed"], vector["key"])

    assert OneTimeKey(*place, bytes.fromhex(vector["secret"])).public == vector["key"]
    assert [seal_of(*given), verify.seal_of(*given), in_javascript("sealOf", given)] == [vector["seal"]] * 3


def digest_of(called: dict[str, Any]) -> str:
    """The digest of a call at the table and under the root of the page's."""
    seals = {seal["seat"]: seal["seal"] for seal in called["seals"]}
    return Call(**{**called, "seals": seals}, table=REVEAL["table"], root=REVEAL["root"]).digest().hex()


def test_the_call_of_the_page_has_its_digest_in_every_implementation() -> None:
    table, called, root = REVEAL["table"], REVEAL["called"], REVEAL["root"]

    found = [
        digest_of(called),
        verify.digest_of(table, called, root).hex(),
        in_javascript("callDigest", (table, called, root)),
    ]
    assert found == [REVEAL["digest"]] * 3


def test_the_signature_of_the_page_answers_its_call_and_no_other_in_every_implementation() -> None:
    (sealed,) = [vector for vector in VECTORS["seals"] if vector["seat"] == REVEAL["seat"]]
    called, digest = REVEAL["called"], REVEAL["digest"]
    place = (REVEAL["table"], called["round"], REVEAL["seat"])
    given = (*place, sealed["key"], REVEAL["signature"])
    own, other = called["seals"]
    another = digest_of({**called, "seals": [own, {**other, "seal": "00" * 32}]})

    assert own == {"seat": REVEAL["seat"], "seal": sealed["seal"]}
    assert OneTimeKey(*place, bytes.fromhex(sealed["secret"])).sign(bytes.fromhex(digest)) == REVEAL["signature"]
    for call, is_answered in ((digest, True), (another, False)):
        assert answers(*given, bytes.fromhex(call)) is is_answered
        assert verify.signs(*given, bytes.fromhex(call)) is is_answered
        assert in_javascript("answers", (*given, call)) == str(is_answered).lower()


def drawn(draw: dict[str, Any]) -> dict[str, Any]:
    """The draw of round 1 with this seat, purpose, number of sides and number."""
    sequence = sequence_of(draw["seat"], draw["purpose"], draw["sides"])
    dice = Dice(round_seed(SECRET, 1), 1, LUCK, {sequence: draw["n"] - 1})
    found: dict[str, Any] = msgspec.to_builtins(dice.roll(draw["seat"], draw["purpose"], draw["sides"]))
    return found


@pytest.mark.parametrize("vector", VECTORS["weighted"], ids=lambda vector: f"{vector['set']} {vector['face']}")
def test_weighted_dice_fall_as_on_the_page_in_every_implementation(vector: dict[str, Any]) -> None:
    name, faces, throw, weight = vector["set"], vector["faces"], vector["throw"], vector["weight"]
    own, sides, favours = {"set": name, "faces": faces}, throw["sides"], vector["favours"]
    given = (name, sides, throw["face"], favours, 0 if weight is None else weight["face"])

    assert drawn(throw) == throw
    assert weight is None or (drawn(weight), weight["sides"]) == (weight, weight_sides(sides))
    assert favoured(name, faces, sides) == verify.favoured(own, sides) == favours
    assert in_javascript("favoured", (own, sides)) == msgspec.json.encode(favours).decode()
    shown = [weighted_face(*given), verify.weighted_face(*given), int(in_javascript("weightedFace", given))]
    assert shown == [vector["face"]] * 3


def test_the_vectors_have_every_way_in_which_weighted_dice_fall() -> None:
    ways = {
        (one["set"], "favoured" if one["face"] == one["favours"] else one["face"] < one["favours"])
        if one["weight"]
        else (one["set"], one["face"] == one["throw"]["face"])
        for one in VECTORS["weighted"]
    }

    assert ways == {
        *(("weighted_double", same) for same in (True, False)),
        *(("weighted_high", same) for same in (True, False)),
        *((name, way) for name in ("weighted_heavy", "weighted_sticky") for way in ("favoured", True, False)),
    }
