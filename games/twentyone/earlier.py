"""Earlier versions of the current rules, which running rounds end by and logs are run again by."""

from typing import ClassVar

from games.chapter import varied
from games.mechanics.house_match import HouseMatchBefore
from games.twentyone.bump import Bumping
from games.twentyone.rulebook import TwentyOne


class BumpingRules1(Bumping):
    """A bumper could neither accuse nor bet while the target picked."""

    while_locked: ClassVar = ("fold",)


class TwentyOneRules1(TwentyOne):
    """Version 1: the House matched antes while the GM played an NPC that they had taken over."""

    version = 1
    chapters: ClassVar = varied(TwentyOne.chapters, HouseMatchBefore, BumpingRules1)
