"""What is left to who sits at a seat that somebody else plays: the GM who took it over, or the server.

Whoever sits at a seat that was taken over can neither be kept at the table nor be silenced: leaving, disputing and the
luck word stay theirs. At a seat that the server plays nobody sits.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from events.event import type_tag
from games.rulebook import AnyRulebook
from projections.actions import Offer, Refusal
from projections.table import Seat

_TAKEN_OVER: Final = ("seat_taken_over", "The GM plays this seat until it is given back.")
_SERVED: Final = ("npc_seat", "The server plays this seat: take_over lets the GM play it.")


def why_not_theirs(seat: Seat, rulebook: AnyRulebook | None, command: str) -> tuple[str, str] | None:
    """Why who sits at a seat may not give this command (its tag) now, as code and sentence; None where they may."""
    if seat.npc:
        return _SERVED
    if seat.taken_over and (rulebook is None or any(type_tag(kind) == command for kind in rulebook.commands)):
        return _TAKEN_OVER
    return None


def left_to_player(seat: Seat, rulebook: AnyRulebook | None, offers: Iterable[Offer]) -> Iterator[Offer]:
    """A seat's offers as far as they are for who sits there; each kind of command that is not, is refused once."""
    refused: set[str] = set()
    for offer in offers:
        why = why_not_theirs(seat, rulebook, offer.type)
        if why is None:
            yield offer
        elif offer.type not in refused:
            refused.add(offer.type)
            yield Refusal(offer.type, *why)
