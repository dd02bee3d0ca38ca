"""The turn clock: what happens when a deadline passes, and when one passed while the server was down."""

from typing import Final

from events.audience import GM, HOUSE, seat_viewer
from games.addressed_command import AddressedCommand
from games.authority import CLOCK
from games.table import RefreshDeadline
from server.services import Services
from server.tables.live_table import LiveTable

_OWN: Final = ""
"""The id of what the server does by itself: nobody will ask for it again."""


async def play_timeout(services: Services, live: LiveTable) -> None:
    """Play the game's safest action for each seat that the table still waits for at its deadline. Needs the lock.

    What is played is chosen, and judged, from what that seat can see. Raises `Refused` where the rulebook chose badly.
    """
    while (deadline := live.truth.deadline) is not None and deadline <= services.now():
        waited_for = list(live.truth.to_act)
        await _play_for_one(services, live)
        if live.truth.to_act == waited_for:
            return


async def _play_for_one(services: Services, live: LiveTable) -> None:
    rulebook = services.catalogue.rulebook(live.truth.game)
    due = rulebook.timeout(live.truth)
    if due is None:
        return
    seen = (await live.watch(GM if due.seat is None else seat_viewer(due.seat))).table
    due = rulebook.timeout(seen) or due
    move = AddressedCommand(actor=CLOCK, seat=due.seat, command=due.command, at=services.now())
    await live.commit(move, command_id=_OWN, salt=services.fresh_salt(), seen=seen)


async def refresh_deadline(services: Services, live: LiveTable) -> None:
    """Start a deadline afresh that passed while nobody could act. Needs the lock."""
    deadline = live.truth.deadline
    if deadline is not None and deadline <= services.now():
        move = AddressedCommand(actor=HOUSE, seat=None, command=RefreshDeadline(), at=services.now())
        await live.commit(move, command_id=_OWN, salt=services.fresh_salt())
