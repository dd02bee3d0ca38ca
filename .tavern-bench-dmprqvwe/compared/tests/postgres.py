"""A PostgreSQL server of the tests' own: Debian's programs, a folder that is removed afterwards, a free port."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

_USER = "postgres"
_SETTINGS = {
    "fsync": "off", "full_page_writes": "off", "synchronous_commit": "on", "listen_addresses": "127.0.0.1",
    "max_connections": "400", "shared_buffers": "32MB", "autovacuum": "off", "unix_socket_directories": "",
    "wal_level": "replica", "max_wal_senders": "2",
}  # fmt: skip


def binaries() -> Path | None:
    """The folder of the newest PostgreSQL that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return None if on_path is None else Path(on_path).resolve().parent


def _alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Postgres:
    """A server that tests may kill and start again. PostgreSQL refuses to run as root: then it is Debian's user."""

    def __init__(self, programs: Path, folder: Path) -> None:
        self._programs = programs
        self._data = folder / "data"
        self._has_second = False
        self._as_user = (
            ["setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups"] if os.geteuid() == 0 else []
        )
        if self._as_user:
            entry = pwd.getpwnam(_USER)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._call("initdb", "-D", self._data, "-U", "tavern", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        self.start()

    @property
    def address(self) -> str:
        """The address of its database."""
        return f"postgresql://tavern@127.0.0.1:{self.port}/postgres"

    @property
    def second(self) -> str:
        """The address of a second database, which is made when it is asked for first."""
        if not self._has_second:
            self.sql("CREATE DATABASE second")
            self._has_second = True
        return self.address.replace("/postgres", "/second")

    def close_second(self) -> None:
        """Make the second database unreachable, and end all connections to it."""
        self.sql("ALTER DATABASE second ALLOW_CONNECTIONS false")
        self.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'second'")

    def open_second(self) -> None:
        """Make the second database reachable again."""
        self.sql("ALTER DATABASE second ALLOW_CONNECTIONS true")

    @property
    def runs(self) -> bool:
        """Whether it was started, and neither stopped nor killed."""
        return (self._data / "postmaster.pid").exists()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [f"-c{name}={value}" for name, value in _SETTINGS.items()]
        options = " ".join(f"'{one}'" for one in (*settings, f"-cport={self.port}"))
        self._call("pg_ctl", "-D", self._data, "-l", self._data.parent / "log", "-w", "-o", options, "start")

    def start_again(self) -> None:
        """Start it if it has ended by itself."""
        done = subprocess.run(
            [*self._as_user, self._programs / "pg_ctl", "-D", self._data, "status"], check=False, capture_output=True
        )
        if done.returncode != 0:
            (self._data / "postmaster.pid").unlink(missing_ok=True)
            self.start()

    def stop(self) -> None:
        """Stop it in order, and at once."""
        self._call("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")

    def kill(self) -> None:
        """Kill all its processes at once, as a power cut does, and wait until they are gone."""
        leader = int((self._data / "postmaster.pid").read_text().split()[0])
        children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
        processes = [leader, *map(int, children)]
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while any(_alive(process) for process in processes):
            pass
        # Where nobody buries the dead, their numbers are still taken, and PostgreSQL takes them for alive.
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def sql(self, statement: str, address: str = "") -> str:
        """Run statements in the store's schema, in the first database unless another is named; what they print."""
        command, variables = self._asking(statement, address)
        return subprocess.run(command, check=True, capture_output=True, text=True, env=variables).stdout

    def _asking(self, statement: str, address: str = "") -> tuple[list[str | Path], dict[str, str]]:
        command: list[str | Path] = [
            self._programs / "psql",
            address or self.address,
            "-qAtX",
            "-v",
            "ON_ERROR_STOP=1",
            "-c",
            statement,
        ]
        return command, {**os.environ, "PGOPTIONS": "-c search_path=tavern -c default_transaction_read_only=off"}

    def name_standby(self, name: str) -> None:
        """Have commits wait for the standby of this name, or for none, and wait until they do."""
        self.sql(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
        self.sql("SELECT pg_reload_conf()")
        while self._commits_wait() != bool(name):
            pass

    def _commits_wait(self) -> bool:
        command, variables = self._asking("SELECT pg_logical_emit_message(true, 'probe', '')")
        cancel = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query ~ 'probe'"
        with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, env=variables) as probe:
            while probe.poll() is None:
                self.sql(cancel)
            assert probe.stderr is not None
            return b"WARNING" in probe.stderr.read()

    def empty(self) -> None:
        """Remove the store, in both databases."""
        self.sql("DROP SCHEMA IF EXISTS tavern CASCADE")
        if self._has_second:
            self.open_second()
            self.sql("DROP SCHEMA IF EXISTS tavern CASCADE", self.second)

    def dump(self, file: Path) -> None:
        """Back the database up to a file, while it is in use."""
        self._run("pg_dump", "--format=custom", f"--file={file}", self.address)

    def restore(self, file: Path) -> None:
        """Bring the database back to what it was."""
        self._run("pg_restore", "--clean", "--if-exists", f"--dbname={self.address}", str(file))

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run([str(self._programs / program), *arguments], check=True, capture_output=True)

    def _call(self, program: str, *arguments: str | Path) -> None:
        command = [*self._as_user, self._programs / program, *arguments]
        # What it starts keeps the output open: it must not be waited for.
        done = subprocess.run(
            command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, cwd="/"
        )
        log = self._data.parent / "log"
        said = log.read_text()[-2_000:] if log.exists() else ""
        assert done.returncode == 0, f"{program} failed with {done.returncode}: {said}"


@contextmanager
def running() -> Iterator[Postgres]:
    """A server until the context ends; the test is skipped where PostgreSQL is not installed."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="tavern-postgres-"))
    try:
        server = Postgres(programs, folder)
        try:
            yield server
        finally:
            if server.runs:
                server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
