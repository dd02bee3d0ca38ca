"""Reading logs in this process: folding, auditing, replaying, and making views."""

import time
from collections.abc import Callable
from functools import partial
from typing import Final

import msgspec

from events.audience import GM, seat_viewer
from events.entry import line_hash
from games.deciding.catalogue import Catalogue
from games.deciding.decider import offering
from projections.game import AnyTable
from projections.views import View, view_of
from replays.audit import audit
from replays.rebuild import replay, rounds_of
from tools.bench.playing import Game
from tools.bench.report import MILLISECONDS, PER_SECOND, Figure, Section, figure

_DECODING: Final = "decoding alone"
_ENCODING: Final = "encoding alone"


def measure_reading(catalogue: Catalogue, game: Game, full: Game, seconds: float) -> Section:
    """Measure each for about `seconds` seconds, with the log of `game`; views with `full`, in mid-round."""
    lines = game.lines
    entries = catalogue.codec.decode_log(lines)
    events = sum(len(entry.events) for entry in entries)
    return Section(
        name="replay",
        title="Reading a log, and making views",
        how=f"{events:,} events in {len(lines):,} stored lines in memory, in one process",
        figures=[
            *_folding(catalogue, game, seconds),
            *_replaying(catalogue, game, seconds),
            *_viewing(catalogue, full, seconds),
        ],
    )


def _folding(catalogue: Catalogue, game: Game, seconds: float) -> list[Figure]:
    lines = game.lines
    events = sum(len(catalogue.codec.decode(line).events) for line in lines)

    def decode() -> None:
        for line in lines:
            catalogue.codec.decode(line)

    def fold() -> None:
        table = catalogue.folding.blank(game.table)
        for seq, line in enumerate(lines, 1):
            catalogue.folding.fold_entry(table, catalogue.codec.decode(line, seq))

    def chain_and_fold() -> None:
        table, head = catalogue.folding.blank(game.table), ""
        for seq, line in enumerate(lines, 1):
            entry = catalogue.codec.decode(line, seq)
            if head and entry.prev != head:
                raise ValueError(f"entry {entry.seq} does not follow")
            head = line_hash(line)
            catalogue.folding.fold_entry(table, entry)

    decoded = _per_second(decode, seconds)

    def rate(what: str, work: Callable[[], object], each: int) -> Figure:
        return figure(what, _per_second(work, seconds) * each, PER_SECOND, _DECODING, decoded * each)

    return [
        rate("events folded", fold, events),
        rate("events folded, chain checked", chain_and_fold, events),
        rate("events audited, not re-run", lambda: audit(catalogue, lines, rerun=False), events),
        rate("commands re-run in an audit", lambda: audit(catalogue, lines), len(lines)),
    ]


def _replaying(catalogue: Catalogue, game: Game, seconds: float) -> list[Figure]:
    entries = catalogue.codec.decode_log(game.lines)
    first = rounds_of(entries)[0]
    upto = entries[: first.last]
    viewers = (GM, *map(seat_viewer, game.seats))
    shown = [replay(catalogue, upto, viewer, first).frames for viewer in viewers]
    frames = sum(map(len, shown))
    encoder = msgspec.json.Encoder()

    def replay_first() -> None:
        for viewer in viewers:
            encoder.encode(replay(catalogue, upto, viewer, first).frames)

    replayed = _per_second(replay_first, seconds) * frames
    encoded = _per_second(lambda: encoder.encode(shown), seconds) * frames
    return [figure("replay frames with views, encoded", replayed, PER_SECOND, _ENCODING, encoded)]


def _viewing(catalogue: Catalogue, full: Game, seconds: float) -> list[Figure]:
    encoder = msgspec.json.Encoder()
    figures: list[Figure] = []

    def made(table: AnyTable) -> bytes:
        return encoder.encode(_view(catalogue, table))

    for viewer, whose in ((seat_viewer(full.recorder.table.to_act[0]), "the seat to act"), (GM, "the GM")):
        table = full.recorder.seen_by(viewer)
        took = 1000 / _per_second(partial(made, table), seconds)
        ceiling = 1000 / _per_second(partial(encoder.encode, _view(catalogue, table)), seconds)
        label = f"the view of {whose}, {len(full.seats)} seats"
        figures.append(figure(label, took, MILLISECONDS, _ENCODING, ceiling))
    return figures


def _view(catalogue: Catalogue, table: AnyTable) -> View:
    return view_of(table, catalogue.rulebooks, offering(catalogue.rulebooks))


def _per_second(work: Callable[[], object], seconds: float) -> float:
    """How often `work` runs in a second, after one warm-up."""
    work()
    times, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds or not times:
        work()
        times += 1
    return times / spent
