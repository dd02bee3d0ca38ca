"""Simulating on all cores: chunks of rounds go to processes, and their tallies are put together."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Final

from games.installed import CATALOGUE
from tools.simulate.playing import Setup, play_chunk
from tools.simulate.tally import Tally

Progress = Callable[[int], object]
"""Told of so many rounds more."""
_FEW: Final = 2
"""So few chunks are played here: processes would take longer to start."""


def simulate(setup: Setup, rounds: int, cores: int, progress: Progress) -> Tally:
    """Play so many rounds. The same setup gives the same tally on any number of cores. Raises `SoftLock`."""
    chunks = list(chunks_of(rounds, setup.table_rounds))
    if cores == 1 or len(chunks) <= _FEW:
        tally = Tally()
        for chunk, count in chunks:
            tally.merge(_play(setup, chunk, count))
            progress(count)
        return tally
    return _in_processes(setup, chunks, min(cores, len(chunks)), progress)


def chunks_of(rounds: int, table_rounds: int) -> Iterator[tuple[int, int]]:
    """The chunks that make so many rounds, each at a table of its own: its number, from 0, and its rounds."""
    for chunk, begun in enumerate(range(0, rounds, table_rounds)):
        yield chunk, min(table_rounds, rounds - begun)


def _in_processes(setup: Setup, chunks: list[tuple[int, int]], cores: int, progress: Progress) -> Tally:
    tally = Tally()
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        playing = {pool.submit(_play, setup, chunk, count): count for chunk, count in chunks}
        try:
            for done in as_completed(playing):
                tally.merge(done.result())
                progress(playing[done])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return tally


def _play(setup: Setup, chunk: int, rounds: int) -> Tally:
    return play_chunk(CATALOGUE, setup, chunk, rounds)
