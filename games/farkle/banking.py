"""Banking: a seat writes the points of its turn down, and the dice go to the next. (Seeds 003, Farkle.)"""

from collections.abc import Iterator
from typing import Any, ClassVar

from events.dice import Dice
from events.event import Command, CommandV1, Event
from games.chapter import Chapter, Uses, act, offers, on_timeout, round_details
from games.farkle.state import GO_ON, SET_ASIDE, FarkleTable
from games.farkle.throwing import Throw
from games.mechanics.race import Race
from projections.actions import Action, Offer, Refusal


class Bank(CommandV1, frozen=True, kw_only=True):
    """Write the turn's points down, and pass the dice on."""


class Banking(Chapter):
    """Points are safe once they are banked; a table may ask for a least number, and for more the first time."""

    reasons: ClassVar = {
        "nothing_to_bank": "No points have been made this turn.",
        "too_little_to_bank": "The table asks for more points before they are written down.",
    }
    race = Uses(Race)

    @staticmethod
    def bank_from(table: FarkleTable, seat: str) -> int:
        """How many points a turn must bring before the seat can write them down."""
        options = table.options
        return options.minimum_bank if table.state.banked[seat] else max(options.minimum_bank, options.opening_bank)

    @offers(Bank)
    def may_bank(self, table: FarkleTable, seat: str) -> Iterator[Offer]:
        """After dice were set aside, if the points are enough for the table."""
        at_risk, least = table.state.at_risk, self.bank_from(table, seat)
        if table.question == SET_ASIDE:
            yield Refusal("bank", "set_aside_first", "Set aside at least one die that scores: then you can bank.")
        elif table.question != GO_ON:
            yield Refusal("bank", "nothing_to_bank", "You have no points this turn yet: throw.")
        elif at_risk < least:
            usual = least == table.options.minimum_bank
            whose = "The points of a turn" if usual else "The first points that you write down"
            detail = f"{whose} must be {least:,} at least, and you have {at_risk:,}: throw again."
            yield Refusal("bank", "too_little_to_bank", detail)
        else:
            yield Action(type="bank")

    @act(Bank)
    def bank(self, table: FarkleTable, dice: Dice, seat: str, command: Bank) -> Iterator[Event]:
        """The points are the seat's for good: it wins, or the next one plays."""
        return self.race.bank(table, seat)

    @on_timeout(GO_ON)
    def _bank_if_allowed(self, table: FarkleTable, seat: str) -> Command:
        return Bank() if table.state.at_risk >= self.bank_from(table, seat) else Throw()

    @round_details
    def _details(self, table: FarkleTable) -> dict[str, Any]:
        return {"bank_from": self.bank_from(table, table.to_act[0]) if table.to_act else None}
