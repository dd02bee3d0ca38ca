"""What all games against the House have in common, on a game that has every kind of odds."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.accounts import ESCROW, HOUSE, OUTSIDE
from events.audience import ALL, GM, PUBLIC
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import (
    DiceThrown,
    DieRolled,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
)
from events.table_events import CoinsMoved, SeatLeft
from games.catalogue import Catalogue
from games.chapter import act, offers, on_timeout
from games.legality import Refused
from games.mechanics.bank import AgainstTheHouse, BankOptions
from games.mechanics.house_bets import Bet, BetPlaced, BetSettled, CloseBets, Pass, Stake, Stakes
from games.mechanics.one_throw import OneThrow
from games.rulebook import Timeout
from games.table import GiveCoins, Leave, RemoveSeat, TakeCoins, VoidRound
from projections.actions import Action, Bounds, Choices, Offer, Refusal
from projections.game import AnyTable
from tests.playing import Playing, drawn

RETURNS: Final[Mapping[str, Sequence[Fraction | int]]] = {
    "even": (0, Fraction(3, 2), 0, Fraction(3, 2)),
    "four": (0, 0, 0, 4),
    "high": (0, 0, 1, 2),
}
"""What each call gives back when the d4 shows 1, 2, 3, 4: odds of 1/2:1 and 3:1, and a bet that may just come back."""


class Pebble(OneThrow[BankOptions, Stakes]):
    """A d4, and three calls."""

    id = "pebble"
    version = 1
    name = "Pebble"
    summary = "What will it show?"
    options = BankOptions
    state = Stakes

    def thrown(self, table: AnyTable) -> tuple[int, int]:
        return 1, 4

    def calls(self, table: AnyTable) -> Sequence[str]:
        return tuple(RETURNS)

    def returns(self, call: str, faces: tuple[int, ...]) -> Fraction | int:
        return RETURNS[call][faces[0] - 1]


PEBBLE: Final = Catalogue([Pebble()])


def a_pebble(*seats: str, face: int = 4, purse_cp: int = 10_000, **options: Any) -> Playing:
    """A round of Pebble in which the House's die shows this face."""
    playing = Playing.open(PEBBLE, "pebble", **options).seat(*seats or ("Ada", "Bo"), purse_cp=purse_cp)
    return playing.load({(HOUSE, "house", 4): [face]}).start()


def moved(payer: str, payee: str, amount_cp: int, reason: str) -> CoinsMoved:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason)


def laid(seat: str, on: str, amount_cp: int) -> tuple[CoinsMoved, BetPlaced, QuestionAnswered]:
    """What happens when a seat bets."""
    stake = moved(seat, ESCROW, amount_cp, "stake")
    return stake, BetPlaced(seat=seat, on=on, amount_cp=amount_cp), QuestionAnswered(seat=seat)


def passed(seat: str, why: str = "passed") -> tuple[StatusChanged, QuestionAnswered]:
    """What happens when a seat bets nothing."""
    return StatusChanged(seat=seat, status="passed", why=why), QuestionAnswered(seat=seat)


def won(seat: str, amount_cp: int, back_cp: int, payee: str | None = None) -> list[Any]:
    """What happens when a bet gives back more than itself, or just itself."""
    to = payee or seat
    winnings = [moved(HOUSE, to, back_cp - amount_cp, "winnings")] if back_cp > amount_cp else []
    settled = BetSettled(seat=seat, amount_cp=amount_cp, back_cp=back_cp)
    return [moved(ESCROW, to, amount_cp, "stake_back"), *winnings, settled]


def lost(seat: str, amount_cp: int) -> list[Any]:
    """What happens when a bet is lost."""
    return [moved(ESCROW, HOUSE, amount_cp, "lost_bet"), BetSettled(seat=seat, amount_cp=amount_cp, back_cp=0)]


def thrown(face: int) -> DiceThrown:
    """The House's throw."""
    draws = [drawn(HOUSE, "house", 4, face)]
    return DiceThrown(seat=HOUSE, ns=[0], die="d4", place="open", draws=draws, draws_to=ALL)


def ended(**won_cp: int) -> RoundEnded:
    return RoundEnded(round=1, outcome="settled", winners=list(won_cp), won_cp=won_cp)


def bets(playing: Playing, seat: str) -> list[Action]:
    return [action for action in playing.actions(seat) if action.type == "bet"]


def refusal(playing: Playing, seat: str, command: Any) -> str:
    """Why a command is refused, in words."""
    with pytest.raises(Refused) as refused:
        playing.give(seat, command)
    return str(refused.value)


