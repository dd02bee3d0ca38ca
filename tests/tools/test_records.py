"""`tavern audit` and `tavern verify` compare a record of what a viewer was shown with a log."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.installed import CATALOGUE
from tavern_client import verify
from tests.replays.logs import forged
from tests.tools.running import TABLE, evening, export_of, failure_of, json_of, tavern
from tests.verifier.records import Json, record_of, written

VIEWER = "seat:bri"


@cache
def shown() -> list[Json]:
    """What Bri was shown of the evening."""
    return record_of(CATALOGUE, evening().lines, VIEWER)


def entries() -> list[Json]:
    return [line for line in shown() if "receipt" in line]


def kept(folder: Path, *lines: Json) -> Path:
    path = folder / "record.jsonl"
    path.write_bytes(written(lines))
    return path


def test_a_record_that_agrees_is_counted(tmp_path: Path) -> None:
    file = kept(tmp_path, *shown(), {**shown()[0], "table": "another"})

    audited = tavern("audit", export_of(tmp_path), "--record", file)

    assert audited.exit_code == 0
    count = len(entries())
    assert f"  ✓ the record agrees: {count} entries, 1 root, 0 calls, {count} views" in audited.stdout
    assert "1 line of other tables in the record" in audited.stdout
    report = json_of(tavern("audit", export_of(tmp_path), "--record", file, "--json"))
    compared = {"table": TABLE, "roots": 1, "calls": 0, "entries": count, "views": count, "wrong": []}
    assert (report["clean"], report["record"], report["lines_of_other_tables"]) == (True, [compared], 1)


def test_a_record_exposes_a_rewritten_log(tmp_path: Path) -> None:
    """Somebody with the log rewrites an entry, by the rules, and chains all after it: it agrees with itself."""
    lines = forged(evening().lines, 2, lambda entry: entry.update(salt="00" * 16))
    export, file = export_of(tmp_path, lines), kept(tmp_path, *shown())
    assert tavern("audit", export).exit_code == 0

    audited = tavern("audit", export, "--record", file)

    missing = f"what {VIEWER} was shown as version 2 is not here: {entries()[1]['receipt']}"
    assert audited.exit_code == 1
    assert f"  ✗ receipt_missing  {missing}" in audited.stdout
    assert "the record agrees" not in audited.stdout
    report = json_of(tavern("audit", export, "--record", file, "--json"))
    assert report["clean"] is False
    assert report["record"][0]["wrong"][0] == {"seq": None, "code": "receipt_missing", "detail": missing}


def other_coins(line: Json) -> None:
    line["coins"]["pot"] += 1


def other_events(line: Json) -> None:
    line["events"].pop()


def other_dice(line: Json) -> None:
    line["dice"]["house"] = [["d20", 20]]


@pytest.mark.parametrize("change", [other_coins, other_events, other_dice])
def test_what_was_shown_otherwise_names_its_entry_as_the_verifiers_do(
    tmp_path: Path, change: Callable[[Json], object]
) -> None:
    lie: Json = msgspec.json.decode(msgspec.json.encode(entries()[8]))
    change(lie)
    export, file = export_of(tmp_path), kept(tmp_path, lie)

    audited = tavern("audit", export, "--record", file)

    (wrong,) = verify.checked(export.read_bytes(), file.read_bytes())["wrong"]
    assert audited.exit_code == 1
    assert wrong["code"] == "shown_otherwise"
    assert f"  ✗ shown_otherwise  entry {wrong['seq']}: {wrong['detail']}" in audited.stdout
    assert json_of(tavern("audit", export, "--record", file, "--json"))["record"][0]["wrong"] == [wrong]


def test_a_log_that_is_broken_is_compared_with_a_record_too(tmp_path: Path) -> None:
    lines = [*evening().lines[:4], b"no entry", *evening().lines[5:]]
    export, file = export_of(tmp_path, lines), kept(tmp_path, entries()[1])

    report = json_of(tavern("audit", export, "--record", file, "--json"))

    assert report["tables"][0]["findings"]
    assert (report["record"][0]["entries"], report["record"][0]["wrong"]) == (1, [])


def test_the_tables_of_a_long_export_have_the_same_words_from_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export, file = export_of(tmp_path), kept(tmp_path, *shown())
    alone = tavern("audit", export, "--record", file, "--jobs", "1")
    monkeypatch.setattr("tools.commands.review.audit._WORTH_PROCESSES", 0)

    assert tavern("audit", export, "--record", file, "--jobs", "2").stdout == alone.stdout


def test_a_signed_export_is_compared_with_a_record_too(tmp_path: Path) -> None:
    lie: Json = msgspec.json.decode(msgspec.json.encode(entries()[8]))
    other_coins(lie)
    export = export_of(tmp_path)

    good = tavern("verify", export, "--record", kept(tmp_path, *shown()))
    assert (good.exit_code, "the record agrees" in good.stdout) == (3, True)
    bad = tavern("verify", export, "--record", kept(tmp_path, lie))
    assert (bad.exit_code, "✗ shown_otherwise" in bad.stdout) == (1, True)
    report: dict[str, Any] = json_of(tavern("verify", export, "--record", kept(tmp_path, lie), "--json"))
    assert (report["clean"], report["record"]["entries"], len(report["record"]["wrong"])) == (False, 1, 1)


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "record.jsonl"
    file.write_bytes(b'{"table":"bench","version":1,"receipt":"none"}\n')

    assert "is no record of what a viewer was shown" in failure_of(tavern("audit", export_of(tmp_path), "-r", file))
    assert "cannot be read" in failure_of(tavern("audit", export_of(tmp_path), "-r", tmp_path / "no"))
