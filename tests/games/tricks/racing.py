"""Races where one can cheat, for tests: Bri, Odo and Cal play, and what others are served is compared."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from events.audience import PUBLIC, Viewer, seat_viewer
from events.event import Command, CommandV1, Event
from events.gaming_sets import GamingSet
from games import mason, pig
from games.farkle import turns as farkle
from games.installed import CATALOGUE
from games.mechanics.tricks.cup import ShowDice
from tests.games.tricks.worlds import served
from tests.playing import Playing

SEATS: Final = ("Bri", "Odo", "Cal")
THROWS: Final[Mapping[str, Callable[[], CommandV1]]] = {
    "pig": pig.Throw,
    "mason": mason.Throw,
    "farkle": farkle.Throw,
}
DICE: Final = {"pig": 1, "mason": 6, "farkle": 6}
"""How many dice a turn begins with."""
UNNOTICED: Final[Mapping[tuple[str, str, int], Sequence[int]]] = {("bri", "sleight_of_hand", 20): [20]}
"""Bri cheats so well that nobody can notice, unless the House's Perception is very good."""


def table(
    game: str, *more: str, sets: Iterable[GamingSet] = (), seats: Sequence[str] = SEATS, **options: Any
) -> Playing:
    """A race that has begun. Bri brought these sets, and the others none."""
    playing = Playing.open(CATALOGUE, game, **{"cheating": "on", "ante_cp": 500, "house_perception": -20, **options})
    for name in (*seats, *more):
        playing.sit(name, purse_cp=20_000, sets=sets if name == "Bri" else ())
    return playing.start()


def throws(playing: Playing, seat: str, *faces: int) -> list[Event]:
    """A seat throws its dice under the cup, and these faces fall."""
    game = playing.table.game
    playing.load({(seat, game, 6): faces})
    return playing.give(seat, THROWS[game]())


def plays(playing: Playing, seat: str, *faces: int) -> list[Event]:
    """A seat throws these faces, and shows them."""
    return [*throws(playing, seat, *faces), *playing.give(seat, ShowDice())]


def all_do(playing: Playing, command: Command) -> None:
    """All who are asked do the same."""
    for seat in list(playing.table.to_act):
        playing.give(seat, command)


def look_alike(first: Playing, second: Playing, viewers: Iterable[Viewer] = ()) -> bool:
    """Whether two tables are the same to all but Bri and the GM, byte for byte."""
    others = list(viewers) or [PUBLIC, *(seat_viewer(seat) for seat in first.table.names if seat != "bri")]
    return all(served(first, viewer) == served(second, viewer) for viewer in others)


def faces_of(playing: Playing, seat: str, viewer: Viewer) -> list[int | None]:
    """What a viewer sees a seat's dice show."""
    return [die.face for one in playing.view(viewer).seats if one.seat == seat for die in one.dice]
