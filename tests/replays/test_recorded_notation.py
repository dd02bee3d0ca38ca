"""Every recorded round as a text, for each of its viewers."""

import io

import pytest

from events.audience import GM, PUBLIC
from games.installed import CATALOGUE
from projections.viewer_projection import VisibleEntry
from replays.export import parse_export
from replays.notation.rounds import parse_notation, replay_of, write_notation
from tests.recorded.replaying import recordings, viewers_of
from tests.replays.notations import rounds_in

GAMES = sorted(CATALOGUE.rulebooks)


def without_sentences(step: VisibleEntry) -> VisibleEntry:
    return VisibleEntry(
        version=step.version, at=step.at, actor=step.actor, seat=step.seat, events=step.events, chronicle=[]
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_recorded_round_is_read_back_as_each_viewer_saw_it(game: str) -> None:
    for path in recordings(game):
        lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
        for viewer in viewers_of(lines):
            for heading, frames in rounds_in(lines, viewer):
                read = parse_notation(CATALOGUE.codec, write_notation(heading, frames))

                assert read.fault is None
                assert read.heading == heading
                assert list(read.steps.values()) == [without_sentences(frame) for frame in frames]


@pytest.mark.parametrize("game", GAMES)
def test_a_text_is_stepped_through_with_the_sentences_that_its_viewer_read(game: str) -> None:
    for path in recordings(game):
        lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
        for viewer in (PUBLIC, GM):
            for heading, frames in rounds_in(lines, viewer):
                read = parse_notation(CATALOGUE.codec, write_notation(heading, frames))

                played, replayed, fault = replay_of(CATALOGUE, read)

                assert fault is None
                assert (played.round, played.game, played.unsealed) == (
                    heading.round.number,
                    heading.game.game,
                    heading.round.unsealed,
                )
                for shown, frame in zip(replayed.frames, frames, strict=True):
                    assert (shown.version, shown.chronicle) == (frame.version, frame.chronicle)
                    assert shown.view.pot_cp == frame.view.pot_cp
                    assert [seat.purse_cp for seat in shown.view.seats] == [s.purse_cp for s in frame.view.seats]
                    assert [seat.dice for seat in shown.view.seats] == [seat.dice for seat in frame.view.seats]
