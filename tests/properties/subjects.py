"""The games that pass through the properties: a game is added by one line."""

from typing import Any, Final

import msgspec
import pytest

from events.event import Event
from events.round_events import DieRevealed, DieSetDown, StatusChanged, Told
from games.catalogue import Catalogue
from games.installed import CATALOGUE
from games.twentyone.happened import AccusationJudged
from tests.toys.catalogue import TOYS
from tests.toys.secret_choice import Shown


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """A game with the options under which it is put to the test.

    `in_secret`: the commands that others must not be able to tell apart, nor what is given with them.
    `shows`: the events by which the rules let show what was done or fell in secret.
    """

    catalogue: Catalogue
    game: str
    options: dict[str, Any] = {}
    in_secret: tuple[str, ...] = ()
    shows: tuple[type[Event], ...] = ()

    def __str__(self) -> str:
        given = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}({given})" if given else self.game


SUBJECTS: Final = [
    Subject(catalogue=TOYS, game="race"),
    Subject(catalogue=TOYS, game="bank", options={"turn_seconds": 60}, shows=(DieRevealed,)),
    Subject(
        catalogue=TOYS,
        game="secret_choice",
        options={"unseal": "dispute", "turn_seconds": 60},
        in_secret=("choose",),
        shows=(Shown,),
    ),
    Subject(
        catalogue=CATALOGUE,
        game="twentyone",
        in_secret=("cheat", "let_it_be"),
        shows=(DieSetDown, DieRevealed, StatusChanged, Told, AccusationJudged),
    ),
]

every_game = pytest.mark.parametrize("subject", SUBJECTS, ids=str)
