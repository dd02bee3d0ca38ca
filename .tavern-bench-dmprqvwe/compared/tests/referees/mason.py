"""Mason: six dice, all that show 4 or more are tallied and thrown again. The most win, or (High-Round) the most once
somebody has the target and the round is complete. Who are equal throw again."""

from tests.referees.kit.book import Event, Round, insist
from tests.referees.kit.races import RaceReferee

MOST_RETHROWS = 100


class MasonReferee(RaceReferee):
    """Follows six dice, and rounds of turns."""

    other_statuses = ("beaten", "active")
    nobody = "all_out"

    def __init__(self, played: Round) -> None:
        super().__init__(played)
        self.to_throw: list[str] = []
        self.scores: dict[str, list[int]] = {seat: [] for seat in self.seats}
        self.throws_made = 0
        self.high: list[int] = []
        self.tallied = True

    def following(self) -> str:
        """The next of this round of turns; when all have thrown, those throw again who are not decided."""
        waiting = [seat for seat in self.to_throw if seat in self.racing()]
        if not waiting:
            waiting = self.racing() if self.turn is None else self.undecided()
            insist(len(waiting) > 1 or self.turn is None, f"{waiting} have won already")
            self.to_throw = list(waiting)
        return waiting[0]

    def on_turn_began(self, event: Event) -> None:
        """A turn of the round."""
        super().on_turn_began(event)
        self.to_throw = self.to_throw[self.to_throw.index(event["seat"]) + 1 :]
        self.throws_made, self.high = 0, list(range(6))

    def on_dice_thrown(self, event: Event) -> None:
        """All six dice, then those that were high."""
        insist(event["die"] == "d6" and event["ns"] == self.high, f"{self.high} are thrown, not {event['ns']}")
        insist(self.tallied or not self.throws_made, "a throw is not tallied")
        super().on_dice_thrown(event)
        self.throws_made, self.tallied = self.throws_made + 1, False

    def now_high(self) -> list[int]:
        """Which of the dice that fell last show 4 or more."""
        return [n for n in self.high if self.faces[str(self.turn), n] >= 4]

    def worth(self) -> int:
        """A point for each high die, which is thrown again."""
        insist(not self.tallied, "a throw counts twice")
        self.high, self.tallied = self.now_high(), True
        insist(self.high, "nothing is tallied")
        return len(self.high)

    def judge_bank(self, event: Event) -> None:
        """Once no die is high."""
        insist(not self.tallied and not self.now_high(), "the turn ends with a 4 or more")
        self.scores[event["seat"]].append(self.at_risk)
        self.tallied = True

    def on_status_changed(self, event: Event) -> None:
        """Dice that cannot stop are found out; some are beaten, and race again if those above them were caught."""
        before = self.out.get(event["seat"])
        super().on_status_changed(event)
        if event["status"] == "active":
            insist(before == "beaten", f"{event['seat']} was {before}, and is in play again")
            insist("caught" in self.out.values(), f"{event['seat']} is in play again, and nobody was caught")
            insist(event["seat"] in self.undecided(), f"{event['seat']} is in play again, and others have more")
        if event["status"] == "exposed":
            insist(self.throws_made == MOST_RETHROWS + 1, f"exposed after {self.throws_made} throws")
            insist(self.now_high(), "dice are exposed that stop")
        if event["status"] == "beaten":
            insist(event["seat"] not in self.undecided(), f"{event['seat']} is not beaten")

    def reached(self) -> dict[str, int]:
        """What each seat has."""
        return {seat: sum(self.scores[seat]) for seat in self.racing()}

    def undecided(self) -> list[str]:
        """Who throws again after a complete round: all, until one has the target; then those who are equal."""
        most = max(self.reached().values())
        if most < self.options["target"]:
            return self.racing()
        return [seat for seat, points in self.reached().items() if points == most]

    def winner(self) -> str | None:
        """The best, alone, of a complete round."""
        insist(not [seat for seat in self.to_throw if seat in self.racing()], "the round of turns is not complete")
        best = self.undecided()
        insist(len(best) == 1, f"{best} are equal or undecided")
        return best[0]

    def judge_loss(self) -> None:
        """Only dice that never stop lose anything."""
        insist(self.throws_made == MOST_RETHROWS + 1, "points are lost")

    def antes_go_back(self) -> list[str]:
        """Everybody's but a caught cheater's: where all are out, nobody has won anything of anybody."""
        return [seat for seat in self.seats if not self.forfeits(seat)]
