"""Three nodes with the files of deploy/patroni/, each with etcd, Patroni and PostgreSQL, which tests kill and cut off.

Each node may have a network of its own (a namespace), which takes root to make; then it can be cut off. Otherwise the
nodes have addresses of the loopback, and cannot.
"""

import json
import os
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest

from tests.deploy.proxies import DEPLOY, swapped
from tests.postgres import binaries

_NODES: Final = 3
_SECONDS: Final = 120
_REJOIN_SECONDS: Final = 60
_LOG_LENGTH: Final = 2_000
_PASSWORDS: Final = {
    "PATRONI_SUPERUSER_PASSWORD": "super",
    "PATRONI_REPLICATION_PASSWORD": "replicating",
    "PATRONI_REWIND_PASSWORD": "rewinding",
}
_USER: Final = "postgres"
_FAST: Final = {"ttl: 30": "ttl: 20", "loop_wait: 10": "loop_wait: 2", "retry_timeout: 10": "retry_timeout: 3"}
"""What operators would not choose: a failover takes seconds. Patroni accepts no ttl below 20."""


class Node:
    """A machine of the cluster. Everything on it is killed, paused and started together, or etcd alone."""

    def __init__(self, number: int, folder: Path, network: str, *, apart: bool) -> None:
        self.name = f"db{number}"
        self.address = f"{network}.{number}"
        self._network = network
        self._folder = folder / self.name
        self._folder.mkdir()
        self._data = self._folder / "postgresql"
        self._apart = f"tavern-{network.rpartition('.')[2]}-{number}" if apart else None
        self._link = f"tv{network.rpartition('.')[2]}n{number}"
        self._as_user: list[str] = []
        if os.geteuid() == 0:
            entry = pwd.getpwnam(_USER)
            os.chown(self._folder, entry.pw_uid, entry.pw_gid)
            self._as_user = ["setpriv", f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups"]
        self._settings = self._files()
        self._etcd: subprocess.Popen[bytes] | None = None
        self._patroni: subprocess.Popen[bytes] | None = None

    def _files(self) -> dict[str, str]:
        """Write Patroni's file; etcd's settings. Both are those of deploy/, with this node's names and folders."""
        own = f"192.0.2.1{self.name[2:]}"
        text = (DEPLOY / "patroni" / "patroni.yml").read_text()
        text = swapped(text, "\nname: db1\n", f"\nname: {self.name}\n")
        for line in re.findall(r"\n( *(?:listen|connect_address): 192\.0\.2\.11:\d+)", text):
            text = text.replace(line + "\n", line.replace("192.0.2.11", own) + "\n")
        for usual, fast in _FAST.items():
            text = swapped(text, f" {usual}\n", f" {fast}\n")
        text = swapped(text, "data_dir: /var/lib/postgresql/tavern", f"data_dir: {self._data}")
        text = swapped(text, "/usr/lib/postgresql/15/bin", str(binaries()))
        text = swapped(text, "/var/lib/postgresql/.patroni-pgpass", f"{self._folder}/pgpass")
        text = swapped(text, "directories: /var/run/postgresql\n", f"directories: {self._folder}\n    fsync: 'off'\n")
        text = swapped(text, "mode: automatic", "mode: 'off'")
        # As these nodes are on this machine, none of them needs much memory.
        text = swapped(text, "max_connections: 200", "max_connections: 80")
        if self._apart is None:
            # The loopback has one address for all who call from it.
            text = text.replace(" 192.0.2.0/24 ", " 127.0.0.1/32 ")
        (self._folder / "patroni.yml").write_text(self._placed(text))
        environment = (DEPLOY / "patroni" / "etcd.env").read_text()
        settings = dict(re.findall(r"^(ETCD_\w+)=(.*)$", environment, re.MULTILINE))
        for name in settings:
            if name.endswith("_URLS"):
                settings[name] = settings[name].replace("192.0.2.11", own)
        settings |= {
            "ETCD_NAME": self.name,
            "ETCD_DATA_DIR": str(self._folder / "etcd"),
            "ETCD_UNSAFE_NO_FSYNC": "true",
        }
        return {name: self._placed(value) for name, value in settings.items()}

    def _placed(self, text: str) -> str:
        return re.sub(r"192\.0\.2\.(?:1(?=\d))?", f"{self._network}.", text)

    def _start(self, *command: str, **settings: str) -> subprocess.Popen[bytes]:
        inside = [] if self._apart is None else ["ip", "netns", "exec", self._apart]
        with (self._folder / "log").open("ab") as log:
            return subprocess.Popen(
                [*inside, *self._as_user, *command],
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={"PATH": os.environ["PATH"], "HOME": str(self._folder), **settings},
            )

    def join(self) -> None:
        """Give the node its network."""
        if self._apart is None:
            return
        bridge = f"tv{self._network.rpartition('.')[2]}"
        _ip(f"netns add {self._apart}")
        _ip(f"link add {self._link} type veth peer name eth0 netns {self._apart}")
        _ip(f"link set {self._link} master {bridge} up")
        _ip(f"-n {self._apart} addr add {self.address}/24 dev eth0")
        _ip(f"-n {self._apart} link set eth0 up")
        _ip(f"-n {self._apart} link set lo up")

    def leave(self) -> None:
        """Take the network away."""
        if self._apart is not None:
            with suppress(subprocess.CalledProcessError):
                _ip(f"netns del {self._apart}")

    def cut_off(self) -> None:
        """Cut the node off from all others, and from the servers."""
        assert self._apart is not None
        _ip(f"link set {self._link} down")

    def connect(self) -> None:
        """Heal the cut."""
        _ip(f"link set {self._link} up")

    def cut_off_from(self, address: str) -> None:
        """Have nothing that this node sends arrive at one address: then no connection between the two goes on."""
        assert self._apart is not None
        _ip(f"-n {self._apart} route add blackhole {address}/32")

    def connect_to(self, address: str) -> None:
        """Heal that cut."""
        _ip(f"-n {self._apart} route del blackhole {address}/32")

    def start_etcd(self) -> None:
        """Start etcd."""
        self._etcd = self._start("etcd", "--log-level", "error", **self._settings)

    def kill_etcd(self) -> None:
        """Kill etcd alone."""
        assert self._etcd is not None
        self._etcd.kill()
        self._etcd.wait()

    def start_patroni(self) -> None:
        """Start Patroni, and by it PostgreSQL."""
        self._patroni = self._start("/usr/bin/patroni", str(self._folder / "patroni.yml"), **_PASSWORDS)

    def _postgres(self) -> list[int]:
        """The processes of PostgreSQL."""
        with suppress(FileNotFoundError, ValueError, IndexError):
            leader = int((self._data / "postmaster.pid").read_text().split()[0])
            children = Path(f"/proc/{leader}/task/{leader}/children").read_text().split()
            return [leader, *map(int, children)]
        return []

    def _processes(self) -> list[int]:
        own = [process.pid for process in (self._patroni, self._etcd) if process is not None and process.poll() is None]
        return [*own, *self._postgres()]

    def _signal(self, what: signal.Signals) -> None:
        for process in self._processes():
            with suppress(ProcessLookupError):
                os.kill(process, what)

    def kill(self) -> None:
        """Kill all at once, as a power cut does."""
        processes = self._postgres()
        self._signal(signal.SIGKILL)
        for started in (self._patroni, self._etcd):
            if started is not None:
                started.wait()
        while any(_alive(process) for process in processes):
            time.sleep(0.01)
        # Where nobody buries the dead, their numbers are still taken.
        (self._data / "postmaster.pid").unlink(missing_ok=True)

    def start(self) -> None:
        """Start all that runs on the node."""
        self.start_etcd()
        self.start_patroni()

    def pause(self) -> None:
        """Stop all processes where they are."""
        self._signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let them run again."""
        self._signal(signal.SIGCONT)

    def status(self) -> dict[str, Any]:
        """What Patroni says of the node; nothing if it does not answer."""
        asked = f"http://{self.address}:8008/patroni"
        with suppress(OSError, ValueError), urllib.request.urlopen(asked, timeout=2) as answer:
            status: dict[str, Any] = json.load(answer)
            return status
        return {}

    def rebuild(self) -> None:
        """Have Patroni copy the leader's data, as `patronictl reinit` does."""
        connection = HTTPConnection(self.address, 8008, timeout=10)
        connection.request("POST", "/reinitialize", b'{"force": true}')
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        connection.close()

    def log(self) -> str:
        """The end of what was logged on the node."""
        return (self._folder / "log").read_text(errors="replace")[-_LOG_LENGTH:]


class Cluster:
    """The three nodes, and the store's database on them."""

    def __init__(self, folder: Path, network: str, *, apart: bool) -> None:
        self.apart = apart
        self.servers = f"{network}.254"
        """Where the servers are."""
        self.nodes = [Node(number, folder, network, apart=apart) for number in range(1, _NODES + 1)]

    @property
    def address(self) -> str:
        """The address of the store, as operations.md gives it."""
        hosts = ",".join(f"{node.address}:5432" for node in self.nodes)
        return f"postgresql://tavern:drinking@{hosts}/tavern?target_session_attrs=read-write"

    def start(self) -> None:
        """Start all nodes, and create the role and the database."""
        for node in self.nodes:
            node.join()
        for node in self.nodes:
            node.start_etcd()
        for node in self.nodes:
            node.start_patroni()
        leader = self.wait_for_leader()
        self.wait_until_whole()
        self.sql(leader, "CREATE ROLE tavern LOGIN PASSWORD 'drinking'")
        self.sql(leader, "CREATE DATABASE tavern OWNER tavern")

    def sql(self, node: Node, statement: str) -> str:
        """Run a statement on a node."""
        programs = binaries()
        assert programs is not None
        server = f"host={node.address} user=postgres dbname=postgres"
        command: list[str | Path] = [programs / "psql", server, "-qAtXc", statement]
        variables = {**os.environ, "PGPASSWORD": _PASSWORDS["PATRONI_SUPERUSER_PASSWORD"]}
        return subprocess.run(command, check=True, capture_output=True, text=True, env=variables).stdout

    def leader(self) -> Node | None:
        """The node that has the leader's lease, and takes writes."""
        for node in self.nodes:
            status = node.status()
            if status.get("role") in ("master", "primary") and status.get("state") == "running":
                return node
        return None

    def standby(self, *, synchronous: bool) -> Node:
        """A standby: the one that commits wait for, or the other."""
        leader = self.wait_for_leader()
        return next(
            node for node in self.nodes if node is not leader and bool(node.status().get("sync_standby")) == synchronous
        )

    def wait_for_leader(self, other_than: Node | None = None) -> Node:
        """The leader, once there is one."""
        found: list[Node] = []

        def led() -> bool:
            leader = self.leader()
            found[:] = [] if leader is None or leader is other_than else [leader]
            return bool(found)

        self._wait(led, "there is no leader")
        return found[0]

    def wait_until_whole(self) -> None:
        """Wait until both standbys follow the leader, and commits wait for one of them.

        A standby that does not come back by itself is rebuilt, as operators do then.
        """

        def whole() -> bool:
            statuses = [node.status() for node in self.nodes]
            leading = [one for one in statuses if one.get("role") in ("master", "primary")]
            following = [
                one for one in statuses if one.get("role") == "replica" and one.get("state") in ("running", "streaming")
            ]
            return (
                len(leading) == 1
                and len(leading[0].get("replication", [])) == _NODES - 1
                and {one["timeline"] for one in following} == {leading[0]["timeline"]}
                and len(following) == _NODES - 1
                and any(one.get("sync_standby") for one in following)
            )

        try:
            self._wait(whole, "the cluster is not whole", _REJOIN_SECONDS)
        except AssertionError:
            leader = self.wait_for_leader()
            timeline = leader.status().get("timeline")
            for node in self.nodes:
                status = node.status()
                if status.get("state") not in ("running", "streaming") or status.get("timeline") != timeline:
                    node.rebuild()
            self._wait(whole, "the cluster is not whole, though standbys were rebuilt")

    def _wait(self, reached: Callable[[], bool], otherwise: str, seconds: float = _SECONDS) -> None:
        until = time.monotonic() + seconds
        while not reached():
            assert time.monotonic() < until, "\n".join(
                [
                    otherwise,
                    *(f"{node.name}: {node.status() or 'no answer'}" for node in self.nodes),
                    *(f"{node.name} logged at last: {node.log()}" for node in self.nodes),
                ]
            )
            time.sleep(0.2)

    def stop(self) -> None:
        """Kill what runs, and take the networks away."""
        for node in self.nodes:
            with suppress(ProcessLookupError):
                node.go_on()
            node.kill()
            node.leave()


def _alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _ip(arguments: str) -> None:
    subprocess.run(["ip", *arguments.split()], check=True, capture_output=True)


def _can_separate(bridge: str) -> bool:
    """Make the bridge between the nodes, where this machine lets us make networks: some containers do not."""
    try:
        _ip(f"netns add {bridge}-probe")
        _ip(f"netns del {bridge}-probe")
        _ip(f"link add {bridge} type bridge")
    except subprocess.CalledProcessError:
        return False
    return True


@contextmanager
def running(*, apart: bool) -> Iterator[Cluster]:
    """A cluster until the context ends; the test is skipped where its programs are not installed.

    `apart`, nodes have networks of their own, where this machine allows it. Making networks disturbs browsers on the
    same machine: they drop what they load when one appears.
    """
    if binaries() is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    for program, package in {"patroni": "patroni", "etcd": "etcd-server"}.items():
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed: apt-get install {package}")
    number = os.getpid() % 250
    bridge = f"tv{number}"
    apart = apart and os.geteuid() == 0 and shutil.which("ip") is not None and _can_separate(bridge)
    network = f"{'10.213' if apart else '127.213'}.{number}"
    folder = Path(tempfile.mkdtemp(prefix="tavern-patroni-"))
    folder.chmod(0o755)
    try:
        if apart:
            _ip(f"addr add {network}.254/24 dev {bridge}")
            _ip(f"link set {bridge} up")
        cluster = Cluster(folder, network, apart=apart)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
    finally:
        if apart:
            _ip(f"link del {bridge}")
        shutil.rmtree(folder, ignore_errors=True)
