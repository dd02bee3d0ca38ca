"""Bank: the House throws an open and a covered die; all bet in company on whether the covered one is over or under."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import Meta

from events.accounts import ESCROW, HOUSE, OUTSIDE
from events.audience import ALL, GM_ONLY
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import (
    DieRevealed,
    DieRolled,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
)
from games.engine.chapter import act, fold, gm_act, gm_offers, offers, on_timeout, seat_details
from games.engine.drawn import Drawn
from games.engine.rulebook import Rulebook
from games.mechanics.coins import pay
from projections.actions import Action, Bounds, Choices, Offer, Refusal
from projections.game import AnyTable, OpenGameOptions

ODDS: Final = {"over": 1, "under": 1, "same": 5}
"""Each pays this many times the stake, and gives the stake back."""
OPEN_DIE: Final = 0
COVERED_DIE: Final = 1

Side = Literal["over", "under", "same"]


class Bet(CommandV1, frozen=True, kw_only=True):
    """Bet on the covered die against the open one."""

    on: Side
    amount_cp: int


class Stay(CommandV1, frozen=True, kw_only=True):
    """Bet nothing."""


class CloseBets(CommandV1, frozen=True, kw_only=True):
    """The GM waits for nobody else."""


class Placed(V1, frozen=True, kw_only=True, tag=namespaced("bank")):
    """A seat's bet lies on the table."""

    seat: str
    on: Side
    amount_cp: int


class Bets(msgspec.Struct, kw_only=True):
    """The bets on the table."""

    placed: dict[str, Placed] = {}


class Options(OpenGameOptions, frozen=True, kw_only=True):
    """How much a bet is: `least_cp` or more, in steps of it."""

    least_cp: Annotated[int, Meta(ge=1, le=1_000)] = 50


def _house_face(table: AnyTable, n: int) -> int:
    face = table.house_dice[n].face
    if face is None:
        raise LookupError(f"die {n} of the House is not seen from here")
    return face


class Bank(Rulebook[Options, Bets]):
    """Bets against the House."""

    id = "bank"
    version = 1
    name = "Bank"
    summary = "Over, under or the same."
    how_to_play = ("Bet over, under or the same.", "The House throws.", "Who is right wins.")
    min_seats = 1
    max_seats = 12
    events: ClassVar = (Placed,)
    reasons: ClassVar = {
        "not_asked": "The seat is not asked for a bet.",
        "purse_too_small": "It costs more than is in the purse.",
    }
    draws: ClassVar = tuple(
        Drawn(purpose=place, sides=(6,), event=DieRolled, by="house", most=1) for place in ("open", "hole")
    )
    options = Options
    state = Bets

    def entrants(self, table: AnyTable) -> list[str]:
        able = [seat.seat for seat in table.present() if seat.kind != "watcher"]
        return [seat for seat in able if table.purse(seat) >= table.options.least_cp][: self.max_seats]

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield PhaseBegan(phase="betting")
        for n, (place, audience) in enumerate((("open", ALL), ("hole", GM_ONLY))):
            draw = dice.roll(HOUSE, place, 6)
            yield DieRolled(seat=HOUSE, n=n, die="d6", place=place, draw=draw, draw_to=audience)
        yield QuestionAsked(seats=list(table.order), question="bet")

    @offers(Bet, Stay)
    def may_bet(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        if seat not in table.to_act:
            yield Refusal("bet", "not_asked", "You have no bet to make now.")
            yield Refusal("stay", "not_asked", "You have no bet to make now.")
            return
        least_cp, purse_cp = table.options.least_cp, table.purse(seat)
        if purse_cp < least_cp:
            yield Refusal("bet", "purse_too_small", f"A bet is {least_cp} cp at least, and you have {purse_cp} cp.")
        else:
            highest_cp = purse_cp - purse_cp % least_cp
            amount = Bounds(min=least_cp, max=highest_cp, step=least_cp)
            yield Action(type="bet", params={"on": Choices(choices=self._sides(table)), "amount_cp": amount})
        yield Action(type="stay")

    @act(Bet)
    def bet(self, table: AnyTable, dice: Dice, seat: str, command: Bet) -> Iterator[Event]:
        yield from pay(seat, ESCROW, command.amount_cp, "stake")
        yield Placed(seat=seat, on=command.on, amount_cp=command.amount_cp)
        yield from self._answered(table, seat)

    @act(Stay)
    def stay(self, table: AnyTable, dice: Dice, seat: str, command: Stay) -> Iterator[Event]:
        return self._answered(table, seat)

    def _answered(self, table: AnyTable, seat: str) -> Iterator[Event]:
        yield QuestionAnswered(seat=seat)
        if not table.to_act:
            yield from self._throw(table)

    @fold(Placed)
    def _placed(self, table: AnyTable, event: Placed) -> None:
        table.state.placed[event.seat] = event

    @on_timeout()
    def _bet_nothing(self, table: AnyTable, seat: str) -> Command:
        return Stay()

    @seat_details
    def _details(self, table: AnyTable, seat: str) -> dict[str, Any]:
        return {"bet": table.state.placed.get(seat)}

    @gm_offers(CloseBets)
    def may_close(self, table: AnyTable) -> Iterator[Offer]:
        yield Action(type="close_bets")

    @gm_act(CloseBets)
    def close(self, table: AnyTable, dice: Dice, command: CloseBets) -> Iterator[Event]:
        return self._throw(table)

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        if not table.seats[seat].playing:
            return
        yield StatusChanged(seat=seat, status="gone", why="left")
        if seat in table.to_act:
            yield from self._answered(table, seat)

    def _sides(self, table: AnyTable) -> list[Side]:
        shown = _house_face(table, OPEN_DIE)
        sides: tuple[Side, ...] = ("over", "under", "same")
        return [side for side in sides if (side, shown) not in {("over", 6), ("under", 1)}]

    def _throw(self, table: AnyTable) -> Iterator[Event]:
        shown, covered = _house_face(table, OPEN_DIE), _house_face(table, COVERED_DIE)
        yield DieRevealed(seat=HOUSE, n=COVERED_DIE, face=covered)
        right = "same" if covered == shown else "over" if covered > shown else "under"
        won_cp: dict[str, int] = {}
        for bet in list(table.state.placed.values()):
            if bet.on != right:
                yield from pay(ESCROW, HOUSE, bet.amount_cp, "lost_bet")
                continue
            payee = OUTSIDE if table.seats[bet.seat].gone else bet.seat
            yield from pay(ESCROW, payee, bet.amount_cp, "stake_back")
            yield from pay(HOUSE, payee, ODDS[right] * bet.amount_cp, "winnings")
            won_cp[bet.seat] = (1 + ODDS[right]) * bet.amount_cp
        yield RoundEnded(round=table.round, outcome=right, winners=list(won_cp), won_cp=won_cp)
