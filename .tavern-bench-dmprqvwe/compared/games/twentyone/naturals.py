"""Faces and what follows: dice set down, re-rolled and revealed, naturals, cleaning fees, and busts.

Seeds 001, parts 1 and 2, and the rulings: a natural counts on the face that is set down, because announcing it earlier
would give a cheat away. On a blind die, it counts when the die is shown.
"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from events.accounts import POT
from events.audience import ALL, CLOSED, GM_ONLY, Audience, seat_viewer
from events.dice import Dice
from events.event import V1, Event, HiddenV1
from events.round_events import DieRerolled, DieRevealed, DieSetDown, StatusChanged
from events.table_events import CoinsMoved
from games.chapter import Chapter, Uses, dice_details, fold
from games.mechanics.checks import NATURAL_ONE, NATURAL_TWENTY
from games.mechanics.coins import fine
from games.mechanics.sentences import says, sentence
from games.twentyone.options import HIGHEST, SIDES
from games.twentyone.skills import Foreseeing
from games.twentyone.state import (
    BUST,
    HOLE_DIE,
    TwentyOneTable,
    contenders,
    die_name,
    face_of,
    hand_of,
    known,
    tag,
    total,
)
from projections.chronicle import name_of
from projections.labels import DetailLabel, DetailLabels, Label, Labels

CLEANING_FEE_CP: Final = 100


class MadeTwentyOne(HiddenV1, frozen=True, kw_only=True, tag=tag):
    """Die `n`, a natural 20 on a d20, makes 21. It `counts` what was missing, which would give away the hole die."""

    guarded: ClassVar = {"counts": "counts_to"}

    seat: str
    n: int
    counts: int | None = None
    counts_to: Audience = CLOSED


class DieCounted(V1, frozen=True, kw_only=True, tag=tag):
    """What a die that made 21 counts becomes public."""

    seat: str
    n: int
    counts: int


class FeeOwed(V1, frozen=True, kw_only=True, tag=tag):
    """Die `n` shows a natural 1: its seat owes a cleaning fee, collected before the payout."""

    seat: str
    n: int
    fee_cp: int


class Naturals(Chapter):
    """A 20 on a bought d20 makes 21, a 1 spills a drink, and more than 21 is bust."""

    events: ClassVar[Sequence[type[Event]]] = (MadeTwentyOne, DieCounted, FeeOwed)
    labels: ClassVar = Labels(
        coins={"cleaning_fee": Label("Cleaning fee", "For natural 1s, which spill a drink; it goes into the pot.")},
        details=DetailLabels(
            die={
                "makes_21": DetailLabel("Makes 21", "A natural 20, which counts whatever was missing to 21.", "flag"),
                "counts": DetailLabel("Counts", "What it counts, as far as you know.", "count"),
            }
        ),
    )
    foreseeing = Uses(Foreseeing)

    # Setting a die down

    def put_down(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A die in the seat's hand is set down, and its face takes effect."""
        yield from self.set_down(table, seat)
        yield from self.bust_if_over(table, seat)

    def set_down(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """The die in a seat's hand, if there is one, is set down: in the open, unless it is blind."""
        n = hand_of(table, seat).in_hand
        if n is None:
            return
        face, is_blind = face_of(table, seat, n), self.rolls_blind(table, seat)
        missing = max(HIGHEST - known(total(table, seat)), 0)
        has_blind_dice = any(die.place == "blind" for die in table.seats[seat].dice)
        place = "blind" if is_blind else "open"
        yield DieSetDown(seat=seat, n=n, place=place, face=face, face_to=audience_of(seat, place))
        yield from self.foreseeing.lift(table, seat)
        if table.seats[seat].dice[n].die == "d20" and face == NATURAL_TWENTY:
            yield MadeTwentyOne(
                to=GM_ONLY if is_blind else ALL,
                seat=seat,
                n=n,
                counts=missing,
                counts_to=GM_ONLY if is_blind or has_blind_dice else seat_viewer(seat),
            )
        yield from self.spill_if_seen(table, seat, n)

    def rolls_blind(self, table: TwentyOneTable, seat: str) -> bool:
        """Whether the seat's next bought die, or the one in its hand, is blind."""
        return self.foreseeing.makes_blind(table, seat)

    @fold(DieSetDown)
    def _set_down(self, table: TwentyOneTable, event: DieSetDown) -> None:
        hand_of(table, event.seat).in_hand = None

    # Rolling a die again

    def reroll(self, table: TwentyOneTable, dice: Dice, seat: str, n: int, *, by: str, why: str) -> Iterator[Event]:
        """Die `n` of a seat rolls again, stays as hidden as it was, and can bust. If it made 21, it no longer does."""
        die = table.seats[seat].dice[n]
        draw = dice.roll(seat, why, SIDES[die.die])
        yield DieRerolled(seat=seat, n=n, by=by, why=why, draw=draw, draw_to=audience_of(seat, die.place))
        if draw.face == NATURAL_ONE and die.place == "open" and self.any_die_spills(table):
            yield from self.spill(table, seat, n)
        yield from self.bust_if_over(table, seat)

    @fold(DieRerolled)
    def _rerolled(self, table: TwentyOneTable, event: DieRerolled) -> None:
        hand_of(table, event.seat).made_21.pop(event.n, None)

    def bust_if_over(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """More than 21 is bust, even if the seat has not seen all its dice."""
        if seat in contenders(table) and known(total(table, seat)) > HIGHEST:
            yield from self.bust(table, seat, "above_21")

    def bust(self, table: TwentyOneTable, seat: str, why: str) -> Iterator[Event]:
        """A seat is bust, and shows its hole and blind dice."""
        yield StatusChanged(seat=seat, status=BUST, why=why)
        yield from self.reveal_dice(table, seat)

    _bust_aloud = says(StatusChanged, "{seat} is over 21: bust!", why="above_21")

    def reveal_dice(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A seat's hole and blind dice are shown, and what its dice that made 21 count. Nothing is shown twice."""
        for n, die in enumerate(table.seats[seat].dice):
            if die.hole:
                yield from self.reveal_die(table, seat, n)
        hand = hand_of(table, seat)
        for n in [n for n in hand.made_21 if n not in hand.counted]:
            yield DieCounted(seat=seat, n=n, counts=known(hand.made_21[n]))

    def reveal_die(self, table: TwentyOneTable, seat: str, n: int) -> Iterator[Event]:
        """A hidden die is shown. On a blind die, a natural 1 takes effect now."""
        was_blind = table.seats[seat].dice[n].place == "blind"
        face = face_of(table, seat, n)
        yield DieRevealed(seat=seat, n=n, face=face)
        if face == NATURAL_ONE and (was_blind or self.any_die_spills(table)):
            yield from self.spill(table, seat, n)

    @sentence(DieRevealed)
    def _revealed_aloud(self, table: TwentyOneTable, event: DieRevealed) -> str:
        return f"{name_of(table, event.seat)}’s {die_name(table, event.seat, event.n)} shows {event.face}."

    @fold(MadeTwentyOne)
    def _made_21(self, table: TwentyOneTable, event: MadeTwentyOne) -> None:
        hand_of(table, event.seat).made_21[event.n] = event.counts

    @fold(DieCounted)
    def _counted(self, table: TwentyOneTable, event: DieCounted) -> None:
        hand = hand_of(table, event.seat)
        hand.made_21[event.n] = event.counts
        hand.counted.append(event.n)

    @sentence(MadeTwentyOne)
    def _made_21_aloud(self, table: TwentyOneTable, event: MadeTwentyOne) -> str:
        counts = f", counting {event.counts}" if event.counts is not None else ""
        return f"A natural 20: {name_of(table, event.seat)} makes exactly 21{counts}!"

    _counted_aloud = says(DieCounted, "{seat}’s natural 20 counts {counts}.")

    @dice_details
    def _made_21_details(self, table: TwentyOneTable, seat: str) -> dict[int, dict[str, Any]]:
        hand = table.state.hands.get(seat)
        made_21 = {} if hand is None else hand.made_21
        return {n: {"makes_21": True, "counts": counts} for n, counts in made_21.items()}

    # A natural 1, and the cleaning fee

    def any_die_spills(self, table: TwentyOneTable) -> bool:
        """Whether natural 1s also cost a fee on dice that were not bought."""
        return table.options.fee_on == "any"

    def spill_if_seen(self, table: TwentyOneTable, seat: str, n: int) -> Iterator[Event]:
        """A natural 1 on a bought die takes effect at once if the die is set down in the open."""
        die = table.seats[seat].dice[n]
        if die.face == NATURAL_ONE and die.place == "open" and n > HOLE_DIE:
            yield from self.spill(table, seat, n)

    def spill(self, table: TwentyOneTable, seat: str, n: int) -> Iterator[Event]:
        """Die `n` shows a natural 1: the seat owes a cleaning fee."""
        yield FeeOwed(seat=seat, n=n, fee_cp=CLEANING_FEE_CP)

    def collect_fees(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A seat's cleaning fees go into the pot, as far as its purse goes."""
        owed_cp = hand_of(table, seat).fees_cp
        if owed_cp:
            yield from fine(table, seat, POT, owed_cp, "cleaning_fee")

    @fold(FeeOwed)
    def _owed(self, table: TwentyOneTable, event: FeeOwed) -> None:
        hand_of(table, event.seat).fees_cp += event.fee_cp

    @fold(CoinsMoved)
    def _paid(self, table: TwentyOneTable, event: CoinsMoved) -> None:
        if event.reason == "cleaning_fee" and event.payee == POT:
            hand_of(table, event.payer).fees_cp = 0

    _owed_aloud = says(FeeOwed, "A natural 1 spills over the table: {seat} owes {fee_cp} for cleaning.")


def audience_of(seat: str, place: str) -> Audience:
    """Who sees a die that lies at `place`: only the GM sees a blind one."""
    return {"open": ALL, "blind": GM_ONLY}.get(place, seat_viewer(seat))
