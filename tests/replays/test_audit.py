from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from events.entry import line_hash
from events.round_events import PhaseBegan
from games.engine.catalogue import Catalogue
from games.engine.chapter import fold
from games.table import TABLE_RULES
from projections.game import AnyTable
from replays.audit import FactsOnly, Report, audit
from replays.export import parse_export, write_export
from replays.integrity import LogClaim
from replays.side_records import SideRecords
from replays.signing import Signer
from tests.replays.logs import bank_evening, event, forged, race_evening
from tests.toys.catalogue import TOYS
from tests.toys.race import Race

COINS = {"type": "coins_moved", "v": 1, "payer": "odo", "payee": "bri", "amount_cp": 0, "reason": "gift"}
LINES = bank_evening().lines
"""Seq 1 opens, 2 and 3 sit down, 4 to 6 are round 1 (started, bet, bet and over), 7 and 8 round 2, still running."""

"""The same log as earlier servers wrote it: its lines record their seq."""

Found = list[tuple[int, int | None, str]]


def found(report: Report) -> Found:
    return [(finding.line, finding.seq, finding.code) for finding in report.findings]


def found_in(lines: Sequence[bytes]) -> Found:
    return found(audit(TOYS, lines))


def only_detail(lines: Sequence[bytes], code: str) -> str:
    (detail,) = [finding.detail for finding in audit(TOYS, lines).findings if finding.code == code]
    return detail


def test_a_whole_log_is_clean_and_runs_again_as_far_as_its_seeds_are_known() -> None:
    assert audit(TOYS, LINES) == Report(
        table="table-1",
        entries=8,
        events=30,
        rounds=2,
        same_again=6,
        facts_only=[
            FactsOnly(
                first=7,
                last=8,
                code="round_running",
                why="round 2 has no recorded seed: it is still running",
                running=True,
            )
        ],
        findings=[],
    )


def test_an_empty_log_is_clean() -> None:
    assert audit(TOYS, []) == Report(table="")


def test_a_log_of_a_game_that_is_not_installed_is_checked_without_being_run_again() -> None:
    report = audit(Catalogue.of([Race()], TABLE_RULES), LINES)

    assert report.clean
    assert report.facts_only == [
        FactsOnly(first=1, last=8, code="game_not_installed", why="the game bank is not installed")
    ]


def test_without_a_rerun_all_entries_are_facts() -> None:
    report = audit(TOYS, race_evening().lines, rerun=False)

    assert (report.clean, report.same_again, len(report.facts_only)) == (True, 0, 1)


def test_a_changed_entry_breaks_the_chain_behind_it_and_differs_from_its_rerun() -> None:
    lines = forged(LINES, 5, lambda entry: event(entry, "bank.placed").update(amount_cp=150), resealed=False)

    assert found_in(lines) == [
        (5, 5, "rerun_differs"),
        (6, 6, "chain_broken"),
        (6, 6, "rerun_differs"),
    ]
    assert only_detail(lines, "chain_broken") == (
        f"its prev is {line_hash(LINES[4])[:16]}…, but entry 5 hashes to {line_hash(lines[4])[:16]}…: "
        "one of the two was changed, or entries between them are missing"
    )


def test_a_rerun_finds_a_forger_who_relinks_the_chain() -> None:
    lines = forged(LINES, 5, lambda entry: event(entry, "bank.placed").update(on="under"))

    assert found_in(lines)[0] == (5, 5, "rerun_differs")


def test_a_byte_changed_in_a_running_round_breaks_the_chain() -> None:
    lines = forged(LINES, 7, lambda entry: entry.update(salt="0" * 32), resealed=False)

    assert found_in(lines) == [(8, 8, "chain_broken")]


def test_a_first_entry_links_to_nothing() -> None:
    lines = forged(LINES, 1, lambda entry: entry.update(prev="f" * 64), resealed=False)

    assert found_in(lines) == [
        (1, 1, "chain_broken"),
        (2, 2, "chain_broken"),
        (4, 4, "opening_mismatch"),
        (7, 7, "opening_mismatch"),
    ]


def test_a_missing_entry_breaks_the_chain() -> None:
    report = audit(TOYS, [*LINES[:2], *LINES[3:]])

    assert found(report)[0] == (3, 3, "chain_broken")
    assert report.findings[0].detail.endswith("one of the two was changed, or entries between them are missing")
    assert report.same_again == 2