def test_odds_of_three_to_one_pay_three_times_the_stake_and_give_it_back() -> None:
    table = a_pebble("Ada", face=4)
    throw = thrown(4)

    table.when("ada", Bet(on="four", amount_cp=600)).then(
        *laid("ada", "four", 600), throw, *won("ada", 600, 2_400), ended(ada=2_400), *table.closing()
    )
    assert table.table.accounts == {"ada": 11_800, ESCROW: 0, HOUSE: -1_800, OUTSIDE: -10_000}


def test_odds_of_a_half_to_one_pay_half_the_stake_and_give_it_back() -> None:
    table = a_pebble("Ada", face=2)
    throw = thrown(2)

    table.when("ada", Bet(on="even", amount_cp=502)).then(
        *laid("ada", "even", 502), throw, *won("ada", 502, 753), ended(ada=753), *table.closing()
    )


def test_stakes_that_are_halved_are_even() -> None:
    table = a_pebble("Ada", purse_cp=1_001)

    assert bets(table, "ada") == [
        Action(
            type="bet",
            params={"on": Choices(choices=["even", "four", "high"]), "amount_cp": Bounds(min=500, max=1_000, step=2)},
        )
    ]
    table.when("ada", Bet(on="four", amount_cp=501)).then_refused("not_offered")


def test_a_bet_that_just_comes_back_wins_nothing() -> None:
    table = a_pebble("Ada", face=3)
    throw = thrown(3)

    table.when("ada", Bet(on="high", amount_cp=500)).then(
        *laid("ada", "high", 500), throw, *won("ada", 500, 500), ended(), *table.closing()
    )


def test_a_bet_that_is_wrong_is_the_houses() -> None:
    table = a_pebble("Ada", face=1)
    throw = thrown(1)

    table.when("ada", Bet(on="high", amount_cp=500)).then(
        *laid("ada", "high", 500), throw, *lost("ada", 500), ended(), *table.closing()
    )
    assert table.table.accounts == {"ada": 9_500, ESCROW: 0, HOUSE: 500, OUTSIDE: -10_000}


def test_all_bet_in_company_on_one_throw_in_whatever_order_they_answer() -> None:
    table = a_pebble("Ada", "Bo", "Cy", face=4)
    throw = thrown(4)

    table.when("cy", Bet(on="four", amount_cp=500)).then(*laid("cy", "four", 500))
    table.when("ada", Pass()).then(*passed("ada"))
    table.when("bo", Bet(on="even", amount_cp=1_000)).then(
        *laid("bo", "even", 1_000),
        throw,
        *won("cy", 500, 2_000),
        *won("bo", 1_000, 1_500),
        ended(cy=2_000, bo=1_500),
        *table.closing(),
    )


def test_a_bet_is_made_once() -> None:
    table = a_pebble()
    table.give("ada", Bet(on="four", amount_cp=500))

    table.when("ada", Bet(on="four", amount_cp=500)).then_refused("not_asked")
    table.when("ada", Pass()).then_refused("not_asked")


def test_who_is_not_asked_is_told_why() -> None:
    table = a_pebble("Ada", "Bo", "Cy")
    table.sit("Di")
    table.give("ada", Bet(on="four", amount_cp=500))
    table.give("bo", Pass())

    assert [refusal(table, seat, Pass()) for seat in ("ada", "bo", "di")] == [
        "Your bet stands, and nothing more is asked of you now.",
        "You have passed, and are asked again in the next round.",
        "This round began without you; you are asked again in the next.",
    ]
    table.sit("Wat", kind="watcher")
    table.sit("Poor Pim", purse_cp=499)
    assert [refusal(table, seat, Pass()) for seat in ("wat", "poor-pim")] == [
        "You watch here: who watches does not bet.",
        "You do not play this round; for the next one have 5 gp in your purse.",
    ]


def test_where_nobody_bets_the_house_throws_nothing() -> None:
    table = a_pebble("Ada")

    table.when("ada", Pass()).then(
        *passed("ada"), RoundEnded(round=1, outcome="no_bets", winners=[], won_cp={}), *table.closing()
    )
    assert table.table.house_dice == []


def test_who_has_not_the_buy_in_sits_out_and_no_more_than_twelve_play() -> None:
    names = [f"Guest {number}" for number in range(1, 15)]
    table = Playing.open(PEBBLE, "pebble").seat("Poor Pim", purse_cp=499).seat(*names, purse_cp=500).start()

    assert table.table.order == [f"guest-{number}" for number in range(1, 13)]
    assert {table.table.seats[seat].status for seat in ("poor-pim", "guest-13", "guest-14")} == {"sitting_out"}
    assert refusal(table, "guest-13", Pass()) == "You do not play this round: no more than twelve can."


