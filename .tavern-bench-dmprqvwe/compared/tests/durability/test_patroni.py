"""A cluster of three nodes under Patroni is broken in turn, under load.

The leader is cut off, killed and paused, and comes back as a standby; standbys and etcd are killed. The servers go on
by themselves. Once as a rule, without networks of their own; in a campaign as many times as TAVERN_TEST_KILLS says.
"""

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

import aiohttp
import pytest

from tests.durability.several_servers import nothing_is_lost
from tests.durability.test_kill import Server
from tests.patroni import Cluster, Node, running

KILLS: Final = int(os.environ.get("TAVERN_TEST_KILLS", "30"))
_SECONDS: Final = 120
_PAUSE: Final = 5.0
_CUT: Final = 20.0


def kill_leader(cluster: Cluster) -> None:
    leader = cluster.wait_for_leader()
    leader.kill()
    cluster.wait_for_leader(other_than=leader)
    leader.start()


def kill_synchronous_standby(cluster: Cluster) -> None:
    standby = cluster.standby(synchronous=True)
    standby.kill()
    standby.start()


def kill_etcd_of_leader(cluster: Cluster) -> None:
    leader = cluster.wait_for_leader()
    leader.kill_etcd()
    leader.start_etcd()


def pause_leader(cluster: Cluster) -> None:
    """It goes on after another has taken its place, and believes for a moment that it leads."""
    leader = cluster.wait_for_leader()
    leader.pause()
    cluster.wait_for_leader(other_than=leader)
    leader.go_on()


def cut_leader_off(cluster: Cluster) -> None:
    if not cluster.apart:
        pause_leader(cluster)
        return
    leader = cluster.wait_for_leader()
    leader.cut_off()
    cluster.wait_for_leader(other_than=leader)
    leader.connect()


def kill_other_standby(cluster: Cluster) -> None:
    standby = cluster.standby(synchronous=False)
    standby.kill()
    standby.start()


def pause_leader_for_a_moment(cluster: Cluster) -> None:
    """Too short for a failover."""
    leader = cluster.wait_for_leader()
    leader.pause()
    # The pause has to be real.
    threading.Event().wait(_PAUSE)
    leader.go_on()


def cut_apart(cluster: Cluster, node: Node, address: str) -> None:
    """Cut the way between a node and an address for longer than any of them waits for the other."""
    if not cluster.apart:
        return
    node.cut_off_from(address)
    threading.Event().wait(_CUT)
    node.connect_to(address)


def cut_leader_off_from_its_standby(cluster: Cluster) -> None:
    """Commits wait for the standby until another takes its place, or it is back."""
    cut_apart(cluster, cluster.wait_for_leader(), cluster.standby(synchronous=True).address)


def cut_leader_off_from_the_other_standby(cluster: Cluster) -> None:
    cut_apart(cluster, cluster.wait_for_leader(), cluster.standby(synchronous=False).address)


def cut_standbys_apart(cluster: Cluster) -> None:
    cut_apart(cluster, cluster.standby(synchronous=True), cluster.standby(synchronous=False).address)


def cut_leader_off_from_the_servers(cluster: Cluster) -> None:
    """It goes on leading, and nobody but its standbys reaches it."""
    cut_apart(cluster, cluster.wait_for_leader(), cluster.servers)


TURNS: Final[tuple[Callable[[Cluster], None], ...]] = (
    cut_leader_off, kill_leader, pause_leader, kill_synchronous_standby, kill_etcd_of_leader, kill_other_standby,
    pause_leader_for_a_moment, cut_leader_off_from_its_standby, cut_leader_off_from_the_other_standby,
    cut_standbys_apart, cut_leader_off_from_the_servers,
)  # fmt: skip


@pytest.mark.parametrize(("turns", "apart"), [(1, False), pytest.param(KILLS, True, marks=pytest.mark.campaign)])
async def test_nothing_acknowledged_is_lost_in_a_failover(tmp_path: Path, turns: int, *, apart: bool) -> None:
    with running(apart=apart) as cluster:

        async def disturb(servers: list[Server], session: aiohttp.ClientSession) -> None:
            for turn in range(turns):
                await asyncio.to_thread(TURNS[turn % len(TURNS)], cluster)
                await asyncio.to_thread(cluster.wait_until_whole)
                for server in servers:
                    await _ready(server, session)

        await nothing_is_lost(cluster.address, tmp_path, disturb)


async def _ready(server: Server, session: aiohttp.ClientSession) -> None:
    async with asyncio.timeout(_SECONDS):
        while True:
            async with session.get(f"{server.url}/readyz") as answer:
                if answer.status == 200:
                    return
            await asyncio.sleep(0.2)
