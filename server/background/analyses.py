"""Ended rounds are analysed in worker processes, one at a time, within a budget of time. Results go into the store."""

import asyncio
import os
import time
from collections.abc import Sequence
from typing import Final

import msgspec

from events.audience import seat_viewer
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
_RETRY_SECONDS: Final = 30

_decoder: Final = msgspec.json.Decoder(SeatAnalysis)


class Progress(msgspec.Struct):
    """An analysis under way: `done` of its decisions are analysed; `of` is null while it waits for its turn."""

    done: int = 0
    of: int | None = None


class _Job:
    """The analysis of some seats' decisions in one round, that an address asked for."""

    def __init__(self, table: str, number: int, seats: Sequence[str], address: str) -> None:
        self.table = table
        self.number = number
        self.seats = seats
        self.address = address
        self.progress = Progress()
        self.cancelled = False


class Analyses:
    """The analyses of a server: those under way, and those in its store.

    New ones try each option in so many `samples`.
    """

    def __init__(self, supervisor: Supervisor) -> None:
        self.samples = SAMPLES
        self._supervisor = supervisor
        self._services = supervisor.services
        self._reader = supervisor.tables.reader
        self._turn = asyncio.Lock()
        self._jobs: list[_Job] = []

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

    def progress(self, table: str, number: int, seats: Sequence[str]) -> Progress | None:
        """How far the analyses of these seats are; None if there are none under way."""
        under_way = [job.progress for job in self._concerning(table, number, seats)]
        if not under_way:
            return None
        known = [one.of for one in under_way if one.of is not None]
        return Progress(sum(one.done for one in under_way), sum(known) if known else None)

    def start(self, table: str, played: Round, seats: Sequence[str], address: str) -> None:
        """Analyse what these seats decided in an ended round, unless that is under way. Raises a `Problem` (429)."""
        begun = {seat for job in self._concerning(table, played.round, seats) for seat in job.seats}
        left = [seat for seat in seats if seat not in begun]
        if not left:
            return
        of_address = sum(job.address == address for job in self._jobs)
        if len(self._jobs) >= _MOST_WAITING or of_address >= _MOST_OF_AN_ADDRESS:
            self._services.metrics.limited.labels("analyses").inc()
            detail = f"Too many rounds are waiting to be analysed. Retry in {_RETRY_SECONDS} s."
            raise Problem(429, "too_many_requests", detail, headers={"Retry-After": str(_RETRY_SECONDS)})
        job = _Job(table, played.round, left, address)
        self._jobs.append(job)
        self._supervisor.run(self._carry_out(job, played))

    def cancel(self, table: str, number: int, seats: Sequence[str]) -> None:
        """Stop the analyses of these seats' decisions in a round."""
        for job in self._concerning(table, number, seats):
            job.cancelled = True
            self._jobs.remove(job)

    def stop(self) -> None:
        """Stop all analyses: the server is stopping."""
        for job in self._jobs:
            job.cancelled = True

    def _concerning(self, table: str, number: int, seats: Sequence[str]) -> list[_Job]:
        """The analyses of these seats alone: how long others' take tells how many decisions they had."""
        of_round = [job for job in self._jobs if (job.table, job.number) == (table, number)]
        return [job for job in of_round if set(job.seats).issubset(seats)]

    async def _carry_out(self, job: _Job, played: Round) -> None:
        try:
            async with self._turn:
                kept = {one.seat for one in await self.kept(job.table, job.number, job.seats)}
                job.seats = [seat for seat in job.seats if seat not in kept]
                if job.cancelled or not job.seats:
                    return
                analyst = await self._analyst(job, played)
                analyses = await asyncio.to_thread(self._analyses, job, analyst)
            if not job.cancelled:
                for one in analyses:
                    data = msgspec.json.encode(one)
                    await self._services.store.save_analysis(job.table, job.number, one.seat, data)
        finally:
            if job in self._jobs:
                self._jobs.remove(job)

    async def _analyst(self, job: _Job, played: Round) -> Analyst:
        before: dict[str, AnyTable] = {}
        for seat in job.seats:
            loaded = await self._reader.start(job.table, seat_viewer(seat), played.first - 1)
            await self._reader.advance(loaded, played.first - 1)
            before[seat] = loaded.table
        windows = self._reader.windows(job.table, played.first - 1, played.last or 0)
        lines = [stored.line async for window in windows for stored in window]
        return Analyst(before, played.first, lines, self.samples)

    def _analyses(self, job: _Job, analyst: Analyst) -> list[SeatAnalysis]:
        """The work itself, in a thread. Decisions for which no time is left are left out."""
        tasks = analyst.round.tasks(job.seats)
        job.progress.of = len(tasks)
        ends = time.monotonic() + self._services.config.analysis_seconds
        results: dict[int, Analysed] = {}

        def over() -> bool:
            return job.cancelled or time.monotonic() > ends

        processes = min(os.cpu_count() or 1, _MOST_PROCESSES)
        with at_work(analyst, tasks, processes, until=over, background=True) as done:
            for place, analysed in done:
                results[place] = analysed
                job.progress.done += 1
        return by_seat(job.seats, tasks, results)
