"""Admission, and access to the table: tokens, the invite, the public list."""

from collections.abc import Iterator
from typing import ClassVar

from events.audience import GM, GM_ONLY, seat_viewer
from events.event import CommandV1, Event
from events.table_events import AdmissionRefused, InviteRenewed, ListingSet, TokenRenewed
from games.chapter import Chapter, Uses
from games.rulebook import Rulebooks
from games.table.chapter import Context, gm_act, gm_offers
from games.table.seats import Seats
from projections.actions import Action, Choices, Offer, Refusal
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, ValueLabel


class AdmitSeat(CommandV1, frozen=True, kw_only=True):
    """Admit a seat that asked to sit down."""

    target: str


class RefuseSeat(CommandV1, frozen=True, kw_only=True):
    """Refuse a seat that asked to sit down."""

    target: str


class NewToken(CommandV1, frozen=True, kw_only=True):
    """Replace the token of a seat, even one that left or asks to sit down, or the GM's own (`gm`). The old one stops
    working."""

    target: str


class NewInvite(CommandV1, frozen=True, kw_only=True):
    """Replace the table's invite. The old one stops working."""


class SetListed(CommandV1, frozen=True, kw_only=True):
    """List the table publicly, or unlist it."""

    listed: bool


class Admission(Chapter):
    """Admitting seats, with the option `admit`, and replacing tokens and the invite."""

    reasons: ClassVar = {
        "nobody_asks": "Nobody is waiting to be admitted.",
    }
    labels: ClassVar = Labels(
        commands={
            "admit_seat": CommandLabel(
                "Let in", "They sit down.", {"target": ValueLabel("Who", "Somebody who asks to sit down.", "seat")}
            ),
            "refuse_seat": CommandLabel(
                "Turn away",
                "They do not sit down.",
                {"target": ValueLabel("Who", "Somebody who asks to sit down.", "seat")},
            ),
            "new_token": CommandLabel(
                "New token",
                "For somebody who has lost theirs: the old one stops working.",
                {"target": ValueLabel("Whose", "A seat’s, or your own.", "seat", {"gm": "Your own"})},
            ),
            "new_invite": CommandLabel("New invite", "The old one lets nobody in any more."),
            "set_listed": CommandLabel(
                "List the table",
                "Whether everybody can find the table in the lobby.",
                {"listed": ValueLabel("Listed", "Only its name, game and seats are shown there.", "flag")},
            ),
        },
    )
    seats = Uses(Seats)

    # Letting in

    @gm_offers(AdmitSeat, RefuseSeat)
    def may_admit(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Every seat that asks may be admitted or refused."""
        for kind in ("admit_seat", "refuse_seat"):
            if table.asking:
                yield Action(type=kind, params={"target": Choices(choices=list(table.asking))})
            else:
                yield Refusal(kind, "nobody_asks", "Nobody is waiting to be admitted.")

    @gm_act(AdmitSeat)
    def admit(self, table: AnyTable, context: Context, command: AdmitSeat) -> Iterator[Event]:
        """The seat is taken with what was named in the request."""
        asking = table.asking[command.target]
        yield from self.seats.take(command.target, asking, asking.kind, asking.sets)

    @gm_act(RefuseSeat)
    def refuse(self, table: AnyTable, context: Context, command: RefuseSeat) -> Iterator[Event]:
        """The seat is not taken."""
        yield AdmissionRefused(seat=command.target)

    # Tokens

    @gm_offers(NewToken, when_closed=True)
    def may_renew_token(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Also at closed tables and for seats that have left: they can still read the history."""
        yield Action(type="new_token", params={"target": Choices(choices=[*table.names, GM])})

    @gm_act(NewToken)
    def renew_token(self, table: AnyTable, context: Context, command: NewToken) -> Iterator[Event]:
        """Only the token's holder and the GM see it.

        Somebody who is not at the table sees what everybody sees, and shares the public's versions until admitted.
        """
        target = command.target
        if target == GM:
            yield TokenRenewed(to=GM_ONLY, viewer=GM)
        else:
            yield TokenRenewed(to=seat_viewer(target) if target in table.seats else GM_ONLY, viewer=seat_viewer(target))

    # The invite and the list

    @gm_offers(NewInvite)
    def may_renew_invite(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """At any time."""
        yield Action(type="new_invite")

    @gm_act(NewInvite)
    def renew_invite(self, table: AnyTable, context: Context, command: NewInvite) -> Iterator[Event]:
        """Only the GM sees it."""
        yield InviteRenewed(to=GM_ONLY)

    @gm_offers(SetListed)
    def may_list(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """At any time."""
        yield Action(type="set_listed", params={"listed": Choices(choices=[True, False])})

    @gm_act(SetListed)
    def set_listed(self, table: AnyTable, context: Context, command: SetListed) -> Iterator[Event]:
        """The table is listed from now on, or no longer."""
        yield ListingSet(listed=command.listed)
