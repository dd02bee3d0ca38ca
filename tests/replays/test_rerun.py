from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from events.event import Event
from games.engine.catalogue import Catalogue
from games.engine.chapter import act
from games.table import TABLE_RULES, StartRound, VoidRound
from replays.rerun import CannotFold, Outcome
from tests.replays.logs import Evening, bank_evening, event, forged, race_evening
from tests.rerunning import rerun
from tests.toys.catalogue import TOYS
from tests.toys.race import Race, Roll, Scored


class LaterRace(Race):
    """The race, in which every throw is worth a point more."""

    version = 2

    @act(Roll)
    def roll(self, table: Any, dice: Any, seat: str, command: Roll) -> Iterator[Event]:
        for one in super().roll(table, dice, seat, command):
            yield msgspec.structs.replace(one, at_risk=one.at_risk + 1) if isinstance(one, Scored) else one


def differing(lines: list[bytes]) -> list[Outcome]:
    return [outcome for outcome in rerun(TOYS, lines) if outcome.result == "differs"]


def test_lobby_and_ended_rounds_run_again_to_the_same_bytes() -> None:
    lines = race_evening().lines

    assert list(rerun(TOYS, lines)) == [Outcome(seq=seq, result="same") for seq in range(1, len(lines) + 1)]


def test_a_voided_round_runs_again_too() -> None:
    evening = bank_evening()
    evening.gm(VoidRound(reason="the lamp went out"))

    assert [outcome.result for outcome in rerun(TOYS, evening.lines)] == ["same"] * 9


def test_of_a_running_round_only_the_facts_are_taken() -> None:
    why = "round 2 has no recorded seed: it is still running"

    assert list(rerun(TOYS, bank_evening().lines))[5:] == [
        Outcome(seq=6, result="same"),
        Outcome(seq=7, result="running", detail=why, code="round_running"),
        Outcome(seq=8, result="running", detail=why, code="round_running"),
    ]


def test_what_other_rules_decided_is_taken_as_facts() -> None:
    outcomes = list(rerun(Catalogue.of([LaterRace()], TABLE_RULES), race_evening().lines))

    why = "it was decided under version 1 of the rules of race, not 2"
    assert {(outcome.result, outcome.detail) for outcome in outcomes} == {("facts", why)}


def test_what_earlier_rules_decided_runs_again_under_them_beside_the_current_ones() -> None:
    both = Catalogue.of([LaterRace(), Race()], TABLE_RULES)

    assert {outcome.result for outcome in rerun(both, race_evening().lines)} == {"same"}
    assert both.rulebook("race").version == 2


def test_a_running_round_goes_on_by_the_rules_under_which_it_began() -> None:
    both = Catalogue.of([Race(), LaterRace()], TABLE_RULES)
    evening = Evening("race")
    before = both.rulebooks.at(evening.recorder.table).version
    evening.gm(StartRound())

    assert (before, both.rulebooks.at(evening.recorder.table).version) == (2, 1)


def test_what_a_game_that_is_not_installed_decided_is_taken_as_facts() -> None:
    outcomes = list(rerun(Catalogue.of([Race()], TABLE_RULES), bank_evening().lines))

    assert {(outcome.result, outcome.detail) for outcome in outcomes} == {("facts", "the game bank is not installed")}


def test_an_altered_event_is_named_with_its_field_and_both_values() -> None:
    lines = forged(bank_evening().lines, 6, lambda entry: event(entry, "die_revealed").update(face=1))

    assert differing(lines) == [
        Outcome(
            seq=6,
            result="differs",
            detail="event 4 (die_revealed): face is 1 in the log, 6 when re-run",
        )
    ]


def test_an_event_too_many_is_named() -> None:
    lines = forged(bank_evening().lines, 5, lambda entry: entry["events"].append(entry["events"][0]))

    (outcome, *_) = differing(lines)
    assert (outcome.seq, outcome.detail) == (5, "event 4 of 4 (coins_moved) is only in the log")


def test_an_illegal_command_is_reported_with_the_reason_for_its_refusal() -> None:
    lines = forged(bank_evening().lines, 6, lambda entry: entry["command"].update(amount_cp=75))

    (outcome,) = differing(lines)
    assert outcome.detail == (
        "when re-run, its command is refused (not_offered): Bet: “Amount cp” is 7 sp 5 cp, and "
        "must be from 5 sp to 10 gp, in steps of 5 sp."
    )


def test_each_of_several_differences_is_found_and_what_is_whole_between_them_runs_the_same() -> None:
    lines = race_evening().lines
    for seq in (2, 5, 6):
        lines = forged(lines, seq, lambda entry: entry["command"].update(v=1, type="roll2"))

    outcomes = list(rerun(TOYS, lines))

    assert [outcome.seq for outcome in outcomes if outcome.result == "differs"] == [2, 5, 6]
    assert all(outcome.result != "facts" for outcome in outcomes)


def test_a_command_that_needs_something_missing_from_the_log_is_reported() -> None:
    start = {"type": "start_round", "v": 1}
    lines = forged(Evening("bank").lines, 3, lambda entry: entry.update(command=start, seat=None, actor="gm"))

    (outcome,) = differing(lines)
    assert outcome.detail == "its command cannot be re-run: the log has no commitment of round 1"


def test_a_command_that_no_rulebook_knows_is_reported() -> None:
    lines = forged(Evening("bank").lines, 3, lambda entry: entry.update(command={"type": "cheat"}))

    (outcome,) = differing(lines)
    assert outcome.detail.startswith("its command cannot be re-run: ValidationError: Invalid value 'cheat'")


def test_events_that_do_not_fit_the_table_end_the_rerun() -> None:
    lines = forged(bank_evening().lines, 6, lambda entry: event(entry, "die_revealed").update(n=7))

    with pytest.raises(CannotFold, match="its events do not fit the table: IndexError") as raised:
        list(rerun(TOYS, lines))
    assert raised.value.seq == 6
