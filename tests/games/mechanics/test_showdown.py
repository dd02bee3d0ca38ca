"""Who takes which pot, on the toy with bets: as it is, with a throw for a tie, and with ties that split."""

from typing import ClassVar

from events.accounts import POT
from events.event import Event
from events.round_events import OpenThrown, RoundEnded
from events.table_events import CoinsMoved
from games.engine.catalogue import Catalogue
from games.mechanics.betting import Call, Check, Fold, Open
from games.mechanics.showdown import PotWon
from games.table import TABLE_RULES
from projections.table import Result
from tests.playing import Playing
from tests.toys.high_die import DieShowdown, HighDie, OneBetting


class SharedDie(HighDie):
    """High die, in which those who tie share."""

    id = "shared_die"
    chapters: ClassVar = (OneBetting, DieShowdown)


GAMES = Catalogue.of([HighDie(), SharedDie()], TABLE_RULES)


def a_hand(faces: dict[str, int], game: str = "high_die", **purses_cp: int) -> Playing:
    """A hand that was dealt so, at an ante of 1 gp."""
    playing = Playing.open(GAMES, game, ante_cp=100)
    for seat in faces:
        playing.sit(seat.title(), purse_cp=purses_cp.get(seat, 1_000))
    return playing.load({(seat, "hole", 6): [face] for seat, face in faces.items()}).start()


def all_check(playing: Playing) -> list[Event]:
    """Nobody bets; what comes of the last check."""
    events: list[Event] = []
    while playing.table.running:
        events = playing.give(playing.table.to_act[0], Check())
    return events


def pots(events: list[Event]) -> list[PotWon]:
    return [event for event in events if isinstance(event, PotWon)]


def chronicle(playing: Playing) -> list[str]:
    """The sentences of the newest entry about pots."""
    newest = playing.newest_seen("public")
    return [line for line in newest.chronicle if "pot" in line] if newest else []


def test_the_best_of_several_takes_the_pot() -> None:
    playing = a_hand({"ada": 3, "bo": 5, "cy": 2})
    assert pots(all_check(playing)) == [
        PotWon(number=1, amount_cp=300, contenders=["ada", "bo", "cy"], shares_cp={"bo": 300}, how="best")
    ]
    assert chronicle(playing) == ["Bo wins the pot of 3 gp."]


def test_the_only_one_left_takes_all_that_lies_there() -> None:
    playing = a_hand({"ada": 3, "bo": 5})
    playing.give("ada", Open(amount_cp=100))
    assert pots(playing.give("bo", Fold())) == [
        PotWon(number=1, amount_cp=200, contenders=["ada"], shares_cp={"ada": 200}, how="alone")
    ]
    assert chronicle(playing) == ["Nobody else is left for the pot: Ada takes 2 gp."]


def test_a_tie_is_thrown_for_where_the_game_has_it_so() -> None:
    playing = a_hand({"ada": 5, "bo": 5, "cy": 2}).load({("ada", "the_pot", 20): [3], ("bo", "the_pot", 20): [8]})
    events = all_check(playing)
    assert len([event for event in events if isinstance(event, OpenThrown)]) == 1
    assert [(pot.shares_cp, pot.how) for pot in pots(events)] == [({"bo": 300}, "tie")]
    assert "Bo wins the throw, and with it the pot of 3 gp." in chronicle(playing)


def test_a_tie_is_shared_where_the_game_has_it_so_and_odd_copper_goes_by_the_order_of_turns() -> None:
    playing = a_hand({"ada": 2, "bo": 5, "cy": 5}, "shared_die")
    playing.give("ada", Open(amount_cp=101))
    playing.give("bo", Call())
    events = playing.give("cy", Call())
    assert [event for event in events if isinstance(event, CoinsMoved) and event.payer == POT] == [
        CoinsMoved(payer=POT, payee="bo", amount_cp=302, reason="payout"),
        CoinsMoved(payer=POT, payee="cy", amount_cp=301, reason="payout"),
    ]
    assert [(pot.shares_cp, pot.how) for pot in pots(events)] == [({"bo": 302, "cy": 301}, "tie")]
    assert chronicle(playing) == ["Bo and Cy tie, and share the pot of 6 gp 3 cp: 3 gp 2 cp to Bo and 3 gp 1 cp to Cy."]


def test_each_pot_is_won_by_the_best_of_those_who_contest_it() -> None:
    playing = a_hand({"ada": 3, "bo": 5, "cy": 6}, cy=150)
    playing.give("ada", Open(amount_cp=200))
    playing.give("bo", Call())
    events = playing.give("cy", Call())
    assert pots(events) == [
        PotWon(number=1, amount_cp=450, contenders=["ada", "bo", "cy"], shares_cp={"cy": 450}, how="best"),
        PotWon(number=2, amount_cp=300, contenders=["ada", "bo"], shares_cp={"bo": 300}, how="best"),
    ]
    assert chronicle(playing) == ["Cy wins the pot of 4 gp 5 sp.", "Bo wins a side pot of 3 gp."]


def test_coins_from_before_the_hand_belong_to_the_first_pot() -> None:
    playing = a_hand({"ada": 3, "bo": 5, "cy": 6}, cy=150)
    left = [CoinsMoved(payer="outside", payee=POT, amount_cp=70, reason="left_in_the_pot")]
    playing.catalogue.folding.fold_all(playing.table, left)
    for viewer in playing.viewers():
        playing.catalogue.folding.fold_all(playing.sight(viewer).table, left)
    playing.give("ada", Open(amount_cp=200))
    playing.give("bo", Call())
    events = playing.give("cy", Call())
    assert [pot.amount_cp for pot in pots(events)] == [520, 300]
    assert [event for event in events if isinstance(event, RoundEnded)] != []
    assert playing.table.result == Result(round=1, outcome="won", winners=["cy", "bo"], won_cp={"cy": 520, "bo": 300})


def test_what_each_seat_was_paid_is_in_everybodys_view_until_the_next_round() -> None:
    playing = a_hand({"ada": 3, "bo": 5, "cy": 6}, cy=150)
    playing.give("ada", Open(amount_cp=200))
    playing.give("bo", Call())
    playing.give("cy", Call())
    assert [playing.view(viewer).details["won_cp"] for viewer in playing.viewers()] == [{"cy": 450, "bo": 300}] * 5
    playing.start()
    assert playing.view("public").details["won_cp"] == {}
