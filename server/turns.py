"""The turn clock: what happens when a deadline passes, and when one passed while the server was down."""

from typing import Final

from events.audience import GM, HOUSE, seat_viewer
from games.authority import CLOCK
from games.moves import Move
from games.table_commands import RefreshDeadline
from server.house import House
from server.live_table import LiveTable

_OWN: Final = ""
"""The id of what the server does by itself: nobody will ask for it again."""


async def play_timeout(house: House, live: LiveTable) -> None:
    """Play the game's safest action for each seat that the table still waits for at its deadline. Needs the lock.

    What is played is chosen, and judged, from what that seat can see. Raises `Refused` where the rulebook chose badly.
    """
    while (deadline := live.truth.deadline) is not None and deadline <= house.now():
        waited_for = list(live.truth.to_act)
        await _play_for_one(house, live)
        if live.truth.to_act == waited_for:
            return


async def _play_for_one(house: House, live: LiveTable) -> None:
    book = house.catalogue.book(live.truth.game)
    due = book.timeout(live.truth)
    if due is None:
        return
    seen = (await live.watch(GM if due.seat is None else seat_viewer(due.seat))).table
    due = book.timeout(seen) or due
    move = Move(actor=CLOCK, seat=due.seat, command=due.command, at=house.now())
    await live.commit(move, command_id=_OWN, salt=house.fresh_salt(), seen=seen)


async def refresh_deadline(house: House, live: LiveTable) -> None:
    """Start a deadline afresh that passed while nobody could act. Needs the lock."""
    deadline = live.truth.deadline
    if deadline is not None and deadline <= house.now():
        move = Move(actor=HOUSE, seat=None, command=RefreshDeadline(), at=house.now())
        await live.commit(move, command_id=_OWN, salt=house.fresh_salt())
