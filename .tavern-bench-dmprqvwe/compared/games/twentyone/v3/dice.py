"""V3.0, dice and cheats: every roll can be cheated on, the table has one heat, a spill costs at once. (Seeds 000.)"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

import msgspec

from events.accounts import POT
from events.audience import ALL, GM, GM_ONLY, seat_viewer
from events.dice import Dice
from events.event import V1, Event, HiddenV1
from events.round_events import CheckRolled, ConditionSet, DieRerolled, DieSetDown, QuestionAsked, StatusChanged
from games.chapter import Uses, act, fold, round_details, seat_details
from games.mechanics.checks import NATURAL_TWENTY
from games.mechanics.coins import fine
from games.mechanics.sentences import says, sentence
from games.twentyone.cheating import Cheating
from games.twentyone.naturals import CLEANING_FEE_CP, Naturals, audience_of
from games.twentyone.options import SIDES
from games.twentyone.state import ACTIVE, BUST, CAUGHT, TwentyOneTable, die_name, face_of, hand_of, is_in, lift, tag
from games.twentyone.tab import Tab
from games.twentyone.turns import LetItBe, Turns
from games.twentyone.v3.settling import V3SideBets
from games.twentyone.v3.state import FREE_ROLL, free_of_rolls, state_of
from projections.chronicle import name_of
from projections.labels import NEVER, DetailLabel, DetailLabels, Label, Labels, QuestionLabel

HEAT_LOST_A_ROUND: Final = 1


class DiePickedUp(V1, frozen=True, kw_only=True, tag=tag):
    """Die `n` comes back into its seat's hand, to be rolled again there and then set down as visible as it was."""

    seat: str
    n: int


class TableHeatSet(HiddenV1, frozen=True, kw_only=True, tag=tag):
    """The table's heat has changed: the DC of anybody's next cheat."""

    heat: int


