"""Taking over: the GM plays a seat instead of its player or the server, until giving it back.

The player of a seat that was taken over can still leave, dispute and set a luck word. An NPC's seat has no player.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from events.event import CommandV1, Event, type_tag
from events.table_events import SeatGivenBack, SeatTakenOver
from games.chapter import Chapter
from games.rulebook import AnyRulebook, Rulebooks
from games.table.chapter import Context, explains, gm_act, gm_offers
from projections.actions import Action, Choices, Offer, Refusal
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, ValueLabel
from projections.table import Seat

_TAKEN_OVER: Final = ("seat_taken_over", "The GM plays this seat until it is given back.")
_NPC: Final = ("npc_seat", "The server plays this seat: the GM can take it over.")


class TakeOver(CommandV1, frozen=True, kw_only=True):
    """Play a seat instead of its player or the server, until it is given back."""

    target: str


class GiveBack(CommandV1, frozen=True, kw_only=True):
    """Return a seat that was taken over to its player or the server."""

    target: str


class TakingOver(Chapter):
    """Seats that the GM plays."""

    reasons: ClassVar = {
        "not_taken_over": "The GM has not taken over that seat.",
        "npc_seat": "The server plays that seat: only the GM can take it over.",
        "seat_taken_over": "The GM plays that seat until it is given back.",
    }
    labels: ClassVar = Labels(
        commands={
            "take_over": CommandLabel(
                "Take over",
                "You play the seat instead of its player or the server, until you give it back.",
                {"target": ValueLabel("Who", "The seat that you will play.", "seat")},
            ),
            "give_back": CommandLabel(
                "Give back",
                "Its player, or the server, plays the seat again.",
                {"target": ValueLabel("Who", "A seat that you took over.", "seat")},
            ),
        },
    )

    @gm_offers(TakeOver)
    def may_take_over(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Every seat except watchers and seats already taken over."""
        players = _players(table)
        theirs = [seat.seat for seat in players if not seat.taken_over]
        if theirs:
            yield Action(type="take_over", params={"target": Choices(choices=theirs)})
        elif players:
            yield Refusal("take_over", "seat_taken_over", "You already play every seat.")
        else:
            yield Refusal("take_over", "no_seats", "Nobody sits at the table yet.")

    @explains(TakeOver)
    def why_not_taken_over(self, table: AnyTable, rulebooks: Rulebooks, command: TakeOver) -> Refusal | None:
        """Taking over a seat that the GM plays already."""
        if not _is_here(table, command.target) or not table.seats[command.target].taken_over:
            return None
        detail = f"You already play {table.names[command.target]}, until you give the seat back."
        return Refusal("take_over", "seat_taken_over", detail)

    @gm_act(TakeOver)
    def take_over(self, table: AnyTable, context: Context, command: TakeOver) -> Iterator[Event]:
        """From now on only the GM plays it."""
        yield SeatTakenOver(seat=command.target)

    @gm_offers(GiveBack)
    def may_give_back(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Every seat that was taken over."""
        taken_over = [seat.seat for seat in _players(table) if seat.taken_over]
        if taken_over:
            yield Action(type="give_back", params={"target": Choices(choices=taken_over)})
        else:
            yield Refusal("give_back", "not_taken_over", "You have not taken over any seat.")

    @explains(GiveBack)
    def why_not_given_back(self, table: AnyTable, rulebooks: Rulebooks, command: GiveBack) -> Refusal | None:
        """Giving back a seat that was not taken over."""
        if not _is_here(table, command.target):
            return None
        detail = f"{table.names[command.target]} is not taken over: there is nothing to give back."
        return Refusal("give_back", "not_taken_over", detail)

    @gm_act(GiveBack)
    def give_back(self, table: AnyTable, context: Context, command: GiveBack) -> Iterator[Event]:
        """Its player, or the server, plays it again."""
        yield SeatGivenBack(seat=command.target)


def why_not_theirs(seat: Seat, rulebook: AnyRulebook | None, command: str) -> tuple[str, str] | None:
    """Why a seat's own player cannot give this command (its tag) now, as code and sentence; None if they can."""
    if seat.npc:
        return _NPC
    if seat.taken_over and (rulebook is None or any(type_tag(kind) == command for kind in rulebook.commands)):
        return _TAKEN_OVER
    return None


def left_to_player(seat: Seat, rulebook: AnyRulebook | None, offers: Iterable[Offer]) -> Iterable[Offer]:
    """The offers of a seat that its own player may take up. Every other kind of command is refused once."""
    # Most seats are played by their own players, and every view lists their offers.
    return _but_for_theirs(seat, rulebook, offers) if seat.npc or seat.taken_over else offers


def _but_for_theirs(seat: Seat, rulebook: AnyRulebook | None, offers: Iterable[Offer]) -> Iterator[Offer]:
    refused: set[str] = set()
    for offer in offers:
        why = why_not_theirs(seat, rulebook, offer.type)
        if why is None:
            yield offer
        elif offer.type not in refused:
            refused.add(offer.type)
            yield Refusal(offer.type, *why)


def _players(table: AnyTable) -> list[Seat]:
    return [seat for seat in table.present() if seat.kind != "watcher"]


def _is_here(table: AnyTable, seat: str) -> bool:
    return seat in table.seats and not table.seats[seat].gone
