"""The entry's own format."""

import hashlib

import msgspec
import pytest

from events.entry import GENESIS, SALT_BYTES, encode_command, seen_after
from events.event import CommandV1


class Wave(CommandV1, frozen=True, kw_only=True):
    """Wave a hand."""

    hand: str = "left"


def test_salts_have_sixteen_bytes() -> None:
    assert SALT_BYTES == 16


def test_the_first_line_follows_thirty_two_zero_bytes() -> None:
    assert bytes.fromhex(GENESIS) == bytes(32)


def test_the_digest_of_receipts_is_that_of_the_api() -> None:
    parts = [b"tavern seen v1", b"0f" * 16, b"ab" * 32]
    hashed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    assert seen_after("0f" * 16, "ab" * 32) == hashlib.sha256(hashed).digest()[:16].hex()


@pytest.mark.parametrize(
    "given", [Wave(), Wave(id="0123456789abcdef"), Wave(seat="bri"), Wave(id="0123456789abcdef", seat="bri")]
)
def test_a_command_is_recorded_without_the_id_and_seat_that_its_entry_has(given: Wave) -> None:
    assert msgspec.json.decode(encode_command(given)) == {"type": "wave", "v": 1, "hand": "left"}
