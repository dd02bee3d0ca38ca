"""Secret choice: each writes down a number; shown together, the highest that stands alone takes the pot."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from events.accounts import POT
from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, HiddenV1, namespaced
from events.round_events import PhaseBegan, QuestionAnswered, QuestionAsked, RoundEnded, StatusChanged
from games.engine.chapter import act, fold, offers, on_timeout, seat_details
from games.engine.rulebook import Rulebook
from games.mechanics.coins import pay
from projections.actions import Action, Bounds, Offer, Refusal, Text
from projections.game import AnyTable, OpenGameOptions

_tag = namespaced("secret_choice")


class Choose(CommandV1, frozen=True, kw_only=True):
    """Name a number in secret, with a boast if you like; it can be changed until everybody has named one."""

    number: int
    boast: str | None = None


class Chosen(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """A seat wrote down its number."""

    seat: str
    number: int
    boast: str


class Shown(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat's number is open to all."""

    seat: str
    number: int
    boast: str


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat wrote down."""

    number: int
    boast: str


class Notes(msgspec.Struct, kw_only=True):
    """What was written down, as far as the viewer may know."""

    of: dict[str, Note] = {}


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """How much is at stake, and how high one may go."""

    ante_cp: Annotated[int, Meta(ge=1, le=1_000)] = 100
    highest: Annotated[int, Meta(ge=1, le=20)] = 3


class SecretChoice(Rulebook[Options, Notes]):
    """A simultaneous choice in secret."""

    id = "secret_choice"
    version = 1
    name = "Secret choice"
    summary = "The highest number that is alone wins."
    how_to_play = ("Choose a number.", "Tell nobody.", "The highest that is alone wins.")
    min_seats = 2
    max_seats = 12
    options = Options
    state = Notes
    events = (Chosen, Shown)
    reasons: ClassVar = {
        "not_in_round": "This is for who plays the round.",
    }

    def entrants(self, table: AnyTable) -> list[str]:
        able = [seat.seat for seat in table.present() if seat.kind != "watcher"]
        return [seat for seat in able if table.purse(seat) >= table.options.ante_cp][: self.max_seats]

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield PhaseBegan(phase="choosing")
        for seat in table.order:
            yield from pay(seat, POT, table.options.ante_cp, "ante")
        yield QuestionAsked(seats=list(table.order), question="number")

    @offers(Choose)
    def may_choose(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        if table.seats[seat].status != "active":
            yield Refusal("choose", "not_in_round", "You are not in this round.")
            return
        yield Action(
            type="choose",
            params={"number": Bounds(min=1, max=table.options.highest), "boast": Text(text=20, optional=True)},
        )

    @act(Choose)
    def choose(self, table: AnyTable, dice: Dice, seat: str, command: Choose) -> Iterator[Event]:
        yield Chosen(to=seat_viewer(seat), seat=seat, number=command.number, boast=command.boast or "")
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        yield from self._once_all_have_chosen(table)

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        if table.seats[seat].status == "active":
            yield StatusChanged(seat=seat, status="folded", why="left")
            if seat in table.to_act:
                yield QuestionAnswered(seat=seat)
            yield from self._once_all_have_chosen(table)

    @on_timeout()
    def _lowest(self, table: AnyTable, seat: str) -> Command:
        return Choose(number=1)

    @fold(Chosen, Shown)
    def _written(self, table: AnyTable, event: Chosen | Shown) -> None:
        table.state.of[event.seat] = Note(number=event.number, boast=event.boast)

    @seat_details
    def _wrote(self, table: AnyTable, seat: str) -> dict[str, Any]:
        return {"wrote": table.state.of.get(seat)}

    def _once_all_have_chosen(self, table: AnyTable) -> Iterator[Event]:
        if table.to_act:
            return
        seats = table.with_status("active")
        for seat in seats:
            wrote = table.state.of[seat]
            yield Shown(seat=seat, number=wrote.number, boast=wrote.boast)
        times = Counter(table.state.of[seat].number for seat in seats)
        alone = {table.state.of[seat].number: seat for seat in seats if times[table.state.of[seat].number] == 1}
        if not alone:
            yield RoundEnded(round=table.round, outcome="rolled_over", winners=[], won_cp={})
            return
        winner, won_cp = alone[max(alone)], table.balance(POT)
        yield from pay(POT, winner, won_cp, "winnings")
        yield RoundEnded(round=table.round, outcome="won", winners=[winner], won_cp={winner: won_cp})
