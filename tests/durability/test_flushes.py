"""What a backup is flushed to the disk by: a copy has its name only once all of it is there, and so is the name."""

import subprocess
import sys
from pathlib import Path

from events.storage.sqlite import SqliteStore
from tests.durability.faulty import Faults
from tests.durability.test_kill import ROOT, TAVERN
from tests.events.storage.filling import fill

WRITES = """
import sys
from pathlib import Path
from events.storage.sqlite.recovery.backup import new_file

with new_file(Path(sys.argv[1])) as beside:
    beside.write_bytes(b"written, and not flushed")
"""


def traced(folder: Path, *command: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """What a program flushed and linked, in order."""
    faults = Faults(folder / "faults")
    faults.set("trace", 1)
    done = subprocess.run(command, cwd=ROOT, env=faults.environment, check=False, capture_output=True, text=True)
    return done, (folder / "faults" / "traced").read_text().splitlines()


def test_a_new_file_is_flushed_before_it_gets_its_name_and_its_folder_after(tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    done, steps = traced(tmp_path, sys.executable, "-c", WRITES, str(target))
    assert done.returncode == 0, done.stderr
    flushed, linked, folder = steps
    assert flushed.startswith(f"flush {tmp_path}/.copy.db.")
    assert (linked, folder) == (f"link {target}", f"flush {tmp_path}")


async def test_a_backup_is_flushed_last_of_all_before_it_gets_its_name(tmp_path: Path) -> None:
    store = SqliteStore.open(tmp_path / "tavern.db")
    await fill(store, "t", 5)
    await store.close()
    target = tmp_path / "copy.db"
    done, steps = traced(tmp_path, *TAVERN, "backup", "--to", str(target), "--store", str(tmp_path / "tavern.db"))
    assert target.exists(), done.stderr
    place = steps.index(f"link {target}")
    assert steps[place - 1].startswith(f"flush {tmp_path}/.copy.db.")
    assert steps[place + 1] == f"flush {tmp_path}"


def test_a_new_file_that_cannot_be_flushed_fails_and_leaves_nothing(tmp_path: Path) -> None:
    faults = Faults(tmp_path / "faults")
    faults.set("fail", 1)
    command = [sys.executable, "-c", WRITES, str(tmp_path / "copy.db")]
    done = subprocess.run(command, cwd=ROOT, env=faults.environment, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "StoreUnavailable" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["faults"]