def test_entries_that_changed_places_are_found() -> None:
    assert found_in([*LINES[:6], LINES[7], LINES[6]]) == [
        (7, 7, "chain_broken"),
        (7, 7, "rerun_differs"),
        (8, 8, "chain_broken"),
        (8, 8, "time_goes_back"),
    ]


def test_a_repeated_entry_is_found() -> None:
    assert found_in([*LINES[:3], LINES[2], *LINES[3:]])[0] == (4, 4, "chain_broken")


NO_ENTRIES = [b"", b"{}", b"[1]", b"\xff\x00", b'{"v":2}', b'{"table":"\xff"}', b'{"v":1,"events":' + b"[" * 9_999]


@pytest.mark.parametrize("line", NO_ENTRIES, ids=range(len(NO_ENTRIES)))
def test_a_line_that_is_no_entry_is_named_by_its_place(line: bytes) -> None:
    report = audit(TOYS, [*LINES[:4], line, *LINES[5:]])

    assert found(report) == [(5, None, "unreadable"), (6, 6, "chain_broken")]
    assert report.facts_only == [
        FactsOnly(first=5, last=8, code="line_missing", why="entry 5 is missing or unreadable")
    ]


def test_an_entry_whose_events_cannot_be_read_is_named_by_its_seq() -> None:
    lines = forged(LINES, 5, lambda entry: event(entry, "bank.placed").pop("seat"))

    assert found_in(lines) == [(5, 5, "unreadable")]


def test_a_log_that_breaks_off_in_a_line_is_truncated() -> None:
    assert found_in([*LINES[:7], LINES[7][:100]]) == [(8, None, "truncated")]


def test_an_export_that_ends_too_early_is_truncated() -> None:
    export = parse_export(write_export("table-1", LINES))

    report = audit(TOYS, export.lines[:6], header=export.header)

    assert found(report) == [(6, None, "truncated")]
    assert report.findings[0].detail == "the header says 8 entries, and there are 6"


def test_an_export_with_more_or_other_entries_than_its_header_states_is_found() -> None:
    header = parse_export(write_export("table-1", LINES)).header
    other = forged(LINES, 8, lambda entry: entry.update(id="another"))

    longer = audit(TOYS, [*LINES, LINES[7]], header=header)
    changed = audit(TOYS, other, header=header)

    assert (9, None, "not_as_headed") in found(longer)
    assert found(changed) == [(8, None, "not_as_headed")]


def test_an_entry_of_another_table_is_found() -> None:
    lines = forged(LINES, 8, lambda entry: entry.update(table="table-2"))

    assert found_in(lines) == [(8, 8, "wrong_table")]
    assert found(audit(TOYS, LINES, table="table-2"))[0] == (1, 1, "wrong_table")


def test_a_time_that_goes_back_is_found() -> None:
    lines = forged(LINES, 8, lambda entry: entry.update(at="2025-01-31T20:00:05.999Z"))

    assert found_in(lines) == [(8, 8, "time_goes_back")]


def test_an_invalid_time_is_found() -> None:
    lines = forged(LINES, 8, lambda entry: entry.update(at="2025-01-31 20:00"))

    assert found_in(lines) == [(8, 8, "bad_time")]


def test_a_purse_that_pays_more_than_it_holds_is_found() -> None:
    lines = forged(LINES, 8, lambda entry: entry["events"].append({**COINS, "payer": "odo", "amount_cp": 951}))

    assert found_in(lines) == [(8, 8, "purse_negative")]
    assert only_detail(lines, "purse_negative") == "odo pays 951 cp (gift) but has 950 cp"


def test_the_house_may_owe() -> None:
    lines = forged(LINES, 8, lambda entry: entry["events"].append({**COINS, "payer": "house", "amount_cp": 9_999}))

    assert found_in(lines) == []


def test_coins_that_move_backwards_are_found() -> None:
    lines = forged(LINES, 8, lambda entry: entry["events"].append({**COINS, "payer": "odo", "amount_cp": -1}))

    assert found_in(lines) == [(8, 8, "bad_amount")]


class Leaky(Race):
    """A race whose fold makes coins out of nothing."""

    @fold(PhaseBegan)
    def _leak(self, table: AnyTable, event: PhaseBegan) -> None:
        table.accounts.update(outside=7)


def test_coins_that_a_fold_makes_out_of_nothing_are_found_where_they_appear() -> None:
    log = race_evening().lines

    report = audit(Catalogue.of([Leaky()], TABLE_RULES), log, rerun=False)

    assert found(report)[0] == (4, 4, "unbalanced")
    assert report.findings[0].detail == "the accounts add up to 2007 cp from here on, expected 0"
    assert len(report.findings) == 1


