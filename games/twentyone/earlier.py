"""Earlier versions of the current rules: for rounds that began under them, and for re-runs of logs."""

from typing import ClassVar

from games.chapter import varied
from games.mechanics.antes import HouseMatchBefore
from games.twentyone.rulebook import TwentyOne


class TwentyOneRules1(TwentyOne):
    """Version 1: while the target picked, a bumper could only fold. And the House matched antes even if the GM played
    an NPC that they had taken over."""

    version = 1
    at_any_time: ClassVar = ()
    chapters: ClassVar = varied(TwentyOne.chapters, HouseMatchBefore)
