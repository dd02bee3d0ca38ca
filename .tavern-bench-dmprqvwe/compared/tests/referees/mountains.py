"""Mountains: a buy-in, two d8 of the House's, up to three buy-ins more; a card between the two doubles all of it."""

from fractions import Fraction

from tests.referees.kit.banks import BankReferee
from tests.referees.kit.book import Event, insist
from tests.referees.kit.referee import HOUSE


class MountainsReferee(BankReferee):
    """Follows the House's two cards, and one of each seat's."""

    kind = "card"
    house_dice = (2, "d8")

    def room(self) -> bool:
        """Whether a card can lie between the House's."""
        return abs(self.faces[HOUSE, 0] - self.faces[HOUSE, 1]) > 1

    def judge_bet(self, seat: str, on: str | None, amount: int) -> None:
        """The buy-in first; then, once the House's dice are seen, up to three times as much."""
        buy_in = self.options["buy_in_cp"]
        own = [cp for who, _, cp in self.bets if who == seat]
        insist(on is None and len(own) < 2, f"{seat} bets again")
        if not own:
            insist(amount == buy_in and (HOUSE, 0) not in self.faces, f"the buy-in is {buy_in}, not {amount}")
        else:
            insist(self.room() and 0 < amount <= 3 * buy_in, f"{seat} bets {amount} more")

    def on_question_asked(self, event: Event) -> None:
        """More is asked only where a card can lie between."""
        super().on_question_asked(event)
        if event["question"] == "bet_more":
            insist(self.room(), "more is asked for though nobody can win")

    def on_dice_thrown(self, event: Event) -> None:
        """A card each, of those who bet, after the bets."""
        if event["seat"] != HOUSE:
            insist(not self.asked and event["die"] == "d8" and event["ns"] == [0], "a card too early, or too many")
            insist(any(who == event["seat"] for who, _, _ in self.bets), "a card for nothing")
            insist((event["seat"], 0) not in self.faces, "a second card")
        super().on_dice_thrown(event)

    def stakes(self) -> list[tuple[str, str | None, int]]:
        """Both bets together, in the order of the buy-ins."""
        who = list(dict.fromkeys(seat for seat, _, _ in self.bets))
        return [(seat, None, sum(cp for other, _, cp in self.bets if other == seat)) for seat in who]

    def returned(self, seat: str, on: str | None) -> Fraction:
        """Twice the whole bet, if the card lies between."""
        low, high = sorted((self.faces[HOUSE, 0], self.faces[HOUSE, 1]))
        if (seat, 0) not in self.faces:
            insist(not self.room(), f"{seat} has no card")
            return Fraction(0)
        self.in_the_open(seat)
        return Fraction(2 if low < self.faces[seat, 0] < high else 0)
