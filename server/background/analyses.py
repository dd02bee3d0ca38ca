"""Ended rounds are analysed in worker processes, one at a time, within a budget of time. Results go into the store."""

import asyncio
import os
import time
from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from events.audience import Viewer, seat_viewer
from projections.game import AnyTable
from replays.analysis.rounds import SAMPLES, Analysed, SeatAnalysis, by_seat
from replays.rebuild import Round
from server.analysing import Analyst
from server.background.supervisor import Supervisor
from server.problems import Problem
from server.workers import at_work

_MOST_PROCESSES: Final = 8
"""Each takes some 50 MB."""
_MOST_WAITING: Final = 20
_MOST_OF_AN_ADDRESS: Final = 2
_MOST_FAILED: Final = 50
"""How many failed ones are remembered."""
_RETRY_SECONDS: Final = 30

_decoder: Final = msgspec.json.Decoder(SeatAnalysis)


class Progress(msgspec.Struct):
    """An analysis under way: `done` of its decisions are analysed; `of` is null while it waits for its turn."""

    done: int = 0
    of: int | None = None


class _Asked(NamedTuple):
    """A round, and the viewer who asks for its analysis."""

    table: str
    number: int
    asker: Viewer


class _Job:
    """The analysis of some seats' decisions in one round, that a viewer at an address asked for."""

    def __init__(self, asked: _Asked, seats: Sequence[str], address: str) -> None:
        self.asked = asked
        self.seats = seats
        self.address = address
        self.progress = Progress()
        self.cancelled = False


class Analyses:
    """The analyses of a server: those under way, and those in its store.

    New ones try each option in so many `samples`. Askers learn only of what they asked for themselves: how long others'
    decisions take shows how many there were.
    """

    def __init__(self, supervisor: Supervisor) -> None:
        self.samples = SAMPLES
        self._supervisor = supervisor
        self._services = supervisor.services
        self._reader = supervisor.tables.reader
        self._turn = asyncio.Lock()
        self._jobs: dict[_Asked, _Job] = {}
        self._failed: deque[_Asked] = deque(maxlen=_MOST_FAILED)

    async def kept(self, table: str, number: int, seats: Sequence[str]) -> list[SeatAnalysis]:
        """The analyses of these seats' decisions in a round that are in the store."""
        found: list[SeatAnalysis] = []
        for seat in seats:
            data = await self._services.store.analysis(table, number, seat)
            if data is not None:
                try:
                    found.append(_decoder.decode(data))
                except msgspec.DecodeError:
                    # Another version of the server wrote it. It can be made again.
                    continue
        return found

    def progress(self, table: str, number: int, asker: Viewer) -> Progress | None:
        """How far the analysis that a viewer asked for is; None if there is none under way."""
        job = self._jobs.get(_Asked(table, number, asker))
        return None if job is None else job.progress

    def failed(self, table: str, number: int, asker: Viewer) -> bool:
        """Whether the last analysis of a round that a viewer asked for has failed."""
        return _Asked(table, number, asker) in self._failed

    def start(self, table: str, played: Round, seats: Sequence[str], asker: Viewer, address: str) -> None:
        """Analyse what these seats decided in an ended round, unless the asker's analysis of it is under way.

        Raises a `Problem` (429).
        """
        asked = _Asked(table, played.round, asker)
        if not seats or asked in self._jobs:
            return
        of_address = sum(job.address == address for job in self._jobs.values())
        if len(self._jobs) >= _MOST_WAITING or of_address >= _MOST_OF_AN_ADDRESS:
            self._services.metrics.limited.labels("analyses").inc()
            detail = f"Too many rounds are waiting to be analysed. Retry in {_RETRY_SECONDS} s."
            raise Problem(429, "too_many_requests", detail, headers={"Retry-After": str(_RETRY_SECONDS)})
        if asked in self._failed:
            self._failed.remove(asked)
        self._jobs[asked] = job = _Job(asked, seats, address)
        self._supervisor.run(self._carry_out(job, played))

    def cancel(self, table: str, number: int, asker: Viewer) -> None:
        """Stop the analysis of a round that a viewer asked for."""
        job = self._jobs.pop(_Asked(table, number, asker), None)
        if job is not None:
            job.cancelled = True

    def _called_off(self, job: _Job) -> bool:
        return job.cancelled or self._supervisor.stopping

    async def _carry_out(self, job: _Job, played: Round) -> None:
        table, number, _ = job.asked
        try:
            async with self._turn:
                kept = {one.seat for one in await self.kept(table, number, job.seats)}
                job.seats = [seat for seat in job.seats if seat not in kept]
                if self._called_off(job) or not job.seats:
                    return
                analyst = await self._analyst(job, played)
                analyses = await asyncio.to_thread(self._work, job, analyst)
            if not self._called_off(job):
                for one in analyses:
                    data = msgspec.json.encode(one)
                    await self._services.store.save_analysis(table, number, one.seat, data)
        except Exception:
            if not job.cancelled:
                self._failed.append(job.asked)
            raise
        finally:
            if not job.cancelled:
                del self._jobs[job.asked]

    async def _analyst(self, job: _Job, played: Round) -> Analyst:
        before: dict[str, AnyTable] = {}
        for seat in job.seats:
            loaded = await self._reader.start(job.asked.table, seat_viewer(seat), played.first - 1)
            await self._reader.advance(loaded, played.first - 1)
            before[seat] = loaded.table
        windows = self._reader.windows(job.asked.table, played.first - 1, played.last or 0)
        lines = [stored.line async for window in windows for stored in window]
        return Analyst(before, played.first, lines, self.samples)

    def _work(self, job: _Job, analyst: Analyst) -> list[SeatAnalysis]:
        """The work itself, in a thread. Decisions for which no time is left are left out."""
        tasks = analyst.round.tasks(job.seats)
        job.progress.of = len(tasks)
        ends = time.monotonic() + self._services.config.analysis_seconds
        results: dict[int, Analysed] = {}

        def over() -> bool:
            return self._called_off(job) or time.monotonic() > ends

        processes = min(os.cpu_count() or 1, _MOST_PROCESSES)
        with at_work(analyst, tasks, processes, until=over, background=True) as done:
            for place, analysed in done:
                results[place] = analysed
                job.progress.done += 1
        return by_seat(job.seats, tasks, results)
