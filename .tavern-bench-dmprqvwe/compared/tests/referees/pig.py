"""Pig: one die again and again; from 7 points on one may bank, a 1 loses all; the first at the target wins."""

from tests.referees.kit.book import Event, insist
from tests.referees.kit.races import RaceReferee

LEAST = 7


class PigReferee(RaceReferee):
    """Follows one die."""

    counted = True

    def on_dice_thrown(self, event: Event) -> None:
        """One d6, once what fell before has been counted."""
        insist((event["die"], event["ns"]) == ("d6", [0]), "Pig is played with one d6")
        insist(self.counted, "a throw is not counted")
        insist(self.step.actor != "clock" or self.at_risk < LEAST, "the clock throws, and could bank")
        super().on_dice_thrown(event)
        self.counted = False

    def worth(self) -> int:
        """What the die shows, if it is no 1."""
        insist(not self.counted, "a throw counts twice")
        self.counted = True
        face = self.faces[str(self.turn), 0]
        insist(face != 1, "a 1 scores")
        return face

    def judge_bank(self, event: Event) -> None:
        """From 7, by the player's own choice."""
        insist(self.at_risk >= LEAST, f"{self.at_risk} points are too few to write down")
        insist(self.step.command["type"] == "bank" and self.step.seat == event["seat"], "nobody chose to bank")

    def judge_loss(self) -> None:
        """A 1."""
        insist(not self.counted and self.faces[str(self.turn), 0] == 1, "points are lost without a 1")
        self.counted = True

    def on_turn_began(self, event: Event) -> None:
        """Nobody plays on once the target is reached."""
        insist(self.winner() is None, f"{self.winner()} has won already")
        super().on_turn_began(event)
        self.counted = True

    def winner(self) -> str | None:
        """The first at the target who is still in."""
        return next((seat for seat in self.racing() if self.points[seat] >= self.options["target"]), None)
