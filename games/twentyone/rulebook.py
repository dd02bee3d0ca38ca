"""Tavern Twenty-One by the current rules: the chapters of its rules, in their order. (Seeds 001.)"""

from collections.abc import Iterator
from typing import ClassVar

from events.dice import Dice
from events.event import Command, Event
from games.chapter import Chapter, Uses
from games.mechanics.antes import able_to_pay
from games.mechanics.house_match import HouseMatch
from games.mechanics.side_bets import SideBet
from games.rulebook import Barred, Rulebook
from games.twentyone.accusing import Accuse, Accusing, Pass
from games.twentyone.betting import Betting, Fold, Hold, Roll
from games.twentyone.bump import Bump, Bumping, Retaliate
from games.twentyone.cheating import Cheat, Cheating
from games.twentyone.endgame import Endgame
from games.twentyone.leaving import Leaving
from games.twentyone.naturals import Naturals
from games.twentyone.opening import Cut, Opening
from games.twentyone.options import Options
from games.twentyone.side_bets import SideBets
from games.twentyone.skills import Foreseeing, Foresight, Goad, Goading, Profile, Profiling, Skills
from games.twentyone.state import State, TwentyOneTable, total
from games.twentyone.tab import Tab
from games.twentyone.turns import LetItBe
from projections.table import OptionsT, StateT


class TwentyOneRulebook(Rulebook[OptionsT, StateT]):
    """Tavern Twenty-One by anybody's house rules, which name its options and chapters."""

    min_seats = 2
    max_seats = 12
    listed: ClassVar[tuple[type[Command], ...]] = (
        Cut, LetItBe, Roll, Cheat, Hold, Fold, Goad, Bump, Foresight, Profile, Retaliate, Accuse, Pass, SideBet
    )  # fmt: skip
    reasons: ClassVar = {"not_in_round": "This is for the players of the round."}
    bumping = Uses(Bumping)
    leaving = Uses(Leaving)
    opening = Uses(Opening)

    def entrants(self, table: TwentyOneTable) -> list[str]:
        """The seats that can pay the ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """From the antes to the Cut."""
        return self.opening.open(table, dice)

    def leave(self, table: TwentyOneTable, seat: str, dice: Dice) -> Iterator[Event]:
        """Fold first, pay what is owed, hold nobody up."""
        return self.leaving.leave(table, dice, seat)

    def barred(self, table: TwentyOneTable, seat: str) -> Barred | None:
        """A seat that is not in the round can only bet; a bumper who is locked has to wait."""
        if not table.seats[seat].playing:
            detail = "You are not in this round; you can bet on those who are."
            return Barred(code="not_in_round", detail=detail, but_for=("side_bet",))
        return self.bumping.lock(table, seat)

    def total(self, table: TwentyOneTable, seat: str) -> int | None:
        """What a seat's dice count, if the viewer can know it."""
        return total(table, seat) if seat in table.state.hands else None


class TwentyOne(TwentyOneRulebook[Options, State]):
    """Tavern Twenty-One, current rules, standard mode."""

    id = "twentyone"
    version = 2
    name = "Tavern Twenty-One"
    summary = (
        "Come closest to 21 without going over: buy dice with coins or drinks, goad, bump and foresee, "
        "cheat if you dare, and accuse whoever did."
    )
    options = Options
    state = State
    chapters: ClassVar[tuple[type[Chapter], ...]] = (
        HouseMatch,
        Opening,
        Betting,
        Cheating,
        Naturals,
        Skills,
        Goading,
        Bumping,
        Foreseeing,
        Profiling,
        Tab,
        Accusing,
        SideBets,
        Endgame,
        Leaving,
    )