class V3Naturals(Naturals):
    """Owners re-roll dice in their own hand, and are always asked about a cheat. A spill costs at once."""

    events: ClassVar = (DiePickedUp,)
    labels: ClassVar = Labels(
        coins={
            "cleaning_fee": NEVER,
            "spilled_drink": Label("Spilled drink", "A natural 1 on a bought die; it goes into the pot."),
        },
        details=DetailLabels(
            seat={
                "rolled_again": DetailLabel("Rolled again", "Its dice that rolled again in its own hand.", "dice"),
            }
        ),
    )
    side_bets = Uses(V3SideBets)

    def reroll(self, table: TwentyOneTable, dice: Dice, seat: str, n: int, *, by: str, why: str) -> Iterator[Event]:
        """Die `n` rolls again in its owner's hand. Play continues once the owner has answered."""
        die = table.seats[seat].dice[n]
        yield DiePickedUp(seat=seat, n=n)
        draw = dice.roll(seat, why, SIDES[die.die])
        seen_by = seat_viewer(seat) if die.place == "open" else audience_of(seat, die.place)
        yield DieRerolled(seat=seat, n=n, by=by, why=why, draw=draw, draw_to=seen_by)
        yield QuestionAsked(seats=[seat], question="cheat")

    def set_down(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A re-rolled die goes back to where it lay, and never makes 21. If it was bought, it can spill."""
        n, place = hand_of(table, seat).in_hand, state_of(table).picked_up.get(seat)
        if n is None or place is None:
            yield from super().set_down(table, seat)
            return
        face = face_of(table, seat, n)
        yield DieSetDown(seat=seat, n=n, place=place, face=face, face_to=audience_of(seat, place))
        yield from self.spill_if_seen(table, seat, n)

    def rolls_blind(self, table: TwentyOneTable, seat: str) -> bool:
        """A die that is re-rolled in the hand is as hidden as it was."""
        place = state_of(table).picked_up.get(seat)
        return super().rolls_blind(table, seat) if place is None else place == "blind"

    def any_die_spills(self, table: TwentyOneTable) -> bool:
        """Only bought dice spill."""
        return False

    def spill(self, table: TwentyOneTable, seat: str, n: int) -> Iterator[Event]:
        """A spilled drink is paid for at once, as far as the purse goes."""
        yield from fine(table, seat, POT, CLEANING_FEE_CP, "spilled_drink")

    def bust_if_over(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A caught seat is bust, and shows its dice at once."""
        if table.seats[seat].status == CAUGHT:
            yield from self.bust(table, seat, "disqualified")
        else:
            yield from super().bust_if_over(table, seat)

    def bust(self, table: TwentyOneTable, seat: str, why: str) -> Iterator[Event]:
        """A bust seat also loses its side bets."""
        yield StatusChanged(seat=seat, status=BUST, why=why)
        yield from free_of_rolls(table, seat)
        yield from self.reveal_dice(table, seat)
        yield from self.side_bets.lose(table, seat)

    @fold(DiePickedUp)
    def _picked_up(self, table: TwentyOneTable, event: DiePickedUp) -> None:
        state, dice = state_of(table), table.seats[event.seat].dice
        hand_of(table, event.seat).in_hand = event.n
        state.picked_up[event.seat] = dice[event.n].place
        dice[event.n] = msgspec.structs.replace(dice[event.n], face=None, hole=False, place="hand")
        rolled_again = state.rolled_again.setdefault(event.seat, [])
        if event.n not in rolled_again:
            rolled_again.append(event.n)

    @fold(DieSetDown)
    def _put_back(self, table: TwentyOneTable, event: DieSetDown) -> None:
        state_of(table).picked_up.pop(event.seat, None)

    @seat_details
    def _rolled_again(self, table: TwentyOneTable, seat: str) -> dict[str, Any]:
        """The dice that the seat has re-rolled in its hand."""
        state = state_of(table)
        return {"rolled_again": list(state.rolled_again.get(seat, ()))} if seat in state.hands else {}

    @sentence(DiePickedUp)
    def _picked_up_aloud(self, table: TwentyOneTable, event: DiePickedUp) -> str:
        return f"{name_of(table, event.seat)}’s {die_name(table, event.seat, event.n)} comes back into the hand."

    _disqualified_aloud = says(StatusChanged, "{seat} is disqualified: bust!", why="disqualified")


class V3Cheating(Cheating):
    """The table has one heat, which outlasts rounds. A fumble is a bust and costs 2 antes."""

    events: ClassVar = (TableHeatSet,)
    labels: ClassVar = Labels(
        details=DetailLabels(
            table={
                "heat": DetailLabel("Heat", "The DC of anybody’s next cheat; only the GM knows.", "count"),
                "rounds": DetailLabel("Rounds", "How many have begun by these house rules.", "count", show=False),
            },
            seat={"heat": NEVER},
        ),
    )
    fumble_antes: ClassVar = 2

    def heat_of(self, table: TwentyOneTable, seat: str) -> int:
        """The table's heat, computed on the whole table. Each round since it last rose lowers it by 1, never below its
        start.

        No event records the fall: its entry would be part of the round's proof, and would give away attempts in earlier
        rounds. If the GM changes the start, the heat changes by as much: the state keeps the difference.
        """
        state = state_of(table)
        cooled = HEAT_LOST_A_ROUND * (state.rounds - state.heated_in)
        return table.options.starting_heat + max(0, state.suspicion - cooled)

    @staticmethod
    def recall(table: TwentyOneTable, heat: int) -> None:
        """Set the heat of a table that hides it, for the round that begins or is running."""
        state = state_of(table)
        state.suspicion = heat - table.options.starting_heat
        state.heated_in = state.rounds + (not table.running)

    def hotter(self, seat: str, heat: int) -> Event:
        """The heat rises for everybody."""
        return TableHeatSet(to=GM_ONLY, heat=heat)

    @fold(TableHeatSet)
    def _table_heat_set(self, table: TwentyOneTable, event: TableHeatSet) -> None:
        state = state_of(table)
        state.suspicion = event.heat - table.options.starting_heat
        state.heated_in = state.rounds

    def heat_details(self, table: TwentyOneTable, seat: str) -> dict[str, Any]:
        """No seat has a heat of its own."""
        return {}

    @round_details
    def _table_heat(self, table: TwentyOneTable) -> dict[str, Any]:
        """Only the GM sees the heat. The House's table, which unsealed rounds show, leaves it out, because it concerns
        other rounds. `rounds`: how many rounds began under these house rules."""
        heat = {"heat": self.heat_of(table, "")} if table.viewer == GM else {}
        return {"rounds": state_of(table).rounds, **heat}

    _table_heat_aloud = says(TableHeatSet, "The table’s heat is {heat} now.")

    def fumble_aloud(self, table: TwentyOneTable, event: StatusChanged) -> str:
        """A later sentence says that the seat is out."""
        return f"{name_of(table, event.seat)} fumbles a cheat in front of everybody."

    def finish(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A turn interrupted by a re-roll continues. After a natural 20 on a drinking save, one more die may be
        rolled."""
        interrupted = seat in state_of(table).picked_up
        yield from self.naturals.put_down(table, seat)
        if interrupted:
            yield from self.turns.resume(table, dice)
        elif is_in(table, seat, FREE_ROLL) and table.seats[seat].status == ACTIVE and not self.turns.is_over(table):
            yield QuestionAsked(seats=[seat], question="one_more")
        else:
            yield from self.turns.go_on(table, dice)


class V3Tab(Tab):
    """A natural 20 on the save allows one more roll."""

    labels: ClassVar = Labels(
        questions={
            "one_more": QuestionLabel(
                "One more",
                "You hold your drink like a hero: one more die is free. Roll it?",
                {"roll": "A die rolls into your hand, for nothing.", "let_it_be": "Your turn is over."},
            ),
        },
        conditions={FREE_ROLL: Label("Free roll", "May roll one more die this turn, for nothing.")},
    )

    turns = Uses(Turns)

    def judge(self, table: TwentyOneTable, seat: str, save: CheckRolled, dc: int) -> Iterator[Event]:
        """A natural 20 always succeeds."""
        if save.natural == NATURAL_TWENTY:
            yield ConditionSet(to=ALL, seat=seat, condition=FREE_ROLL, on=True)
        else:
            yield from super().judge(table, seat, save, dc)

    @act(LetItBe, question="one_more")
    def _no_more(self, table: TwentyOneTable, dice: Dice, seat: str, command: LetItBe) -> Iterator[Event]:
        """The turn passes."""
        yield from lift(table, seat, FREE_ROLL)
        yield from self.turns.go_on(table, dice)

    _one_more_aloud = says(
        ConditionSet, "{seat} slams the mug down: one more roll is free.", condition=FREE_ROLL, on=True
    )
