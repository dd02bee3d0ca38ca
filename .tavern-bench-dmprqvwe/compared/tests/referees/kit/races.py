"""What the referees of Farkle, Mason and Pig share: an ante, turns in order, points, and one who wins the pot."""

from collections import Counter

from tests.referees.kit.book import Event, Round, insist
from tests.referees.kit.referee import HOUSE, Referee

DONE = ("caught", "forfeited", "exposed")


class RaceReferee(Referee):
    """Follows the turns of a race."""

    def __init__(self, played: Round) -> None:
        super().__init__(played)
        self.turn: str | None = None
        self.over = True
        """Whether the turn has ended, so that another may begin."""
        self.points: dict[str, int] = dict.fromkeys(self.seats, 0)
        self.at_risk = 0
        self.antes = 0

    def racing(self) -> list[str]:
        """Who can still win."""
        return [seat for seat in self.seats if self.out.get(seat) not in DONE]

    def after(self, seat: str) -> str:
        """The seat that is next in turn after one, whether or not that one still races."""
        at = self.seats.index(seat) + 1
        return next(other for other in [*self.seats[at:], *self.seats[:at]] if other in self.racing())

    def following(self) -> str:
        """Whose turn is next."""
        return self.racing()[0] if self.turn is None else self.after(self.turn)

    def on_turn_began(self, event: Event) -> None:
        """Turns go round, and a turn ends before the next begins."""
        gone = self.turn is not None and self.turn not in self.racing()
        insist(self.over or gone, f"{event['seat']} begins before {self.turn} has ended")
        insist(event["seat"] == self.following(), f"it is {self.following()}'s turn, not {event['seat']}'s")
        insist(
            len(self.racing()) > 1 or self.denounced or "exposed" in self.out.values(), "one who races alone has won"
        )
        self.turn, self.over, self.at_risk, self.closing = event["seat"], False, 0, None
        self.covered.pop(event["seat"], None)

    def on_coins_moved(self, event: Event) -> None:
        """Antes first, in order; then nothing until somebody has won."""
        super().on_coins_moved(event)
        if event["reason"] == "ante":
            payer = (event["payer"], event["payee"], event["amount_cp"])
            insist(payer == (self.seats[self.antes], "pot", self.options["ante_cp"]), "an ante is not as it should be")
            insist(self.turn is None, "an ante in the race")
            self.antes += 1

    def throws(self, event: Event) -> None:
        """Only who is on turn throws."""
        insist(event["seat"] == self.turn and not self.over, f"{event['seat']} throws on {self.turn}'s turn")
        insist(self.closing is None, "one throws while the race is closed")

    def on_dice_thrown(self, event: Event) -> None:
        """On one's turn."""
        self.throws(event)
        super().on_dice_thrown(event)

    def on_races_points_counted(self, event: Event) -> None:
        """Points of the turn: as many as the dice are worth."""
        seat, points = event["seat"], event["points"]
        insist(seat == self.turn and not self.over, "points out of turn")
        self.in_the_open(seat)
        worth = self.worth()
        insist(points == worth, f"{points} points are counted for {worth}")
        self.at_risk += points
        insist(event["at_risk"] == self.at_risk, f"{event['at_risk']} at risk, not {self.at_risk}")

    def worth(self) -> int:
        """What the newest throw, or what was set aside of it, is worth."""
        raise NotImplementedError

    def on_races_points_banked(self, event: Event) -> None:
        """Points are written down."""
        seat = event["seat"]
        insist(seat == self.turn and not self.over, "points are banked out of turn")
        self.in_the_open(seat)
        self.judge_bank(event)
        insist(event["points"] == self.at_risk, f"{event['points']} banked, not {self.at_risk}")
        self.points[seat] += self.at_risk
        insist(event["total"] == self.points[seat], f"{seat} has {self.points[seat]}, not {event['total']}")
        self.over = True

    def judge_bank(self, event: Event) -> None:
        """Whether one may bank."""

    def on_races_points_lost(self, event: Event) -> None:
        """Points that the dice have lost."""
        insist(event["seat"] == self.turn and not self.over, "points are lost out of turn")
        self.in_the_open(event["seat"])
        self.judge_loss()
        insist(event["points"] == self.at_risk, f"{event['points']} lost, not {self.at_risk}")
        self.over = True

    def judge_loss(self) -> None:
        """Whether the dice lose the points of a turn."""
        raise NotImplementedError

    def on_status_changed(self, event: Event) -> None:
        """One is out of the race."""
        super().on_status_changed(event)
        status, seat = event["status"], event["seat"]
        insist(status in (*DONE, *self.other_statuses), f"nobody is {status} in a race")
        insist(status != "caught" or self.forfeits(seat), f"{seat} is out though nobody pays for cheats")
        if status == "forfeited":
            insist(self.step.command["type"] in ("leave", "remove_seat"), f"{seat} forfeits and has not left")

    other_statuses: tuple[str, ...] = ()
    nobody = "nobody_won"

    def winner(self) -> str | None:
        """Who has won, if somebody has."""
        raise NotImplementedError

    def judge_closed(self, event: Event) -> None:
        """With one left, or none, there may be nothing to wait for."""
        if len(self.racing()) > 1 or self.closing is not None:
            super().judge_closed(event)

    def judge_the_end(self, event: Event) -> None:
        """The winner, or the last one left, takes the pot."""
        insist(self.antes == (len(self.seats) if self.options["ante_cp"] else 0), "not all have paid")
        left = self.racing()
        if not left:
            self.judge_nobody_left(event)
            return
        winner = left[0] if len(left) == 1 else self.winner()
        insist(event["outcome"] == "won" and event["winners"] == [winner], f"{winner} has won, not {event['winners']}")
        pot = self.played.before.purses["pot"] + self.options["ante_cp"] * len(self.seats)
        insist(event["won_cp"] == {winner: pot}, f"{winner} wins {pot} cp")
        insist(self.paid("pot", self.account(str(winner)), "payout") == pot, f"{winner} gets {pot} cp")
        others = {m["reason"] for m in self.moves} - {"ante", "payout"}
        insist(not others, f"coins move for {others}")
        insist(self.table.purses["pot"] == 0, "something is left in the pot")

    def judge_nobody_left(self, event: Event) -> None:
        """All are out, and have lost what they paid: the House takes the pot, but for antes that go back."""
        insist(event["winners"] == [] and event["won_cp"] == {}, "one who is out wins")
        ante = self.options["ante_cp"]
        pot = self.played.before.purses["pot"] + ante * len(self.seats)
        back = self.antes_go_back()
        insist(event["outcome"] == self.nobody, f"it ends as {event['outcome']}")
        moved, due = Counter[str](), Counter({HOUSE: pot - ante * len(back)})
        for move in self.moves:
            if move["payer"] == "pot":
                moved[move["payee"]] += move["amount_cp"]
        for seat in back:
            due[self.account(seat)] += ante
        insist(moved == due, f"{due} is due, {moved} is paid")

    def antes_go_back(self) -> list[str]:
        """Whose."""
        return []
