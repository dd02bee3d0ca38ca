"""Keeps a second store beside one that a server writes to, and the heads of its tables."""

import signal
import threading
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from events.storage.contract import StoreDamaged, StoreError, StoreInUse, StoreUnreadable
from events.storage.sqlite.recovery.following import CopyDiverged, Follower
from tools.backups.publishing import write_heads
from tools.failures import Failure, failing_on, using_file
from tools.output import note
from tools.stores import source_of
from tools.wording import counted

NAME: Final = "tavern.db"
HEADS: Final = "heads.jsonl"
_EVERY: Final = 0.25
"""Seconds between two polls of the store."""
_AGAIN: Final = 2.0
"""Seconds until an unreadable store is tried again."""
_OWNER_ALONE: Final = 0o700


def follow(source: Path, folder: Path, *, once: bool) -> None:
    """Keep `folder`/tavern.db a copy of the store until SIGINT or SIGTERM, or `once` until it has caught up.

    If the store cannot be read, or is gone after it was followed, it waits, since the copy matters most then. Raises
    `Failure` if the copy can no longer follow it.
    """
    with using_file(folder, "written"):
        folder.mkdir(mode=_OWNER_ALONE, parents=True, exist_ok=True)
    with _until_stopped() as stopped:
        reported = ""
        followed = False
        while not stopped.is_set():
            try:
                with closing(Follower(source, folder / NAME)) as follower:
                    reported = ""
                    followed = True
                    _follow(follower, folder, stopped, once=once)
                    return
            except (CopyDiverged, StoreDamaged, StoreInUse) as error:
                raise Failure(str(error)) from None
            except StoreError as error:
                if once or (isinstance(error, StoreUnreadable) and not (followed and not source.exists())):
                    raise Failure(str(error)) from None
                if str(error) != reported:
                    reported = str(error)
                    note(f"waiting: {reported}")
                stopped.wait(_AGAIN)


def _follow(follower: Follower, folder: Path, stopped: threading.Event, *, once: bool) -> None:
    caught_up = False
    entries = 0
    while not stopped.is_set():
        step = follower.step()
        entries += step.entries
        if step.entries or not caught_up:
            with failing_on(StoreError), using_file(folder, "written"):
                write_heads(source_of(str(folder / NAME)), folder / HEADS)
        if step.behind:
            continue
        if not caught_up:
            caught_up = True
            note(f"{folder / NAME} has caught up: {counted(entries, 'entry', 'entries')} copied")
        if once:
            return
        stopped.wait(_EVERY)


@contextmanager
def _until_stopped() -> Generator[threading.Event]:
    """An event that is set by the signals that end a program."""
    stopped = threading.Event()
    former = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def stop(*_: object) -> None:
        stopped.set()

    in_main = threading.current_thread() is threading.main_thread()
    if in_main:
        for number in former:
            signal.signal(number, stop)
    try:
        yield stopped
    finally:
        if in_main:
            for number, handler in former.items():
                signal.signal(number, handler)
