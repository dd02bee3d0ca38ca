"""Twins of Chance: bets on a black and a white d20. X:1 pays X stakes and gives the stake back."""

from fractions import Fraction

from tests.referees.kit.banks import BankReferee
from tests.referees.kit.referee import HOUSE


class TwinsReferee(BankReferee):
    """Follows two d20, the black one first."""

    house_dice = (2, "d20")
    bets_each = 1_000
    even_stakes = True

    def on_offer(self, on: str | None) -> bool:
        """A number, on either die or a certain one, or odd and even."""
        numbers = {f"{what}:{n}" for what in ("number", "black", "white") for n in range(1, 21)}
        return on in numbers | {f"{what}:{which}" for what in ("both", "total") for which in ("odd", "even")}

    def returned(self, seat: str, on: str | None) -> Fraction:
        """3:1 and 9:1 on numbers, 1:1 if both are, 1/2:1 if the total is."""
        black, white = self.faces[HOUSE, 0], self.faces[HOUSE, 1]
        what, _, which = str(on).partition(":")
        odd = which == "odd"
        number = int(which) if which.isdigit() else 0
        hit, pays = {
            "number": (number in (black, white), Fraction(3)),
            "black": (number == black, Fraction(9)),
            "white": (number == white, Fraction(9)),
            "both": (black % 2 == white % 2 == odd, Fraction(1)),
            "total": ((black + white) % 2 == odd, Fraction(1, 2)),
        }[what]
        return 1 + pays if hit else Fraction(0)
