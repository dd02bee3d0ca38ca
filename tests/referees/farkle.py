"""Farkle: six dice, at least one that scores is set aside, the rest may be thrown on; nothing that scores loses the turn."""

from collections import Counter
from functools import cache

from tests.referees.kit.book import Event, Round, insist
from tests.referees.kit.races import RaceReferee


@cache
def best(faces: tuple[int, ...]) -> int | None:
    """The most that dice score if each of them must; None if one cannot."""
    if not faces:
        return 0
    options: list[int] = []
    count = Counter(faces)

    def take(points: int, rest: Counter[int]) -> None:
        then = best(tuple(sorted(rest.elements())))
        if then is not None:
            options.append(points + then)

    for face, points in ((1, 100), (5, 50)):
        if count[face]:
            take(points, count - Counter({face: 1}))
    for face in range(1, 7):
        if count[face] >= 3:
            take(1000 if face == 1 else 100 * face, count - Counter({face: 3}))
    if all(count[face] for face in range(1, 7)):
        take(3000, count - Counter(range(1, 7)))
    pairs = [face for face in count for _ in range(count[face] // 2)]
    for a in pairs:
        for b in pairs:
            for c in pairs:
                six = Counter((a, a, b, b, c, c))
                if all(six[face] <= count[face] for face in six):
                    take(1500 if 4 in six.values() or 6 in six.values() else 1000, count - six)
    return max(options, default=None)


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
