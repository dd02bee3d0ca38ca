"""A server is killed while it writes: what it acknowledged is there, and nothing is halved."""

import subprocess
import sys
from pathlib import Path

from events.stores.sqlite import SqliteStore
from tests.events.stores.filling import everything

ROOT = Path(__file__).parents[3]

WRITER = """
import asyncio, sys
from pathlib import Path
from events.store import AppendRecords, Request
from events.stores.sqlite import SqliteStore

async def play(store, table):
    seq = len(await store.read(table))
    while True:
        seq += 1
        key = f"{table}-{seq}"
        request = Request(scope=table, caller="gm", id=key, fingerprint=key)
        await store.append(table, seq, key.encode() * 50, AppendRecords(request=request, deadline=key))
        sys.stdout.write(f"{key}\\n")
        sys.stdout.flush()

async def main():
    store = SqliteStore.open(Path(sys.argv[1]))
    await asyncio.gather(*(play(store, f"table{n}") for n in range(16)))

asyncio.run(main())
"""


def killed_while_writing(path: Path, lines: int) -> set[str]:
    """What a writer acknowledged before it was killed, which was after so many lines or a few more."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout is not None
        acknowledged = {writer.stdout.readline().strip() for _ in range(lines)}
        writer.kill()
        # What it said before it died counts too, but for a line that it could not end.
        *rest, _ = writer.stdout.read().split("\n")
        return acknowledged.union(rest)


async def test_what_was_acknowledged_before_a_kill_is_there_and_nothing_is_halved(tmp_path: Path) -> None:
    path = tmp_path / "tavern.db"
    acknowledged: set[str] = set()
    for lines in (1, 40, 333, 1000):
        acknowledged |= killed_while_writing(path, lines)
        assert "" not in acknowledged

        store = SqliteStore.open(path)
        kept = await everything(store)
        assert acknowledged <= {f"{stored.table}-{stored.seq}" for stored in kept}
        infos = {info.table: info for info in await store.tables()}
        for table, info in infos.items():
            keys = [f"{table}-{seq}" for seq in range(1, info.seq + 1)]
            assert [stored.line for stored in await store.read(table)] == [key.encode() * 50 for key in keys]
            assert info.deadline == keys[-1]
            assert await store.answered(table, "gm", f"{table}-{info.seq + 1}") is None
            for seq, key in enumerate(keys, 1):
                answered = await store.answered(table, "gm", key)
                assert answered is not None
                assert (answered.table, answered.seq, answered.fingerprint) == (table, seq, key)
        assert len(kept) == sum(info.seq for info in infos.values())
        await store.close()
