"""Toss, sentence by sentence: the game that docs/adding-a-game.md adds."""

from events.accounts import POT
from events.audience import ALL, PUBLIC
from events.round_events import DieRolled, OpenThrown, QuestionAnswered, RoundEnded, StatusChanged
from events.table_events import CoinsMoved, SeatLeft
from games.engine.catalogue import Catalogue
from games.engine.rulebook import Timeout
from games.table import TABLE_RULES, Leave, StartRound
from tests.playing import Playing, drawn
from tests.toys.toss import HighestThrown, Throw, Toss

GAMES = Catalogue.of([Toss()], TABLE_RULES)


def opened(purse_cp: int = 1_000) -> Playing:
    """A table of Toss with three seats, before its first round."""
    return Playing.open(GAMES, "toss").seat("Ada", "Bo", "Cy", purse_cp=purse_cp)


def fell(seat: str, face: int) -> DieRolled:
    return DieRolled(seat=seat, n=0, die="d6", place="open", draw=drawn(seat, "throw", 6, face), draw_to=ALL)


def test_the_highest_throw_takes_the_pot() -> None:
    toss = opened().load({(seat, "throw", 6): [face] for seat, face in (("ada", 3), ("bo", 5), ("cy", 4))}).start()

    toss.when("cy", Throw()).then(fell("cy", 4), HighestThrown(seat="cy", face=4), QuestionAnswered(seat="cy"))
    toss.when("bo", Throw()).then(fell("bo", 5), HighestThrown(seat="bo", face=5), QuestionAnswered(seat="bo"))
    toss.when("ada", Throw()).then(
        fell("ada", 3),
        QuestionAnswered(seat="ada"),
        CoinsMoved(payer=POT, payee="bo", amount_cp=600, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 600}),
        *toss.closing(),
    )


def test_those_who_tie_throw_again() -> None:
    toss = opened().load({(seat, "throw", 6): [face] for seat, face in (("ada", 5), ("bo", 5), ("cy", 4))}).start()
    toss.load({("ada", "the_pot", 6): [2, 6], ("bo", "the_pot", 6): [2, 1]})
    toss.give("ada", Throw())
    toss.give("bo", Throw())

    toss.when("cy", Throw()).then(
        fell("cy", 4),
        QuestionAnswered(seat="cy"),
        OpenThrown(why="the_pot", draws=[drawn("ada", "the_pot", 6, 2), drawn("bo", "the_pot", 6, 2)]),
        OpenThrown(why="the_pot", draws=[drawn("ada", "the_pot", 6, 6, 2), drawn("bo", "the_pot", 6, 1, 2)]),
        CoinsMoved(payer=POT, payee="ada", amount_cp=600, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 600}),
        *toss.closing(),
    )


def test_a_seat_throws_once() -> None:
    toss = opened().start()
    toss.give("ada", Throw())

    toss.when("ada", Throw()).then_refused("not_asked")


def test_a_player_who_leaves_is_out_and_the_ante_stays_in_the_pot() -> None:
    toss = opened().load({("bo", "throw", 6): [1]}).start()
    toss.give("bo", Throw())
    toss.give("cy", Leave())

    toss.when("ada", Leave()).then(
        StatusChanged(seat="ada", status="gone", why="left"),
        QuestionAnswered(seat="ada"),
        CoinsMoved(payer=POT, payee="bo", amount_cp=600, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 600}),
        CoinsMoved(payer="ada", payee="outside", amount_cp=800, reason="cash_out"),
        SeatLeft(seat="ada", why="left"),
        *toss.closing(),
    )


def test_everybody_hears_and_sees_which_throw_is_the_highest_so_far() -> None:
    toss = opened().load({("bo", "throw", 6): [5]}).start()
    assert toss.view(PUBLIC).details == {"highest": None}
    toss.give("bo", Throw())

    heard = toss.newest_seen(PUBLIC)
    assert heard is not None
    assert list(heard.chronicle) == ["Bo rolls a d6: 5.", "Bo’s 5 is the highest so far."]
    assert toss.view(PUBLIC).details == {"highest": 5}


def test_a_player_who_has_thrown_can_leave_too() -> None:
    toss = opened().start()
    toss.give("ada", Throw())
    toss.give("ada", Leave())

    assert (toss.table.to_act, toss.table.balance(POT)) == (["bo", "cy"], 600)


def test_a_player_who_cannot_pay_the_ante_does_not_play() -> None:
    opened(purse_cp=100).when(None, StartRound()).then_refused("too_few_seats")


def test_the_clock_throws_for_those_who_do_not() -> None:
    toss = opened().start()
    toss.give("ada", Throw())

    assert toss.let_the_clock_act() == Timeout("bo", Throw())
