"""Earlier versions of Goblin Mode's rules, which running rounds end by and logs are run again by."""

from typing import ClassVar

from games.chapter import varied
from games.goblin.rulebook import Goblin
from games.mechanics.house_match import HouseMatchBefore


class GoblinRules1(Goblin):
    """Version 1: the House matched antes while the GM played an NPC that they had taken over."""

    version = 1
    chapters: ClassVar = varied(Goblin.chapters, HouseMatchBefore)
