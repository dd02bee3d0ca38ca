"""Re-running the commands of a whole log."""

from collections.abc import Iterable, Iterator

from games.deciding.catalogue import Catalogue
from replays.rerun import Outcome, RecordedDealer, Rerunner


def rerun(catalogue: Catalogue, lines: Iterable[bytes]) -> Iterator[Outcome]:
    """Re-run a whole log's commands in order: one outcome for each entry.

    Raises `UnreadableEntry` for a line that is not an entry, `CannotFold`.
    """
    stored = [(line, catalogue.codec.decode(line, seq)) for seq, line in enumerate(lines, 1)]
    dealer = RecordedDealer(entry for _, entry in stored)
    rerunner = Rerunner(catalogue, stored[0][1].table if stored else "", dealer)
    for line, entry in stored:
        yield rerunner.take(entry, line)
