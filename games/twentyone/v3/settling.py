"""V3.0, accusations and the end: a false accusation disqualifies, and a tied duel splits the pot.

Seeds 000, parts 2 and 5.
"""

from collections.abc import Generator, Iterator
from typing import ClassVar

from events.dice import Dice
from events.event import Event
from events.round_events import DieSetDown, StatusChanged
from games.chapter import Uses, fold
from games.sentences import says
from games.twentyone.accusing import Accusing
from games.twentyone.endgame import Endgame
from games.twentyone.state import TwentyOneTable, contenders
from games.twentyone.v3.side_bets import V3SideBets
from games.twentyone.v3.state import free_of_rolls, state_of


class V3Accusing(Accusing):
    """A seat may accuse as often as it can pay; a false accusation disqualifies it."""

    reasons: ClassVar = {
        "accused_already": None,
        "nothing_to_accuse": "Accusations are heard once a die was set down that could be cheated on.",
    }
    side_bets = Uses(V3SideBets)
    unheard: ClassVar = ("nothing_to_accuse", "Nobody has set down a die yet that could be cheated on.")

    def are_heard(self, table: TwentyOneTable) -> bool:
        """A die that was re-rolled at the Cut can have been cheated on, too."""
        return state_of(table).any_set_down

    @fold(DieSetDown)
    def _set_down(self, table: TwentyOneTable, event: DieSetDown) -> None:
        state_of(table).any_set_down = True

    def has_had_its_say(self, table: TwentyOneTable, seat: str) -> bool:
        """There is no limit."""
        return False

    def wrong(self, table: TwentyOneTable, seat: str) -> Generator[Event, None, str | None]:
        """A slanderer is bust. One that was bust already loses the fee, and the bets that it has made since."""
        yield from super().wrong(table, seat)
        if seat not in contenders(table):
            yield from self.side_bets.lose(table, seat)
            return None
        yield from self.naturals.set_down(table, seat)
        yield from self.naturals.bust(table, seat, "false_accusation")
        return seat

    def caught_aloud(self, table: TwentyOneTable, event: StatusChanged) -> None:
        """That the cheater is disqualified is said a moment later."""

    _slander_aloud = says(StatusChanged, "{seat} has slandered an honest die: bust!", why="false_accusation")


class V3Endgame(Endgame):
    """One duel roll decides; if it does not, the winners share the pot."""

    def show(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """Nobody rolls any more."""
        yield from free_of_rolls(table, seat)
        yield from super().show(table, seat)

    def duel(self, table: TwentyOneTable, dice: Dice, tied: list[str]) -> Generator[Event, None, list[str]]:
        """The tied seats roll once; returns the winners."""
        return (yield from self.duel_once(table, dice, tied))
