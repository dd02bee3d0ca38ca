"""Seats: sitting down, character sheets, leaving and removal."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Final, Literal

import msgspec
from msgspec import Meta

from events.accounts import OUTSIDE
from events.audience import GM, GM_ONLY, seat_viewer
from events.character import Character
from events.event import CommandV1, Event
from events.gaming_sets import GamingSet
from events.table_events import (
    AdmissionAsked,
    CharacterSet,
    GamingSetBrought,
    GamingSetsDeclared,
    NpcSet,
    SeatLeft,
    SeatTaken,
)
from games.chapter import Chapter, Uses
from games.command_fields import MAX_COINS_CP, Luck, Name, Temperament
from games.legality import Refused
from games.mechanics.coins import pay
from games.mechanics.tricks.sets import SETS
from games.rulebook import Rulebooks
from games.table.chapter import BETWEEN_ROUNDS, NO_SEATS, Context, act, gm_act, gm_offers, offers, server_act
from games.table.luck import LuckOfTheTable, is_revealing
from games.table.sheets import NewSheet
from projections.actions import Action, Choices, Offer, Refusal, Schema
from projections.game import AnyTable
from projections.labels import CommandLabel, Label, Labels, ValueLabel
from projections.table import Asking

MAX_TABLE_SEATS: Final = 32
"""The most seats at a table, including watchers and those that ask to sit down."""
MAX_SEATS_EVER: Final = 500
"""The most seats that a table ever gives out, because it remembers every name."""

Sets = Annotated[list[GamingSet], Meta(max_length=2)]
"""The sets that a player brings: at most one of dice and one of cards."""


class Sit(CommandV1, frozen=True, kw_only=True):
    """Sit down as the seat that the entry names; with `admit: gm`, ask to.

    The sets are paid for already: `purse_cp` is what is left, so that it tells nobody which sets they are.
    """

    name: Name
    kind: Literal["player", "gm", "npc", "watcher"]
    purse_cp: Annotated[int, Meta(ge=0, le=MAX_COINS_CP)] = 0
    luck: Luck = ""
    character: Character = Character()
    sets: Sets | msgspec.UnsetType = msgspec.UNSET


class SeatNpc(CommandV1, frozen=True, kw_only=True):
    """Seat an NPC, as the seat that the entry names; the server plays it with this temperament."""

    name: Name
    temperament: Temperament
    purse_cp: Annotated[int, Meta(ge=0, le=MAX_COINS_CP)] = 0
    luck: Luck = ""
    character: Character = Character()
    sets: Sets | msgspec.UnsetType = msgspec.UNSET


class SetCharacter(CommandV1, frozen=True, kw_only=True):
    """Correct a seat's character sheet."""

    target: str
    character: Character


class Leave(CommandV1, frozen=True, kw_only=True):
    """Leave the table with what is in the purse."""


class RemoveSeat(CommandV1, frozen=True, kw_only=True):
    """Remove a seat; it leaves as if its player had left."""

    target: str


