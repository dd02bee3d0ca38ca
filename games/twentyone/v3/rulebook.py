"""Tavern Twenty-One V3.0: the chapters of the current rules, with those that the manual changes. (Seeds 000.)"""

from collections.abc import Sequence
from itertools import chain
from typing import ClassVar

from events.event import Event
from events.round_events import CheckRolled
from games.engine.chapter import Chapter, Uses
from games.twentyone.rulebook import TwentyOneRulebook
from games.twentyone.skills import Profiling, Skills
from games.twentyone.state import TwentyOneTable
from games.twentyone.v3.betting import NoHouseMatch, V3Betting, V3Opening
from games.twentyone.v3.dice import V3Cheating, V3Naturals, V3Tab
from games.twentyone.v3.settling import V3Accusing, V3Endgame, V3SideBets
from games.twentyone.v3.skills import Reroll, Resist, V3Bumping, V3Foreseeing, V3Goading
from games.twentyone.v3.state import V3Options, V3State


class TwentyOneV3(TwentyOneRulebook[V3Options, V3State]):
    """Tavern Twenty-One V3.0."""

    id = "twentyone-v3"
    version = 1
    name = "Tavern Twenty-One V3.0"
    summary = (
        "Come closest to 21 without going over, by the older and harsher manual: the table has one heat, "
        "every roll can be cheated on, and a false accusation puts you out."
    )
    how_to_play = (
        "You start with two d10s: one that everybody sees, and one under your cup.",
        "On your turn, buy another die, hold your total or fold. Any roll can be cheated on.",
        "The highest total up to 21 takes the pot. If you accuse falsely, you are out.",
    )
    options = V3Options
    state = V3State
    remembers: ClassVar = ("rounds", "suspicion", "heated_in")
    listed: ClassVar = (*TwentyOneRulebook.listed, Resist, Reroll)
    cheating = Uses(V3Cheating)

    def recall(self, table: TwentyOneTable, entries: Sequence[Sequence[Event]]) -> None:
        """The first cheat shows the heat that it met."""
        super().recall(table, entries)
        for event in chain.from_iterable(entries):
            if isinstance(event, CheckRolled) and event.check == "sleight_of_hand" and event.against is not None:
                return self.cheating.recall(table, event.against)
        return None

    chapters: ClassVar[tuple[type[Chapter], ...]] = (
        NoHouseMatch, V3Opening, V3Betting, V3Cheating, V3Naturals, Skills, V3Goading, V3Bumping, V3Foreseeing,
        Profiling, V3Tab, V3Accusing, V3SideBets, V3Endgame,
    )  # fmt: skip
