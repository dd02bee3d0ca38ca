"""A command with its actor, seat and time."""

import msgspec

from events.event import Command


class AddressedCommand(msgspec.Struct, frozen=True, kw_only=True):
    """A command with its `actor` (gm, seat:ID, npc:ID, clock or house), and the `seat` it is for, if any.

    `at` is the time of the command (RFC 3339, UTC, milliseconds).
    """

    actor: str
    seat: str | None
    command: Command
    at: str
