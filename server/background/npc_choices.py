"""What an NPC does: its temperament chooses, from what its own seat may see."""

from typing import Final

import msgspec

from events.event import Command, type_tag
from games import policies
from games.catalogue import UnknownCommand
from games.decider import offers_of
from games.legality import Refused, require_offered
from games.policies.position import Position
from games.seat_offers import SeatOffers
from games.table import OF_EVERY_TABLE
from projections.game import AnyTable
from server.services import Services

_ANYTHING: Final = "random"
"""The policy that plays any game, where nothing better is known."""
_OF_THE_GAME_TOO: Final = ("load_dice",)
"""Commands of every table that are a part of playing."""
_encoder: Final = msgspec.json.Encoder()


class AtALoss(Exception):
    """A policy found nothing to do, or nothing legal. The message says nothing of what the seat saw."""

    code = "npc_at_a_loss"


def choose(services: Services, seen: AnyTable, seat: str, temperament: str) -> Command | None:
    """What a seat does now, from its own table `seen`; None where it is not asked, and does nothing.

    Its choice follows from the server's key and from how much the seat has seen: it is the same again after a restart,
    and what the seat cannot see makes no difference. It gives only the commands of its game, loads its dice, and
    leaves the other commands of every table to people. Raises `AtALoss`.
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
    """What a seat that is asked does where its policy is at a loss: what the clock would do, else anything legal.

    None where there is nothing.
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
