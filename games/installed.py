"""The games that come with the server."""

from collections.abc import Sequence
from typing import Final

from games.bluffmaster import Bluffmaster
from games.bluffmaster.earlier import BluffmasterRules1
from games.deciding.catalogue import Catalogue
from games.drafts.bank import MiddlesSevenDraft, MiddlesSevenFirstDraft, MountainsDraft
from games.drafts.bluffmaster import BluffmasterDraft
from games.drafts.rulers_bluff import RulersBluffDraft
from games.drafts.twentyone import TwentyOneDraft
from games.drafts.twentyone_v3 import TwentyOneV3Draft
from games.farkle import Farkle
from games.goblin import Goblin
from games.goblin.earlier import GoblinRules1
from games.one_page.earlier import MasonRules1, RulersBluffRules1, TriangleRules1
from games.one_page.mason import Mason
from games.one_page.middles_seven import MiddlesSeven
from games.one_page.mountains import Mountains
from games.one_page.pig import Pig
from games.one_page.rulers_bluff import RulersBluff
from games.one_page.scales import Scales
from games.one_page.triangle import Triangle
from games.one_page.twelve_nights import TwelveNights
from games.one_page.twins import Twins
from games.rulebook import AnyRulebook
from games.trickster import Trickster
from games.twentyone import TwentyOne
from games.twentyone.earlier import TwentyOneRules1
from games.twentyone.v3 import TwentyOneV3
from games.twentyone.v3.earlier import TwentyOneV3Rules1, TwentyOneV3Rules2

EARLIER: Final[Sequence[AnyRulebook]] = (
    TwentyOneRules1(),
    TwentyOneV3Rules1(),
    TwentyOneV3Rules2(),
    GoblinRules1(),
    BluffmasterRules1(),
    MasonRules1(),
    RulersBluffRules1(),
    TriangleRules1(),
)
"""Earlier versions of rules: rounds that began under them end under them, and logs are re-run under them."""
DRAFTS: Final[Sequence[AnyRulebook]] = (
    TwentyOneDraft(),
    MiddlesSevenFirstDraft(),
    MiddlesSevenDraft(),
    MountainsDraft(),
    BluffmasterDraft(),
    TwentyOneV3Draft(),
    RulersBluffDraft(),
)
"""Versions as they were before they were settled, oldest first. Only re-runs use them."""
CATALOGUE: Final = Catalogue(
    [
        TwentyOne(),
        TwentyOneV3(),
        Goblin(),
        Bluffmaster(),
        Farkle(),
        Mason(),
        Pig(),
        MiddlesSeven(),
        Mountains(),
        TwelveNights(),
        Twins(),
        Scales(),
        RulersBluff(),
        Triangle(),
        Trickster(),
    ],
    EARLIER,
    DRAFTS,
)
