"""Referees: each of the Tavern Games judged from its rules alone, without the code that plays it."""

from typing import Final

from tests.referees.farkle import FarkleReferee
from tests.referees.mason import MasonReferee
from tests.referees.middles_seven import MiddlesSevenReferee
from tests.referees.mountains import MountainsReferee
from tests.referees.pig import PigReferee
from tests.referees.referee import Referee
from tests.referees.rulers_bluff import RulersBluffReferee
from tests.referees.scales import ScalesReferee
from tests.referees.triangle import TriangleReferee
from tests.referees.twelve_nights import TwelveNightsReferee
from tests.referees.twins import TwinsReferee

REFEREES: Final[dict[str, type[Referee]]] = {
    "farkle": FarkleReferee,
    "mason": MasonReferee,
    "middles-seven": MiddlesSevenReferee,
    "mountains": MountainsReferee,
    "pig": PigReferee,
    "rulers-bluff": RulersBluffReferee,
    "scales": ScalesReferee,
    "triangle": TriangleReferee,
    "twelve-nights": TwelveNightsReferee,
    "twins": TwinsReferee,
}
