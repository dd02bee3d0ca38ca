from pathlib import Path
from typing import Any

import msgspec
import pytest

from games.installed import CATALOGUE
from replays.audit import audit
from replays.export import parse_export, write_export
from tests.replays.logs import event, forged
from tests.tools.running import TABLE, evening, export_of, failure_of, json_of, tavern
from tools.commands.review.audit import spread


def with_a_changed_purse() -> list[bytes]:
    lines = list(evening().lines)
    lines[1] = lines[1].replace(b'"amount_cp":1000000', b'"amount_cp":2000000')
    return lines


def test_a_clean_log_is_reported_as_such_and_the_exit_status_is_0(tmp_path: Path) -> None:
    count = len(evening().lines)

    audited = tavern("audit", export_of(tmp_path))

    assert audited.exit_code == 0
    assert "✓ complete and unchanged" in audited.stdout
    assert f"✓ {count} of {count} commands re-run to the same bytes" in audited.stdout


def test_findings_name_their_entry_and_the_exit_status_is_1(tmp_path: Path) -> None:
    audited = tavern("audit", export_of(tmp_path, with_a_changed_purse()), env={"COLUMNS": "300"})

    assert audited.exit_code == 1
    assert "✗ 2 findings" in audited.stdout
    rows = [line.split() for line in audited.stdout.splitlines()]
    assert ["2", "rerun_differs", "event"] in [row[:3] for row in rows]
    assert ["3", "chain_broken", "its"] in [row[:3] for row in rows]


def test_json_is_the_whole_report(tmp_path: Path) -> None:
    export = export_of(tmp_path, with_a_changed_purse())
    with export.open("rb") as file:
        parsed = parse_export(file)

    audited = tavern("audit", export, "--json")

    assert audited.exit_code == 1
    report = msgspec.to_builtins(audit(CATALOGUE, parsed.lines, header=parsed.header))
    assert json_of(audited) == {"clean": False, "verified": True, "tables": [report]}


def test_without_a_rerun_a_resealed_change_is_not_seen_and_the_report_says_what_was_not_done(tmp_path: Path) -> None:
    audited = tavern("audit", export_of(tmp_path), "--no-rerun")

    assert audited.exit_code == 0
    assert f"entries 1 to {len(evening().lines)} were not re-run: re-running is switched off" in audited.stdout


def test_a_cut_off_export_is_found_by_its_header(tmp_path: Path) -> None:
    whole = export_of(tmp_path).read_bytes()
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(whole[: whole.rindex(b"\n", 0, -1) + 1])

    audited = tavern("audit", cut)

    assert audited.exit_code == 1
    assert "truncated" in audited.stdout
    assert f"the header says {len(evening().lines)} entries" in " ".join(audited.stdout.split())


def test_an_export_of_a_table_that_is_not_the_one_in_its_lines_is_found(tmp_path: Path) -> None:
    audited = json_of(tavern("audit", export_of(tmp_path, table="another"), "--json"))

    assert {finding["code"] for finding in audited["tables"][0]["findings"]} == {"wrong_table"}


def test_what_cannot_be_read_at_all_has_exit_status_2(tmp_path: Path) -> None:
    assert failure_of(tavern("audit", tmp_path)).endswith("cannot be read: is a directory")


def test_a_report_counts_what_it_looked_at(tmp_path: Path) -> None:
    lines = list(evening().lines[:1])

    assert "  1 entry, 2 events, 0 rounds" in tavern("audit", export_of(tmp_path, lines)).stdout.splitlines()


def test_a_log_that_could_not_be_run_again_has_an_exit_status_of_its_own(tmp_path: Path) -> None:
    def relabel(entry: dict[str, Any]) -> None:
        entry["rules"] = 7

    lines = list(evening().lines)
    for seq in range(1, len(lines) + 1):
        lines = forged(lines, seq, relabel)

    audited = tavern("audit", export_of(tmp_path, lines))

    assert audited.exit_code == 3
    assert "not every command was re-run" in audited.stdout
    assert "✓" not in audited.stdout


def test_a_table_that_several_processes_re_run_has_the_report_of_one() -> None:
    lines = forged(evening().lines, 20, lambda entry: entry.update(salt="00"))
    # It cannot be folded, and other segments come behind it.
    lines = forged(lines, 45, lambda entry: event(entry, "coins_moved").update(payer="nobody"))
    lines = [*lines[:60], lines[60].replace(b'"actor":"', b'"actor":"npc:'), *lines[61:]]

    alone = audit(CATALOGUE, lines, length=8)

    assert audit(CATALOGUE, lines, rerunning=spread(2), length=8) == alone
    assert {"bad_salt", "rerun_differs", "chain_broken"} <= {finding.code for finding in alone.findings}


def test_a_long_export_is_audited_by_all_processors_with_the_same_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export = export_of(tmp_path, with_a_changed_purse())
    alone = tavern("audit", export, "--jobs", "1")
    monkeypatch.setattr("tools.commands.review.audit._WORTH_PROCESSES", 0)

    together = tavern("audit", export, "--jobs", "2")

    assert together.exit_code == 1
    assert together.stdout == alone.stdout


def test_an_export_on_standard_input_is_audited_like_its_file(tmp_path: Path) -> None:
    export = export_of(tmp_path, with_a_changed_purse())

    assert tavern("audit", "-", stdin=export.read_bytes()).stdout == tavern("audit", export).stdout


def test_a_last_line_without_a_line_end_counts_and_an_empty_one_does_too(tmp_path: Path) -> None:
    path = tmp_path / "bare.jsonl"
    content = b"".join(write_export(TABLE, evening().lines))
    path.write_bytes(content.removesuffix(b"\n"))
    assert tavern("audit", path).exit_code == 0
    path.write_bytes(content + b"\n")
    (report,) = json_of(tavern("audit", path, "--json"))["tables"]
    assert report["entries"] == len(evening().lines) + 1
