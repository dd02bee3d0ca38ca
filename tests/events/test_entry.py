"""The entry's own format: what is written now, and how what was written before is understood."""

import msgspec
import pytest

from events.entry import GENESIS, SALT_BYTES, WRITTEN_FORMAT, Entry, encode_command, encode_entry
from events.event import CommandV1, Event

# What the first versions wrote: nothing about the format, and where the entry stands in the log.
OLD = (
    b'{"table":"t","seq":3,"at":"2026-01-01T00:00:00.000Z","actor":"gm","seat":null,"id":"c","game":"g","rules":1,'
    b'"command":{"type":"wave"},"events":[],"salt":"00","prev":"' + GENESIS.encode() + b'"}'
)


class Wave(CommandV1, frozen=True, kw_only=True):
    """Wave a hand."""

    hand: str = "left"


def entry(**given: object) -> Entry[Event]:
    return msgspec.structs.replace(msgspec.json.decode(OLD, type=Entry[Event]), **given)


def test_a_line_that_does_not_say_its_format_has_the_first() -> None:
    old = entry()
    assert (old.v, old.seq, old.edition) == (1, 3, 0)


def test_new_entries_have_the_second_format_and_salts_of_sixteen_bytes() -> None:
    assert WRITTEN_FORMAT == 2
    assert SALT_BYTES == 16


def test_only_the_first_format_records_where_an_entry_stands() -> None:
    assert msgspec.json.decode(encode_entry(entry())) == {**msgspec.json.decode(OLD), "v": 1}
    second = msgspec.json.decode(encode_entry(entry(v=2, edition=3)))
    assert "seq" not in second
    assert (second["v"], second["house"]) == (2, 3)


@pytest.mark.parametrize(
    "given", [Wave(), Wave(id="0123456789abcdef"), Wave(seat="bri"), Wave(id="0123456789abcdef", seat="bri")]
)
def test_a_command_is_recorded_without_the_id_and_seat_that_its_entry_has(given: Wave) -> None:
    assert msgspec.json.decode(encode_command(given)) == {"type": "wave", "v": 1, "hand": "left"}
