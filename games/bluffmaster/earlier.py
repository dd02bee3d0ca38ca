"""Earlier versions of Bluffmaster's rules: for rounds that began under them, and for re-runs of logs."""

from typing import ClassVar

from games.bluffmaster.bluffing import BluffmasterBluffing
from games.bluffmaster.rulebook import Bluffmaster, BluffmasterSplitting
from games.bluffmaster.state import BluffmasterTable
from games.chapter import varied
from projections.actions import Param


class SplittingRules1(BluffmasterSplitting):
    """An agreed split always ended the Set."""

    def who_can_leave(self, table: BluffmasterTable) -> dict[str, Param]:
        """Seats could not leave while the others played on."""
        return {}


class BluffmasterRules1(Bluffmaster):
    """Version 1: seats could not leave by agreement while the others played on, and there was no bluffing."""

    version = 1
    chapters: ClassVar = varied(
        [chapter for chapter in Bluffmaster.chapters if chapter is not BluffmasterBluffing], SplittingRules1
    )
