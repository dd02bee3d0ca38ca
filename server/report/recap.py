"""What a report says about rounds, taken from a log for one viewer."""

from collections.abc import Callable, Collection, Iterable

import msgspec

from events.accounts import POT
from events.audience import Viewer
from events.dispute_events import DisputeRaised, DisputeRuled
from events.entry import Entry
from events.event import Event
from games.engine.catalogue import Catalogue
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection, VisibleEntry
from replays.rebuild import Frame, Round, Steps, facts_only


class Recap(msgspec.Struct, kw_only=True):
    """An ended round as one viewer saw it.

    `moved` has what each account had gained or lost in it after each frame (copper), and `pot_cp` what was in the pot
    before it. `disputes` are the sentences about its disputes and their rulings, also those after the round.
    `facts_only` is as in `Replay`.
    """

    played: Round
    viewer: Viewer
    facts_only: str | None
    pot_cp: int
    frames: list[Frame] = []
    moved: list[dict[str, int]] = []
    disputes: list[str] = []


def recaps(
    catalogue: Catalogue,
    entries: Iterable[Entry[Event]],
    viewer: Viewer,
    rounds: Collection[Round],
    begin: Callable[[AnyTable], None] | None = None,
) -> tuple[list[Recap], AnyTable]:
    """The recaps of these ended rounds of a log, in order; and the viewer's table at the end of the log.

    `begin` may change the viewer's table before each round.
    """
    left = iter(entries)
    first = next(left)
    table = catalogue.folding.blank(first.table, viewer)
    projection = ViewerProjection(catalogue.folding, table)
    begins = {played.first: played for played in rounds}
    made: list[Recap] = []
    steps: Steps | None = None
    disputed: dict[int, int] = {}
    for entry in (first, *left):
        if played := begins.get(entry.seq):
            if begin is not None:
                begin(table)
            steps = Steps(catalogue, table, played)
            why, pot_cp = facts_only(catalogue, played), table.balance(POT)
            made.append(Recap(played=played, viewer=viewer, facts_only=why, pot_cp=pot_cp))
        seen: VisibleEntry | None = projection.see(entry) if steps is None else steps.take(entry)
        if isinstance(seen, Frame):
            made[-1].frames.append(seen)
            made[-1].moved.append(dict(table.moved))
        if steps is not None and entry.seq == made[-1].played.last:
            steps = None
        if seen is not None:
            _note_disputes(made, seen, disputed)
    return made, table


def _note_disputes(made: Iterable[Recap], seen: VisibleEntry, rounds: dict[int, int]) -> None:
    """Note the sentences of an entry that disputes a round or rules on it; `rounds` keeps the round of each dispute."""
    for event in seen.events:
        if isinstance(event, DisputeRaised):
            rounds[event.dispute] = event.round
    disputed = {rounds.get(event.dispute) for event in seen.events if isinstance(event, (DisputeRaised, DisputeRuled))}
    for recap in made:
        if recap.played.round in disputed:
            recap.disputes += seen.chronicle
