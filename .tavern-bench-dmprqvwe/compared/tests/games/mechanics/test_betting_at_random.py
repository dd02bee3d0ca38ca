"""Whatever is bet, betting ends, no coin is lost, and nobody is asked twice but for a raise."""

import random
from itertools import pairwise
from typing import Final

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from events.accounts import HOUSE, OUTSIDE, POT
from events.event import Event
from events.round_events import RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.mechanics.betting import ALL_IN, GivenBack, Paid
from games.mechanics.side_pots import side_pots
from games.table import GiveCoins, Leave, TakeCoins
from tests.playing import Playing
from tests.properties.samples import body_of
from tests.toys.catalogue import TOYS

ANTE_CP: Final = 10
NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve")
OFTEN: Final = 0.1
ENDLESS: Final = 400

purses = st.lists(st.integers(ANTE_CP, 60), min_size=2, max_size=len(NAMES))
chances = st.integers(0, 2**32 - 1).map(random.Random)


def play(playing: Playing, chance: random.Random) -> None:
    """One who is asked after the other does what it may."""
    for _ in range(ENDLESS):
        if not playing.table.running:
            return
        step(playing, chance)
    raise AssertionError("the betting goes on and on")


def step(playing: Playing, chance: random.Random) -> None:
    seat = playing.table.turn
    assert seat is not None
    bets = [action for action in playing.actions(seat) if action.type in ("check", "open", "call", "raise", "fold")]
    body = body_of(chance, chance.choice(bets))
    playing.give(seat, TOYS.read_command("high_die", msgspec.json.encode(body)))


def a_hand(purses_cp: list[int]) -> Playing:
    playing = Playing.open(TOYS, "high_die", ante_cp=ANTE_CP)
    for name, purse_cp in zip(NAMES, purses_cp, strict=False):
        playing.sit(name, purse_cp=purse_cp)
    return playing.start()


def meddle(playing: Playing, chance: random.Random) -> None:
    """The GM lends or takes coins, or somebody leaves."""
    here = [seat.seat for seat in playing.table.present()]
    seat = chance.choice(here)
    match chance.choice(["lend", "take", "leave"]):
        case "lend":
            playing.give(None, GiveCoins(target=seat, amount_cp=chance.randint(1, 50), reason="a loan"))
        case "take" if playing.table.purse(seat):
            amount_cp = chance.randint(1, playing.table.purse(seat))
            playing.give(None, TakeCoins(target=seat, amount_cp=amount_cp, reason="a debt"))
        case "leave" if len(here) > 1:
            playing.give(seat, Leave())
        case _:
            pass


def of_the_hand(playing: Playing) -> list[Event]:
    return [event for entry in playing.entries for event in entry.events]


@given(purses_cp=purses, chance=chances)
def test_a_betting_round_ends_and_gives_out_every_coin_that_was_bet(
    purses_cp: list[int], chance: random.Random
) -> None:
    playing = a_hand(purses_cp)
    play(playing, chance)
    accounts = playing.table.accounts
    assert (accounts[POT], accounts[OUTSIDE]) == (0, -sum(purses_cp))
    assert HOUSE not in accounts
    assert sum(playing.table.purse(seat.seat) for seat in playing.table.present()) == sum(purses_cp)


@given(purses_cp=purses, chance=chances)
def test_nobody_is_asked_twice_without_a_raise_between(purses_cp: list[int], chance: random.Random) -> None:
    playing = a_hand(purses_cp)
    play(playing, chance)
    asked: list[str] = []
    for event in of_the_hand(playing):
        match event:
            case Paid(move="open" | "raise"):
                asked = []
            case TurnBegan(seat=seat):
                assert seat not in asked
                asked.append(seat)
            case _:
                pass


@given(purses_cp=purses, chance=chances)
def test_no_bet_takes_more_than_there_is_and_who_has_nothing_left_is_all_in(
    purses_cp: list[int], chance: random.Random
) -> None:
    playing = a_hand(purses_cp)
    left = {name.lower(): cp for name, cp in zip(NAMES, purses_cp, strict=False)}
    play(playing, chance)
    for event, after in pairwise(of_the_hand(playing)):
        if isinstance(event, Paid):
            left[event.seat] -= event.amount_cp
            assert left[event.seat] >= 0
            assert (left[event.seat] == 0 and event.move != "check") == (
                after == StatusChanged(seat=event.seat, status=ALL_IN, why="all_in")
            )


@given(purses_cp=purses, chance=chances)
def test_what_nobody_matched_comes_back_before_the_pots_are_won(purses_cp: list[int], chance: random.Random) -> None:
    playing = a_hand(purses_cp)
    play(playing, chance)
    events = of_the_hand(playing)
    paid: dict[str, int] = {}
    for event in events:
        if isinstance(event, Paid):
            paid[event.seat] = paid.get(event.seat, 0) + event.amount_cp
    folded = {event.seat for event in events if isinstance(event, StatusChanged) and event.status == "folded"}
    highest, second = sorted(paid.values(), reverse=True)[:2]
    lone = [seat for seat, cp in paid.items() if cp == highest and seat not in folded]
    due = [GivenBack(seat=seat, amount_cp=highest - second) for seat in lone if highest > second]
    assert [event for event in events if isinstance(event, GivenBack)] == due


@given(purses_cp=purses, chance=chances)
def test_each_pot_is_won_by_one_who_contests_it_with_the_best_die_there(
    purses_cp: list[int], chance: random.Random
) -> None:
    playing = a_hand(purses_cp)
    play(playing, chance)
    table, events = playing.table, of_the_hand(playing)
    dice = {seat.seat: seat.dice[0].face or 0 for seat in table.present()}
    pots = side_pots(table.state.betting.paid, table.with_status("active", "all_in"))
    payouts = [event for event in events if isinstance(event, CoinsMoved) and event.reason == "payout"]
    assert [event.amount_cp for event in payouts] == [pot.amount_cp for pot in pots]
    for payout, pot in zip(payouts, pots, strict=True):
        assert payout.payee in pot.contenders
        assert dice[payout.payee] == max(dice[seat] for seat in pot.contenders)


@given(purses_cp=purses, chance=chances)
def test_despite_loans_fines_and_departures_the_hand_ends_and_every_coin_is_somewhere(
    purses_cp: list[int], chance: random.Random
) -> None:
    playing = a_hand(purses_cp)
    for _ in range(ENDLESS):
        if not playing.table.running:
            break
        if chance.random() < OFTEN:
            meddle(playing, chance)
        else:
            step(playing, chance)
        accounts = playing.table.accounts
        assert sum(accounts.values()) == 0
        assert all(balance >= 0 for name, balance in accounts.items() if name != OUTSIDE)
    assert not playing.table.running
    assert any(isinstance(event, RoundEnded) for event in of_the_hand(playing))
    assert playing.table.accounts[POT] == 0
