"""A thousand random rounds of each game against the House, judged by the text alone and not by the code.

What a seat gets back is reckoned here from its bets and the dice on the table, in the words of seeds 003.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, Final

import pytest

from events.accounts import HOUSE
from events.event import Event
from events.round_events import DiceThrown, DieRolled, RoundStarted
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.mechanics.house_bets import BetPlaced
from games.one_page.twelve_nights import Fold, Hit, Stay
from tests.tools.simulating import a_setup
from tools.simulate.playing import SimulatedTable

ROUNDS: Final = 250
"""Under each of four sets of options."""
Did = tuple[str | None, str]
"""A seat, and the type of its command."""


class Seen:
    """What anybody could write down of a round: bets, dice in the order of their falling, moves and payments."""

    def __init__(self) -> None:
        self.bets: list[BetPlaced] = []
        self.dice: dict[str, list[int]] = {}
        self.did: list[Did] = []
        self.gained_cp: dict[str, int] = {}

    def take_in(self, event: Event) -> None:
        match event:
            case BetPlaced():
                self.bets.append(event)
            case DiceThrown():
                self.dice.setdefault(event.seat, []).extend(draw.face for draw in event.draws or ())
            case DieRolled(draw=draw) if draw is not None:
                self.dice.setdefault(event.seat, []).append(draw.face)
            case CoinsMoved():
                for account, sign in ((event.payer, -1), (event.payee, 1)):
                    self.gained_cp[account] = self.gained_cp.get(account, 0) + sign * event.amount_cp
            case _:
                pass


def rounds(game: str, policies: Sequence[str], options: Mapping[str, Any]) -> Iterator[Seen]:
    """Rounds in the order in which they were played, from the log of their table."""
    table = SimulatedTable(CATALOGUE, a_setup(game, *policies, **options), 0)
    for _ in range(ROUNDS):
        begun = len(table.lines)
        table.play_round()
        seen = Seen()
        running = False
        for line in table.lines[begun:]:
            entry = CATALOGUE.codec.decode(line)
            running = running or any(isinstance(event, RoundStarted) for event in entry.events)
            if running:
                seen.did.append((entry.seat, CATALOGUE.read_command(game, bytes(entry.command)).__class__.__name__))
                for event in entry.events:
                    seen.take_in(event)
        yield seen


def check_gains(seen: Seen, back: Mapping[str, Fraction]) -> None:
    """Each seat has gained what came back less what it bet; the House gained what they lost; nothing is left lying."""
    for seat in {bet.seat for bet in seen.bets}:
        bet_cp = sum(bet.amount_cp for bet in seen.bets if bet.seat == seat)
        assert seen.gained_cp.get(seat, 0) == back[seat] - bet_cp
    assert seen.gained_cp.get(HOUSE, 0) == sum(bet.amount_cp for bet in seen.bets) - sum(back.values())
    assert sum(seen.gained_cp.values()) == 0


def back_of(seen: Seen, times: Mapping[int, Fraction]) -> dict[str, Fraction]:
    """What comes back to each seat, if the n-th bet brings so many times itself."""
    back: dict[str, Fraction] = {}
    for n, bet in enumerate(seen.bets):
        back[bet.seat] = back.get(bet.seat, Fraction(0)) + times[n] * bet.amount_cp
    return back


@pytest.mark.parametrize(
    "options", [{}, {"buy_in_cp": 20}, {"bank_limit_cp": 9_000}, {"most_cp": 600, "turn_seconds": 60}], ids=str
)
def test_twins_of_chance_pays_what_the_text_says(options: dict[str, Any]) -> None:
    odds = {
        "number": Fraction(3),
        "black": Fraction(9),
        "white": Fraction(9),
        "both": Fraction(1),
        "total": Fraction(1, 2),
    }
    kinds: set[str] = set()
    for seen in rounds("twins", ("random", "drunkard", "reckless"), options):
        if not seen.bets:
            assert seen.dice == {}
            continue
        black, white = seen.dice[HOUSE]
        times = dict[int, Fraction]()
        for n, bet in enumerate(seen.bets):
            kind, _, on = str(bet.on).partition(":")
            kinds.add(kind)
            if kind == "number":
                wins = black == int(on) or white == int(on)
            elif kind in ("black", "white"):
                wins = {"black": black, "white": white}[kind] == int(on)
            elif kind == "both":
                wins = black % 2 == white % 2 == (1 if on == "odd" else 0)
            else:
                wins = (black + white) % 2 == (1 if on == "odd" else 0)
            times[n] = 1 + odds[kind] if wins else Fraction(0)
        assert len({(bet.seat, bet.on) for bet in seen.bets}) == len(seen.bets)
        check_gains(seen, back_of(seen, times))
        limit_cp = options.get("bank_limit_cp")
        assert limit_cp is None or -seen.gained_cp.get(HOUSE, 0) <= limit_cp
        assert all(
            options.get("buy_in_cp", 500) <= bet.amount_cp <= options.get("most_cp", 1_000_000) for bet in seen.bets
        )
    assert kinds == set(odds)


@pytest.mark.parametrize("options", [{}, {"light": "on"}, {"bank_limit_cp": 2_000}, {"buy_in_cp": 20}], ids=str)
def test_weighted_scales_pays_what_the_text_says(options: dict[str, Any]) -> None:
    sides = 4 if options.get("light") == "on" else 6
    hits: set[int] = set()
    for seen in rounds("scales", ("random", "drunkard", "reckless"), options):
        if not seen.bets:
            continue
        dice = seen.dice[HOUSE]
        assert len(dice) == 3
        times = dict[int, Fraction]()
        for n, bet in enumerate(seen.bets):
            number = int(str(bet.on).removeprefix("number:"))
            assert 1 <= number <= sides
            landed = sum(die == number for die in dice)
            hits.add(landed)
            times[n] = Fraction({0: 0, 1: 1, 2: 2, 3: 3}[landed])
        check_gains(seen, back_of(seen, times))
    assert hits >= {0, 1, 2}


def best_of(cards: Sequence[int]) -> int:
    """The total of cards: every 1 is one or ten, whatever comes nearest to 12 without going above it."""
    sums = [sum(each) for each in product(*((1, 10) if card == 1 else (card,) for card in cards))]
    return max((one for one in sums if one <= 12), default=min(sums))


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"house_stands_on": 12, "twelve_returns": 3},
        {"win_pays": "stake", "house_stands_on": 2},
        {"win_pays": "stake", "twelve_returns": 3, "bank_limit_cp": 4_000},
    ],
    ids=str,
)
def test_twelve_nights_pays_what_the_text_says(options: dict[str, Any]) -> None:
    stands_on = options.get("house_stands_on", 10)
    outcomes: set[str] = set()
    for seen in rounds("twelve-nights", ("random", "drunkard", "card_sharp"), options):
        house = seen.dice.get(HOUSE, [])
        played, left = set[str](), set[str]()
        times = dict[int, Fraction]()
        for n, bet in enumerate(seen.bets):
            cards = seen.dice.get(bet.seat, [])
            total = best_of(cards)
            moves = [kind for seat, kind in seen.did if seat == bet.seat]
            assert len(cards) in (0, 2 + moves.count(Hit.__name__))
            # Nobody draws on a hand of 12 or more.
            assert all(best_of(cards[:count]) < 12 for count in range(2, len(cards)))
            if Fold.__name__ in moves:
                how, worth = "folded", Fraction(1, 2)
            elif total > 12:
                how, worth = "bust", Fraction(0)
            elif total == 12:
                how, worth = "twelve", Fraction(options.get("twelve_returns", 2))
            else:
                assert Stay.__name__ in moves
                played.add(bet.seat)
                if best_of(house) > 12 or best_of(house) < total:
                    how, worth = "won", Fraction(1 if options.get("win_pays") == "stake" else 2)
                else:
                    how, worth = "beaten", Fraction(0)
            left.add(how)
            times[n] = worth
        outcomes |= left
        check_gains(seen, back_of(seen, times))
        # The House draws if there is a hand to beat: two cards, and more as long as it has too little.
        assert bool(house) == bool(played)
        if house:
            assert best_of(house) >= stands_on
            assert all(best_of(house[:count]) < stands_on for count in range(2, len(house)))
        limit_cp = options.get("bank_limit_cp")
        assert limit_cp is None or -seen.gained_cp.get(HOUSE, 0) <= limit_cp
    assert outcomes == {"folded", "bust", "twelve", "won", "beaten"}
