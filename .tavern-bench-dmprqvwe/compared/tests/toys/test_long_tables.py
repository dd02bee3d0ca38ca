"""A table that plays more rounds than its first root covers, here as few as later roots cover."""

import pytest

from events import merkle
from events.event import Event
from events.merkle import AHEAD, RANGE, root_from
from events.round_events import RoundStarted
from events.table_events import RootPublished
from replays.audit import audit
from tests.playing import Playing
from tests.rerunning import rerun
from tests.toys.bank import CloseBets
from tests.toys.catalogue import TOYS

ROUNDS = RANGE + 3


@pytest.fixture(autouse=True)
def _short_first_range(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(merkle, "FIRST_RANGE", RANGE)


def played() -> Playing:
    playing = Playing.open(TOYS, "bank").seat("Ada")
    for _ in range(ROUNDS):
        playing.start()
        playing.give(None, CloseBets())
    return playing


def test_every_round_is_promised_by_a_root_that_was_published_half_a_range_before_it() -> None:
    playing = played()
    events: list[Event] = [event for entry in playing.entries for event in entry.events]

    roots: dict[int, str] = {}
    promised: dict[int, int] = {}
    rounds = 0
    for event in events:
        if isinstance(event, RootPublished):
            roots[event.first] = event.root
            promised[event.first] = rounds
        elif isinstance(event, RoundStarted):
            rounds = event.round
            assert event.first == (1 if event.round <= RANGE else RANGE + 1)
            path = [bytes.fromhex(node) for node in event.path]
            root = root_from(bytes.fromhex(event.commitment), event.round - event.first, path)
            assert root.hex() == roots[event.first]

    assert rounds == ROUNDS
    assert promised == {1: 0, RANGE + 1: AHEAD}


def test_its_log_runs_again_byte_for_byte() -> None:
    playing = played()

    outcomes = list(rerun(TOYS, playing.lines))

    assert audit(TOYS, playing.lines).findings == []
    assert {outcome.result for outcome in outcomes} == {"same"}
    assert len(outcomes) == len(playing.lines)
