"""Twelve Nights: two d6 and as many more as one likes, to come to twelve and no further, and beyond the House."""

from fractions import Fraction

from tests.referees.kit.banks import BankReferee
from tests.referees.kit.book import Event, Round, insist
from tests.referees.kit.referee import HOUSE

GOAL = 12


def total_of(faces: list[int]) -> int:
    """The best total: each 1 is a one or a ten."""
    ones = faces.count(1)
    totals = [sum(faces) + 9 * tens for tens in range(ones + 1)]
    return max((total for total in totals if total <= GOAL), default=min(totals))


class TwelveNightsReferee(BankReferee):
    """Follows the cards of seats and House."""

    kind = "card"
    even_stakes = True
    other_statuses = ("stayed", "bust", "twelve", "folded")

    def __init__(self, played: Round) -> None:
        super().__init__(played)
        self.dealt: list[str] = []
        self.folded: list[str] = []

    def stakes(self) -> list[tuple[str, str | None, int]]:
        """Who folds is settled with first."""
        return sorted(self.bets, key=lambda bet: self.folded.index(bet[0]) if bet[0] in self.folded else len(self.bets))

    def total(self, seat: str) -> int:
        """What somebody's cards make."""
        self.in_the_open(seat)
        return total_of([face for (who, _), face in self.faces.items() if who == seat])

    def playing(self, seat: str) -> bool:
        """Whether one may still hit."""
        return self.out.get(seat) not in (*self.other_statuses, "caught", "gone", "passed")

    def on_dice_thrown(self, event: Event) -> None:
        """Two at first; one for a hit, of one's own will, by somebody who has neither stayed nor gone bust."""
        seat = event["seat"]
        insist(event["die"] == "d6", "another die than a d6")
        if seat == HOUSE:
            waiting = [who for who in self.dealt if self.playing(who)]
            insist(not waiting, f"the House draws while {waiting} play")
            insist(any(self.out.get(who) == "stayed" for who in self.dealt), "the House draws for nobody")
            if (HOUSE, 0) in self.faces:
                insist(self.total(HOUSE) < self.options["house_stands_on"], f"the House draws on {self.total(HOUSE)}")
                insist(len(event["ns"]) == 1, "the House draws more than one")
            else:
                insist(len(event["ns"]) == 2, "the House begins with two")
        elif (seat, 0) in self.faces:
            insist(self.step.command["type"] == "hit" and self.step.seat == seat, f"{seat} did not hit")
            insist(self.playing(seat) and len(event["ns"]) == 1, f"{seat} cannot hit")
            insist(self.total(seat) < GOAL, f"{seat} hits on {self.total(seat)}")
            insist(self.step.actor != "clock", "the clock hits")
        else:
            insist(any(who == seat for who, _, _ in self.bets) and not self.asked, f"{seat} has not bet yet")
            insist(len(event["ns"]) == 2, "one begins with two")
            self.dealt.append(seat)
        super(BankReferee, self).on_dice_thrown(event)

    def on_status_changed(self, event: Event) -> None:
        """Bust above twelve, at twelve at twelve; one folds before that."""
        seat, status = event["seat"], event["status"]
        was = self.out.get(seat)
        super().on_status_changed(event)
        if status in ("bust", "twelve"):
            fair = self.total(seat) > GOAL if status == "bust" else self.total(seat) == GOAL
            insist(fair, f"{seat} is {status} with {self.total(seat)}")
        if status == "stayed":
            insist(
                self.total(seat) < GOAL and self.step.command["type"] in ("stay", "leave", "remove_seat"),
                f"{seat} stays",
            )
        if status == "folded":
            insist(was != "bust", "one folds who is bust")
            self.folded.append(seat)

    def judge_closed(self, event: Event) -> None:
        """Everybody has decided, and the House has drawn enough."""
        super().judge_closed(event)
        if (HOUSE, 0) in self.faces:
            insist(self.total(HOUSE) >= self.options["house_stands_on"], "the House stands too early")

    def returned(self, seat: str, on: str | None) -> Fraction:
        """Half for a fold; for a 12 what the table says, whatever the House has; else by more than the House."""
        if self.out.get(seat) == "folded":
            return Fraction(1, 2)
        own = self.total(seat)
        if own >= GOAL:
            return Fraction(self.options["twelve_returns"] if own == GOAL else 0)
        house = self.total(HOUSE)
        beaten = house > GOAL or own > house
        return Fraction((2 if self.options["win_pays"] == "even" else 1) if beaten else 0)
