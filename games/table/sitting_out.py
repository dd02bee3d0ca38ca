"""Sitting out: a seat that stays at the table, but plays no round until it says so.

Where rounds start by themselves, a seat for which the clock had to act sits out, too, so that a table whose players
have gone to bed comes to rest.
"""

from collections.abc import Iterator
from typing import ClassVar, Final

from events.event import CommandV1, Event
from events.table_events import SatIn, SatOut
from games.engine.chapter import Chapter, act, offers
from games.engine.rulebook import AnyRulebook
from games.engine.rulebooks import Context
from projections.actions import Action, Offer, Refusal
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels

_SITS_OUT: Final = ("sits_out", "You sit out already: play again when you like.")
_PLAYS: Final = ("plays_already", "You play already, from the next round on at the latest.")


class SitOut(CommandV1, frozen=True, kw_only=True):
    """Play no round after the running one, until `sit_in`."""


class SitIn(CommandV1, frozen=True, kw_only=True):
    """Play again from the next round on."""


class SittingOut(Chapter):
    """Seats that play no rounds for a while."""

    reasons: ClassVar = {
        "plays_already": "The seat does not sit out.",
        "sits_out": "The seat sits out already.",
    }
    labels: ClassVar = Labels(
        commands={
            "sit_out": CommandLabel(
                "Sit out", "You keep your seat and your coins, and play no further rounds for now."
            ),
            "sit_in": CommandLabel("Play again", "You play from the next round on."),
        },
    )

    @offers(SitOut)
    def may_sit_out(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Every seat that plays; a running round goes on."""
        holder = table.seats[seat]
        if holder.sits_out:
            yield Refusal("sit_out", *_SITS_OUT)
        elif holder.kind != "watcher":
            yield Action(type="sit_out")

    @act(SitOut)
    def sit_out(self, table: AnyTable, context: Context, seat: str, command: SitOut) -> Iterator[Event]:
        """From the next round on."""
        yield SatOut(seat=seat)

    @offers(SitIn)
    def may_sit_in(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Every seat that sits out."""
        holder = table.seats[seat]
        if holder.sits_out:
            yield Action(type="sit_in")
        elif holder.kind != "watcher":
            yield Refusal("sit_in", *_PLAYS)

    @act(SitIn)
    def sit_in(self, table: AnyTable, context: Context, seat: str, command: SitIn) -> Iterator[Event]:
        """From the next round on."""
        yield SatIn(seat=seat)


def ready_seats(table: AnyTable, rulebook: AnyRulebook) -> list[str]:
    """The seats that would play if a round started now, in table order."""
    return [seat for seat in rulebook.entrants(table) if not table.seats[seat].sits_out]


def after_the_clock(table: AnyTable, seat: str) -> Iterator[Event]:
    """The clock had to act for a seat: it sits out from now on, if rounds start by themselves and a player plays it."""
    holder = table.seats.get(seat)
    if table.options.next_round_seconds is None or holder is None:
        return
    if holder.played_by == "player" and not holder.sits_out:
        yield SatOut(seat=seat)
