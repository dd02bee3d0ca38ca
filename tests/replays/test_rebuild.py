from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from events.audience import GM, HOUSE, PUBLIC, Viewer
from events.entry import Entry
from events.event import Event
from games.engine.catalogue import Catalogue
from games.engine.decider import offering
from games.table import TABLE_RULES, VoidRound
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection
from projections.views import view_of
from replays.rebuild import Frame, NoSuchRound, Round, frames, replay, round_of, rounds_of
from tests.replays.logs import at, bank_evening, race_evening
from tests.toys.bank import Bank
from tests.toys.catalogue import TOYS


def read(lines: Sequence[bytes]) -> list[Entry[Event]]:
    return TOYS.codec.decode_log(lines)


def json(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def served(table: AnyTable) -> Any:
    return json(view_of(table, TOYS.rulebooks, offering(TOYS.rulebooks)))


def test_the_rounds_of_a_log_record_where_each_began_and_how_it_ended() -> None:
    assert rounds_of(read(bank_evening().lines)) == [
        Round(
            round=1,
            game="bank",
            rules=1,
            first=4,
            started_at=at(3),
            last=6,
            ended_at=at(5),
            outcome="over",
            winners=["bri"],
            won_cp={"bri": 200},
            unsealed=True,
        ),
        Round(round=2, game="bank", rules=1, first=7, started_at=at(6)),
    ]


def test_a_voided_round_is_over_and_has_no_winner() -> None:
    evening = bank_evening()
    evening.gm(VoidRound(reason="the lamp went out"))

    ended = rounds_of(read(evening.lines))[1]

    assert (ended.outcome, ended.last, ended.winners, ended.unsealed) == ("voided", 9, [], True)


def test_a_missing_round_is_refused_with_the_number_of_rounds() -> None:
    with pytest.raises(NoSuchRound, match="there is no round 3: the log has 2"):
        round_of(rounds_of(read(bank_evening().lines)), 3)


@pytest.mark.parametrize("viewer", [PUBLIC, "seat:bri", "seat:odo", "seat:nobody", GM, HOUSE])
def test_every_frame_is_what_was_served_at_that_version(viewer: Viewer) -> None:
    entries = read(race_evening().lines)
    played = round_of(rounds_of(entries), 1)
    sight = ViewerProjection(TOYS.folding, TOYS.folding.blank("table-1", viewer))
    expected = []
    for entry in entries:
        seen = sight.see(entry)
        if seen is not None and played.first <= entry.seq:
            expected.append({**json(seen), "view": served(sight.table)})

    assert [json(frame) for frame in replay(TOYS, entries, viewer, played).frames] == expected
    assert len(expected) == len(entries) - played.first + 1


def test_a_replay_ends_with_its_round_and_shows_nothing_that_came_later() -> None:
    entries = read(bank_evening().lines)

    steps = replay(TOYS, entries, GM, round_of(rounds_of(entries), 1)).frames

    assert [frame.version for frame in steps] == [4, 5, 6]
    assert steps[-1].view.phase == "lobby"
    assert steps[-1].view.round == 1


def test_a_running_round_is_replayed_as_far_as_it_went() -> None:
    entries = read(bank_evening().lines)

    steps = replay(TOYS, entries, "seat:odo", round_of(rounds_of(entries), 2)).frames

    assert [(frame.version, frame.actor) for frame in steps] == [(7, "gm"), (8, "seat:bri")]
    assert steps[-1].view.to_act == ["odo"]


def test_the_covered_die_is_in_the_gm_s_replay_and_in_nobody_else_s() -> None:
    entries = read(bank_evening().lines)
    running = round_of(rounds_of(entries), 2)

    def covered(viewer: Viewer) -> int | None:
        return replay(TOYS, entries, viewer, running).frames[0].view.house_dice[1].face

    assert (covered(GM), covered(HOUSE)) == (5, 5)
    assert (covered(PUBLIC), covered("seat:bri")) == (None, None)


def test_frames_begin_at_the_version_that_is_asked_for() -> None:
    entries = read(bank_evening().lines)
    played = round_of(rounds_of(entries), 1)
    table = TOYS.folding.blank("table-1", PUBLIC)

    assert [frame.version for frame in frames(TOYS, table, entries, played, since=5)] == [5, 6]


def test_a_rebuild_can_start_from_a_table_that_is_folded_already() -> None:
    entries = read(bank_evening().lines)
    second = round_of(rounds_of(entries), 2)
    sight = ViewerProjection(TOYS.folding, TOYS.folding.blank("table-1", "seat:bri"))
    for entry in entries[:6]:
        sight.skip(entry)

    from_there: list[Frame] = list(frames(TOYS, sight.table, entries[6:], second))

    assert json(from_there) == json(replay(TOYS, entries, "seat:bri", second).frames)


class RaisedBank(Bank):
    """The same game, after its rules were changed."""

    version = Bank.version + 1


def test_a_round_under_rules_of_another_version_shows_the_facts_and_says_that_it_was_not_run_again() -> None:
    entries = read(bank_evening().lines)
    played = rounds_of(entries)[0]

    now = replay(TOYS, entries, GM, played)
    later = replay(Catalogue.of([RaisedBank()], TABLE_RULES), entries, GM, played)

    assert now.facts_only is None
    assert later.facts_only == (
        "Its commands were not re-run, these are the recorded facts: "
        "it was decided under version 1 of the rules of bank, not 2."
    )
    assert [frame.events for frame in later.frames] == [frame.events for frame in now.frames]
    assert [frame.view.you.actions for frame in later.frames if frame.view.you] == [[]] * len(later.frames)
    assert any(frame.view.you.actions for frame in now.frames if frame.view.you)
