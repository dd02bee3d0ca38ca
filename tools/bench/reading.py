"""How fast a log is read: folded from stored bytes, audited, run again, replayed."""

import time
from collections.abc import Callable

import msgspec

from events.audience import GM, seat_viewer
from events.entry import line_hash
from games.catalogue import Catalogue
from replays.audit import audit
from replays.rebuild import replay, rounds_of
from tools.bench.playing import Game


class Rates(msgspec.Struct, frozen=True, kw_only=True):
    """What one process did in a second, reading a log that lay in memory as stored bytes."""

    events_folded: float
    events_chained_and_folded: float
    events_audited: float
    commands_run_again: float
    rounds_replayed: float
    frames_replayed: float


def measure_reading(catalogue: Catalogue, game: Game, seconds: float) -> Rates:
    """Measure each for about so many seconds."""
    lines = game.lines
    entries = [catalogue.codec.decode(line) for line in lines]
    events = sum(len(entry.events) for entry in entries)
    rounds = rounds_of(entries)
    viewers = (GM, seat_viewer("bri"))
    frames = sum(len(replay(catalogue, entries, viewer, rounds[0]).frames) for viewer in viewers)

    def fold() -> None:
        table = catalogue.folding.blank("bench")
        for line in lines:
            catalogue.folding.fold_entry(table, catalogue.codec.decode(line))

    def chain_and_fold() -> None:
        table, head = catalogue.folding.blank("bench"), ""
        for line in lines:
            entry = catalogue.codec.decode(line)
            if head and entry.prev != head:
                raise ValueError(f"entry {entry.seq} does not follow")
            head = line_hash(line)
            catalogue.folding.fold_entry(table, entry)

    def replay_first() -> None:
        for viewer in viewers:
            upto = entries[: rounds[0].last]
            replay(catalogue, upto, viewer, rounds[0])

    replays = _per_second(replay_first, seconds)
    return Rates(
        events_folded=_per_second(fold, seconds) * events,
        events_chained_and_folded=_per_second(chain_and_fold, seconds) * events,
        events_audited=_per_second(lambda: audit(catalogue, lines, rerun=False), seconds) * events,
        commands_run_again=_per_second(lambda: audit(catalogue, lines), seconds) * len(lines),
        rounds_replayed=replays * len(viewers),
        frames_replayed=replays * frames,
    )


def _per_second(work: Callable[[], object], seconds: float) -> float:
    """How often `work` is done in a second, after once to warm up."""
    work()
    times, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds or not times:
        work()
        times += 1
    return times / spent
