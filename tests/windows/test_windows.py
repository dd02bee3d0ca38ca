"""On Windows, as far as Wine is it: rounds, kills, and the commands that one needs for a store.

The folder has spaces and umlauts, and what is printed goes into pipes. `make windows` sets the Windows Python up. Not
shown here: NTFS, whose locks and flushes Wine leaves to Linux, and Ctrl-C in a console.
"""

import asyncio
import json
import os
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO, Final

import aiohttp
import pytest

from tests.durability.test_kill import NO_LIMITS, ROOT, Server, Table, running
from tools.development.windows import PYTHON, environment

pytestmark = pytest.mark.skipif(not PYTHON.exists(), reason="there is no Windows Python: make windows sets it up")

TAVERN: Final = ("wine", str(PYTHON), "-m", "tavern_table")
STORE: Final = "sqlite:///tavern.db"
KILLS: Final = 2


def tavern(place: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command to its end."""
    return subprocess.run(
        [*TAVERN, *arguments], cwd=place, env=environment(), input=stdin, capture_output=True, timeout=120, check=False
    )


def said(ran: subprocess.CompletedProcess[bytes], status: int = 0) -> str:
    """What a command printed, as lines of Linux."""
    printed = (ran.stdout + ran.stderr).decode("utf-8").replace("\r\n", "\n")
    assert ran.returncode == status, printed
    return printed


class WindowsServer(Server):
    """`tavern serve` on Windows."""

    def start(self) -> None:
        create = [] if self.store.exists() else ["--create"]
        limits = [word for name in NO_LIMITS for word in (f"--{name}", "0")]
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--store", STORE]
        # This Python takes nothing but pipes from Wine.
        process = subprocess.Popen(
            [*TAVERN, "serve", *where, *create, *limits],
            cwd=self.store.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(),
        )
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        self._process = process
        threading.Thread(target=self._keep_log, args=(process.stdout,), daemon=True).start()

    def _keep_log(self, printed: IO[bytes]) -> None:
        with printed, self._log.open("ab", buffering=0) as log:
            for line in printed:
                log.write(line)


@pytest.fixture(scope="module", autouse=True)
def _wine_is_up() -> Iterator[None]:
    """One program runs all the time: without it, Wine starts its services for each command, which takes seconds."""
    waits = [*TAVERN[:2], "-c", "import sys; sys.stdin.read()"]
    with subprocess.Popen(waits, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as waiting:
        yield
        waiting.communicate()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    folder = tmp_path / "Würfel und Becher"
    folder.mkdir()
    return folder


@asynccontextmanager
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    timeout = aiohttp.ClientTimeout(total=None, sock_read=30)
    async with aiohttp.ClientSession(timeout=timeout) as session:
        yield session


async def played(server: Server, session: aiohttp.ClientSession, kills: int) -> Table:
    """A table at which was played, while the server was killed again and again."""
    table = Table(server, session, 1)
    async with running(server, session):
        await table.open()
    for _ in range(kills):
        async with running(server, session):
            await table.settle_doubts()
            await table.check_acknowledged(at_most=10)
            playing = asyncio.create_task(table.play())
            await asyncio.sleep(2)
            server.kill()
            await playing
    return table


@pytest.mark.timeout(900)
async def test_a_server_is_played_at_killed_and_started_again_and_its_store_looked_after(place: Path) -> None:
    server = WindowsServer(place)
    async with client() as session:
        table = await played(server, session, KILLS)
        async with running(server, session):
            await table.settle_doubts()
            await table.check_acknowledged(at_most=len(table.acknowledged))
            assert len(table.acknowledged) > KILLS
            ended = str(await table.end_a_round())
            for path in ("/", "/page/app.mjs", "/api/games"):
                async with session.get(server.url + path) as answer:
                    assert answer.status == 200, path
            second = said(tavern(place, "serve", "--store", STORE, "--port", str(server.port + 1)), 2)
            assert "tavern.db is in use by another server, process " in second
            taken = said(tavern(place, "serve", "--store", "memory:", "--port", str(server.port)), 2)
            assert taken.endswith(f"port {server.port}: address already in use\n")
            # Beside a running server.
            assert "1 table" in said(tavern(place, "backup", "--to", "Sicherung für später.db", "--store", STORE))
            assert table.url.rpartition("/")[2] in said(tavern(place, "tables", "--store", STORE))
            assert said(tavern(place, "backup", "tavern.db", "--follow", "zweite Platte", "--once"))
            assert said(tavern(place, "token", table.url.rpartition("/")[2], "tavern.db")).strip()
            doctor = said(tavern(place, "doctor", server.url, "--store", STORE, "--port", str(server.port)))
            assert f"✓ address: a tavern answers at {server.url}\n" in doctor
    exported = tavern(place, "export", "tavern.db")
    assert exported.returncode == 0, exported.stderr
    assert b"\r" not in exported.stdout
    assert "✓" in said(tavern(place, "audit", "-", stdin=exported.stdout))
    (place / "abend.jsonl").write_bytes(exported.stdout)
    assert "✓" in said(tavern(place, "verify", "abend.jsonl"), 3)
    assert "as an archive" in said(tavern(place, "import", "abend.jsonl", "archiv.db"))
    assert "copied and compared 1 table" in said(tavern(place, "copy", "archiv.db", "--to", "kopie.db"))
    assert "deleted" in said(tavern(place, "delete", table.url.rpartition("/")[2], "archiv.db", "--yes"))
    assert "✓" in said(tavern(place, "repair", "tavern.db", "--to", "repariert.db"))
    assert "✓" in said(tavern(place, "audit", "tavern.db"))
    assert said(tavern(place, "check", "--store", STORE))
    assert "Round 1" in said(tavern(place, "replay", "tavern.db", "--round", "1", "--as", "house"))
    replay = json.loads(said(tavern(place, "replay", "tavern.db", "--round", ended, "--json")))
    assert str(replay["frames"][-1]["view"]["result"]["round"]) == ended
    report = said(tavern(place, "report", "tavern.db", "--round", ended, "--to", "Bericht.html"))
    assert f"wrote round {ended}" in report
    assert (place / "Bericht.html").read_bytes().startswith(b"<!DOCTYPE html>\n")
    assert json.loads(said(tavern(place, "simulate", "pig", "--rounds", "6", "--cores", "2", "--json")))
    (place / "tavern.db").unlink()
    (place / "Sicherung für später.db").rename(place / "tavern.db")
    async with client() as session, running(server, session), session.get(table.url) as answer:
        assert answer.status == 200


def test_an_audit_prints_the_lines_that_it_prints_on_linux(place: Path) -> None:
    recorded = ROOT / "replays" / "fossils" / "mason-1.jsonl"
    here = subprocess.run(
        [str(ROOT / ".venv" / "bin" / "tavern"), "audit", str(recorded), "--json"],
        env={**os.environ, "NO_COLOR": "1"},
        capture_output=True,
        check=False,
    )
    there = tavern(place, "audit", f"Z:{str(recorded).replace('/', chr(92))}", "--json")
    assert json.loads(there.stdout)
    assert there.stdout.replace(b"\r\n", b"\n") == here.stdout
