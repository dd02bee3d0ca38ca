"""Games against the House that go on after the bets, or let a seat bet several times."""

from collections.abc import Iterator
from typing import Any, ClassVar

from events.accounts import ESCROW, HOUSE, OUTSIDE
from events.audience import ALL, PUBLIC
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import (
    DieRolled,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
)
from events.table_events import SeatLeft
from games.engine.catalogue import Catalogue
from games.engine.chapter import act, offers, on_timeout
from games.engine.drawn import Drawn
from games.engine.rulebook import Timeout
from games.mechanics.bank import AgainstTheHouse, BankOptions
from games.mechanics.house_bets import Bet, BetSettled, CloseBets, Pass, Stake, Stakes
from games.table import TABLE_RULES, Leave
from projections.actions import Action, Bounds, Choices, Offer, Refusal
from projections.game import AnyTable
from tests.games.mechanics.pebble import Pebble, a_pebble, bets, ended, lost, moved, won
from tests.playing import Playing


class Again(CommandV1, frozen=True, kw_only=True):
    """Throw once more."""


class Enough(CommandV1, frozen=True, kw_only=True):
    """Throw no more."""


class Fold(CommandV1, frozen=True, kw_only=True):
    """Throw no more, and take half the bet back."""


class Ladder(AgainstTheHouse[BankOptions, Stakes]):
    """After the bets each is asked for throws: the House pays who has thrown two dice or more."""

    id = "ladder"
    version = 1
    name = "Ladder"
    summary = "Throw, and throw again."
    how_to_play = ("Bet.", "Throw.", "Throw again.")
    options = BankOptions
    state = Stakes
    draws: ClassVar = (Drawn(purpose="ladder", sides=(4,), event=DieRolled),)

    def all_bet(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield PhaseBegan(phase="throwing")
        climbing = [stake.seat for stake in table.state.placed if not table.seats[stake.seat].gone]
        if climbing:
            yield QuestionAsked(seats=climbing, question="again")
        else:
            yield from self.settle(table)

    @offers(Again, Enough, Fold)
    def may_climb(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        for kind in ("again", "enough", "fold"):
            if table.question == "again" and seat in table.to_act:
                yield Action(type=kind)
            else:
                yield Refusal(kind, "not_asked", "You have nothing to throw now.")

    @act(Again)
    def climb(self, table: AnyTable, dice: Dice, seat: str, command: Again) -> Iterator[Event]:
        n, draw = len(table.dice_of(seat)), dice.roll(seat, "ladder", 4)
        yield DieRolled(seat=seat, n=n, die="d4", place="open", draw=draw, draw_to=ALL)

    @act(Enough)
    def stop(self, table: AnyTable, dice: Dice, seat: str, command: Enough) -> Iterator[Event]:
        yield QuestionAnswered(seat=seat)
        yield from self._settle_when_all_have_enough(table)

    @act(Fold)
    def fold_bet(self, table: AnyTable, dice: Dice, seat: str, command: Fold) -> Iterator[Event]:
        [stake] = self.stakes_of(table, seat)
        yield StatusChanged(seat=seat, status="folded", why="folded")
        yield from self.settle_bet(table, stake, stake.amount_cp // 2)
        yield QuestionAnswered(seat=seat)
        yield from self._settle_when_all_have_enough(table)

    def _settle_when_all_have_enough(self, table: AnyTable) -> Iterator[Event]:
        if not table.to_act:
            yield from self.settle(table)

    def back_cp(self, table: AnyTable, stake: Stake) -> int:
        return 2 * stake.amount_cp if len(table.dice_of(stake.seat)) > 1 else 0

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        climbs = table.question == "again" and seat in table.to_act
        yield from super().leave(table, seat, dice)
        if climbs:
            yield from self._settle_when_all_have_enough(table)

    @on_timeout("again")
    def safest(self, table: AnyTable, seat: str) -> Command:
        return Enough()


def a_ladder(**options: Any) -> Playing:
    """A round of Ladder in which both have bet, and are asked for throws."""
    table = Playing.open(Catalogue.of([Ladder()], TABLE_RULES), "ladder", **options).seat("Ada", "Bo").start()
    for seat in ("ada", "bo"):
        table.give(seat, Bet(amount_cp=500))
    return table


def test_a_game_that_asks_for_more_than_bets_says_what_can_be_done_then() -> None:
    table = a_ladder()
    asked = [offer for offer in table.offers("ada") if offer.type in ("bet", "pass", "again", "enough")]
    assert asked == [
        Refusal("bet", "not_asked", "Your bet stands, and nothing more is asked of you now."),
        Refusal("pass", "not_asked", "Your bet stands, and nothing more is asked of you now."),
        Action(type="again"),
        Action(type="enough"),
    ]
    table.give("ada", Again())
    table.give("ada", Again())
    table.give("bo", Enough())
    assert table.give("ada", Enough())[-3:-1] == [
        RoundEnded(round=1, outcome="settled", winners=["ada"], won_cp={"ada": 1_000}),
        table.closing()[0],
    ]


def test_bets_that_are_made_cannot_be_closed_while_something_else_is_asked() -> None:
    a_ladder().when(None, CloseBets()).then_refused("no_bets_to_close")


def test_without_auto_roll_the_gm_ends_the_bets_and_the_rest_is_automatic() -> None:
    table = a_ladder(auto_roll=False)
    table.when("ada", Again()).then_refused("not_asked")
    table.give(None, CloseBets())
    table.give("ada", Enough())
    table.give("bo", Enough())
    assert not table.table.running


def test_the_clock_does_what_is_safest_there() -> None:
    table = a_ladder(turn_seconds=60)
    assert [table.let_the_clock_act(), table.let_the_clock_act()] == [Timeout("ada", Enough()), Timeout("bo", Enough())]
    assert not table.table.running


def test_a_player_who_leaves_there_is_waited_for_no_more() -> None:
    table = a_ladder()
    table.give("ada", Enough())
    assert QuestionAnswered(seat="bo") in table.give("bo", Leave())
    assert not table.table.running


def test_the_clock_does_nothing_while_the_table_waits_only_for_the_gm() -> None:
    table = a_pebble("Ada", auto_roll=False, turn_seconds=60)
    table.give("ada", Pass())
    assert table.let_the_clock_act() is None
    assert table.table.running


def test_a_bet_that_is_folded_gives_half_of_it_back_at_once_and_nothing_more() -> None:
    table = a_ladder()
    table.give("ada", Again())
    table.give("ada", Again())

    table.when("ada", Fold()).then(
        StatusChanged(seat="ada", status="folded", why="folded"),
        moved(ESCROW, HOUSE, 250, "lost_bet"),
        moved(ESCROW, "ada", 250, "stake_back"),
        BetSettled(seat="ada", amount_cp=500, back_cp=250),
        QuestionAnswered(seat="ada"),
    )
    table.when("bo", Enough()).then(QuestionAnswered(seat="bo"), *lost("bo", 500), ended(), *table.closing())


def test_a_player_who_folds_and_then_leaves_has_folded_and_is_paid_no_more() -> None:
    table = a_ladder()
    table.give("ada", Again())
    table.give("ada", Again())
    table.give("ada", Fold())

    table.when("ada", Leave()).then(moved("ada", OUTSIDE, 9_750, "cash_out"), SeatLeft(seat="ada", why="left"))
    assert table.table.seats["ada"].status == "folded"
    table.when("bo", Enough()).then(QuestionAnswered(seat="bo"), *lost("bo", 500), ended(), *table.closing())
    assert table.table.balance(HOUSE) == 750


def test_bets_against_the_house_are_at_even_money_and_may_all_win_unless_the_game_says_otherwise() -> None:
    table = Playing.open(Catalogue.of([Ladder()], TABLE_RULES), "ladder", bank_limit_cp=1_300).seat("Ada", "Bo").start()
    table.give("ada", Bet(amount_cp=700))

    assert table.view(PUBLIC).seats[0].details["bet"]["could_win_cp"] == 700
    assert bets(table, "bo") == [Action(type="bet", params={"amount_cp": Bounds(min=500, max=600)})]


class Pebbles(Pebble):
    """Several bets each, on different calls: a seat is asked until it passes."""

    id = "pebbles"

    def most(self, table: AnyTable, seat: str) -> dict[str | None, int]:
        placed = {stake.on for stake in self.stakes_of(table, seat)}
        return {call: most_cp for call, most_cp in super().most(table, seat).items() if call not in placed}

    def bet(self, table: AnyTable, dice: Dice, seat: str, command: Bet) -> Iterator[Event]:
        yield from self.place(seat, command.on, command.amount_cp)


def test_a_game_may_let_a_seat_bet_on_several_calls_and_each_bet_is_settled_by_itself() -> None:
    table = (
        Playing.open(Catalogue.of([Pebbles()], TABLE_RULES), "pebbles")
        .seat("Ada", "Bo")
        .load({(HOUSE, "house", 4): [4]})
        .start()
    )
    for seat, on in (("ada", "four"), ("bo", "even"), ("ada", "high")):
        table.give(seat, Bet(on=on, amount_cp=500))
    assert [action.params["on"] for action in bets(table, "ada")] == [Choices(choices=["even"])]
    table.give("bo", Bet(on="four", amount_cp=500))
    table.give("bo", Bet(on="high", amount_cp=500))
    assert bets(table, "bo") == []
    table.give("bo", Pass())

    assert table.give("ada", Pass())[3:] == [
        *won("ada", 500, 2_000),
        *won("bo", 500, 750),
        *won("ada", 500, 1_000),
        *won("bo", 500, 2_000),
        *won("bo", 500, 1_000),
        ended(ada=3_000, bo=3_750),
        *table.closing(),
    ]