def test_a_bet_that_the_house_could_not_pay_is_refused_with_the_most_that_it_could() -> None:
    table = a_pebble(bank_limit_cp=3_000)

    assert [action.params["amount_cp"] for action in bets(table, "ada")] == [
        Bounds(min=500, max=6_000, step=2),
        Bounds(min=500, max=1_000, step=2),
        Bounds(min=500, max=3_000, step=2),
    ]
    table.when("ada", Bet(on="four", amount_cp=1_002)).then_refused("bank_limit")
    assert refusal(table, "ada", Bet(on="four", amount_cp=1_002)) == (
        "The House could not pay for 10 gp 2 cp: with the bets that lie there it is good for a bet of 10 gp at most."
    )


def test_bets_that_one_throw_can_win_together_add_up_to_the_limit_of_the_bank() -> None:
    table = a_pebble("Ada", "Bo", "Cy", bank_limit_cp=3_000)
    table.give("ada", Bet(on="four", amount_cp=800))

    assert refusal(table, "bo", Bet(on="even", amount_cp=1_300)).endswith("a bet of 12 gp at most.")
    table.give("bo", Bet(on="even", amount_cp=1_200))
    assert [offer for offer in table.offers("cy") if offer.type == "bet"] == [
        Refusal(
            "bet",
            "bank_limit",
            "The House pays 30 gp at most at once, and the bets that lie there leave no room for another.",
        )
    ]
    table.when("cy", Bet(on="high", amount_cp=500)).then_refused("bank_limit")
    table.give("cy", Pass())
    assert table.table.accounts[HOUSE] == -3_000


def test_calls_that_are_full_are_refused_by_name_while_others_are_open() -> None:
    table = a_pebble(bank_limit_cp=1_400)
    offers = [offer for offer in table.offers("ada") if offer.type == "bet"]

    assert [offer.params for offer in offers if isinstance(offer, Refusal)] == [{"on": "four"}]
    assert [action.params["on"] for action in offers if isinstance(action, Action)] == [
        Choices(choices=["even"]),
        Choices(choices=["high"]),
    ]
    table.when("ada", Bet(on="four", amount_cp=500)).then_refused("bank_limit")


@given(
    limit_cp=st.integers(500, 6_000),
    calls=st.lists(
        st.tuples(st.sampled_from(list(RETURNS)), st.integers(1, 5_000).map(lambda half: 2 * half)),
        min_size=1,
        max_size=5,
    ),
)
def test_the_house_never_pays_more_than_its_limit_and_refuses_nothing_that_it_could_pay(
    limit_cp: int, calls: list[tuple[str, int]]
) -> None:
    def worst_cp(placed: list[tuple[str, int]]) -> Fraction:
        """What the worst face costs the House, found the long way."""
        wins = [[max(Fraction(RETURNS[on][face]) - 1, Fraction(0)) * cp for on, cp in placed] for face in range(4)]
        return max(sum(of_face, Fraction(0)) for of_face in wins)

    names = [f"Guest {number}" for number in range(len(calls))]
    table = a_pebble(*names, purse_cp=100_000, bank_limit_cp=limit_cp, buy_in_cp=2)
    placed: list[tuple[str, int]] = []
    for number, (on, amount_cp) in enumerate(calls):
        outcome = table.when(f"guest-{number}", Bet(on=on, amount_cp=amount_cp))
        assert bool(outcome.events) == (worst_cp([*placed, (on, amount_cp)]) <= limit_cp)
        if outcome.events:
            placed.append((on, amount_cp))
        else:
            table.give(f"guest-{number}", Pass())


def test_who_has_lost_coins_since_being_asked_can_bet_what_is_left() -> None:
    table = a_pebble()
    table.give(None, TakeCoins(target="ada", amount_cp=9_000, reason="a debt"))

    assert refusal(table, "ada", Bet(on="four", amount_cp=2_000)) == "You have 10 gp, and would bet 20 gp."
    table.when("ada", Bet(on="four", amount_cp=2_000)).then_refused("purse_too_small")
    table.when("ada", Bet(on="four", amount_cp=1_000)).then(*laid("ada", "four", 1_000))


