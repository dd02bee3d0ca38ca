"""Grants: the GM makes a seat's abilities more powerful. (Seeds 004; rulings, "Bluffmaster".)"""

from collections.abc import Iterator
from typing import Any, ClassVar

from events.dice import Dice
from events.event import V1, CommandV1, Event, namespaced
from events.table_events import SeatLeft
from games.bluffmaster.options import (
    ABILITIES,
    ABILITY_LABELS,
    ADD,
    AMOUNT,
    MOST_AMOUNT,
    MOST_USES,
    REROLL,
    SUBTRACT,
    Ability,
)
from games.bluffmaster.state import BluffmasterTable, Power, power
from games.chapter import Chapter, fold, gm_act, gm_offers, seat_details
from games.mechanics.sentences import sentence
from projections.actions import Action, Bounds, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Labels, ValueLabel


class Grant(CommandV1, frozen=True, kw_only=True):
    """Set how often a Set a seat may use an ability, by how much it changes a total, or both (the GM)."""

    target: str
    ability: Ability
    uses: int | None = None
    amount: int | None = None


class PowerGranted(V1, frozen=True, kw_only=True, tag=namespaced("bluffmaster")):
    """From now on a seat may use an ability `uses` times a Set, and changes a total by `amount` with it."""

    seat: str
    ability: str
    uses: int
    amount: int


class Grants(Chapter):
    """A grant replaces the seat's previous one for that ability, outlasts the Set, and ends when the seat leaves."""

    events: ClassVar = (PowerGranted,)
    reasons: ClassVar = {"nobody_plays": "There is no seat to grant anything to."}
    labels: ClassVar = Labels(
        commands={
            "grant": CommandLabel(
                "Grant",
                "Make an ability of a seat more powerful, until it leaves.",
                {
                    "target": ValueLabel("Who", "The seat whose ability grows.", "seat"),
                    "ability": ValueLabel("Ability", "The ability that grows.", "choice", ABILITY_LABELS),
                    "uses": ValueLabel("Uses", "How often it can be used in a Set.", "count"),
                    "amount": ValueLabel("Amount", "By how much it changes a total.", "count"),
                },
            ),
        },
        details=DetailLabels(
            seat={"granted": DetailLabel("Granted", "Abilities that the GM made more powerful.", "object")}
        ),
    )

    @gm_offers(Grant, between_rounds=True)
    def may_grant(self, table: BluffmasterTable) -> Iterator[Offer]:
        """Uses of any ability, or the amount of one that changes a total; during a Set and between Sets."""
        players = [seat.seat for seat in table.present() if seat.kind != "watcher"]
        if not players:
            yield Refusal("grant", "nobody_plays", "There is no seat to grant anything to.")
            return
        target, abilities = Choices(choices=players), Choices(choices=list(ABILITIES))
        changing, amount = Choices(choices=[SUBTRACT, ADD]), Bounds(min=AMOUNT, max=MOST_AMOUNT)
        uses, optional = Bounds(min=1, max=MOST_USES), Bounds(min=1, max=MOST_USES, optional=True)
        yield Action(type="grant", params={"target": target, "ability": abilities, "uses": uses})
        yield Action(type="grant", params={"target": target, "ability": changing, "amount": amount, "uses": optional})

    @gm_act(Grant)
    def grant(self, table: BluffmasterTable, dice: Dice | None, command: Grant) -> Iterator[Event]:
        """What the grant does not name stays as it is."""
        was = power(table, command.target, command.ability)
        yield PowerGranted(
            seat=command.target,
            ability=command.ability,
            uses=command.uses or was.uses,
            amount=command.amount or was.amount,
        )

    @fold(PowerGranted)
    def _granted(self, table: BluffmasterTable, event: PowerGranted) -> None:
        powers = table.state.powers.setdefault(event.seat, {})
        powers[event.ability] = Power(uses=event.uses, amount=event.amount)

    @fold(SeatLeft)
    def _seat_left(self, table: BluffmasterTable, event: SeatLeft) -> None:
        table.state.powers.pop(event.seat, None)

    @sentence(PowerGranted)
    def _granted_aloud(self, table: BluffmasterTable, event: PowerGranted) -> str:
        times = "once" if event.uses == 1 else "twice" if event.uses == 2 else f"{event.uses} times"
        by = "" if event.ability == REROLL else f", by {event.amount}"
        return f"From now on {name_of(table, event.seat)} can use {event.ability} {times} a Set{by}."

    @seat_details
    def _granted_to_seat(self, table: BluffmasterTable, seat: str) -> dict[str, Any]:
        return {"granted": dict(table.state.powers.get(seat, {}))}
