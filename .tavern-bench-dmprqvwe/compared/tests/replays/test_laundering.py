"""Ways around a re-run: relabelled rules, borrowed names, an early clock, dice without draws. All are reported."""

from collections.abc import Sequence
from typing import Any

import pytest

from events.entry import Entry
from replays.audit import Report, audit
from tests.replays.logs import bank_evening, event, forged, race_evening
from tests.toys.catalogue import TOYS

RACE = race_evening().lines
BANK = bank_evening().lines
LAST = len(RACE)


def codes(lines: Sequence[bytes]) -> list[tuple[int | None, str]]:
    return [(finding.seq, finding.code) for finding in audit(TOYS, lines).findings]


def relabelled(lines: Sequence[bytes], first: int, **labels: Any) -> Report:
    for seq in range(first, len(lines) + 1):
        lines = forged(lines, seq, lambda entry: entry.update(labels))
    return audit(TOYS, lines)


def test_a_log_that_other_rules_decided_is_clean_and_not_verified() -> None:
    report = relabelled(RACE, 1, rules=7)
    assert report.clean
    assert not report.verified
    assert audit(TOYS, RACE).verified


def test_a_round_that_still_runs_does_not_keep_a_log_from_being_verified() -> None:
    report = audit(TOYS, BANK)
    assert report.verified
    assert [facts.running for facts in report.facts_only] == [True]


def test_an_entry_of_another_game_than_its_tables_is_found() -> None:
    assert (4, "wrong_rules") in codes(forged(RACE, 4, lambda entry: entry.update(game="ghost")))


def test_rules_that_grow_older_are_found() -> None:
    newer = forged(RACE, 4, lambda entry: entry.update(rules=7))
    assert codes(newer) == [(5, "wrong_rules")]


def test_a_die_whose_draw_is_not_recorded_is_found_where_no_rule_is_run_again() -> None:
    def undrawn(entry: dict[str, Any]) -> None:
        entry["rules"] = 7
        event(entry, "die_rolled")["draw"] = None

    rolled = next(seq for seq, line in enumerate(RACE, start=1) if b'"die_rolled"' in line)
    assert (rolled, "draw_missing") in codes(forged(RACE, rolled, undrawn))


def test_a_round_that_starts_while_another_runs_is_found() -> None:
    started = next(seq for seq, line in enumerate(RACE, start=1) if b'"round_started"' in line)
    twice = [*RACE[:started], RACE[started - 1], *RACE[started:]]
    assert "round_not_over" in [code for _, code in codes(twice)]


@pytest.mark.parametrize("salt", ["", "5a" * 15, "zz" * 16, "5A" * 16])
def test_a_salt_that_hides_nothing_is_found(salt: str) -> None:
    assert codes(forged(RACE, LAST, lambda entry: entry.update(salt=salt))) == [(LAST, "bad_salt")]


def test_a_clock_that_acts_where_no_deadline_is_is_found() -> None:
    assert (LAST, "clock_early") in codes(forged(RACE, LAST, lambda entry: entry.update(actor="clock")))


@pytest.mark.parametrize("actor", ["seat:mallory", "npc:odo-2", "house", "gm\x1b[31m", ""])
def test_an_act_under_a_name_that_cannot_have_acted_is_found(actor: str) -> None:
    assert codes(forged(RACE, LAST, lambda entry: entry.update(actor=actor)))[0] in {
        (LAST, "rerun_differs"),
        (LAST, "clock_early"),
    }


def test_somebody_who_sits_down_as_an_account_is_found() -> None:
    def as_the_pot(entry: dict[str, Any]) -> None:
        entry.update(seat="pot", actor="seat:pot")
        event(entry, "seat_taken").update(seat="pot", character_to="seat:pot")
        event(entry, "coins_moved").update(payee="pot")

    assert (2, "rerun_differs") in codes(forged(RACE[:2], 2, as_the_pot))


def test_every_entry_names_the_rules_that_decided_it() -> None:
    entries: list[Entry[Any]] = TOYS.codec.decode_log(RACE)
    assert {(entry.v, entry.game, entry.rules) for entry in entries} == {(1, "race", 1)}
