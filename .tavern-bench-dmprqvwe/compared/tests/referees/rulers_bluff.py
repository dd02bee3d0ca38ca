"""Ruler's Bluff: three hidden d6 and two open ones, a betting after each, one discard. The best hand wins."""

from collections import Counter
from functools import cache
from itertools import product

from tests.referees.kit.book import Event, insist
from tests.referees.kit.hands import HandsReferee
from tests.referees.kit.referee import HOUSE

RANKS = (
    "no_pair",
    "pair",
    "two_pairs",
    "three_of_a_kind",
    "low_straight",
    "high_straight",
    "full_house",
    "four_of_a_kind",
    "five_of_a_kind",
)
Worth = tuple[int, tuple[int, ...]]


@cache
def worth_of(faces: tuple[int, ...]) -> Worth:
    """The rank of a hand, then the dice that make it, then the others."""
    count = Counter(faces)
    order = sorted(count, key=lambda face: (count[face], face), reverse=True)
    dice = tuple(face for face in order for _ in range(count[face]))
    shape = sorted(count.values(), reverse=True)
    straight = {"12345": "low_straight", "23456": "high_straight"}.get("".join(map(str, sorted(faces))))
    if straight:
        name = straight
    elif shape[0] > 3:
        name = "five_of_a_kind" if shape[0] == 5 else "four_of_a_kind"
    elif shape[0] == 3:
        name = "full_house" if shape[1:] == [2] else "three_of_a_kind"
    else:
        name = ("no_pair", "pair", "two_pairs")[shape.count(2)]
    return RANKS.index(name), dice


@cache
def all_worths(dice: int) -> list[Worth]:
    """What all hands with so many dice are worth."""
    return sorted(worth_of(tuple(sorted(faces))) for faces in product(range(1, 7), repeat=dice))


class RulersBluffReferee(HandsReferee):
    """Follows hidden and open dice."""

    def __init__(self, played: object) -> None:
        super().__init__(played)  # type: ignore[arg-type]
        self.to_deal: list[str] = []
        self.own = self.options["open_dice"] == "own"
        self.discarded: set[str] = set()
        self.asked_only_to_discard: set[str] = set()

    def judge_deal(self, event: Event) -> None:
        """Three hidden dice each; then an open die, the table's or each one's own."""
        if not self.to_deal:
            self.dealt += 1
            self.to_deal = self.contending() if self.dealt == 1 or self.own else [HOUSE]
        insist(event["seat"] == self.to_deal.pop(0), f"dice for {event['seat']} out of order")
        insist(event["die"] == "d6", "another die than a d6")
        if self.dealt == 1:
            insist((event["ns"], event["place"]) == ([0, 1, 2], "hole"), "three hidden dice are to be dealt")
        else:
            n = self.dealt + (1 if self.own else -2)
            insist(event["ns"] == [n] and event["place"] in ("open", "hand"), "one open die is to be dealt")

    def shared(self) -> int:
        """The open dice of the table."""
        return sum(seat == HOUSE for seat, _ in self.faces)

    def worth(self, seat: str) -> Worth:
        """The best hand of one's own dice and the table's."""
        return worth_of(tuple(sorted(face for (who, _), face in self.faces.items() if who in (seat, HOUSE))))

    def all_hands(self, dice: int) -> list[Worth]:
        """What all hands are worth."""
        return all_worths(dice)

    def on_rulers_bluff_hand_ranked(self, event: Event) -> None:
        """What all see at the showdown."""
        rank, dice = self.worth(event["seat"])
        insist(event["hand"] == RANKS[rank], f"{event['seat']} has {RANKS[rank]}")
        insist(tuple(event["faces"]) == dice or rank in (4, 5), f"{event['seat']} has {dice}")
        self.ranked[event["seat"]] = event

    # The discard

    def may_discard(self, seat: str) -> bool:
        """Once, in the first or second betting."""
        return seat not in self.discarded and self.phase in ("first_betting", "second_betting")

    def has_to_act(self, seat: str) -> bool:
        """One who cannot bet is still asked whether it discards, once a betting."""
        return super().has_to_act(seat) or (
            seat not in self.acted and not self.can_bet(seat) and self.may_discard(seat)
        )

    def on_question_asked(self, event: Event) -> None:
        """When the turn of one who cannot bet would come."""
        super().on_question_asked(event)
        if event["question"] == "discard":
            (seat,) = event["seats"]
            insist(seat == self.next_to_act() and not self.can_bet(seat), f"{seat} is asked for a discard")
            self.turn = seat

    def on_die_rerolled(self, event: Event) -> None:
        """A hidden die of one's own, on one's turn; nobody else sees what it shows."""
        seat, n = event["seat"], event["n"]
        insist(event["by"] == seat == self.turn and event["why"] == "discard", f"{seat} discards on {self.turn}'s turn")
        insist(self.may_discard(seat) and n < 3, f"{seat} cannot discard")
        insist(event["draw_to"] == f"seat:{seat}", "others see the new die")
        self.discarded.add(seat)
        self.draw(event["draw"], seat, 6)
        self.fall(seat, n, 6, event["draw"]["face"])
