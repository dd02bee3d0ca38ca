"""The rules of every table, whatever it plays: their chapters, merged once, together with the game's own rules.

Rulings, "Everywhere"; the rest is what a table's keeper would do.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, Final, TypeVar

import msgspec

from events.audience import GM, Viewer, seat_viewer
from events.event import Command, Event, type_tag
from games.engine.addressed_command import AddressedCommand
from games.engine.authority import CLOCK
from games.engine.chapter import Chapter, Mark, tags_of
from games.engine.labelling import completed, option_labels
from games.engine.rulebook import AnyRulebook, Timeout
from games.engine.rulebooks import Context, Rulebooks, TableRules
from games.table.admission import Admission
from games.table.causing import may_cause
from games.table.clock import Clock, next_deadline, timeout_of
from games.table.coins import Purses
from games.table.disputes import Disputes
from games.table.luck import (
    NOT_REVEALED,
    SEALED_LUCK,
    LuckOfTheTable,
    is_revealing,
    left_to_gm,
    why_not_by_gm,
)
from games.table.reasons import NO_ROUND
from games.table.rounds import OpenTable, Rounds
from games.table.seats import Seats, SetCharacter
from games.table.sets import GamingSets, has_sticky_dice
from games.table.settings import Settings
from games.table.sheets import require_sheet
from games.table.sitting_out import SittingOut, after_the_clock
from games.table.taking_over import TakingOver, left_to_player, why_not_theirs
from projections.actions import Offer, Refusal
from projections.game import AnyTable, TableOptions

_CLOSED: Final = ("table_closed", "The table is closed: its rounds can be viewed, but nothing more is played.")

Act = Callable[[AnyTable, Context, str, Any], Iterator[Event]]
GmAct = Callable[[AnyTable, Context, Any], Iterator[Event]]
ServerAct = Callable[[AnyTable, Context, str, str | None, Any], Iterator[Event]]
Explain = Callable[[AnyTable, Rulebooks, Any], Refusal | None]
Listed = TypeVar("Listed")
Group = tuple[tuple[str, ...], bool, Listed]
"""A group's commands (their tags), whether they are listed at closed tables, and the method that lists their offers."""


