"""Middle's 7: two dice of the House's make more than seven, less (twice the stake returns), or seven (three times)."""

from fractions import Fraction

from tests.referees.kit.banks import BankReferee
from tests.referees.kit.referee import HOUSE


class MiddlesSevenReferee(BankReferee):
    """Follows two d6."""

    def on_offer(self, on: str | None) -> bool:
        """The three declarations."""
        return on in ("higher", "lower", "middles_7")

    def returned(self, seat: str, on: str | None) -> Fraction:
        """By the total."""
        total = self.faces[HOUSE, 0] + self.faces[HOUSE, 1]
        falls = "higher" if total > 7 else "lower" if total < 7 else "middles_7"
        return Fraction((3 if on == "middles_7" else 2) if on == falls else 0)
