"""Games against the House: all bet at the same time, and the House settles. (Seeds 003, and the rulings on them.)"""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, TypeVar

from msgspec import Meta

from events.accounts import HOUSE
from events.dice import Dice
from events.event import Event
from events.round_events import DiceThrown, PhaseBegan, QuestionAnswered, QuestionAsked, StatusChanged
from games.chapter import Chapter, round_details
from games.drawn import Drawn
from games.mechanics.antes import able_to_pay
from games.mechanics.house_bets import CONTENT, GONE, PASSED, HouseBets, Stakes
from games.mechanics.sentences import sentence, silent
from games.mechanics.throwing import throw_several
from games.mechanics.tricks.game import CLOSING, TrickGame, TrickOptions
from games.mechanics.tricks.noticing import Noticing
from projections.chronicle import listed
from projections.game import AnyTable, OpenGameOptions
from projections.labels import DetailLabel, DetailLabels, Label, Labels, QuestionLabel, labelled

_HIGHEST_CP: Final = 1_000_000
_HOUSE_THROW: Final = "house"
_LEAVABLE: Final = ("active", PASSED, CONTENT)
"""The statuses that leaving changes. Statuses that a game sets, such as folded, stay."""


class BankOptions(OpenGameOptions, TrickOptions, frozen=True, kw_only=True):
    """The options of every game against the House."""

    buy_in_cp: Annotated[
        int,
        Meta(
            ge=2,
            le=_HIGHEST_CP,
            multiple_of=2,
            description="The least that one can bet: an even number of copper pieces",
        ),
        labelled("Buy-in"),
    ] = 500
    most_cp: Annotated[
        int,
        Meta(
            ge=0,
            le=1_000 * _HIGHEST_CP,
            multiple_of=2,
            description="The most that one can bet at once: an even number of copper pieces, and never less than the "
            "buy-in; 0: no limit",
        ),
        labelled("Largest bet"),
    ] = 0
    bank_limit_cp: Annotated[
        Annotated[int, Meta(ge=1, le=1_000 * _HIGHEST_CP)] | None,
        Meta(description="The most that the House may have to pay at once, if there is a limit"),
        labelled("House limit"),
    ] = None
    auto_roll: Annotated[
        bool,
        Meta(description="Whether the House throws as soon as everybody has bet or passed, or when the GM says so"),
        labelled("Throw without the GM"),
    ] = True


StakesT = TypeVar("StakesT", bound=Stakes)
OptionsT = TypeVar("OptionsT", bound=BankOptions)


class AgainstTheHouse(HouseBets, TrickGame[OptionsT, StakesT]):
    """A round against the House: the seats that play, the question for bets, the House's throws, and leaving.

    A game says what happens when all have bet (`all_bet`), and what a bet gives back (`back_cp`). Unless it takes one
    bet at even money, it also says what can be bet (`calls`, `bounds`, `step`) and what the House might owe
    (`could_win`, `room`). A game with more than bets adds its own commands, and says in `leave_play` what happens when
    a seat leaves.
    """

    labels: ClassVar = Labels(
        questions={
            "bet": QuestionLabel(
                "Your bet",
                "How much do you bet?",
                {"bet": "You play this round.", "pass": "You sit this round out."},
            ),
        },
        phases={"betting": Label("Betting", "Everybody bets or passes, in any order.")},
        details=DetailLabels(
            table={
                "waits_for_gm": DetailLabel("Waits for the GM", "All have answered: the GM closes the betting.", "flag")
            }
        ),
    )

    min_seats = 1
    max_seats = 12
    plays_with = "dice"
    chapters: ClassVar[tuple[type[Chapter], ...]] = (Noticing,)

    def entrants(self, table: AnyTable) -> list[str]:
        """The seats that can afford the buy-in."""
        return able_to_pay(table, table.options.buy_in_cp)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """All are asked for their bets at once."""
        yield PhaseBegan(phase="betting")
        yield from self.set_out(table)
        yield QuestionAsked(seats=list(table.order), question="bet")

    @round_details
    def _round_details(self, table: AnyTable) -> dict[str, Any]:
        """Whether all have answered, and the round waits for the GM's `close_bets`."""
        return {"waits_for_gm": table.running and not table.to_act}

    @sentence(DiceThrown, seat=HOUSE)
    def throw_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        """What the House has thrown."""
        return f"The House throws {faces_aloud(event)}."

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """The round no longer waits for a seat that leaves, whether bets are still open or about to be paid."""
        if table.phase != CLOSING:
            yield from self.leave_play(table, dice, seat)
        if table.phase == CLOSING:
            yield from self.noticing.without(table, dice, seat)

    def leave_play(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The bet of a seat that leaves stands, and its winnings go with it. A folded or bust seat stays so."""
        holder = table.seats[seat]
        if holder.playing and holder.status in _LEAVABLE:
            yield StatusChanged(seat=seat, status=GONE, why="left")
        yield from self.without(table, dice, seat)

    def without(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat is asked nothing more in this round."""
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
            if self.asks_for_bets(table):
                yield from self.go_on(table, dice)

    # Cheating

    def is_still_in(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat has an unsettled bet, or is asked for one."""
        is_asked = seat in table.to_act and self.asks_for_bets(table)
        return is_asked or any(stake.back_cp is None for stake in self.stakes_of(table, seat))

    def forfeit(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The bet is lost, and the seat is asked nothing more."""
        if table.phase != CLOSING:
            yield from self.without(table, dice, seat)

    def finish(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """All bets are settled."""
        return self.pay_out(table)

    _gone_aloud = silent(StatusChanged, status=GONE)


def house_throw(dice: Dice, count: int, sides: int) -> Iterator[Event]:
    """The House throws this many dice in the open."""
    return throw_several(dice, HOUSE, _HOUSE_THROW, sides, range(count))


def house_thrown(count: int, *sides: int) -> Drawn:
    """The declaration of a `house_throw`, once a round, of dice that have one of these numbers of sides."""
    where = {"place": ("open",)}
    return Drawn(purpose=_HOUSE_THROW, sides=sides, event=DiceThrown, by="house", most=count, where=where)


def faces_aloud(event: DiceThrown) -> str:
    """The faces of a throw, as a sentence lists them."""
    return listed([str(draw.face) for draw in event.draws or ()])
