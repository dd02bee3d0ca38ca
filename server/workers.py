"""Work in several processes, which stop immediately at Ctrl-C or when their parent ends."""

import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager, suppress
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import Any, Final, TypeVar

import click
import msgspec

_Task = TypeVar("_Task")
_Result = TypeVar("_Result")

if sys.platform == "win32":
    from multiprocessing.connection import PipeConnection as Connection

    _MOST: Final = 30
    """The most processes: no more than 63 handles can be waited for, and each has two."""

    def _prepare() -> None:
        pass

    def _block_interrupts() -> Any:
        # A process that begins cannot inherit a mask of signals. It ignores Ctrl-C as soon as it can.
        return None

    def _unblock_interrupts(blocked: Any) -> None:
        pass

else:
    from multiprocessing import resource_tracker
    from multiprocessing.connection import Connection

    _MOST: Final = 1_000

    def _prepare() -> None:
        # Otherwise the first process would start it and unblock the signal.
        resource_tracker.ensure_running()

    def _block_interrupts() -> Any:
        return signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    def _unblock_interrupts(blocked: Any) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


_ASK_SECONDS: Final = 0.25
_NICE: Final = 10
"""How much lower the priority of processes in the background is. Windows has no such number."""


class WorkerLost(click.ClickException):
    """A worker process died: one line on standard error, and exit status 1."""

    exit_code = 1


class _Worker(msgspec.Struct, frozen=True):
    process: SpawnProcess
    orders: "Connection[Any, Any]"


@contextmanager
def at_work(
    work: Callable[[_Task], _Result],
    tasks: Iterable[_Task],
    processes: int,
    *,
    until: Callable[[], bool] | None = None,
    background: bool = False,
) -> Generator[Iterator[tuple[int, _Result]]]:
    """Carry out tasks in several processes, in order; yields each one's index and result when it is done.

    A task is taken from `tasks` only when a process can begin it. `work` is a module-level function, or another object
    that can be pickled. Its exceptions are raised here. Raises `WorkerLost` if a process dies. Leaving the block kills
    the processes.

    `until` is asked four times a second whether to end early. In the `background`, other processes go first.
    """
    crew: list[_Worker] = []
    try:
        count = min(processes, len(tasks)) if isinstance(tasks, Sized) else processes
        _begin(crew, work, count, background=background)
        yield _results(crew, tasks, until)
    finally:
        for worker in crew:
            worker.process.kill()
        for worker in crew:
            worker.process.join()
            worker.orders.close()


def _begin(crew: list[_Worker], work: Callable[[Any], object], count: int, *, background: bool) -> None:
    """Spawn the processes rather than forking, because a process that shows a progress bar has threads.

    Ctrl-C goes to all processes of a terminal. These start with it blocked, so that it cannot hit them half-started;
    their parent stops them.
    """
    spawn = get_context("spawn")
    _prepare()
    with _uninterrupted():
        for _ in range(min(count, _MOST)):
            ours, theirs = spawn.Pipe()
            process = spawn.Process(target=_serve, args=(theirs, background), daemon=True)
            process.start()
            theirs.close()
            crew.append(_Worker(process, ours))
    # Not with the process: starting one that dies at once would wait forever for it to read more than a pipe holds.
    for worker in crew:
        try:
            worker.orders.send(work)
        except OSError:
            raise _lost(worker) from None


@contextmanager
def _uninterrupted() -> Generator[None]:
    """Delay an interrupt to the end of the block, and block the signal in this thread for new processes."""
    if threading.current_thread() is not threading.main_thread():
        blocked = _block_interrupts()
        try:
            yield
        finally:
            _unblock_interrupts(blocked)
        return
    late: list[int] = []

    def delay(number: int, frame: FrameType | None) -> None:
        late.append(number)

    handler, blocked = signal.signal(signal.SIGINT, delay), _block_interrupts()
    try:
        yield
    finally:
        _unblock_interrupts(blocked)
        signal.signal(signal.SIGINT, handler)
        if late:
            signal.raise_signal(signal.SIGINT)


def _results(
    crew: Sequence[_Worker], tasks: Iterable[_Task], until: Callable[[], bool] | None
) -> Iterator[tuple[int, Any]]:
    left = iter(enumerate(tasks))
    busy: dict[Connection[Any, Any], tuple[_Worker, int]] = {}

    def occupy(worker: _Worker) -> None:
        for place, task in left:
            try:
                worker.orders.send(task)
            except OSError:
                raise _lost(worker) from None
            busy[worker.orders] = worker, place
            return

    for worker in crew:
        occupy(worker)
    while busy:
        ends = (worker.process.sentinel for worker, _ in busy.values())
        ready = connection.wait([*busy, *ends], None if until is None else _ASK_SECONDS)
        if until is not None and until():
            return
        if not ready:
            continue
        answered = [orders for orders in busy if orders in ready]
        if not answered:
            # On Windows, our own copy of its end of the pipe may still be open.
            raise _lost(next(worker for worker, _ in busy.values() if worker.process.sentinel in ready))
        for orders in answered:
            worker, place = busy.pop(orders)
            try:
                result, error = worker.orders.recv()
            except (EOFError, OSError):
                raise _lost(worker) from None
            if error is not None:
                raise error
            occupy(worker)
            yield place, result


def _lost(worker: _Worker) -> WorkerLost:
    worker.process.join()
    status = worker.process.exitcode or 0
    how = f"exit status {status}" if status >= 0 else f"signal {-status}: is there enough memory?"
    return WorkerLost(f"a worker process ended too early ({how})")


def _serve(orders: "Connection[Any, Any]", background: bool) -> None:
    """The loop of a worker: what to do, then task after task, until the parent closes the connection."""
    if sys.platform == "win32":
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    elif background:
        os.nice(_NICE)
    threading.Thread(target=_end_with_the_parent, daemon=True).start()
    with suppress(EOFError):
        work: Callable[[Any], object] = orders.recv()
        while True:
            task = orders.recv()
            try:
                result = work(task)
            except Exception as error:
                error.add_note(traceback.format_exc())
                orders.send((None, error))
                raise SystemExit(1) from error
            orders.send((result, None))


def _end_with_the_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)