def test_who_has_lost_the_buy_in_since_being_asked_can_only_pass() -> None:
    table = a_pebble()
    table.give(None, TakeCoins(target="ada", amount_cp=9_501, reason="a debt"))

    assert [offer for offer in table.offers("ada") if offer.type == "bet"] == [
        Refusal("bet", "purse_too_small", "A bet is 5 gp at least, and you have 4 gp 9 sp 9 cp.")
    ]
    table.when("ada", Bet(on="four", amount_cp=500)).then_refused("purse_too_small")
    table.when("ada", Pass()).then(*passed("ada"))


def test_who_is_lent_coins_after_being_asked_can_bet_them() -> None:
    table = a_pebble(purse_cp=500)
    table.give(None, GiveCoins(target="ada", amount_cp=500, reason="a friend"))

    table.when("ada", Bet(on="four", amount_cp=1_000)).then(*laid("ada", "four", 1_000))


def test_coins_lent_to_who_sits_out_make_no_player_of_them() -> None:
    table = Playing.open(PEBBLE, "pebble").seat("Ada").seat("Bo", purse_cp=0).start()
    table.give(None, GiveCoins(target="bo", amount_cp=500, reason="too late"))

    table.when("bo", Bet(on="four", amount_cp=500)).then_refused("not_asked")


def test_a_bet_below_the_buy_in_is_refused_for_that_whatever_the_house_could_pay() -> None:
    table = a_pebble(bank_limit_cp=600)
    assert refusal(table, "ada", Bet(on="high", amount_cp=400)) == "A bet is 5 gp at least now."
    table.when("ada", Bet(on="high", amount_cp=400)).then_refused("bet_out_of_bounds")


def test_an_unknown_call_is_not_offered() -> None:
    table = a_pebble(bank_limit_cp=3_000)

    table.when("ada", Bet(on="five", amount_cp=500)).then_refused("not_offered")
    table.when("ada", Bet(amount_cp=500)).then_refused("not_offered")


def test_without_auto_roll_nothing_happens_before_the_gm_says_so() -> None:
    table = a_pebble("Ada", face=4, auto_roll=False, turn_seconds=60)
    throw = thrown(4)
    table.give("ada", Bet(on="four", amount_cp=500))

    assert table.table.running
    assert table.view(PUBLIC).details == {"waits_for_gm": True}
    assert table.table.deadline is None
    table.when(None, CloseBets()).then(throw, *won("ada", 500, 2_000), ended(ada=2_000), *table.closing())
    assert table.view(PUBLIC).details == {"waits_for_gm": False}


def test_with_auto_roll_the_gm_need_not_wait_for_everybody_either() -> None:
    table = a_pebble(face=4)
    throw = thrown(4)
    table.give("ada", Bet(on="four", amount_cp=500))

    assert table.view(PUBLIC).details == {"waits_for_gm": False}
    table.when(None, CloseBets()).then(
        *passed("bo", why="bets_closed"), throw, *won("ada", 500, 2_000), ended(ada=2_000), *table.closing()
    )


def test_the_clock_passes_for_each_who_does_not_answer() -> None:
    table = a_pebble(turn_seconds=60)

    assert [table.let_the_clock_act(), table.let_the_clock_act()] == [Timeout("ada", Pass()), Timeout("bo", Pass())]
    assert not table.table.running


def test_the_bet_of_who_leaves_stands_and_what_it_brings_goes_along() -> None:
    table = a_pebble(face=4)
    throw = thrown(4)
    table.give("ada", Bet(on="four", amount_cp=500))
    table.when("ada", Leave()).then(
        StatusChanged(seat="ada", status="gone", why="left"),
        moved("ada", OUTSIDE, 9_500, "cash_out"),
        SeatLeft(seat="ada", why="left"),
    )

    table.when("bo", Pass()).then(
        *passed("bo"), throw, *won("ada", 500, 2_000, payee=OUTSIDE), ended(ada=2_000), *table.closing()
    )


def test_when_the_last_one_asked_leaves_the_house_throws() -> None:
    table = a_pebble(face=1)
    throw = thrown(1)
    table.give("bo", Bet(on="four", amount_cp=500))

    table.when(None, RemoveSeat(target="ada")).then(
        StatusChanged(seat="ada", status="gone", why="left"),
        QuestionAnswered(seat="ada"),
        throw,
        *lost("bo", 500),
        ended(),
        moved("ada", OUTSIDE, 10_000, "cash_out"),
        SeatLeft(seat="ada", why="removed"),
        *table.closing(),
    )


