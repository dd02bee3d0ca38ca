"""The entry's own format."""

import msgspec
import pytest

from events.entry import SALT_BYTES, encode_command
from events.event import CommandV1


class Wave(CommandV1, frozen=True, kw_only=True):
    """Wave a hand."""

    hand: str = "left"


def test_salts_have_sixteen_bytes() -> None:
    assert SALT_BYTES == 16


@pytest.mark.parametrize(
    "given", [Wave(), Wave(id="0123456789abcdef"), Wave(seat="bri"), Wave(id="0123456789abcdef", seat="bri")]
)
def test_a_command_is_recorded_without_the_id_and_seat_that_its_entry_has(given: Wave) -> None:
    assert msgspec.json.decode(encode_command(given)) == {"type": "wave", "v": 1, "hand": "left"}
