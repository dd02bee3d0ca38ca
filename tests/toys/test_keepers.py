"""Keepers, sentence by sentence: the game with turns of docs/adding-a-game.md."""

from events.accounts import POT
from events.audience import ALL
from events.round_events import DicePlaced, DiceThrown, OpenThrown, QuestionAsked, RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved, SeatLeft
from games.engine.catalogue import Catalogue
from games.table import TABLE_RULES, Leave
from projections.actions import Action, Choices
from tests.playing import Playing, drawn
from tests.toys.keepers import Keep, Keepers

GAMES = Catalogue.of([Keepers()], TABLE_RULES)


def started(**faces: list[int]) -> Playing:
    """A round of Keepers with two seats, which throw these faces."""
    keepers = Playing.open(GAMES, "keepers").seat("Ada", "Bo", purse_cp=1_000)
    return keepers.load({(seat, "throw", 6): given for seat, given in faces.items()}).start()


def thrown(seat: str, ns: list[int], faces: list[int], first: int = 1) -> DiceThrown:
    draws = [drawn(seat, "throw", 6, face, n) for n, face in enumerate(faces, first)]
    return DiceThrown(seat=seat, ns=ns, die="d6", place="open", draws=draws, draws_to=ALL)


def kept(seat: str, *ns: int) -> DicePlaced:
    return DicePlaced(seat=seat, ns=list(ns), place="aside")


def asked(seat: str) -> QuestionAsked:
    return QuestionAsked(seats=[seat], question="keep")


def test_dice_that_are_not_kept_are_thrown_again_until_the_turn_is_over() -> None:
    keepers = started(ada=[6, 1, 2, 5, 4], bo=[1, 1, 1])

    keepers.when("ada", Keep(ns=[0])).then(kept("ada", 0), thrown("ada", [1, 2], [5, 4], first=4), asked("ada"))
    keepers.when("ada", Keep(ns=[1, 2])).then(
        kept("ada", 1, 2), TurnBegan(seat="bo"), thrown("bo", [0, 1, 2], [1, 1, 1]), asked("bo")
    )
    keepers.when("bo", Keep(ns=[0, 1, 2])).then(
        kept("bo", 0, 1, 2),
        CoinsMoved(payer=POT, payee="ada", amount_cp=400, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 400}),
        *keepers.closing(),
    )


def test_any_dice_of_the_throw_can_be_kept_but_not_none() -> None:
    keepers = started()
    keepers.give("ada", Keep(ns=[1]))

    offered = [action for action in keepers.actions("ada") if action.type == "keep"]
    assert offered == [Action(type="keep", params={"ns": Choices(choices=[[0], [2], [0, 2]])})]
    keepers.when("ada", Keep(ns=[])).then_refused("not_offered")
    keepers.when("ada", Keep(ns=[1])).then_refused("not_offered")


def test_nobody_keeps_dice_out_of_turn() -> None:
    started().when("bo", Keep(ns=[0])).then_refused("not_your_turn")


def test_those_who_tie_throw_for_the_pot() -> None:
    keepers = started(ada=[2, 2, 2], bo=[1, 2, 3]).load({("ada", "the_pot", 6): [1], ("bo", "the_pot", 6): [4]})
    keepers.give("ada", Keep(ns=[0, 1, 2]))

    keepers.when("bo", Keep(ns=[0, 1, 2])).then(
        kept("bo", 0, 1, 2),
        OpenThrown(why="the_pot", draws=[drawn("ada", "the_pot", 6, 1), drawn("bo", "the_pot", 6, 4)]),
        CoinsMoved(payer=POT, payee="bo", amount_cp=400, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 400}),
        *keepers.closing(),
    )


def test_the_last_one_left_wins() -> None:
    keepers = started()

    keepers.when("bo", Leave()).then(
        StatusChanged(seat="bo", status="gone", why="left"),
        CoinsMoved(payer=POT, payee="ada", amount_cp=400, reason="payout"),
        RoundEnded(round=1, outcome="won", winners=["ada"], won_cp={"ada": 400}),
        CoinsMoved(payer="bo", payee="outside", amount_cp=800, reason="cash_out"),
        SeatLeft(seat="bo", why="left"),
        *keepers.closing(),
    )


def test_the_clock_keeps_all_dice() -> None:
    keepers = Playing.open(GAMES, "keepers", turn_seconds=30).seat("Ada", "Bo").start()
    keepers.let_the_clock_act()
    assert keepers.table.turn == "bo"
