"""The bank, sentence by sentence."""

from typing import Any

from events.accounts import ESCROW, HOUSE, OUTSIDE
from events.round_events import DieRevealed, QuestionAnswered, RoundEnded, StatusChanged
from events.table_events import CoinsMoved, SeatLeft
from games.table import Leave
from projections.actions import Action, Bounds, Choices
from tests.playing import Playing
from tests.toys.bank import Bet, CloseBets, Placed, Stay
from tests.toys.catalogue import TOYS


def a_bank(*, shown: int, covered: int, seats: tuple[str, ...] = ("Ada", "Bo")) -> Playing:
    """A round of the bank in which the House's dice show these faces."""
    playing = Playing.open(TOYS, "bank").seat(*seats, purse_cp=520)
    return playing.load({(HOUSE, "open", 6): [shown], (HOUSE, "hole", 6): [covered]}).start()


def moved(payer: str, payee: str, amount_cp: int, reason: str) -> CoinsMoved:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason)


def house_faces(playing: Playing, viewer: str) -> list[Any]:
    return [die.face for die in playing.view(viewer).house_dice]


def test_only_the_gm_sees_the_covered_die() -> None:
    bank = a_bank(shown=3, covered=5)

    assert {viewer: house_faces(bank, viewer) for viewer in bank.viewers()} == {
        "public": [3, None],
        "gm": [3, 5],
        "seat:ada": [3, None],
        "seat:bo": [3, None],
    }


def test_a_bet_is_in_whole_stakes_as_far_as_the_purse_goes() -> None:
    bet = Bounds(min=50, max=500, step=50)

    assert a_bank(shown=6, covered=1).actions("ada")[0] == Action(
        type="bet", params={"on": Choices(choices=["under", "same"]), "amount_cp": bet}
    )


def test_all_bet_in_company_on_the_one_throw() -> None:
    bank = a_bank(shown=3, covered=5)

    bank.when("bo", Bet(on="over", amount_cp=100)).then(
        moved("bo", ESCROW, 100, "stake"), Placed(seat="bo", on="over", amount_cp=100), QuestionAnswered(seat="bo")
    )
    bank.when("bo", Stay()).then_refused("not_asked")
    bank.when("ada", Bet(on="under", amount_cp=50)).then(
        moved("ada", ESCROW, 50, "stake"),
        Placed(seat="ada", on="under", amount_cp=50),
        QuestionAnswered(seat="ada"),
        DieRevealed(seat=HOUSE, n=1, face=5),
        moved(ESCROW, "bo", 100, "stake_back"),
        moved(HOUSE, "bo", 100, "winnings"),
        moved(ESCROW, HOUSE, 50, "lost_bet"),
        RoundEnded(round=1, outcome="over", winners=["bo"], won_cp={"bo": 200}),
        *bank.closing(),
    )


def test_the_same_pays_five_to_one() -> None:
    bank = a_bank(shown=4, covered=4, seats=("Ada",))

    bank.give("ada", Bet(on="same", amount_cp=500))

    assert bank.table.accounts == {"ada": 3_020, "escrow": 0, "house": -2_500, "outside": -520}


def test_the_bet_of_who_left_stands() -> None:
    bank = a_bank(shown=3, covered=5)
    bank.give("ada", Bet(on="over", amount_cp=100))
    bank.when("ada", Leave()).then(
        StatusChanged(seat="ada", status="gone", why="left"),
        moved("ada", OUTSIDE, 420, "cash_out"),
        SeatLeft(seat="ada", why="left"),
    )

    bank.when("bo", Stay()).then(
        QuestionAnswered(seat="bo"),
        DieRevealed(seat=HOUSE, n=1, face=5),
        moved(ESCROW, OUTSIDE, 100, "stake_back"),
        moved(HOUSE, OUTSIDE, 100, "winnings"),
        RoundEnded(round=1, outcome="over", winners=["ada"], won_cp={"ada": 200}),
        *bank.closing(),
    )


def test_the_gm_may_wait_no_longer() -> None:
    bank = a_bank(shown=3, covered=2)

    bank.when(None, CloseBets()).then(
        DieRevealed(seat=HOUSE, n=1, face=2),
        RoundEnded(round=1, outcome="under", winners=[], won_cp={}),
        *bank.closing(),
    )
