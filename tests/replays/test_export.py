import msgspec
import pytest

from events.entry import GENESIS, line_hash
from replays.export import Header, NotAnExport, parse_export, read_header, write_export


def test_an_export_is_a_header_and_the_stored_bytes_verbatim() -> None:
    lines = [b'{"seq":1}', b'{ "seq" : 2 }']

    written = b"".join(write_export("table-1", lines))

    head = line_hash(lines[1])
    header = f'{{"format":"tavern-log","version":1,"table":"table-1","entries":2,"head":"{head}"}}'
    assert written == header.encode() + b"\n" + lines[0] + b"\n" + lines[1] + b"\n"


def test_an_export_of_nothing_has_the_genesis_for_its_head() -> None:
    (header,) = write_export("table-1", [])

    assert read_header(header.removesuffix(b"\n")) == Header(table="table-1", entries=0, head=GENESIS)


def test_what_was_written_is_parsed_back_to_the_same_bytes() -> None:
    lines = [b'{"seq":1}', '{"name":"Þórr\\u000a"}'.encode(), b" "]

    parsed = parse_export(b"".join(write_export("table-1", lines)).splitlines(keepends=True))

    assert parsed.header.entries == 3
    assert parsed.lines == lines


def test_a_header_may_hold_fields_that_came_later() -> None:
    line = msgspec.json.encode(
        {"format": "tavern-log", "version": 1, "table": "t", "entries": 0, "head": GENESIS, "later": True}
    )

    assert read_header(line) == Header(table="t", entries=0, head=GENESIS)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ([], "the file is empty"),
        ([b"\n"], "it is not a JSON object"),
        ([b'{"v":1,"table":"t","seq":1}'], "missing required field"),
        ([b'{"format":"tavern-log","version":2,"table":"t","entries":0,"head":""}'], "Invalid enum value 2"),
        ([b"SQLite format 3\0"], "it is not a JSON object"),
        ([b'{"\xff\xfe"'], "it is not UTF-8"),
        (
            [b'{"format":"tavern-log","version":1,"table":"a","entries":0,"head":"","table":"t"}'],
            "a member is named twice",
        ),
        (
            [b'{"format":"tavern-log","version":1,"table":"t","entries":0,"head":"","later":1.5}'],
            "a number is not whole",
        ),
        ([b'{"format":"tavern-log","version":1,"table":"t","entries":0,"head":"","later":"\\ud800"}'], "surrogate"),
    ],
)
def test_a_file_without_a_header_is_refused_with_a_reason(data: list[bytes], reason: str) -> None:
    with pytest.raises(NotAnExport) as refused:
        parse_export(data)

    assert reason in refused.value.reason
