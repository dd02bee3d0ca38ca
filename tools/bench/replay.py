"""Reading a log in this process: folding, re-running and replaying it, beside decoding or encoding alone."""

import time
from collections.abc import Callable

import msgspec

from events.audience import GM, seat_viewer
from events.entry import line_hash
from games.installed import CATALOGUE
from replays.audit import audit
from replays.rebuild import replay, rounds_of
from tools.bench.playing import TABLE, play
from tools.bench.report import PER_SECOND, Section, figure
from tools.bench.run import Run


async def measure_replay(run: Run) -> Section:
    """Measure each for some seconds, with the log of a played game."""
    game, codec, folding = play(run.sizes.commands), CATALOGUE.codec, CATALOGUE.folding
    lines = game.lines
    entries = codec.decode_log(lines)
    events = sum(len(entry.events) for entry in entries)
    first = rounds_of(entries)[0]
    viewers = (GM, *map(seat_viewer, game.seats))
    encode = msgspec.json.Encoder().encode

    def rate(work: Callable[[], object]) -> float:
        return _per_second(work, run.sizes.seconds)

    def decode() -> None:
        for line in lines:
            codec.decode(line)

    def fold() -> None:
        table, head = folding.blank(TABLE), ""
        for seq, line in enumerate(lines, 1):
            entry = codec.decode(line, seq)
            if head and entry.prev != head:
                raise ValueError(f"entry {entry.seq} does not follow")
            head = line_hash(line)
            folding.fold_entry(table, entry)

    def frames() -> list[object]:
        return [replay(CATALOGUE, entries[: first.last], viewer, first).frames for viewer in viewers]

    decoded, shown = rate(decode), frames()
    count = sum(len(replay(CATALOGUE, entries[: first.last], viewer, first).frames) for viewer in viewers)
    return Section(
        name="replay",
        title="Reading a log",
        how=f"{events:,} events in {len(lines):,} stored lines in memory, in one process",
        figures=[
            figure("events folded, chain checked", events * rate(fold), PER_SECOND, "decoding alone", events * decoded),
            figure(
                "commands re-run in an audit",
                len(lines) * rate(lambda: audit(CATALOGUE, lines)),
                PER_SECOND,
                "decoding alone",
                len(lines) * decoded,
            ),
            figure(
                "replay frames with views, encoded",
                count * rate(lambda: encode(frames())),
                PER_SECOND,
                "encoding alone",
                count * rate(lambda: encode(shown)),
            ),
        ],
    )


def _per_second(work: Callable[[], object], seconds: float) -> float:
    """How often `work` runs in a second, after one warm-up."""
    work()
    times, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds or not times:
        work()
        times += 1
    return times / spent