class RulesOfEveryTable(TableRules):
    """The chapters of every table's rules. One instance serves every table of every game."""

    chapters: ClassVar[tuple[type[Chapter], ...]] = (
        Rounds, Purses, TakingOver, SittingOut, LuckOfTheTable, Seats, GamingSets, Settings, Clock, Admission, Disputes,
    )  # fmt: skip
    reasons: ClassVar = {
        "no_round": "No round is running.",
        "no_seats": "Nobody sits at the table yet.",
        "not_authorized": "The actor cannot do that for that seat.",
        "not_offered": "The command is possible, but not with these parameters.",
        "not_possible_now": "The command is not possible now.",
        "round_running": "This is possible only between rounds.",
        "table_closed": "The table is closed: nothing more is played.",
    }

    def __init__(self) -> None:
        super().__init__()
        self._offers: list[Group[Callable[[AnyTable, str], Iterator[Offer]]]] = self._groups("offers")
        self._listed = {
            (luck, sticky): [group for group in self._offers if _is_listed(group[0], luck, sticky)]
            for luck in ("open", "sealed")
            for sticky in (False, True)
        }
        self._gm_offers: list[Group[Callable[[AnyTable, Rulebooks], Iterator[Offer]]]] = self._groups("gm_offers")
        self._explanations: Mapping[type[Command], Explain] = self._by_command("explains")
        self._acts: Mapping[type[Command], Act] = self._by_command("act")
        self._gm_acts: Mapping[type[Command], GmAct] = self._by_command("gm_act")
        self._server_acts: Mapping[type[Command], ServerAct] = self._by_command("server_act")
        self.refusals: Mapping[str, str] = self.all_reasons()
        """The refusal codes that apply at every table, each with its meaning."""
        self.seat_commands = tuple(self._acts)
        self.gm_commands = tuple(self._gm_acts)
        self.server_commands = tuple(self._server_acts)
        vars(self)["labels"] = completed(self.all_labels(), (*self._acts, *self._gm_acts), option_labels(TableOptions))

    def _marked(self, role: str) -> Iterator[tuple[Mark, Callable[..., Any]]]:
        for one in self.each:
            yield from ((mark, method) for mark, method in one.registered() if mark.role == role)

    def _groups(self, role: str) -> list[Group[Any]]:
        return [(tags_of(mark.kinds), mark.when_closed, method) for mark, method in self._marked(role)]

    def _by_command(self, role: str) -> Mapping[type[Command], Callable[..., Any]]:
        return {kind: method for mark, method in self._marked(role) for kind in mark.kinds}

    # What is offered

    def seat_offers(
        self, table: AnyTable, rulebook: AnyRulebook, seat: str, only: str | None = None
    ) -> Iterator[Offer]:
        """The game's offers, then those of every table.

        Where luck is open, sealing it is refused only when it is asked about. So is loading dice for seats without
        sticky dice.
        """
        holder = table.seats.get(seat)
        if holder is None or holder.gone:
            return iter(())
        offers: list[Iterator[Offer]] = []
        if only is None or only not in OF_EVERY_TABLE:
            if table.running and not is_revealing(table):
                offers.append(rulebook.choices(table, seat, only))
            else:
                commands = rulebook.commands if only is not None else _of_table(table, rulebook, rulebook.commands)
                offers.append(_refused(commands, _why_not_now(table)))
        if only is None or only in OF_EVERY_TABLE:
            listed = self._offers if only is not None else self._listed[table.options.luck, has_sticky_dice(holder)]
            for tags, when_closed, offered in listed:
                offers.append(offered(table, seat) if when_closed or not table.closed else _closed(tags))
        return chain.from_iterable(offers)

    def gm_offers(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """The GM's own offers."""
        of_every_table = chain.from_iterable(
            offered(table, rulebooks) if when_closed or not table.closed else _closed(tags)
            for tags, when_closed, offered in self._gm_offers
        )
        return chain(_gm_offers_of_the_game(table, rulebooks.at(table)), of_every_table)

    def explain(self, table: AnyTable, rulebooks: Rulebooks, seat: str | None, command: Command) -> Refusal | None:
        """A detailed reason why a command is not offered, if its parameters give one."""
        explanation = self._explanations.get(type(command))
        if explanation is not None:
            return explanation(table, rulebooks, command)
        return rulebooks.at(table).explain(table, seat, command)

    def left_to(
        self, actor: Viewer, table: AnyTable, rulebook: AnyRulebook, seat: str, offers: Iterable[Offer]
    ) -> Iterable[Offer]:
        """Those of a seat's offers that its player, or the GM for it, may take up. Every other kind is refused once."""
        if actor == GM:
            return left_to_gm(table.seats[seat], offers)
        return left_to_player(table.seats[seat], rulebook, offers) if actor == seat_viewer(seat) else offers

    # Who may do what

    def game_opened(self, command: Command) -> str | None:
        """The game of a command that opens a table; None for any other command."""
        return command.game if isinstance(command, OpenTable) else None

    def may_cause(self, table: AnyTable, addressed: AddressedCommand) -> bool:
        """Whether the actor may give this command of the server."""
        return may_cause(table, addressed)

    def why_not_for(
        self, table: AnyTable, rulebook: AnyRulebook, addressed: AddressedCommand
    ) -> tuple[str, str] | None:
        """`seat_taken_over` or `npc_seat` if the seat's player does not play it now, `not_your_luck` to the GM."""
        holder = table.seats.get(addressed.seat or "")
        if holder is None:
            return None
        tag = type_tag(type(addressed.command))
        if addressed.actor == seat_viewer(holder.seat):
            return why_not_theirs(holder, rulebook, tag)
        return why_not_by_gm(holder, tag) if addressed.actor == GM else None

    def explain_unread(self, body: bytes) -> None:
        """The field of a sheet that is wrong is named."""
        if (sent := msgspec.json.decode(body)).get("type") == type_tag(SetCharacter):
            require_sheet(sent.get("character", {}))

    # What is done

    def timeout(self, table: AnyTable, rulebook: AnyRulebook) -> Timeout | None:
        """A seat that does not reveal its luck withholds it, and the next round may start by itself; otherwise the game
        decides."""
        return timeout_of(table, rulebook)

    def next_deadline(
        self, table: AnyTable, rulebook: AnyRulebook, asked: int, command: Command, at: str
    ) -> Iterator[Event]:
        """A fresh deadline if the table has asked somebody or a round has ended, none if nothing is waited for."""
        return next_deadline(table, rulebook, asked, command, at)

    def act(self, table: AnyTable, context: Context, addressed: AddressedCommand) -> Iterator[Event]:
        """The events of a legal command, whether of every table or of the game."""
        yield from self._act(table, context, addressed)
        if addressed.actor == CLOCK and addressed.seat is not None:
            yield from after_the_clock(table, addressed.seat)

    def _act(self, table: AnyTable, context: Context, addressed: AddressedCommand) -> Iterator[Event]:
        seat, command = addressed.seat, addressed.command
        kind = type(command)
        if kind in self._server_acts:
            return self._server_acts[kind](table, context, addressed.actor, seat, command)
        if seat is not None:
            if kind in self._acts:
                return self._acts[kind](table, context, seat, command)
            return context.rulebook.act(table, seat, command, context.dealer.dice(table))
        if kind in self._gm_acts:
            return self._gm_acts[kind](table, context, command)
        dice = context.dealer.dice(table) if table.running else None
        return context.rulebook.gm_act(table, command, dice)


def _is_listed(tags: Sequence[str], luck: str, sticky: bool) -> bool:
    return (luck == "sealed" or SEALED_LUCK.isdisjoint(tags)) and (sticky or "load_dice" not in tags)


def _why_not_now(table: AnyTable) -> tuple[str, str]:
    """Why none of the game's commands is possible outside its play."""
    return NOT_REVEALED if table.running else _CLOSED if table.closed else NO_ROUND


def _of_table(table: AnyTable, rulebook: AnyRulebook, commands: Iterable[type[Command]]) -> list[type[Command]]:
    return [kind for kind in commands if rulebook.has_command(table, type_tag(kind))]


def _closed(tags: Sequence[str]) -> Iterator[Offer]:
    return (Refusal(tag, *_CLOSED) for tag in tags)


def _gm_offers_of_the_game(table: AnyTable, rulebook: AnyRulebook) -> Iterator[Offer]:
    commands = _of_table(table, rulebook, rulebook.gm_commands)
    if table.closed:
        return _refused(commands, _CLOSED)
    if is_revealing(table):
        return _refused(commands, NOT_REVEALED)
    if table.running:
        return rulebook.gm_choices(table)
    offered = list(rulebook.gm_choices_between_rounds(table))
    listed = {offer.type for offer in offered}
    return chain(offered, _refused((kind for kind in commands if type_tag(kind) not in listed), NO_ROUND))


def _refused(commands: Iterable[type[Command]], why: tuple[str, str]) -> Iterator[Offer]:
    return (Refusal(tag, *why) for tag in dict.fromkeys(map(type_tag, commands)))


TABLE_RULES: Final = RulesOfEveryTable()
SEAT_COMMANDS: Final = TABLE_RULES.seat_commands
GM_COMMANDS: Final = TABLE_RULES.gm_commands
SERVER_COMMANDS: Final = TABLE_RULES.server_commands
TABLE_REFUSALS: Final = TABLE_RULES.refusals
TABLE_LABELS: Final = TABLE_RULES.labels
OF_EVERY_TABLE: Final[Container[str]] = frozenset(tags_of(SEAT_COMMANDS))
"""The tags of the commands that every seat has, whatever the game."""
