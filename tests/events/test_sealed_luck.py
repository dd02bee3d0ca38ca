"""Seals, and the one-time signatures of what is revealed, compared with an independent implementation of LM-OTS."""

import hashlib
from typing import Any, Final

import msgspec
import pytest

# It has no types.
from pyhsslms.pyhsslms import (  # type: ignore[import-untyped]
    LmotsPrivateKey,
    lmots_sha256_n32_w4,
)

from events.sealed_luck import SIGNATURE_BYTES, Call, answers, seal_of
from tavern_client.luck.keys import OneTimeKey

SEED: Final = bytes(range(32))
WHERE: Final = ("upmbc", 3, "bri")
KEY: Final = OneTimeKey(*WHERE, SEED)
IDENTIFIER: Final = hashlib.sha256(
    b"\0\0\0\x12tavern luck key v1\0\0\0\x05upmbc\0\0\0\x08\0\0\0\0\0\0\0\x03\0\0\0\x03bri"
).digest()[:16]
CALL: Final = Call(
    table="upmbc",
    round=3,
    game="twentyone",
    rules=2,
    opening="0a" * 32,
    root="0b" * 32,
    first=1,
    commitment="0c" * 32,
    seats=["bri", "odo", "cy"],
    seals={"bri": "0d" * 32, "odo": "0e" * 32},
)
SIGNATURE: Final = KEY.sign(CALL.digest())
OTHER_CALLS: Final[list[dict[str, Any]]] = [
    {"table": "upmbd"},
    {"round": 4},
    {"game": "goblin"},
    {"rules": 3},
    {"opening": "1a" * 32},
    {"root": "1b" * 32},
    {"first": 4097},
    {"commitment": "1c" * 32},
    {"seats": ["odo", "bri", "cy"]},
    {"seats": ["bri", "odo"]},
    {"seals": {"bri": "0d" * 32, "odo": "1e" * 32}},
    {"seals": {"odo": "0e" * 32, "bri": "0d" * 32}},
    {"seals": {"bri": "0d" * 32}},
]


def test_an_independent_library_makes_the_same_key_and_accepts_the_signature() -> None:
    theirs = LmotsPrivateKey(IDENTIFIER, bytes(4), SEED, lmots_sha256_n32_w4).publicKey()
    signature = bytes.fromhex(SIGNATURE)

    assert theirs.K.hex() == KEY.public
    assert theirs.verify(CALL.digest(), signature)
    assert not theirs.verify(bytes(32), signature)


def test_signatures_of_an_independent_library_are_accepted() -> None:
    for digest in (CALL.digest(), bytes(32), b"\xff" * 32):
        theirs = LmotsPrivateKey(IDENTIFIER, bytes(4), SEED, lmots_sha256_n32_w4).sign(digest).hex()

        assert answers(*WHERE, KEY.public, theirs, digest)


@pytest.mark.parametrize("change", OTHER_CALLS, ids=str)
def test_a_signature_answers_one_call_and_no_other(change: dict[str, Any]) -> None:
    other = msgspec.structs.replace(CALL, **change).digest()

    assert answers(*WHERE, KEY.public, SIGNATURE, CALL.digest())
    assert not answers(*WHERE, KEY.public, SIGNATURE, other)


@pytest.mark.parametrize("where", [("upmbd", 3, "bri"), ("upmbc", 4, "bri"), ("upmbc", 3, "odo")])
def test_a_key_signs_for_one_seat_in_one_round_of_one_table(where: tuple[str, int, str]) -> None:
    assert not answers(*where, KEY.public, SIGNATURE, CALL.digest())
    assert OneTimeKey(*where, SEED).public != KEY.public


@pytest.mark.parametrize("at", range(0, SIGNATURE_BYTES, 97))
def test_no_byte_of_a_signature_can_be_changed(at: int) -> None:
    signed = bytearray.fromhex(SIGNATURE)
    signed[at] ^= 1

    assert not answers(*WHERE, KEY.public, signed.hex(), CALL.digest())


@pytest.mark.parametrize(
    "signature",
    ["", "00" * SIGNATURE_BYTES, SIGNATURE[:-2], SIGNATURE + "00", SIGNATURE.upper(), " " + SIGNATURE, "not hex"],
)
def test_what_has_not_the_form_of_a_signature_is_none(signature: str) -> None:
    assert not answers(*WHERE, KEY.public, signature, CALL.digest())


def test_the_same_call_is_signed_with_the_same_bytes() -> None:
    assert OneTimeKey(*WHERE, SEED).sign(CALL.digest()) == SIGNATURE


def test_a_seal_commits_to_the_key_beside_all_else() -> None:
    revealed = "0f" * 16 + "owl"
    seals = {
        seal_of(*WHERE, revealed, KEY.public),
        seal_of(*WHERE, revealed, "00" * 32),
        seal_of(*WHERE, revealed + "l", KEY.public),
        seal_of("upmbd", 3, "bri", revealed, KEY.public),
        seal_of("upmbc", 4, "bri", revealed, KEY.public),
        seal_of("upmbc", 3, "odo", revealed, KEY.public),
    }

    assert len(seals) == 6
