"""Farkle: one sets aside dice that score and throws the rest on as long as one dares; nothing that scores loses all."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

from tests.referees.kit.book import Event, Round, insist
from tests.referees.kit.races import RaceReferee


def combinations_that_score() -> Iterator[tuple[Counter[int], int]]:
    """Every combination of the text, with its points. Six of a kind are four of a kind and a pair, too."""
    yield Counter([1]), 100
    yield Counter([5]), 50
    yield Counter([1, 1, 1]), 1000
    yield from ((Counter([face] * 3), 100 * face) for face in range(2, 7))
    yield Counter(range(1, 7)), 3000
    for a, b, c in combinations_with_replacement(range(1, 7), 3):
        pairs = Counter([a, a, b, b, c, c])
        yield pairs, 1500 if max(pairs.values()) > 2 else 1000


COMBINATIONS = list(combinations_that_score())


@cache
def best(faces: tuple[int, ...]) -> int | None:
    """The most that dice score if each of them must; None if one cannot."""
    if not faces:
        return 0
    dice = Counter(faces)
    fitting = [(dice - part, points) for part, points in COMBINATIONS if part <= dice]
    rests = [(best(tuple(sorted(rest.elements()))), points) for rest, points in fitting]
    return max((points + rest for rest, points in rests if rest is not None), default=None)


def scores(faces: list[int]) -> bool:
    """Whether anything among the dice scores: a 1, a 5, three of a kind, or three pairs."""
    count = Counter(faces)
    return bool(count[1] or count[5]) or max(count.values()) > 2 or sum(many // 2 for many in count.values()) >= 3


class FarkleReferee(RaceReferee):
    """Follows dice in hand and aside."""

    def __init__(self, played: Round) -> None:
        super().__init__(played)
        self.in_hand: list[int] | None = None
        """The dice that fell last and were not set aside; None before the first throw of a turn."""
        self.aside: list[int] | None = None
        self.left = 0
        self.left_by = ""
        self.chose = True

    def on_turn_began(self, event: Event) -> None:
        """A new turn, with the dice of the seat before if greed allows."""
        insist(self.winner() is None, f"{self.winner()} has won already")
        super().on_turn_began(event)
        self.in_hand, self.chose = None, True

    def on_dice_thrown(self, event: Event) -> None:
        """Six dice at first and when all were set aside; otherwise those that are left."""
        seat = event["seat"]
        if self.in_hand is None:
            greedy = self.step.command.get("greedy") is True
            insist(not greedy or (self.options["greed"] and self.left), "there are no dice to be greedy for")
            many = 6 + (min(self.left, 5) if greedy else 0)
        else:
            insist(self.chose, "nothing was set aside")
            many = len(self.in_hand) or 6
        insist(event["die"] == "d6" and len(event["ns"]) == many, f"{len(event['ns'])} dice are thrown, not {many}")
        super().on_dice_thrown(event)
        self.in_hand, self.chose, self.aside = list(event["ns"]), False, None
        self.left = 0
        insist(seat == self.turn, "out of turn")

    def on_dice_placed(self, event: Event) -> None:
        """Dice of the last throw are set aside."""
        insist(not self.chose and self.in_hand is not None, "dice are set aside twice")
        insist(
            event["place"] == "aside" and event["ns"] and set(event["ns"]) <= set(self.in_hand or ()), "not one's dice"
        )
        self.in_the_open(event["seat"])
        self.aside = event["ns"]
        if self.step.actor == "clock":
            self.judge_clock()

    def judge_clock(self) -> None:
        """It sets aside what scores most."""
        fell = [self.faces[str(self.turn), n] for n in self.in_hand or ()]
        chosen = best(tuple(sorted(self.faces[str(self.turn), n] for n in self.aside or ())))
        parts = {tuple(sorted(part)) for many in range(1, len(fell) + 1) for part in combinations(fell, many)}
        insist(chosen == max(best(part) or 0 for part in parts), f"the clock sets aside {chosen} points of {fell}")

    def worth(self) -> int:
        """What was set aside, all of which must score."""
        insist(self.aside is not None, "nothing was set aside")
        faces = tuple(sorted(self.faces[str(self.turn), n] for n in self.aside or ()))
        points = best(faces)
        insist(points is not None, f"not all of {faces} scores")
        self.in_hand = [n for n in self.in_hand or () if n not in (self.aside or ())]
        self.aside, self.chose = None, True
        return int(points or 0)

    def judge_bank(self, event: Event) -> None:
        """Enough, after setting something aside."""
        insist(self.chose and self.at_risk, "nothing was set aside")
        least = max(self.options["minimum_bank"], 0 if self.points[event["seat"]] else self.options["opening_bank"])
        insist(self.at_risk >= least, f"{self.at_risk} is less than {least}")
        insist(self.step.command["type"] == "bank", "nobody chose to bank")
        if self.options["greed"] and self.in_hand:
            self.left, self.left_by = len(self.in_hand), event["seat"]

    def judge_loss(self) -> None:
        """Nothing scores."""
        insist(not self.chose, "points are lost without a throw")
        faces = [self.faces[str(self.turn), n] for n in self.in_hand or ()]
        insist(not scores(faces), f"{faces} lose a turn")

    def on_farkle_dice_left(self, event: Event) -> None:
        """Dice that the next may take."""
        insist(event["count"] == min(self.left, 5) and event["seat"] == self.left_by, "other dice are left")

    def winner(self) -> str | None:
        """The first at the target."""
        return next((seat for seat in self.racing() if self.points[seat] >= self.options["target"]), None)
