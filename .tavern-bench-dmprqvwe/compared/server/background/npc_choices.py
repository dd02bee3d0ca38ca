"""Chooses an NPC's commands: by its temperament, from what its own seat may see."""

from typing import Final

import msgspec

from events.event import Command, type_tag
from games import policies
from games.deciding.catalogue import UnknownCommand
from games.deciding.decider import offers_of
from games.deciding.seat_offers import SeatOffers
from games.legality import Refused, require_offered
from games.policies.position import Position
from games.table import OF_EVERY_TABLE
from projections.game import AnyTable
from server.services import Services

_ANYTHING: Final = "random"
"""The policy that can play any game, used if there is none better."""
_OF_THE_GAME_TOO: Final = ("load_dice",)
"""The commands of every table that belong to playing."""
_encoder: Final = msgspec.json.Encoder()


class AtALoss(Exception):
    """A policy found nothing to do, or nothing legal. The message reveals nothing that the seat saw."""

    code = "npc_at_a_loss"


def choose(services: Services, seen: AnyTable, seat: str, temperament: str) -> Command | None:
    """The seat's next command, chosen from its own table `seen`; None if it is not asked and does nothing.

    The choice is derived from the server's key and the seat's own version: it is the same after a restart, and
    independent of what the seat cannot see. An NPC gives only the commands of its game and loads its dice; the other
    commands of every table are for people. Raises `AtALoss`.
    """
    listing = SeatOffers(seen, services.catalogue.rulebooks, seat)
    try:
        choice = policies.named(temperament).choose_at(
            Position.at(listing), services.whim(seen.table, seat, seen.version)
        )
    except Exception as error:
        raise AtALoss(f"its policy failed with {type(error).__name__}") from error
    if choice is None:
        if seat in seen.to_act:
            raise AtALoss("its policy does nothing")
        return None
    try:
        command = services.catalogue.read_command(seen.game, _encoder.encode(choice))
        tag = type_tag(type(command))
        is_left_to_people = tag in OF_EVERY_TABLE and tag not in _OF_THE_GAME_TOO
        require_offered(() if is_left_to_people else listing.about(tag), command)
    except Refused as refusal:
        raise AtALoss(f"its policy does what is refused: {refusal.code}") from None
    except (UnknownCommand, msgspec.MsgspecError, TypeError, ValueError) as error:
        raise AtALoss(f"its policy gives no command: {type(error).__name__}") from None
    return command


def fallback(services: Services, seen: AnyTable, seat: str) -> Command | None:
    """The command of a seat whose policy is at a loss: the one that the clock would give, else any legal one.

    None if there is none.
    """
    alone = msgspec.structs.replace(seen, to_act=[seat], turn=seat)
    timeout = services.catalogue.rulebook(seen.game).timeout(alone)
    if timeout is not None and timeout.seat == seat and _is_legal(services, seen, seat, timeout.command):
        return timeout.command
    try:
        return choose(services, seen, seat, _ANYTHING)
    except AtALoss:
        return None


def _is_legal(services: Services, seen: AnyTable, seat: str, command: Command) -> bool:
    try:
        require_offered(offers_of(seen, services.catalogue.rulebooks, seat), command)
    except Refused:
        return False
    return True
