"""Architecture, "What must hold", 1: the log alone gives back every line and every view, byte for byte."""

from collections.abc import Mapping

import msgspec
from hypothesis import given

from events.dice import Dice
from events.entry import line_hash
from games.dealer import SecretDealer
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection
from replays.rerun import rerun
from tests.playing import TABLE, LoadedDealer, Playing, copied, view_by
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk, dear, lengths, secret_of, seeds, usual


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_the_log_alone_gives_back_every_table_and_every_line(subject: Subject, seed: int, length: int) -> None:
    walk = Walk(subject, seed)
    decided = {len(playing.written): msgspec.json.encode(playing.table) for playing in walk.steps(length)}

    the_log_folds_to_the_tables_that_decided(walk.playing, decided)
    a_table_kept_as_a_snapshot_goes_on_as_if_it_had_never_been_put_away(walk.playing)
    playing = walk.finish_the_round()
    every_line_holds_the_hash_of_the_one_before(playing)
    running_the_commands_again_gives_every_line_byte_for_byte(playing)


def the_log_folds_to_the_tables_that_decided(playing: Playing, decided: Mapping[int, bytes]) -> None:
    folding = playing.catalogue.folding
    table = folding.blank(TABLE)
    folded: dict[int, bytes] = {}
    for line in playing.lines:
        folding.fold_entry(table, playing.catalogue.codec.decode(line))
        if table.seq in decided:
            folded[table.seq] = msgspec.json.encode(table)
    assert folded == decided


def a_table_kept_as_a_snapshot_goes_on_as_if_it_had_never_been_put_away(playing: Playing) -> None:
    folding = playing.catalogue.folding
    table = folding.blank(TABLE)
    for line in playing.lines:
        folding.fold_entry(table, playing.catalogue.codec.decode(line))
        table = copied(playing.catalogue, table)
    assert msgspec.json.encode(table) == msgspec.json.encode(playing.table)


def every_line_holds_the_hash_of_the_one_before(playing: Playing) -> None:
    heads = ["0" * 64, *(line_hash(line) for line in playing.lines)]
    assert [entry.prev for entry in playing.entries] == heads[:-1]
    assert [entry.seq for entry in playing.entries] == list(range(1, len(playing.lines) + 1))
    assert playing.journal.head == heads[-1]


def running_the_commands_again_gives_every_line_byte_for_byte(playing: Playing) -> None:
    outcomes = list(rerun(playing.catalogue, playing.lines))
    assert [(outcome.result, outcome.detail) for outcome in outcomes] == [("same", "")] * len(playing.lines)


class _KeepsItsDice(LoadedDealer):
    """A dealer as a server has it: nothing is loaded, and a round's dice are kept from command to command."""

    def dice(self, table: AnyTable) -> Dice:
        return SecretDealer.dice(self, table)


@every_game
@dear
@given(seed=seeds, length=lengths)
def test_dice_that_are_kept_fall_as_those_that_are_made_for_every_command(
    subject: Subject, seed: int, length: int
) -> None:
    """A re-run makes them anew each time."""
    walk = Walk(subject, seed, _KeepsItsDice(secret_of(seed)))
    walk.play(length)
    running_the_commands_again_gives_every_line_byte_for_byte(walk.finish_the_round())


@every_game
@dear
@given(seed=seeds, length=lengths)
def test_the_log_folds_at_every_step_to_the_views_that_were_served_then(
    subject: Subject, seed: int, length: int
) -> None:
    walk = Walk(subject, seed)
    served: dict[str, dict[int, bytes]] = {}
    for playing in walk.steps(length):
        for viewer in playing.viewers():
            view = msgspec.json.encode(playing.view(viewer))
            served.setdefault(viewer, {})[len(playing.written)] = view

    playing, folding = walk.playing, subject.catalogue.folding
    entries = [subject.catalogue.codec.decode(line) for line in playing.lines]
    for viewer, views in served.items():
        caught_up = ViewerProjection(folding, folding.blank(TABLE, viewer))
        rebuilt: dict[int, bytes] = {}
        for entry in entries:
            caught_up.skip(entry)
            if entry.seq in views:
                rebuilt[entry.seq] = msgspec.json.encode(view_by(subject.catalogue, caught_up.table))
        assert rebuilt == views
