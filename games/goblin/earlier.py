"""Earlier versions of Goblin Mode's rules: for rounds that began under them, and for re-runs of logs."""

from typing import ClassVar

from games.chapter import varied
from games.goblin.rulebook import Goblin
from games.mechanics.antes import HouseMatchBefore


class GoblinRules1(Goblin):
    """Version 1: the House matched antes even if the GM played an NPC that they had taken over."""

    version = 1
    chapters: ClassVar = varied(Goblin.chapters, HouseMatchBefore)
