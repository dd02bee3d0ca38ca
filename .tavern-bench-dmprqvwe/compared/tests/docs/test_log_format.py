"""The page that specifies the log says what the code does."""

import re
from pathlib import Path
from typing import get_args

from events.dispute_events import DISPUTE_EVENTS
from events.entry import Entry
from events.event import Event, Hidden, type_tag
from events.round_events import ROUND_EVENTS
from events.table_events import TABLE_EVENTS
from games.installed import CATALOGUE
from replays.audit import audit
from replays.export import Header, parse_export
from replays.findings import Code, NotRunCode

PAGE = (Path(__file__).parents[2] / "docs" / "log-format.md").read_text(encoding="utf-8")


def rows_under(heading: str) -> list[list[str]]:
    """The cells of the first table under a heading, without its head."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = re.findall(r"^\|(.*)\|$", section, re.MULTILINE)
    return [[cell.strip() for cell in row.split("|")] for row in table[2:]]


def words(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def test_the_fields_of_an_entry_are_those_of_the_page_in_their_order() -> None:
    documented = [field for row in rows_under("An entry") for field in words(row[0])]

    assert documented == list(Entry.__struct_encode_fields__)


def test_the_common_events_their_fields_and_audiences_are_those_of_the_page() -> None:
    def described(kind: type[Event]) -> list[str]:
        audiences = set(kind.guarded.values())
        fields = [field for field in kind.__struct_fields__ if field not in ("v", "to") and field not in audiences]
        cells = [f"`{name}`" + (f" (for `{kind.guarded[name]}`)" if name in kind.guarded else "") for name in fields]
        return [f"`{type_tag(kind)}`", ", ".join(cells) or "nothing", "`to`" if issubclass(kind, Hidden) else "all"]

    assert rows_under("Events") == [described(kind) for kind in (*TABLE_EVENTS, *ROUND_EVENTS, *DISPUTE_EVENTS)]


def test_the_codes_of_findings_are_those_of_the_page() -> None:
    documented = [code for row in rows_under("Running a log again") for code in words(row[0])]

    assert sorted(documented) == sorted(get_args(Code))


def test_the_fields_of_a_header_are_those_of_the_page_in_their_order() -> None:
    fields = re.findall(r"^\| `(\w+)` \|", PAGE.split("| header field |")[1], re.MULTILINE)

    assert fields == list(Header.__struct_fields__)


def test_the_export_on_the_page_is_whole_and_runs_again_to_the_same_bytes() -> None:
    (block,) = re.findall(r"^```jsonl\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    export = parse_export(block.encode().splitlines(keepends=True))

    report = audit(CATALOGUE, export.lines, header=export.header)

    assert report.findings == []
    assert (report.entries, report.same_again) == (2, 2)


def test_the_reasons_for_not_re_running_are_those_of_the_page() -> None:
    table = PAGE.split("| not re-run | because |")[1].split("\n\n")[0]
    documented = [code for row in re.findall(r"^\|(.*?)\|", table, re.MULTILINE) for code in words(row)]

    assert sorted(documented) == sorted(get_args(NotRunCode))
