"""Copies of tables go their own way."""

import io

import msgspec
import pytest

from events.audience import HOUSE
from games.installed import CATALOGUE
from projections.copies import copied
from replays.export import parse_export
from tests.recorded.replaying import recordings

GAMES = sorted(CATALOGUE.rulebooks)


@pytest.mark.parametrize("game", GAMES)
def test_what_happens_at_a_copy_leaves_the_table_as_it_was(game: str) -> None:
    """Copies are made at several places of each recorded round, and played on to its end."""
    for path in recordings(game)[::4]:
        entries = CATALOGUE.codec.decode_log(list(parse_export(io.BytesIO(path.read_bytes())).lines))
        table = CATALOGUE.folding.blank(entries[0].table, HOUSE)
        for at, entry in enumerate(entries):
            CATALOGUE.folding.fold_entry(table, entry)
            if at % 10 == 3:
                before, copy = msgspec.json.encode(table), copied(table)
                assert copy == table
                for later in entries[at + 1 :]:
                    CATALOGUE.folding.fold_entry(copy, later)
                assert msgspec.json.encode(table) == before
