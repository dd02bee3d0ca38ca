"""An open throw: the highest is first or wins; those who tie for it throw again among themselves."""

from collections.abc import Sequence

from events.dice import Dice
from events.event import Draw, Event
from events.round_events import OpenThrown
from games.mechanics.throwing import highest_throw
from tests.playing import SECRET, Playing, drawn
from tests.toys.catalogue import TOYS


class GivenDice(Dice):
    """Dice that fall as given, for each seat in turn."""

    def __init__(self, faces: dict[str, list[int]]) -> None:
        super().__init__(SECRET, 1, (), {})
        self.faces = faces

    def _face(self, seat: str, purpose: str, sides: int, n: int) -> int:
        return self.faces[seat][n - 1]


def thrown(faces: dict[str, list[int]], seats: Sequence[str], sides: int = 20) -> tuple[list[list[Draw]], str]:
    """What each throw drew, and who threw highest."""
    throwing = highest_throw(GivenDice(faces), seats, "the_pot", sides)
    events: list[Event] = []
    while True:
        try:
            events.append(next(throwing))
        except StopIteration as stop:
            draws = [event.draws for event in events if isinstance(event, OpenThrown)]
            assert len(draws) == len(events)
            return draws, stop.value


def test_the_highest_is_first() -> None:
    draws, first = thrown({"ada": [4], "bo": [18], "cy": [11]}, ["ada", "bo", "cy"])
    assert first == "bo"
    assert draws == [
        [drawn("ada", "the_pot", 20, 4), drawn("bo", "the_pot", 20, 18), drawn("cy", "the_pot", 20, 11)],
    ]


def test_those_who_tie_for_the_highest_throw_again_among_themselves_until_one_is_left() -> None:
    faces = {"ada": [18, 7, 3], "bo": [4], "cy": [18, 7, 9], "dee": [18, 2]}
    draws, first = thrown(faces, ["ada", "bo", "cy", "dee"])
    assert first == "cy"
    assert [[(draw.seat, draw.n, draw.face) for draw in throw] for throw in draws] == [
        [("ada", 1, 18), ("bo", 1, 4), ("cy", 1, 18), ("dee", 1, 18)],
        [("ada", 2, 7), ("cy", 2, 7), ("dee", 2, 2)],
        [("ada", 3, 3), ("cy", 3, 9)],
    ]


def test_a_tie_below_the_highest_is_no_matter() -> None:
    draws, first = thrown({"ada": [4], "bo": [18], "cy": [4]}, ["ada", "bo", "cy"])
    assert (len(draws), first) == (1, "bo")


def test_a_player_who_is_alone_throws_nothing() -> None:
    assert thrown({}, ["ada"]) == ([], "ada")


def test_the_die_can_be_another() -> None:
    draws, _ = thrown({"ada": [1], "bo": [2]}, ["ada", "bo"], 6)
    assert {draw.sides for throw in draws for draw in throw} == {6}


def test_everybody_sees_the_throw_and_it_stays_on_no_table() -> None:
    playing = Playing.open(TOYS, "high_die").seat("Ada", "Bo")
    playing.load({(seat, "hole", 6): [5] for seat in ("ada", "bo")})
    playing.load({("ada", "the_pot", 20): [2], ("bo", "the_pot", 20): [17]}).start()
    playing.let_the_clock_act()
    playing.let_the_clock_act()
    for viewer in playing.viewers():
        seen = playing.newest_seen(viewer)
        assert seen is not None
        assert "A throw for the pot: Ada 2 and Bo 17." in seen.chronicle
        assert [len(seat.dice) for seat in playing.view(viewer).seats] == [1, 1]
