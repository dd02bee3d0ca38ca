"""What a player does whom the server plays: its temperament chooses, from what its own seat is shown."""

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
_encoder: Final = msgspec.json.Encoder()


class AtALoss(Exception):
    """A temperament found nothing to do, or nothing legal: `why`, without anything of what it saw."""

    code = "npc_at_a_loss"

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def temperaments(game: str) -> list[str]:
    """How the server can play somebody at a game: the temperaments, and the policies that are this game's own."""
    return list(dict.fromkeys([*policies.TEMPERAMENTS, *policies.names(game)]))


def npcs_of(table: AnyTable) -> list[str]:
    """The seats that the server plays now, by arrival: those that the GM has not taken over."""
    return [seat.seat for seat in table.seats.values() if seat.npc and not seat.taken_over and not seat.gone]


def awaits_npc(table: AnyTable) -> bool:
    """Whether the table waits for somebody whom the server plays."""
    return not table.paused and any(seat in table.to_act for seat in npcs_of(table))


def choose(services: Services, seen: AnyTable, seat: str, temperament: str) -> Command | None:
    """What a seat does now, from its own table `seen`; None where it is not asked, and does nothing.

    Its whims follow from the server's key and from how much the seat has seen: asked again, also after a restart, it
    answers alike, and what it cannot see makes no difference. The commands of every table it leaves to people: it does
    what its game offers, and nothing else. Raises `AtALoss`.
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
        require_offered(() if tag in OF_EVERY_TABLE else listing.about(tag), command)
    except Refused as refusal:
        raise AtALoss(f"its policy does what is refused: {refusal.code}") from None
    except (UnknownCommand, msgspec.MsgspecError, TypeError, ValueError) as error:
        raise AtALoss(f"its policy gives no command: {type(error).__name__}") from None
    return command


def instead(services: Services, seen: AnyTable, seat: str) -> Command | None:
    """What a seat does that is asked, and whose policy is at a loss: what the clock would do for it, else anything.

    None where even that is not legal.
    """
    alone = msgspec.structs.replace(seen, to_act=[seat], turn=seat)
    due = services.catalogue.rulebook(seen.game).timeout(alone)
    if due is not None and due.seat == seat and _is_legal(services, seen, seat, due.command):
        return due.command
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
