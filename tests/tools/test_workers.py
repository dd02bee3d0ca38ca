"""Work in several processes: its results, and that it stops with all its processes when asked to."""

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import active_children, resource_tracker
from typing import Final

import pytest

from server.workers import WorkerLost, at_work

LONG: Final = ("middles-seven", "--policy", "flat", "--rounds", "100000000", "--table-rounds", "1000", "--cores", "2")
"""It would take hours."""
BEGINNING: Final = re.compile(rb" 0/100000000")
PLAYING: Final = re.compile(rb" [1-9]\d*/100000000")
"""What the bar shows while processes begin, and when one of them has played something."""
AT_A_TERMINAL: Final = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from tools.cli import main
main()
"""
"""Ctrl-C is heard there, also where the tests run in the background of a shell and it is not."""
SOON_S: Final = 60
"""A process that has not stopped by then ignores the request, however busy the machine is."""


def squared(number: int) -> int:
    return number * number


def refused(number: int) -> int:
    raise ValueError(f"{number} is not wanted")


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_each_task_is_done_once_and_its_result_comes_with_its_place() -> None:
    with at_work(squared, range(20), 3) as done:
        assert sorted(done) == [(number, number * number) for number in range(20)]
    assert active_children() == []


def test_an_error_of_a_task_is_raised_here_with_its_place() -> None:
    with pytest.raises(ValueError, match=r"^3 is not wanted") as raised, at_work(refused, [3], 1) as done:
        list(done)
    assert "in refused" in "".join(raised.value.__notes__)
    assert active_children() == []


def added(many: bytes, number: int) -> int:
    return len(many) + number


def test_a_process_that_dies_at_its_start_is_reported_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """However large the task that it would have been sent."""
    resource_tracker.ensure_running()
    monkeypatch.setattr("multiprocessing.spawn._python_exe", os.fsencode(shutil.which("false") or "false"))
    with (
        pytest.raises(WorkerLost, match=r"^a worker process ended too early \(exit status 1\)$"),
        at_work(partial(added, bytes(1_000_000)), [1], 1) as done,
    ):
        list(done)
    assert active_children() == []


def slept(seconds: float) -> int:
    time.sleep(seconds)
    return os.nice(0)


def test_work_that_is_to_end_early_does_not_wait_for_its_tasks() -> None:
    finished: list[int] = []
    with at_work(slept, [0, 3_600], 2, until=lambda: bool(finished)) as done:
        finished.extend(place for place, _ in done)
    assert finished == [0]
    assert active_children() == []


def test_in_the_background_other_processes_go_first() -> None:
    here = os.nice(0)
    for background, lower in ((False, 0), (True, 10)):
        with at_work(slept, [0], 1, background=background) as done:
            assert list(done) == [(0, min(here + lower, 19))]


def test_a_killed_process_is_reported_and_not_waited_for() -> None:
    words = r"^a worker process ended too early \(signal 9: is there enough memory\?\)$"
    with pytest.raises(WorkerLost, match=words), at_work(killed, [1, 2, 3], 2) as done:
        list(done)
    assert active_children() == []


class Simulating:
    """A simulation at a terminal, in a group of processes of its own."""

    def __init__(self, process: "subprocess.Popen[bytes]", terminal: int) -> None:
        self.process = process
        self.shown = b""
        self._terminal = terminal

    def watch(self, wanted: re.Pattern[bytes] | None) -> None:
        """Read on until something is shown; if None, until nobody is left who could show anything."""
        while wanted is None or not wanted.search(self.shown):
            try:
                self.shown += os.read(self._terminal, 65_536)
            except OSError:  # how the end of a terminal reads
                assert wanted is None, self.shown
                return

    def said(self) -> list[str]:
        """What is left of it where the bar has gone, line by line, until all its processes are gone."""
        self.watch(None)
        self.process.wait(SOON_S)
        plain = re.sub(r"\x1b\[[?\d;]*[A-Za-z]", "", self.shown.decode())
        lines = [line.split("\r")[-1].strip() for line in plain.replace("\r\n", "\n").split("\n")]
        return [line for line in lines if line and "/100000000" not in line]


@contextmanager
def simulating() -> Generator[Simulating]:
    terminal, theirs = pty.openpty()
    arguments = [sys.executable, "-c", AT_A_TERMINAL, "simulate", *LONG]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(
        arguments, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    late = signal.signal(signal.SIGALRM, lambda *_: os.killpg(process.pid, signal.SIGKILL))
    signal.alarm(SOON_S)
    try:
        yield Simulating(process, terminal)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, late)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        os.close(terminal)


@pytest.mark.parametrize("moment", [BEGINNING, PLAYING], ids=["beginning", "playing"])
def test_ctrl_c_stops_a_simulation_on_two_cores_with_one_word_and_leaves_nothing_running(
    moment: re.Pattern[bytes],
) -> None:
    """Ctrl-C goes to every process of the terminal's group."""
    with simulating() as run:
        run.watch(moment)
        os.killpg(run.process.pid, signal.SIGINT)

        assert run.said() == ["Aborted!"]
        assert run.process.returncode == 1


def test_a_simulation_that_is_terminated_leaves_neither_words_nor_anything_running() -> None:
    with simulating() as run:
        run.watch(PLAYING)
        run.process.terminate()

        assert run.said() == []
        assert run.process.returncode == -signal.SIGTERM
