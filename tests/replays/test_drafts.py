"""Drafts of versions: an audit takes them for what they are, finds forgeries in their logs, and never goes back."""

from pathlib import Path

import msgspec
import pytest

from games.installed import CATALOGUE
from replays.audit import audit
from replays.proof_rerun import ProofToRun, rerun_round
from replays.rebuild import rounds_of
from tests.replays.logs import event, forged
from tests.replays.proving import prove
from tools.development.frozen import content_of, logs_in, manifest, path_of


def lines_of(name: str) -> list[bytes]:
    [fossil] = [fossil for fossil in manifest() if fossil.name == name]
    return content_of(path_of(fossil)).splitlines()[1:]


def holding(game: str, edition: int, mark: str, *, times: int = 1) -> list[bytes]:
    """The first fossil of a game's log in that edition with this text in so many of its lines."""
    for fossil in manifest():
        if fossil.kind == "log" and list(fossil.rules) == [game] and fossil.editions == [edition]:
            lines = lines_of(fossil.name)
            if sum(mark.encode() in line for line in lines) >= times:
                return lines
    raise LookupError(mark)


OLD_BETS = holding("mountains", 1, '"stakes.bet_placed"')
BETS = holding("mountains", 1, '"house_bets.bet_placed"', times=2)


def seq_of(lines: list[bytes], mark: str) -> int:
    return next(seq for seq, line in enumerate(lines, 1) if mark.encode() in line)


def test_a_bet_under_its_former_name_is_shown_as_a_bet() -> None:
    entries = CATALOGUE.codec.decode_log(OLD_BETS)
    table = CATALOGUE.folding.blank(entries[0].table)
    for entry in entries[: seq_of(OLD_BETS, '"stakes.bet_placed"')]:
        CATALOGUE.folding.fold_entry(table, entry)
    assert [stake.on for stake in table.state.placed] == [None]


def test_a_changed_amount_in_a_drafts_log_is_found_and_reported_by_the_draft() -> None:
    seq = seq_of(OLD_BETS, '"stakes.bet_placed"')
    lines = forged(OLD_BETS, seq, lambda entry: event(entry, "stakes.bet_placed").update(amount_cp=77))
    found = [finding.detail for finding in audit(CATALOGUE, lines).findings if finding.code == "rerun_differs"]
    assert found[0].startswith("event 2 (stakes.bet_placed): amount_cp is 77 in the log")


def test_a_log_of_the_settled_version_cannot_go_back_to_a_draft() -> None:
    def as_before(entry: dict[str, object]) -> None:
        placed = event(entry, "house_bets.bet_placed")
        placed.update(type="stakes.bet_placed", on="")

    seqs = [seq for seq, line in enumerate(BETS, 1) if b'"house_bets.bet_placed"' in line]
    lines = forged(BETS, seqs[-1], as_before)
    assert (seqs[-1], "rerun_differs") in [(finding.seq, finding.code) for finding in audit(CATALOGUE, lines).findings]


@pytest.mark.parametrize("changed", [{"v": 2}, {"house": 3}])
def test_a_draft_is_not_tried_for_entries_that_are_younger_than_it(changed: dict[str, int]) -> None:
    def younger(entry: dict[str, object]) -> None:
        entry.update(changed)
        if changed.get("v") == 2:
            del entry["seq"]

    lines = OLD_BETS
    for seq in range(1, len(lines) + 1):
        lines = forged(lines, seq, younger)
    seq = seq_of(lines, '"stakes.bet_placed"')
    found = {
        finding.seq: finding.detail for finding in audit(CATALOGUE, lines).findings if finding.code == "rerun_differs"
    }
    assert "house_bets.bet_placed when re-run" in found[seq]


def test_a_first_range_of_another_size_is_only_for_entries_of_the_first_format() -> None:
    lines = holding("goblin", 3, '"last":16384')
    assert audit(CATALOGUE, lines).findings == []

    def younger(entry: dict[str, object]) -> None:
        entry["v"] = 2
        del entry["seq"]

    codes = {finding.code for finding in audit(CATALOGUE, forged(lines, 1, younger)).findings}
    assert {"bad_root", "rerun_differs"} <= codes


def test_an_entry_without_an_edition_is_encoded_without_one_again() -> None:
    lines = holding("twentyone", 0, '"die_altered"')
    assert b'"house":' not in lines[0]
    assert msgspec.json.decode(lines[0])["rules"] == 1
    report = audit(CATALOGUE, lines)
    assert (report.findings, report.same_again) == ([], len(lines))


HEATED = ["twentyone-v3-082e40b-heat", "twentyone-v3-082e40b-heat-other-game"]
"""Logs of V3.0's first servers whose GM moved the start of the heat between rounds."""


@pytest.mark.parametrize("name", HEATED)
def test_a_table_of_v3s_draft_is_as_hot_as_it_was_wherever_the_gm_moved_the_start(name: str) -> None:
    lines = lines_of(name)
    started = [seq for seq, line in enumerate(lines, 1) if b'"round_started"' in line]
    moved = [seq for seq, line in enumerate(lines, 1) if b'"options_set"' in line]
    assert len(started) == 5
    assert moved
    report = audit(CATALOGUE, lines)
    assert (report.findings, report.same_again) == ([], len(lines))

    for seq in started:
        changed = forged(lines, seq, lambda entry: cooled(event(entry, "twentyone.table_heat_set")))
        found = [(finding.seq, finding.code) for finding in audit(CATALOGUE, changed).findings]
        assert (seq, "rerun_differs") in found


def cooled(heat_set: dict[str, int]) -> None:
    heat_set["heat"] -= 1


@pytest.mark.parametrize("name", HEATED)
def test_proofs_of_rounds_of_v3s_draft_run_again_although_nobody_cheated_in_them(name: str) -> None:
    lines = lines_of(name)
    for played in rounds_of(CATALOGUE.codec.decode_log(lines)):
        proof = msgspec.json.encode(prove(CATALOGUE, lines, played.round))
        assert rerun_round(CATALOGUE, msgspec.json.decode(proof, type=ProofToRun)).differing == {}


def test_a_round_goes_on_by_newer_rules_only_where_servers_of_edition_1_let_it(tmp_path: Path) -> None:
    (fossil,) = [one for one in manifest() if one.name.startswith("store-upgraded-082e40b")]
    (log,) = logs_in(fossil.kind, content_of(path_of(fossil)), tmp_path).values()
    lines = list(log.lines)
    newer = next(seq for seq, line in enumerate(lines, 1) if msgspec.json.decode(line)["rules"] == 2)
    assert b'"round_started"' not in lines[newer - 1]
    assert audit(CATALOGUE, lines).findings == []

    changed = forged(lines, newer, lambda entry: entry.update(house=2))
    found = {finding.seq: finding.detail for finding in audit(CATALOGUE, changed).findings}
    assert found[newer] == "rules is 2 in the log, 1 when re-run"
