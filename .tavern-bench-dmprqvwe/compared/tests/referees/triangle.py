"""Triangle: a hidden d12, a hidden d8, a hidden d6, each with a betting; the highest total, or three ones, wins."""

from functools import cache
from itertools import product

from tests.referees.kit.book import Event, insist
from tests.referees.kit.hands import HandsReferee

DICE = (12, 8, 6)


def worth_of(faces: tuple[int, ...]) -> int:
    """A total; three ones beat all."""
    return 27 if faces == (1, 1, 1) else sum(faces)


@cache
def all_worths(dice: int) -> list[int]:
    """The totals of all hands."""
    return sorted(worth_of(faces) for faces in product(*(range(1, sides + 1) for sides in DICE[:dice])))


class TriangleReferee(HandsReferee):
    """Follows three hidden dice of each."""

    def __init__(self, played: object) -> None:
        super().__init__(played)  # type: ignore[arg-type]
        self.to_deal: list[str] = []

    def judge_deal(self, event: Event) -> None:
        """One die each, in order, hidden."""
        if not self.to_deal:
            self.to_deal, self.dealt = self.contending(), self.dealt + 1
        insist(event["seat"] == self.to_deal.pop(0), f"a die for {event['seat']} out of order")
        die = (f"d{DICE[self.dealt - 1]}", [self.dealt - 1], "hole")
        insist((event["die"], event["ns"], event["place"]) == die, f"{die} is to be dealt")

    def worth(self, seat: str) -> int:
        """By the total."""
        return worth_of(tuple(self.faces[seat, n] for n in range(3) if (seat, n) in self.faces))

    def all_hands(self, dice: int) -> list[int]:
        """The totals of all hands."""
        return all_worths(dice)

    def on_triangle_total_reckoned(self, event: Event) -> None:
        """What all see at the showdown."""
        worth = self.worth(event["seat"])
        insist(event["beats_all"] == (worth == 27), "three ones beat all, and nothing else does")
        insist(event["total"] == (3 if worth == 27 else worth), f"{event['seat']} has {worth}")
        self.ranked[event["seat"]] = event