def test_a_throw_that_waits_for_the_gm_waits_although_all_have_left() -> None:
    table = a_pebble("Ada", face=4, auto_roll=False)
    table.give("ada", Bet(on="four", amount_cp=500))
    table.give("ada", Leave())
    throw = thrown(4)

    assert table.table.running
    table.when(None, CloseBets()).then(
        throw, *won("ada", 500, 2_000, payee=OUTSIDE), ended(ada=2_000), *table.closing()
    )


def test_the_leaving_of_who_does_not_play_changes_nothing() -> None:
    table = a_pebble()
    table.sit("Wat", kind="watcher", purse_cp=0)

    table.when("wat", Leave()).then(SeatLeft(seat="wat", why="left"))


def test_a_round_that_is_called_off_gives_every_bet_back() -> None:
    table = a_pebble()
    table.give("ada", Bet(on="four", amount_cp=500))
    table.give("ada", Leave())
    table.give(None, VoidRound(reason="a fight"))

    assert table.table.accounts == {"ada": 0, "bo": 10_000, ESCROW: 0, HOUSE: 0, OUTSIDE: -10_000}
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{}, {}]


def test_everybody_sees_every_bet_what_it_can_win_and_what_came_of_it() -> None:
    table = a_pebble(face=3)
    table.give("ada", Bet(on="high", amount_cp=500))
    bet = {"on": "high", "amount_cp": 500, "could_win_cp": 500}

    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"bet": {**bet, "back_cp": None}}, {}]
    table.give("bo", Pass())
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{"bet": {**bet, "back_cp": 500}}, {}]
    table.start()
    assert [seat.details for seat in table.view(PUBLIC).seats] == [{}, {}]


@pytest.mark.parametrize(
    ("face", "bet", "told"),
    [
        (4, Bet(on="four", amount_cp=500), ["Ada bets 5 gp on four.", "Ada wins 15 gp.", "The House is 15 gp poorer."]),
        (1, Bet(on="four", amount_cp=500), ["Ada bets 5 gp on four.", "Ada loses 5 gp.", "The House is 5 gp richer."]),
        (
            3,
            Bet(on="high", amount_cp=500),
            ["Ada bets 5 gp on high.", "Ada gets 5 gp back, and no more.", "The House is neither richer nor poorer."],
        ),
        (3, Pass(), ["Ada bets nothing.", "Nobody has bet."]),
    ],
)
def test_a_round_is_told(face: int, bet: Any, told: list[str]) -> None:
    table = a_pebble("Ada", face=face)
    table.give("ada", bet)
    newest = table.newest_seen(GM)
    assert newest is not None
    others = ("throws", "unsealed")
    assert [line for line in newest.chronicle if not any(word in line for word in others)] == told


def test_every_throw_gives_back_what_the_call_says() -> None:
    for (on, returns), face in product(RETURNS.items(), range(1, 5)):
        table = a_pebble("Ada", face=face)
        table.give("ada", Bet(on=on, amount_cp=1_000))
        assert table.table.purse("ada") == 9_000 + returns[face - 1] * 1_000


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
    options = BankOptions
    state = Stakes

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
    table = Playing.open(Catalogue([Ladder()]), "ladder", **options).seat("Ada", "Bo").start()
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


def test_without_auto_roll_the_gm_ends_the_bets_and_the_rest_goes_by_itself() -> None:
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


def test_who_leaves_there_is_waited_for_no_more() -> None:
    table = a_ladder()
    table.give("ada", Enough())
    assert QuestionAnswered(seat="bo") in table.give("bo", Leave())
    assert not table.table.running


def test_the_clock_does_nothing_where_the_gm_alone_is_waited_for() -> None:
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


def test_who_folds_and_then_leaves_has_folded_and_is_paid_no_more() -> None:
    table = a_ladder()
    table.give("ada", Again())
    table.give("ada", Again())
    table.give("ada", Fold())

    table.when("ada", Leave()).then(moved("ada", OUTSIDE, 9_750, "cash_out"), SeatLeft(seat="ada", why="left"))
    assert table.table.seats["ada"].status == "folded"
    table.when("bo", Enough()).then(QuestionAnswered(seat="bo"), *lost("bo", 500), ended(), *table.closing())
    assert table.table.balance(HOUSE) == 750


def test_bets_against_the_house_are_at_even_money_and_may_all_win_unless_the_game_says_otherwise() -> None:
    table = Playing.open(Catalogue([Ladder()]), "ladder", bank_limit_cp=1_300).seat("Ada", "Bo").start()
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
    table = Playing.open(Catalogue([Pebbles()]), "pebbles").seat("Ada", "Bo").load({(HOUSE, "house", 4): [4]}).start()
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
