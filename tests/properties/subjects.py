"""The games that pass through the properties: a game is added by one line."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

import msgspec
import pytest

from events.event import Event
from events.round_events import Denounced, DiceShown, DieReplaced, DieRevealed, DieSetDown, StatusChanged, Told
from games.engine.catalogue import Catalogue
from games.installed import CATALOGUE
from games.mechanics.simultaneous import ChoicesShown
from games.mechanics.tricks.bluffing import BluffJudged
from games.table import TABLE_RULES
from games.twentyone.accusing import AccusationJudged
from tests.games.trickster.own_cards import SECRET_CARDS
from tests.toys.catalogue import TOYS
from tests.toys.keepers import Keepers
from tests.toys.secret_choice import Shown
from tests.toys.toss import Toss


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """A game with the options under which it is put to the test.

    `ways`: options to use instead, each for as many walks. A walk's seed says which.
    `in_secret`: the commands, with their parameters, that must all look alike to others.
    `shows`: the events by which the rules let show what was done or fell in secret.
    `turns_to`: the games to which the GM turns between rounds; none: the game stays.
    """

    catalogue: Catalogue
    game: str
    options: dict[str, Any] = {}
    ways: tuple[dict[str, Any], ...] = ()
    in_secret: tuple[str, ...] = ()
    shows: tuple[type[Event], ...] = ()
    turns_to: tuple["Subject", ...] = ()

    def options_of(self, seed: int) -> dict[str, Any]:
        """The options of a walk."""
        return self.ways[seed % len(self.ways)] if self.ways else self.options

    def playing(self, game: str) -> "Subject":
        """The subject while `game` is played."""
        return next((subject for subject in self.turns_to if subject.game == game), self)

    def __repr__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        if self.turns_to:
            return "an_evening"
        if self.ways:
            return f"{self.game}(in {len(self.ways)} ways)"
        given = ",".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.game}({given})" if given else self.game


TOY_GAMES: Final = [
    Subject(catalogue=TOYS, game="race"),
    Subject(catalogue=TOYS, game="bank", options={"turn_seconds": 60}, shows=(DieRevealed,)),
    Subject(
        catalogue=TOYS,
        game="secret_choice",
        options={"unseal": "dispute", "turn_seconds": 60},
        in_secret=("choose",),
        shows=(Shown,),
    ),
    Subject(catalogue=TOYS, game="high_die", options={"turn_seconds": 60}, shows=(DieRevealed,)),
    Subject(
        catalogue=TOYS,
        game="sealed_bid",
        options={"unseal": "dispute"},
        in_secret=("seal",),
        shows=(ChoicesShown,),
    ),
    Subject(catalogue=Catalogue.of([Toss()], TABLE_RULES), game="toss"),
    Subject(catalogue=Catalogue.of([Keepers()], TABLE_RULES), game="keepers"),
]
_INSTALLED: Final = [
    Subject(
        catalogue=CATALOGUE,
        game="twentyone",
        in_secret=("cheat", "let_it_be"),
        shows=(DieSetDown, DieRevealed, StatusChanged, Told, AccusationJudged),
    ),
    Subject(
        catalogue=CATALOGUE,
        game="twentyone-v3",
        in_secret=("cheat", "let_it_be"),
        shows=(DieSetDown, DieRevealed, StatusChanged, Told, AccusationJudged),
    ),
    Subject(
        catalogue=CATALOGUE,
        game="twentyone-v3",
        options={"goad_resist": "one_ante", "side_bets": "pool", "turn_seconds": 60, "unseal": "round"},
        in_secret=("cheat", "let_it_be"),
        shows=(DieSetDown, DieRevealed, StatusChanged, Told, AccusationJudged),
    ),
    Subject(catalogue=CATALOGUE, game="goblin"),
    Subject(
        catalogue=CATALOGUE, game="goblin", options={"last_standing": "wins", "ante_cp": 1_000, "turn_seconds": 60}
    ),
    Subject(
        catalogue=CATALOGUE,
        game="bluffmaster",
        options={"cards": "dealt", "turn_seconds": 60},
        in_secret=("choose_card", "use_ability", "use_none"),
        shows=(ChoicesShown, DieRevealed, Told, BluffJudged),
    ),
    Subject(
        catalogue=CATALOGUE,
        game="bluffmaster",
        options={"cards": "chosen", "unseal": "round"},
        in_secret=("choose_card", "use_ability", "use_none"),
        shows=(ChoicesShown, DieRevealed, Told, BluffJudged),
    ),
    Subject(
        catalogue=CATALOGUE,
        game="bluffmaster",
        in_secret=("use_ability", "use_none"),
        shows=(ChoicesShown, DieRevealed, Told, BluffJudged),
    ),
    Subject(catalogue=CATALOGUE, game="farkle", options={"target": 1_000, "greed": True}),
    Subject(
        catalogue=CATALOGUE,
        game="farkle",
        options={"ante_cp": 500, "target": 2_000, "minimum_bank": 100, "opening_bank": 300, "turn_seconds": 60},
    ),
    Subject(catalogue=CATALOGUE, game="mason", options={"target": 20, "ante_cp": 500, "turn_seconds": 60}),
    Subject(catalogue=CATALOGUE, game="mason"),
    Subject(
        catalogue=CATALOGUE,
        game="pig",
        options={"target": 50, "ante_cp": 500, "turn_seconds": 60, "cheating": "on"},
        in_secret=("cheat", "show_dice"),
        shows=(DiceShown, Told, Denounced),
    ),
    Subject(catalogue=CATALOGUE, game="pig", options={"target": 50, "ante_cp": 500, "turn_seconds": 60}),
    Subject(catalogue=CATALOGUE, game="middles-seven", options={"bank_limit_cp": 9_000, "turn_seconds": 60}),
    Subject(catalogue=CATALOGUE, game="mountains", options={"bank_limit_cp": 5_000, "turn_seconds": 60}),
    Subject(catalogue=CATALOGUE, game="mountains", options={"auto_roll": False}),
    Subject(catalogue=CATALOGUE, game="twelve-nights", options={"bank_limit_cp": 9_000, "turn_seconds": 60}),
    Subject(catalogue=CATALOGUE, game="twins", options={"most_cp": 2_000, "turn_seconds": 60}),
    Subject(catalogue=CATALOGUE, game="scales", options={"light": "on", "turn_seconds": 60}),
    Subject(
        catalogue=CATALOGUE,
        game="twelve-nights",
        options={"cheating": "on", "bank_limit_cp": 9_000, "turn_seconds": 60},
        in_secret=("show_dice", "cheat"),
        shows=(DiceShown, Denounced, StatusChanged, Told),
    ),
    Subject(
        catalogue=CATALOGUE,
        game="middles-seven",
        options={"cheating": "on", "caught": "nothing"},
        in_secret=("cheat",),
        shows=(DiceShown, Denounced, Told),
    ),
    Subject(
        catalogue=CATALOGUE, game="rulers-bluff", options={"turn_seconds": 60}, shows=(DieRevealed, Told, BluffJudged)
    ),
    Subject(
        catalogue=CATALOGUE, game="rulers-bluff", options={"open_dice": "own"}, shows=(DieRevealed, Told, BluffJudged)
    ),
    Subject(catalogue=CATALOGUE, game="triangle", options={"turn_seconds": 60}, shows=(DieRevealed, Told, BluffJudged)),
    Subject(
        catalogue=CATALOGUE,
        game="rulers-bluff",
        options={"open_dice": "own", "cheating": "on", "turn_seconds": 60},
        in_secret=("cheat", "show_dice"),
        shows=(DieRevealed, DiceShown, Told, BluffJudged, Denounced),
    ),
    Subject(
        catalogue=CATALOGUE,
        game="trickster",
        options={"classes": "dealt", "odds_hint": "on", "turn_seconds": 60},
        shows=(DiceShown, DieReplaced, Told),
    ),
    Subject(catalogue=CATALOGUE, game="trickster", options={"ante_cp": 500}, shows=(DiceShown, DieReplaced, Told)),
    Subject(
        catalogue=CATALOGUE,
        game="trickster",
        options={"standard_cards": False, "classes": "dealt", "cards": SECRET_CARDS},
        shows=(DiceShown, DieReplaced, Told),
    ),
]
_TRICKS_SHOW: Final[tuple[type[Event], ...]] = (DiceShown, Denounced, Told)


def _with_tricks(subject: Subject) -> Subject:
    """The subject as it is where one can cheat: a GM may allow it at any time between rounds."""
    if "cheating" not in subject.catalogue.rulebook(subject.game).options.__struct_fields__:
        return subject
    return msgspec.structs.replace(
        subject,
        in_secret=tuple(dict.fromkeys((*subject.in_secret, "cheat", "show_dice"))),
        shows=tuple(dict.fromkeys((*subject.shows, *_TRICKS_SHOW))),
    )


INSTALLED: Final = [_with_tricks(subject) for subject in _INSTALLED]
EVENING: Final = Subject(catalogue=CATALOGUE, game=INSTALLED[0].game, turns_to=tuple(INSTALLED))
"""An evening on which every game that is installed is played at one table."""


def _in_all_ways() -> Iterator[Subject]:
    """Each game once, with all options under which it is put to the test."""
    for game, same in groupby(sorted(INSTALLED, key=attrgetter("game")), key=attrgetter("game")):
        ways = list(same)
        if len(ways) == 1:
            yield ways[0]
            continue
        yield Subject(
            catalogue=CATALOGUE,
            game=game,
            ways=tuple(way.options for way in ways),
            in_secret=tuple(dict.fromkeys(command for way in ways for command in way.in_secret)),
            shows=tuple(dict.fromkeys(event for way in ways for event in way.shows)),
        )


GAMES: Final = list(_in_all_ways())
_EACH_WAY: Final = [subject for subject in INSTALLED if subject not in GAMES]
"""The options of games that have several, each with all examples of a property: in a campaign."""


def _in_a_campaign(subjects: list[Subject]) -> list[Any]:
    return [pytest.param(subject, marks=pytest.mark.campaign) for subject in subjects]


every_game = pytest.mark.parametrize("subject", [*TOY_GAMES, *GAMES, EVENING, *_in_a_campaign(_EACH_WAY)], ids=str)
every_installed_game = pytest.mark.parametrize(
    "subject", [*GAMES, EVENING, *_in_a_campaign([*TOY_GAMES, *_EACH_WAY])], ids=str
)
"""For properties that take long: the small games of the tests' own are left to a campaign."""
