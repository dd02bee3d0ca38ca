"""Keepers: in turn, throw three dice and keep at least one of each throw; the most points take the pot."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar, Final

import msgspec

from events.accounts import POT
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import DicePlaced, DiceThrown, PhaseBegan, QuestionAsked, RoundEnded, StatusChanged, TurnBegan
from games.engine.chapter import act, offers, on_timeout
from games.engine.drawn import Drawn
from games.engine.rulebook import Barred, Rulebook
from games.mechanics.antes import Ante, able_to_pay, pay_antes
from games.mechanics.coins import pay
from games.mechanics.throwing import highest_throw, highest_thrown, throw_several
from projections.actions import Action, Choices, Offer
from projections.chronicle import name_of
from projections.game import AnyTable, OpenGameOptions
from projections.labels import CommandLabel, Label, Labels, QuestionLabel, ValueLabel

DICE: Final = 3
SIDES: Final = 6
KEPT: Final = "aside"


class Keep(CommandV1, frozen=True, kw_only=True):
    """Keep dice of the throw; the others are thrown again."""

    ns: list[int]


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Keepers."""

    ante_cp: Ante = 200


class State(msgspec.Struct, kw_only=True):
    """Nothing: the common table has all dice and turns."""


class Keepers(Rulebook[Options, State]):
    """A turn each."""

    id = "keepers"
    version = 1
    name = "Keepers"
    summary = "Throw three dice, keep at least one of each throw, and the most points take the pot."
    how_to_play = ("Throw three dice.", "Keep at least one of each throw.", "The most points take the pot.")
    min_seats = 2
    max_seats = 8
    options = Options
    state = State
    draws: ClassVar = (
        Drawn(purpose="throw", sides=(SIDES,), event=DiceThrown, most=DICE * (DICE + 1) // 2),
        highest_thrown("the_pot", SIDES),
    )
    reasons: ClassVar = {"not_your_turn": "It is another seat's turn."}
    labels: ClassVar = Labels(
        commands={
            "keep": CommandLabel(
                "Keep", "Keep these dice; you throw the others again.", {"ns": ValueLabel("Dice", "Yours.", "dice")}
            )
        },
        questions={"keep": QuestionLabel("Keep", "Which dice do you keep?", {"keep": "They count."})},
        phases={"throwing": Label("Throwing", "Everybody has one turn.")},
        statuses={"active": Label("In play", "Plays this round."), "gone": Label("Gone", "Has left the round.")},
        outcomes={"won": Label("Won", "The most points took the pot.")},
        coins={
            "ante": Label("Ante", "What a round costs."),
            "payout": Label("Winnings", "The pot goes to the winner."),
        },
    )

    def entrants(self, table: AnyTable) -> list[str]:
        """The seats that can pay the ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Antes; then the first seat throws."""
        yield PhaseBegan(phase="throwing")
        yield from pay_antes(table.order, table.options.ante_cp)
        yield from self._begin_turn(dice, table.order[0])

    def barred(self, table: AnyTable, seat: str) -> Barred | None:
        """A seat does nothing out of turn."""
        if seat in table.to_act:
            return None
        return Barred(code="not_your_turn", detail=f"It is {name_of(table, table.turn or '')}’s turn.")

    def _begin_turn(self, dice: Dice, seat: str) -> Iterator[Event]:
        yield TurnBegan(seat=seat)
        yield from self._throw(dice, seat, range(DICE))

    def _throw(self, dice: Dice, seat: str, ns: Sequence[int]) -> Iterator[Event]:
        yield from throw_several(dice, seat, "throw", SIDES, ns)
        yield QuestionAsked(seats=[seat], question="keep")

    @offers(Keep)
    def may_keep(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """At least one die of the throw, or all."""
        loose = loose_dice(table, seat)
        ways = [list(ns) for count in range(1, len(loose) + 1) for ns in combinations(loose, count)]
        yield Action(type="keep", params={"ns": Choices(choices=ways)})

    @act(Keep)
    def keep(self, table: AnyTable, dice: Dice, seat: str, command: Keep) -> Iterator[Event]:
        """The others are thrown again; once all are kept, the turn is over."""
        yield DicePlaced(seat=seat, ns=command.ns, place=KEPT)
        if loose := loose_dice(table, seat):
            yield from self._throw(dice, seat, loose)
        else:
            yield from self._go_on(table, dice, seat)

    @on_timeout("keep")
    def _keep_all(self, table: AnyTable, seat: str) -> Command:
        return Keep(ns=loose_dice(table, seat))

    def _go_on(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The next seat's turn begins. After the last one, or if a single seat is left, the pot is won."""
        left = table.with_status("active")
        behind = [other for other in left if table.order.index(other) > table.order.index(seat)]
        if behind and len(left) > 1:
            yield from self._begin_turn(dice, behind[0])
            return
        points = {other: sum(die.face or 0 for die in table.dice_of(other)) for other in left}
        best = [other for other in left if points[other] == max(points.values())]
        winner = yield from highest_throw(dice, best, "the_pot", SIDES)
        pot_cp = table.balance(POT)
        yield from pay(POT, winner, pot_cp, "payout")
        yield RoundEnded(round=table.round, outcome="won", winners=[winner], won_cp={winner: pot_cp})

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """A seat that leaves is out, and its ante stays in the pot."""
        if table.seats[seat].status != "active":
            return
        yield StatusChanged(seat=seat, status="gone", why="left")
        if seat == table.turn or len(table.with_status("active")) == 1:
            yield from self._go_on(table, dice, table.turn or seat)


def loose_dice(table: AnyTable, seat: str) -> list[int]:
    """The numbers of a seat's dice that it has not kept."""
    return [die.n for die in table.dice_of(seat) if die.place != KEPT]
