"""Simulates on all cores: processes play chunks of rounds, and their tallies are merged."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from games.installed import CATALOGUE
from server.workers import at_work
from tools.simulate.playing import Setup, play_chunk
from tools.simulate.tally import Tally

Progress = Callable[[int], object]
"""Called with a number of finished rounds."""
_FEW: Final = 2
"""Up to this many chunks are played in this process, because starting others would take longer."""


def simulate(setup: Setup, rounds: int, cores: int, progress: Progress) -> Tally:
    """Play `rounds` rounds. The same setup gives the same tally on any number of cores. Raises `SoftLock`."""
    chunks = list(chunks_of(rounds, setup.table_rounds))
    tally = Tally()
    if (processes := processes_for(rounds, setup.table_rounds, cores)) == 1:
        for chunk in chunks:
            tally.merge(_play(setup, chunk))
            progress(chunk[1])
        return tally
    with at_work(partial(_play, setup), chunks, processes) as played:
        for place, of_chunk in played:
            tally.merge(of_chunk)
            progress(chunks[place][1])
    return tally


def processes_for(rounds: int, table_rounds: int, cores: int) -> int:
    """The number of processes to use for these rounds and cores."""
    chunks = -(-rounds // table_rounds)
    return 1 if chunks <= _FEW else min(cores, chunks)


def chunks_of(rounds: int, table_rounds: int) -> Iterator[tuple[int, int]]:
    """The chunks of a run, one for each table: their numbers, from 0, and their rounds."""
    for chunk, begun in enumerate(range(0, rounds, table_rounds)):
        yield chunk, min(table_rounds, rounds - begun)


def _play(setup: Setup, chunk: tuple[int, int]) -> Tally:
    number, rounds = chunk
    return play_chunk(CATALOGUE, setup, number, rounds)
