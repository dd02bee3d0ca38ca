"""All the work that the server does by itself."""

from server.background.deadlines import Deadlines
from server.background.log_verifier import LogVerifier
from server.background.npcs import Npcs
from server.background.snapshots import SnapshotWriter
from server.background.startup import Startup
from server.background.supervisor import Supervisor


def start_background_work(supervisor: Supervisor) -> None:
    """Start the turn clock, the NPCs, snapshots, checks of logs, and the tables where something is to be done."""
    deadlines = Deadlines(supervisor)
    supervisor.start(
        deadlines, Npcs(supervisor), SnapshotWriter(supervisor), LogVerifier(supervisor), Startup(supervisor, deadlines)
    )