def test_events_that_fit_no_table_are_reported_once_and_the_rest_is_checked_without_folding() -> None:
    lines = forged(LINES, 6, lambda entry: event(entry, "die_revealed").update(n=7))
    lines = forged(lines, 8, lambda entry: entry.update(at="2025-01-31T20:00:05.999Z"))

    report = audit(TOYS, lines)

    assert found(report) == [(6, 6, "cannot_fold"), (8, 8, "time_goes_back")]
    assert report.facts_only == [FactsOnly(first=6, last=8, code="cannot_fold", why="entry 6 cannot be folded")]


def test_lines_count_as_undoubted_up_to_the_first_that_is_missing_or_changed() -> None:
    cases = {
        8: LINES,
        4: [*LINES[:4], b"", *LINES[5:]],
        1: [*LINES[:2], *LINES[3:]],
        0: forged(LINES, 1, lambda entry: entry.update(prev="f" * 64), resealed=False),
    }
    for count, lines in cases.items():
        assert audit(TOYS, lines).undoubted == count
    # Other findings cast no doubt on a line.
    assert audit(TOYS, forged(LINES, 8, lambda entry: entry.update(at="2025-01-31 20:00"))).undoubted == 8
    assert audit(TOYS, []).undoubted == 0


def test_a_log_is_verified_if_all_but_a_running_round_ran_again() -> None:
    assert audit(TOYS, LINES).verified is True
    assert audit(TOYS, LINES, rerun=False).verified is False
    assert audit(Catalogue.of([Race()], TABLE_RULES), LINES).verified is False


def test_a_changed_header_is_found_at_its_place() -> None:
    header = parse_export(write_export("table-1", LINES, sign=Signer(bytes(32)).sign)).header

    assert found(audit(TOYS, LINES, header=header)) == []
    assert found(audit(TOYS, LINES, header=replace(header, signature="00" * 64))) == [(0, None, "bad_signature")]


@pytest.mark.parametrize(
    ("head", "findings"),
    [(None, []), (line_hash(LINES[-1]), []), (line_hash(LINES[-2]), [(8, None, "not_as_headed")])],
)
def test_the_newest_line_is_compared_with_the_hash_that_the_store_has(head: str | None, findings: Found) -> None:
    assert found(audit(TOYS, LINES, claim=LogClaim("the store", 8, head))) == findings


def test_side_records_are_compared_with_a_whole_log_only() -> None:
    records = SideRecords(None, None, None, archive=False)
    broken = [*LINES[:4], b"", *LINES[5:]]

    assert found(audit(TOYS, LINES, side_records=records)) == [(1, 1, "secret_missing")]
    assert found(audit(TOYS, broken, side_records=records)) == found_in(broken)


def test_nothing_may_be_paid_but_not_less() -> None:
    assert found_in(forged(LINES, 8, lambda entry: entry["events"].append(COINS))) == []


def test_an_account_without_a_coin_has_none() -> None:
    lines = forged(LINES, 8, lambda entry: entry["events"].append({**COINS, "payer": "cyd", "amount_cp": 1}))

    assert only_detail(lines, "purse_negative") == "cyd pays 1 cp (gift) but has 0 cp"


def test_a_log_that_breaks_off_is_truncated_whatever_else_is_wrong_with_it() -> None:
    lines = forged(LINES, 7, lambda entry: entry.update(at="2025-01-31 20:00"))

    assert found_in([*lines[:7], lines[7][:100]]) == [(7, 7, "bad_time"), (8, None, "truncated")]


def test_what_cannot_be_folded_ends_the_rerun_in_segments_of_any_length() -> None:
    lines = forged(LINES, 6, lambda entry: event(entry, "die_revealed").update(n=7))
    whole = audit(TOYS, lines)

    assert [(one.first, one.last, one.code) for one in whole.facts_only] == [(6, 8, "cannot_fold")]
    assert [audit(TOYS, lines, length=length).facts_only for length in range(1, 9)] == [whole.facts_only] * 8


def test_entries_that_were_not_run_are_counted_together_by_their_reason() -> None:
    def forget_seed(entry: dict[str, Any]) -> None:
        entry["events"].remove(event(entry, "seed_recorded"))

    report = audit(TOYS, forged(LINES, 6, forget_seed))

    assert [(one.first, one.last) for one in report.facts_only] == [(4, 6), (7, 8)]
