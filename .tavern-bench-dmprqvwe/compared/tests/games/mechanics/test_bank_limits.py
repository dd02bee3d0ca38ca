"""What the House and a purse are good for: the bets against the House that are refused, and why."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from events.accounts import HOUSE
from games.mechanics.house_bets import Bet, Pass
from games.table import GiveCoins, TakeCoins
from projections.actions import Action, Bounds, Choices, Refusal
from tests.games.mechanics.pebble import PEBBLE, RETURNS, a_pebble, bets, laid, passed, refusal
from tests.playing import Playing


def test_a_bet_that_the_house_could_not_pay_is_refused_with_the_most_that_it_could() -> None:
    table = a_pebble(bank_limit_cp=3_000)

    assert [action.params["amount_cp"] for action in bets(table, "ada")] == [
        Bounds(min=500, max=6_000, step=2),
        Bounds(min=500, max=1_000, step=2),
        Bounds(min=500, max=3_000, step=2),
    ]
    table.when("ada", Bet(on="four", amount_cp=1_002)).then_refused("bank_limit")
    assert refusal(table, "ada", Bet(on="four", amount_cp=1_002)) == (
        "The House could not pay for 10 gp 2 cp: with the bets on the table, it can take a bet of at most 10 gp."
    )


def test_bets_that_one_throw_can_win_together_add_up_to_the_limit_of_the_bank() -> None:
    table = a_pebble("Ada", "Bo", "Cy", bank_limit_cp=3_000)
    table.give("ada", Bet(on="four", amount_cp=800))

    assert refusal(table, "bo", Bet(on="even", amount_cp=1_300)).endswith("a bet of at most 12 gp.")
    table.give("bo", Bet(on="even", amount_cp=1_200))
    assert [offer for offer in table.offers("cy") if offer.type == "bet"] == [
        Refusal(
            "bet",
            "bank_limit",
            "The House pays at most 30 gp at once, and the bets on the table leave no room for another.",
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


def test_a_player_who_has_lost_coins_since_being_asked_can_bet_what_is_left() -> None:
    table = a_pebble()
    table.give(None, TakeCoins(target="ada", amount_cp=9_000, reason="a debt"))

    assert refusal(table, "ada", Bet(on="four", amount_cp=2_000)) == "You have 10 gp, less than 20 gp."
    table.when("ada", Bet(on="four", amount_cp=2_000)).then_refused("purse_too_small")
    table.when("ada", Bet(on="four", amount_cp=1_000)).then(*laid("ada", "four", 1_000))


def test_a_player_who_has_lost_the_buy_in_since_being_asked_can_only_pass() -> None:
    table = a_pebble()
    table.give(None, TakeCoins(target="ada", amount_cp=9_501, reason="a debt"))

    assert [offer for offer in table.offers("ada") if offer.type == "bet"] == [
        Refusal("bet", "purse_too_small", "A bet must be at least 5 gp, and you have 4 gp 9 sp 9 cp.")
    ]
    table.when("ada", Bet(on="four", amount_cp=500)).then_refused("purse_too_small")
    table.when("ada", Pass()).then(*passed("ada"))


def test_a_player_who_is_lent_coins_after_being_asked_can_bet_them() -> None:
    table = a_pebble(purse_cp=500)
    table.give(None, GiveCoins(target="ada", amount_cp=500, reason="a friend"))

    table.when("ada", Bet(on="four", amount_cp=1_000)).then(*laid("ada", "four", 1_000))


def test_coins_lent_to_who_sits_out_make_no_player_of_them() -> None:
    table = Playing.open(PEBBLE, "pebble").seat("Ada").seat("Bo", purse_cp=0).start()
    table.give(None, GiveCoins(target="bo", amount_cp=500, reason="too late"))

    table.when("bo", Bet(on="four", amount_cp=500)).then_refused("not_asked")


def test_a_bet_below_the_buy_in_is_refused_for_that_whatever_the_house_could_pay() -> None:
    table = a_pebble(bank_limit_cp=600)
    assert refusal(table, "ada", Bet(on="high", amount_cp=400)) == "A bet must be at least 5 gp now."
    table.when("ada", Bet(on="high", amount_cp=400)).then_refused("bet_out_of_bounds")


def test_the_most_that_the_house_has_set_is_the_most_that_is_bet_at_once() -> None:
    table = a_pebble(most_cp=800)

    assert [action.params["amount_cp"] for action in bets(table, "ada")] == [Bounds(min=500, max=800, step=2)]
    assert refusal(table, "ada", Bet(on="high", amount_cp=802)) == (
        "A bet must be at least 5 gp now, and at most 8 gp."
    )
    table.when("ada", Bet(on="high", amount_cp=802)).then_refused("bet_out_of_bounds")
    table.when("ada", Bet(on="high", amount_cp=800)).then(*laid("ada", "high", 800))


def test_the_most_is_never_less_than_the_buy_in() -> None:
    [action] = bets(a_pebble(most_cp=2), "ada")

    assert action.params["amount_cp"] == Bounds(min=500, max=500, step=2)


def test_an_unknown_call_is_not_offered() -> None:
    table = a_pebble(bank_limit_cp=3_000)

    table.when("ada", Bet(on="five", amount_cp=500)).then_refused("not_offered")
    table.when("ada", Bet(amount_cp=500)).then_refused("not_offered")