class Seats(Chapter):
    """The seats of a table, from sitting down to leaving."""

    reasons: ClassVar = {
        "table_full": "The table is full.",
        "too_many_sets": "A seat brings one set of dice and one of cards, at most.",
    }
    labels: ClassVar = Labels(
        commands={
            "set_character": CommandLabel(
                "Change a sheet",
                "Correct a seat’s character sheet between rounds.",
                {
                    "target": ValueLabel("Whose", "The seat whose sheet it is.", "seat"),
                    "character": ValueLabel("Sheet", "Abilities, skills, saves and passive scores.", "object"),
                },
            ),
            "leave": CommandLabel(
                "Leave the table", "Take what is in your purse; in a round you are out of it.", grave=True
            ),
            "remove_seat": CommandLabel(
                "Remove a seat",
                "It leaves with what is in its purse, as if its player had left.",
                {"target": ValueLabel("Who", "The seat that has to go.", "seat")},
                grave=True,
            ),
        },
        roles={
            "player": Label("Player", "Somebody plays it."),
            "gm": Label("GM", "The GM plays it."),
            "npc": Label("NPC", "The server plays it."),
            "watcher": Label("Watcher", "Watches, and may bet on others."),
            "nobody": Label("Gone", "Has left the table."),
        },
        coins={"buy_in": Label("Buy-in", "What a seat brings to the table.")},
    )
    luck = Uses(LuckOfTheTable)

    # Sitting down

    @server_act(Sit)
    def sit_down(self, table: AnyTable, context: Context, actor: str, seat: str, command: Sit) -> Iterator[Event]:
        """Take a seat; or ask for one, if the GM admits players and somebody else wants to sit down.

        A seat that is asked for counts as taken, so that there is room once it is admitted.
        """
        _require_room(table)
        sets = _chosen(command)
        if table.options.admit == "gm" and actor != GM:
            yield _asked(seat, command)
            if sets:
                yield GamingSetsDeclared(to=seat_viewer(seat), seat=seat, sets=sets)
        else:
            yield from self.take(seat, command, command.kind, sets)

    @server_act(SeatNpc)
    def seat_npc(self, table: AnyTable, context: Context, actor: str, seat: str, command: SeatNpc) -> Iterator[Event]:
        """The GM seats an NPC, which the server plays."""
        _require_room(table)
        sets = _chosen(command)
        yield from self.take(seat, command, "npc", sets)
        yield NpcSet(seat=seat, temperament=command.temperament, temperament_to=GM_ONLY)

    def take(self, seat: str, given: Sit | SeatNpc | Asking, kind: str, sets: Sequence[GamingSet]) -> Iterator[Event]:
        """A seat is taken. Its purse comes from outside."""
        yield SeatTaken(
            seat=seat,
            name=given.name,
            kind=kind,
            luck=given.luck or "",
            character=given.character,
            character_to=seat_viewer(seat),
        )
        yield from pay(OUTSIDE, seat, given.purse_cp or 0, "buy_in")
        for brought in sets:
            on_sale = SETS[brought.set]
            yield GamingSetBrought(
                seat=seat, kind=on_sale.kind, look=on_sale.look, brought=brought, brought_to=seat_viewer(seat)
            )

    # Character sheets

    @gm_offers(SetCharacter)
    def may_set_character(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """A sheet changes only between rounds. (Rulings, "Everywhere".)"""
        if table.running:
            yield Refusal("set_character", *BETWEEN_ROUNDS)
        elif seats := [seat.seat for seat in table.present()]:
            schema = Schema(schema=_CHARACTER_SCHEMA)
            yield Action(type="set_character", params={"target": Choices(choices=seats), "character": schema})

    @gm_act(SetCharacter)
    def set_character(self, table: AnyTable, context: Context, command: SetCharacter) -> Iterator[Event]:
        """Only the seat and the GM see the sheet."""
        seat = command.target
        yield CharacterSet(seat=seat, character=command.character, character_to=seat_viewer(seat))

    # Leaving

    @offers(Leave)
    def may_leave(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Leaving is always possible."""
        yield Action(type="leave")

    @act(Leave)
    def leave(self, table: AnyTable, context: Context, seat: str, command: Leave) -> Iterator[Event]:
        """A seat leaves of its own accord."""
        return self._go(table, context, seat, "left")

    @gm_offers(RemoveSeat)
    def may_remove(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """The GM may remove any seat, at any time."""
        if seats := [seat.seat for seat in table.present()]:
            yield Action(type="remove_seat", params={"target": Choices(choices=seats)})
        else:
            yield Refusal("remove_seat", *NO_SEATS)

    @gm_act(RemoveSeat)
    def remove(self, table: AnyTable, context: Context, command: RemoveSeat) -> Iterator[Event]:
        """A seat leaves because the GM removes it."""
        return self._go(table, context, command.target, "removed")

    def _go(self, table: AnyTable, context: Context, seat: str, why: str) -> Iterator[Event]:
        """The game handles the leaving in its round; then the purse is paid out."""
        if is_revealing(table):
            yield from self.luck.leave(table, context, seat)
        elif table.running:
            yield from context.rulebook.leave(table, seat, context.dealer.dice(table))
        yield from pay(seat, OUTSIDE, table.purse(seat), "cash_out")
        yield SeatLeft(seat=seat, why=why)


def _chosen(command: Sit | SeatNpc) -> list[GamingSet]:
    """The sets that a player brings. Raises `Refused` if they cannot be brought."""
    sets = [] if command.sets is msgspec.UNSET else command.sets
    kinds = [SETS[one.set].kind for one in sets]
    if len(set(kinds)) < len(kinds):
        raise Refused("too_many_sets", "One set of dice and one of cards, at most.")
    return sets


def _asked(seat: str, command: Sit) -> AdmissionAsked:
    """Only the seat and the GM see what it would bring."""
    to = seat_viewer(seat)
    return AdmissionAsked(
        seat=seat,
        name=command.name,
        kind=command.kind,
        purse_cp=command.purse_cp,
        luck=command.luck,
        brings_to=to,
        character=command.character,
        character_to=to,
    )


_CHARACTER_SCHEMA = msgspec.json.schema(NewSheet)


def _require_room(table: AnyTable) -> None:
    if table.closed:
        raise Refused("table_closed", "The table is closed.")
    if len(table.names) >= MAX_SEATS_EVER:
        raise Refused("table_full", f"{MAX_SEATS_EVER} have sat at this table, which is the limit: open another.")
    if len(table.present()) + len(table.asking) >= MAX_TABLE_SEATS:
        waiting = " or asking to sit down" if table.asking else ""
        raise Refused("table_full", f"There are already {MAX_TABLE_SEATS} at the table{waiting}.")
