"""Ended rounds are analysed in worker processes, one at a time, within a budget of time. Results go into the store."""

import asyncio
import os
from collections.abc import Sequence
from datetime import timedelta
from typing import Final, NamedTuple

import msgspec

from events.audience import Viewer, seat_viewer
from events.codec import UnreadableEntry
from events.entry import Entry
from events.event import Event
from projections.game import AnyTable
from replays.analysis.rounds import SAMPLES, Analysed, SeatAnalysis, Task, by_seat, seats_of
from replays.rebuild import Round
from server.analysing import Analyst
from server.background.supervisor import Supervisor
from server.problems import LogDamaged, Problem
from server.workers import at_work

_MOST_PROCESSES: Final = 8
"""Each takes some 50 MB."""
_MOST_WAITING: Final = 20
_MOST_OF_AN_ADDRESS: Final = 2
_MOST_ENDED: Final = 20
"""How many are remembered that failed or ran out of time."""
_MOST_ROUNDS: Final = 100
"""Of how many rounds it is remembered who acted."""
_RETRY_SECONDS: Final = 30

_decoder: Final = msgspec.json.Decoder(SeatAnalysis)


class Progress(msgspec.Struct):
    """An analysis under way: `done` of its moves are analysed; `of` is null while it waits for its turn."""

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
        self.tasks: Sequence[Task] | None = None
        self.results: dict[Task, Analysed] = {}
        self.cancelled = False
        self.out_of_time = False
        self.failed = False
        self.unfinished: list[SeatAnalysis] = []

    def run_out(self) -> None:
        """Called when there is no more time for it."""
        self.out_of_time = True


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
        self._ended: dict[_Asked, _Job] = {}
        self._seats: dict[tuple[str, int, str], Sequence[str]] = {}

    async def seats(self, table: str, played: Round) -> Sequence[str]:
        """The seats that acted in an ended round. Clients poll, so they are remembered. Raises `LogDamaged`."""
        key = table, played.first, played.started_at
        if key not in self._seats:
            entries: list[Entry[Event]] = []
            async for lines in self._reader.windows(table, played.first - 1, played.last or 0):
                for stored in lines:
                    try:
                        entries.append(self._reader.codec.decode(stored.line, stored.seq))
                    except UnreadableEntry as error:
                        raise LogDamaged(table, stored.seq, error.reason) from None
            if len(self._seats) == _MOST_ROUNDS:
                del self._seats[next(iter(self._seats))]
            self._seats[key] = seats_of(entries)
        return self._seats[key]

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
        ended = self._ended.get(_Asked(table, number, asker))
        return ended is not None and ended.failed

    def unfinished(self, table: str, number: int, asker: Viewer) -> list[SeatAnalysis]:
        """What the last analysis of a round that a viewer asked for had no time to finish. It is not in the store."""
        ended = self._ended.get(_Asked(table, number, asker))
        return [] if ended is None else ended.unfinished

    def start(self, table: str, played: Round, seats: Sequence[str], asker: Viewer, address: str) -> None:
        """Analyse what these seats decided in an ended round, unless the asker's analysis of it is under way.

        One that failed or ran out of time is continued. Raises a `Problem` (429).
        """
        asked = _Asked(table, played.round, asker)
        if not seats or asked in self._jobs:
            return
        of_address = sum(job.address == address for job in self._jobs.values())
        if len(self._jobs) >= _MOST_WAITING or of_address >= _MOST_OF_AN_ADDRESS:
            self._services.metrics.limited.labels("analyses").inc()
            detail = f"Too many rounds are waiting to be analysed. Retry in {_RETRY_SECONDS} s."
            raise Problem(429, "too_many_requests", detail, headers={"Retry-After": str(_RETRY_SECONDS)})
        self._jobs[asked] = job = _Job(asked, seats, address)
        if (ended := self._ended.get(asked)) is not None:
            job.results = ended.results
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
        clock = self._services.clock
        try:
            async with self._turn:
                kept = {one.seat for one in await self.kept(table, number, job.seats)}
                job.seats = [seat for seat in job.seats if seat not in kept]
                if self._called_off(job) or not job.seats:
                    return
                analyst = await self._analyst(job, played)
                ends = clock.now() + timedelta(seconds=self._services.config.analysis_seconds)
                alarm = clock.call_at(ends, job.run_out)
                try:
                    await asyncio.to_thread(self._work, job, analyst)
                finally:
                    alarm.cancel()
                    # Also after a fault in one decision: it would come again, and the others are judged.
                    await self._keep(job, analyst)
        except Exception as error:
            job.failed = True
            if isinstance(error, LogDamaged | UnreadableEntry):
                await self._supervisor.tables.examine(table)
            raise
        finally:
            if not job.cancelled:
                self._end(job)

    async def _keep(self, job: _Job, analyst: Analyst) -> None:
        """Store the seats whose moves are all analysed, and remember the others."""
        if job.tasks is None or self._called_off(job):
            return
        for one in by_seat(job.seats, job.tasks, job.results, analyst.samples, analyst.policy):
            if one.no_time:
                job.unfinished.append(one)
            else:
                data = msgspec.json.encode(one)
                await self._services.store.save_analysis(job.asked.table, job.asked.number, one.seat, data)

    def _end(self, job: _Job) -> None:
        del self._jobs[job.asked]
        self._ended.pop(job.asked, None)
        if job.failed or job.unfinished:
            self._ended[job.asked] = job
            if len(self._ended) > _MOST_ENDED:
                del self._ended[next(iter(self._ended))]

    async def _analyst(self, job: _Job, played: Round) -> Analyst:
        before: dict[str, AnyTable] = {}
        for seat in job.seats:
            loaded = await self._reader.start(job.asked.table, seat_viewer(seat), played.first - 1)
            await self._reader.advance(loaded, played.first - 1)
            before[seat] = loaded.table
        windows = self._reader.windows(job.asked.table, played.first - 1, played.last or 0)
        lines = [stored.line async for window in windows for stored in window]
        return Analyst(before, played.first, lines, self.samples)

    def _work(self, job: _Job, analyst: Analyst) -> None:
        """The work itself, in a thread."""
        job.tasks = analyst.round.tasks(job.seats)
        left = [task for task in job.tasks if task not in job.results]
        job.progress.done, job.progress.of = len(job.tasks) - len(left), len(job.tasks)

        def over() -> bool:
            return job.out_of_time or self._called_off(job)

        processes = min(os.cpu_count() or 1, _MOST_PROCESSES)
        with at_work(analyst, left, processes, until=over, background=True) as done:
            for place, analysed in done:
                job.results[left[place]] = analysed
                job.progress.done += 1
