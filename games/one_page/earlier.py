"""Earlier versions of one-page games: for rounds that began under them, and for re-runs of logs.

Version 1 of Mason, Ruler's Bluff and Triangle: a seat that was denounced after it was out kept its share of a pot that
nobody could win, and the result named nobody who was paid.
"""

from typing import ClassVar

from games.chapter import varied
from games.mechanics.tricks.game import CAUGHT
from games.one_page.mason import Mason, MasonTable, Rounds
from games.one_page.rulers_bluff import RulersBluff
from games.one_page.triangle import Triangle
from projections.game import AnyTable


class SharesRules1:
    """Only seats denounced while in play lost their share, and a result did not name those who had one."""

    names_everybody_paid: ClassVar = False

    def loses_its_share(self, table: AnyTable, seat: str) -> bool:
        """Whether the seat was denounced in play."""
        return table.seats[seat].status == CAUGHT


class RoundsRules1(Rounds):
    """Beaten seats never won, even if all above them were denounced."""

    def rejoining(self, table: MasonTable) -> list[str]:
        """None."""
        return []


class MasonRules1(SharesRules1, Mason):
    """Version 1 of Mason."""

    version = 1
    chapters: ClassVar = varied(Mason.chapters, RoundsRules1)


class RulersBluffRules1(SharesRules1, RulersBluff):
    """Version 1 of Ruler's Bluff."""

    version = 1


class TriangleRules1(SharesRules1, Triangle):
    """Version 1 of Triangle."""

    version = 1
