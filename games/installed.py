"""The games that come with the server."""

from typing import Final

from games.bluffmaster import Bluffmaster
from games.engine.catalogue import Catalogue
from games.farkle import Farkle
from games.goblin import Goblin
from games.mason import Mason
from games.middles_seven import MiddlesSeven
from games.mountains import Mountains
from games.pig import Pig
from games.rulers_bluff import RulersBluff
from games.scales import Scales
from games.table import TABLE_RULES
from games.triangle import Triangle
from games.trickster import Trickster
from games.twelve_nights import TwelveNights
from games.twentyone import TwentyOne
from games.twentyone.v3 import TwentyOneV3
from games.twins import Twins

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
    TABLE_RULES,
)
