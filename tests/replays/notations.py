"""Rounds as the notation begins them and steps through them."""

from collections.abc import Iterator, Sequence

from events.audience import Viewer
from games.installed import CATALOGUE
from projections.viewer_projection import ViewerProjection
from replays.notation.rounds import Heading, heading_of
from replays.rebuild import Frame, replay, rounds_of


def rounds_in(lines: Sequence[bytes], viewer: Viewer) -> Iterator[tuple[Heading, list[Frame]]]:
    """Every round of a log as a viewer saw it, with how it began."""
    entries = CATALOGUE.codec.decode_log(lines)
    for played in rounds_of(entries):
        before = ViewerProjection(CATALOGUE.folding, CATALOGUE.folding.blank(entries[0].table, viewer))
        for entry in entries[: played.first - 1]:
            before.skip(entry)
        heading = heading_of(before.table, played)
        seen = replay(CATALOGUE, entries[played.first - 1 :], viewer, played, table=before.table)
        yield heading, seen.frames
