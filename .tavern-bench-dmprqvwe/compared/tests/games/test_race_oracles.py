"""A thousand random games of Pig and as many of Mason, judged by the text alone and not by the code.

Of each command only who gave it, its type and the dice that fell are read; who is to throw, what counts and who wins is
reckoned here, in the words of seeds 003 and of the rulings.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any, Final, NamedTuple

import pytest

from events.event import Event
from events.round_events import DiceThrown, RoundEnded, RoundStarted
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from tests.tools.simulating import a_setup
from tools.simulate.playing import SimulatedTable

ROUNDS: Final = 250
"""Under each of four sets of options."""
POLICIES: Final = ("random", "drunkard", "reckless")


class Move(NamedTuple):
    """A command, and the dice that fell on it."""

    seat: str
    kind: str
    dice: list[int]


class Played(NamedTuple):
    """What anybody could write down of a round."""

    seats: list[str]
    moves: list[Move]
    winners: list[str]
    gained_cp: dict[str, int]


def rounds(game: str, options: Mapping[str, Any], policies: Sequence[str] = POLICIES) -> Iterator[Played]:
    """Rounds in the order in which they were played, from the log of their table."""
    table = SimulatedTable(CATALOGUE, a_setup(game, *policies, **options), 0)
    for _ in range(ROUNDS):
        begun = len(table.lines)
        table.play_round()
        played = Played([], [], [], {})
        for line in table.lines[begun:]:
            entry = CATALOGUE.codec.decode(line)
            if entry.seat is not None and played.seats:
                kind = CATALOGUE.read_command(game, bytes(entry.command)).__class__.__name__
                played.moves.append(Move(entry.seat, kind, list(_dice(entry.events))))
            _take_in(played, entry.events)
        yield played


def _dice(events: Sequence[Event]) -> Iterator[int]:
    for event in events:
        if isinstance(event, DiceThrown):
            yield from (draw.face for draw in event.draws or ())


def _take_in(played: Played, events: Sequence[Event]) -> None:
    for event in events:
        match event:
            case RoundStarted():
                played.seats.extend(event.seats)
            case RoundEnded():
                played.winners.extend(event.winners)
            case CoinsMoved() if played.seats:
                for account, sign in ((event.payer, -1), (event.payee, 1)):
                    played.gained_cp[account] = played.gained_cp.get(account, 0) + sign * event.amount_cp
            case _:
                pass


def check_coins(played: Played, ante_cp: int) -> None:
    """Each has paid the ante, and the winner has taken all of them."""
    [winner] = played.winners
    for seat in played.seats:
        won_cp = ante_cp * len(played.seats) if seat == winner else 0
        assert played.gained_cp.get(seat, 0) == won_cp - ante_cp


@pytest.mark.parametrize(
    ("options", "policies"),
    [
        ({"target": 50}, ("random", "drunkard")),
        ({"target": 50, "ante_cp": 500}, ("best_play", "cautious", "reckless")),
        ({"target": 55, "turn_seconds": 60}, ("random", "bully")),
        ({"target": 60, "ante_cp": 20}, ("threshold", "drunkard")),
    ],
    ids=str,
)
def test_pig_is_played_as_the_text_says(options: dict[str, Any], policies: Sequence[str]) -> None:
    lost = 0
    for played in rounds("pig", options, policies):
        score = dict.fromkeys(played.seats, 0)
        winner = None
        moves = iter(played.moves)
        for seat in cycle(played.seats):
            turn = 0
            for move in moves:
                assert move.seat == seat
                if move.kind == "Bank":
                    assert turn >= 7
                    score[seat] += turn
                    break
                [face] = move.dice
                if face == 1:
                    lost += 1
                    break
                turn += face
            if score[seat] >= options["target"]:
                winner = seat
                break
        assert next(moves, None) is None
        assert played.winners == [winner]
        check_coins(played, options.get("ante_cp", 0))
    assert lost > ROUNDS


def mason_score(dice: Sequence[int]) -> int:
    """What the dice of a turn score: those that show 4 or more are tallied and thrown again. All of them are used."""
    fallen, score = iter(dice), 0
    to_throw = 6
    while to_throw:
        throw = [next(fallen) for _ in range(to_throw)]
        to_throw = sum(face >= 4 for face in throw)
        score += to_throw
    assert next(fallen, None) is None
    return score


@pytest.mark.parametrize(
    "options", [{}, {"ante_cp": 500}, {"target": 20, "ante_cp": 20}, {"target": 33, "turn_seconds": 60}], ids=str
)
def test_mason_is_played_as_the_text_says(options: dict[str, Any]) -> None:
    again = 0
    for played in rounds("mason", options):
        score = dict.fromkeys(played.seats, 0)
        moves = iter(played.moves)
        throwing = played.seats
        while True:
            for seat in throwing:
                move = next(moves)
                assert (move.seat, move.kind) == (seat, "Throw")
                score[seat] += mason_score(move.dice)
            best = max(score[seat] for seat in throwing)
            if best < options.get("target", 0):
                continue
            equal = [seat for seat in throwing if score[seat] == best]
            if len(equal) == 1:
                break
            throwing, again = equal, again + 1
        assert next(moves, None) is None
        assert played.winners == equal
        check_coins(played, options.get("ante_cp", 0))
    assert again > 0
