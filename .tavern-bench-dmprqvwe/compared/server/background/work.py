"""The kinds of background work."""

from server.background.deadlines import Deadlines
from server.background.log_verifier import LogVerifier
from server.background.npcs import Npcs
from server.background.other_servers import OtherServersFollower
from server.background.snapshots import SnapshotWriter
from server.background.startup import Startup
from server.background.supervisor import Supervisor


def start_background_work(supervisor: Supervisor) -> None:
    """Start the turn clock, NPCs, snapshots and checks of logs, and wake the tables that need attention."""
    deadlines = Deadlines(supervisor)
    supervisor.start(
        deadlines,
        Npcs(supervisor),
        SnapshotWriter(supervisor),
        LogVerifier(supervisor),
        Startup(supervisor, deadlines),
        OtherServersFollower(supervisor),
    )
