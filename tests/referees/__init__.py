"""Referees: each game of the Tavern Games judged from its rules alone, without the code that plays it."""

from typing import Final

from tests.referees.farkle import FarkleReferee
from tests.referees.mason import MasonReferee
from tests.referees.pig import PigReferee
from tests.referees.referee import Referee

REFEREES: Final[dict[str, type[Referee]]] = {
    "farkle": FarkleReferee,
    "mason": MasonReferee,
    "pig": PigReferee,
}
