"""With plain cards Trickster's Tavern is Liar's Dice as every textbook has it, without wild ones."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.games.trickster.referee.book import Json
from tests.games.trickster.referee.random_games import RandomGames


class LiarsDice:
    """The textbook: five dice each, a challenge a round, a die a challenge, the loser begins, the last one wins."""

    def __init__(self, seats: list[str]) -> None:
        self.dice = dict.fromkeys(seats, 5)
        self.cups: dict[str, list[int]] = {}
        self.bet: tuple[int, int, str] | None = None
        self.begins = ""
        self.turn = ""
        self.winner = ""

    def next_to(self, seat: str) -> str:
        """Who sits to the left, and still has dice."""
        seats = [*self.dice]
        at = seats.index(seat)
        return next(other for other in [*seats[at + 1 :], *seats[:at]] if self.dice[other])

    def is_challenged(self, challenger: str) -> str:
        """Who loses a die."""
        assert self.bet
        amount, value, bettor = self.bet
        faces = Counter(face for cup in self.cups.values() for face in cup)
        loser = challenger if faces[value] >= amount else bettor
        self.dice[loser] -= 1
        self.begins = loser if self.dice[loser] else self.next_to(loser)
        self.cups, self.bet = {}, None
        left = [seat for seat, count in self.dice.items() if count]
        self.winner = left[0] if len(left) == 1 else ""
        return loser


def happened(games: RandomGames) -> Iterator[tuple[str, Json]]:
    for line in games.playing.lines:
        for event in msgspec.json.decode(line)["events"]:
            yield event["type"].removeprefix("trickster."), event


@pytest.mark.parametrize("seats", range(2, 7))
def test_plain_cards_play_the_textbook_game(seats: int) -> None:
    games = RandomGames(seats, seats, classes="plain", odds_hint="on")
    games.play()
    by_the_book: LiarsDice | None = None
    for kind, event in happened(games):
        if kind == "round_started":
            by_the_book = LiarsDice(event["seats"])
        elif by_the_book:
            follow(by_the_book, kind, event)
    assert by_the_book
    assert by_the_book.winner


def follow(book: LiarsDice, kind: str, event: Any) -> None:
    """What happens is what the book says."""
    match kind:
        case "open_thrown":
            faces = {draw["seat"]: draw["face"] for draw in event["draws"]}
            book.begins = max(faces, key=lambda seat: faces[seat])
        case "dice_thrown":
            book.cups[event["seat"]] = [draw["face"] for draw in event["draws"]]
            assert len(book.cups[event["seat"]]) == book.dice[event["seat"]]
        case "turn_began":
            book.turn = event["seat"]
            assert book.turn == (book.next_to(book.bet[2]) if book.bet else book.begins)
        case "bet_made":
            bet = (event["amount"], event["value"], event["seat"])
            assert book.bet is None or bet[:2] > book.bet[:2]
            book.bet = bet
        case "liar_called":
            assert book.bet
            assert (event["seat"], event["target"]) == (book.turn, book.bet[2])
        case "dice_counted":
            assert {seat for seat, count in book.dice.items() if count} == set(book.cups)
            assert event["loser"] == book.is_challenged(book.turn)
        case "status_changed":
            assert book.dice[event["seat"]] == 0
        case "round_ended":
            assert event["winners"] == [book.winner]
        case _:
            pass
