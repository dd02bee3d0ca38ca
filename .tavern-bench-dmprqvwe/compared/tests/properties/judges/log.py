"""Architecture, "What must hold", 1: the log alone gives back every table and every line, byte for byte."""

import msgspec

from events.entry import line_hash
from tests.playing import TABLE, Playing, copied
from tests.rerunning import rerun


class Log:
    """Keeps the tables that decided, and judges the log when the round is over."""

    def __init__(self) -> None:
        self._decided: dict[int, bytes] = {}

    def step(self, playing: Playing) -> None:
        self._decided[len(playing.written)] = msgspec.json.encode(playing.table)

    def end(self, playing: Playing) -> None:
        self.the_log_folds_to_the_tables_that_decided(playing)
        a_table_kept_as_a_snapshot_goes_on_as_if_it_had_never_been_put_away(playing)
        every_line_holds_the_hash_of_the_one_before(playing)
        running_the_commands_again_gives_every_line_byte_for_byte(playing)

    def the_log_folds_to_the_tables_that_decided(self, playing: Playing) -> None:
        folding = playing.catalogue.folding
        table = folding.blank(TABLE)
        folded: dict[int, bytes] = {}
        for entry in playing.catalogue.codec.decode_log(playing.lines):
            folding.fold_entry(table, entry)
            if table.seq in self._decided:
                folded[table.seq] = msgspec.json.encode(table)
        assert folded == self._decided


def a_table_kept_as_a_snapshot_goes_on_as_if_it_had_never_been_put_away(playing: Playing) -> None:
    folding = playing.catalogue.folding
    table = folding.blank(TABLE)
    for entry in playing.catalogue.codec.decode_log(playing.lines):
        folding.fold_entry(table, entry)
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
