"""Weighted Scales: a number on three dice of the House's; as many stakes come back as dice show it."""

from fractions import Fraction

from tests.referees.kit.banks import BankReferee
from tests.referees.kit.book import Round
from tests.referees.kit.referee import HOUSE


class ScalesReferee(BankReferee):
    """Follows three d6, or d4 at Light Scales."""

    def __init__(self, played: Round) -> None:
        super().__init__(played)
        self.most = 4 if self.options["light"] == "on" else 6
        self.house_dice = (3, f"d{self.most}")

    def on_offer(self, on: str | None) -> bool:
        """A number that the dice have."""
        return on in {f"number:{n}" for n in range(1, self.most + 1)}

    def returned(self, seat: str, on: str | None) -> Fraction:
        """One stake for each die."""
        number = int(str(on).partition(":")[2])
        return Fraction(sum(self.faces[HOUSE, n] == number for n in range(3)))
