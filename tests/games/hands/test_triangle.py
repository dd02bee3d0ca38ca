"""Triangle as its text has it (seeds 003), and the rulings on it."""

from collections import Counter
from itertools import product

from events.accounts import POT
from events.audience import GM, PUBLIC, seat_viewer
from events.round_events import DieRevealed, DieRolled, PhaseBegan, RoundEnded
from events.table_events import CoinsMoved
from games.mechanics.betting import Call, Check, Fold, Open, Paid
from games.mechanics.showdown import PotWon
from games.triangle import TotalReckoned, rank_of_total
from tests.games.hands.judging import best_triangle
from tests.games.hands.table import ANTE, ended, triangle, won
from tests.playing import all_of, drawn

HANDS = {"ada": (12, 1, 6), "bo": (7, 8, 5), "cy": (1, 1, 2)}


def test_each_round_brings_a_hidden_die_a_d12_then_a_d8_then_a_d6() -> None:
    playing = triangle(**HANDS)
    first, second, third = playing.entries[-1].events, playing.checks_round(), playing.checks_round()
    for n, (sides, events) in enumerate(((12, first), (8, second), (6, third))):
        assert all_of(DieRolled, events) == [
            DieRolled(
                seat=seat,
                n=n,
                die=f"d{sides}",
                place="hole",
                draw=drawn(seat, "hidden", sides, HANDS[seat][n]),
                draw_to=seat_viewer(seat),
            )
            for seat in HANDS
        ]
    seen = {who: playing.seen_seat("bo", who) for who in playing.viewers()}
    assert {who: ([die.face for die in seat.dice], seat.total) for who, seat in seen.items()} == {
        PUBLIC: ([None] * 3, None),
        GM: ([7, 8, 5], 20),
        seat_viewer("ada"): ([None] * 3, None),
        seat_viewer("bo"): ([7, 8, 5], 20),
        seat_viewer("cy"): ([None] * 3, None),
    }


def test_the_highest_total_wins() -> None:
    playing = triangle(**HANDS)
    playing.checks_round()
    playing.checks_round()
    playing.plays(("ada", Check()), ("bo", Check()))
    playing.when("cy", Check()).then(
        Paid(seat="cy", move="check", amount_cp=0),
        PhaseBegan(phase="showdown"),
        *(DieRevealed(seat=seat, n=n, face=face) for seat in HANDS for n, face in enumerate(HANDS[seat])),
        TotalReckoned(seat="ada", total=19, beats_all=False),
        TotalReckoned(seat="bo", total=20, beats_all=False),
        TotalReckoned(seat="cy", total=4, beats_all=False),
        CoinsMoved(payer=POT, payee="bo", amount_cp=1_500, reason="payout"),
        PotWon(number=1, amount_cp=1_500, contenders=list(HANDS), shares_cp={"bo": 1_500}, how="best"),
        RoundEnded(round=1, outcome="won", winners=["bo"], won_cp={"bo": 1_500}),
        *playing.closing(),
    )


def test_three_ones_beat_everything_even_the_highest_total() -> None:
    events = triangle(ada=(12, 8, 6), bo=(1, 1, 1)).checks_to_the_end()
    assert TotalReckoned(seat="bo", total=3, beats_all=True) in events
    assert won(events) == [({"bo": 1_000}, "best")]


def test_three_ones_of_two_seats_split_the_pot() -> None:
    events = triangle(ada=(12, 8, 6), bo=(1, 1, 1), cy=(1, 1, 1)).checks_to_the_end()
    assert won(events) == [({"bo": 750, "cy": 750}, "tie")]


def test_equal_totals_split_the_pot_whatever_dice_they_are_of() -> None:
    events = triangle(ada=(12, 1, 2), bo=(5, 5, 5), cy=(1, 1, 2)).checks_to_the_end()
    assert won(events) == [({"ada": 750, "bo": 750}, "tie")]
    assert (ended(events).outcome, ended(events).winners) == ("split", ["ada", "bo"])


def test_twenty_six_is_the_highest_total_and_three_the_lowest_and_the_best() -> None:
    hands = list(product(range(1, 13), range(1, 9), range(1, 7)))
    by_rank = sorted({sum(hand) for hand in hands}, key=rank_of_total)
    assert by_rank == [*range(4, 27), 3]
    assert all((rank_of_total(sum(hand))) == best_triangle(list(hand)) for hand in hands)


def test_of_all_throws_as_many_make_each_total_as_can_be_counted_by_hand() -> None:
    """A d8 and a d6 make 2 to 14; a d12 on top makes a total in as many ways as they make it less 1 to 12."""
    two = {total: min(total - 1, 6, 8, 15 - total) for total in range(2, 15)}
    three = {total: sum(two.get(total - face, 0) for face in range(1, 13)) for total in range(3, 27)}
    assert sum(two.values()) == 6 * 8
    assert sum(three.values()) == 12 * 8 * 6 == 576
    assert Counter(sum(hand) for hand in product(range(1, 13), range(1, 9), range(1, 7))) == three


def test_a_folded_hand_stays_hidden() -> None:
    playing = triangle(**HANDS)
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Fold()), ("cy", Call()))
    events = playing.checks_to_the_end()
    assert {event.seat for event in all_of(DieRevealed, events)} == {"ada", "cy"}
    assert playing.seen_seat("bo", PUBLIC).total is None
    assert playing.table.options.unseal == "dispute"
    assert won(events) == [({"ada": 1_700}, "best")]


def test_a_seat_that_is_all_in_is_not_asked_again_and_still_rolls_its_dice() -> None:
    playing = triangle({"bo": ANTE + 50}, **HANDS)
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Call()))
    events = playing.plays(("cy", Call()))
    assert [event.seat for event in all_of(DieRolled, events)] == ["ada", "bo", "cy"]
    playing.plays(("ada", Check()), ("cy", Check()), ("ada", Check()))
    events = playing.plays(("cy", Check()))
    assert won(events) == [({"bo": 3 * (ANTE + 50)}, "best"), ({"ada": 100}, "best")]


def test_if_nobody_can_bet_all_dice_fall_at_once() -> None:
    playing = triangle(dict.fromkeys(HANDS, ANTE), **HANDS)
    assert not playing.table.running
    assert won(playing.entries[-1].events) == [({"bo": 1_500}, "best")]


def test_the_chronicle_reports_the_showdown() -> None:
    playing = triangle(ada=(12, 8, 6), bo=(1, 1, 1))
    playing.checks_to_the_end()
    newest = playing.newest_seen(PUBLIC)
    assert newest is not None
    assert newest.chronicle == [
        "Bo checks.",
        "The hands are shown.",
        "Ada’s first die, a d12, shows 12.",
        "Ada’s second die, a d8, shows 8.",
        "Ada’s third die, a d6, shows 6.",
        "Bo’s first die, a d12, shows 1.",
        "Bo’s second die, a d8, shows 1.",
        "Bo’s third die, a d6, shows 1.",
        "Ada has 26.",
        "Bo has three ones, which beat everything.",
        "Bo wins the pot of 10 gp.",
        "Round 1 goes to Bo with 10 gp.",
    ]
