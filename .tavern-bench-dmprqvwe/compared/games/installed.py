"""The games that come with the server."""

from typing import Final

from games.bluffmaster import Bluffmaster
from games.deciding.catalogue import Catalogue
from games.farkle import Farkle
from games.goblin import Goblin
from games.one_page.mason import Mason
from games.one_page.middles_seven import MiddlesSeven
from games.one_page.mountains import Mountains
from games.one_page.pig import Pig
from games.one_page.rulers_bluff import RulersBluff
from games.one_page.scales import Scales
from games.one_page.triangle import Triangle
from games.one_page.twelve_nights import TwelveNights
from games.one_page.twins import Twins
from games.trickster import Trickster
from games.twentyone import TwentyOne
from games.twentyone.v3 import TwentyOneV3

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
    ]
)
