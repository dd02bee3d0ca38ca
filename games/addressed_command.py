"""A move: a command with who gives it, for whom, and when."""

import msgspec

from events.event import Command


class AddressedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command with who gives it: `actor` (gm, seat:ID, npc:ID, clock, house), for `seat` if any.

    `at` is when (RFC 3339, UTC, milliseconds).
    """

    actor: str
    seat: str | None
    command: Command
    at: str
