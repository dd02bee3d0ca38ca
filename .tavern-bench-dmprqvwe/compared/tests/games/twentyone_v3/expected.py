"""Events of V3.0 to compare with, as they are recorded: the short way to say them."""

from events.audience import GM_ONLY
from events.event import Event
from events.round_events import DieAltered, DieRerolled, DieSetDown
from games.twentyone.cheating import CheatTried
from games.twentyone.v3.dice import DiePickedUp, TableHeatSet
from tests.games.twentyone.expected import check
from tests.playing import drawn


def heat(now: int) -> Event:
    return TableHeatSet(to=GM_ONLY, heat=now)


def picked_up(seat: str, n: int) -> Event:
    return DiePickedUp(seat=seat, n=n)


def rerolled(seat: str, n: int, sides: int, face: int, *, by: str, why: str, to: str) -> Event:
    return DieRerolled(seat=seat, n=n, by=by, why=why, draw=drawn(seat, why, sides, face), draw_to=to)


def set_down_covered(seat: str, n: int, face: int) -> Event:
    """A hole die set down under the cup again."""
    return DieSetDown(seat=seat, n=n, place="hole", face=face, face_to=f"seat:{seat}")


def sleight(seat: str, natural: int, against: int, *, n: int = 1) -> Event:
    return check(seat, "sleight_of_hand", "cheat", natural, to=f"seat:{seat}", against=against, against_to=GM_ONLY, n=n)


def tried(seat: str, n: int, change: int, *, succeeded: bool) -> Event:
    return CheatTried(to=f"seat:{seat}", seat=seat, n=n, change=change, succeeded=succeeded)


def altered(seat: str, n: int, face: int, was: int) -> Event:
    return DieAltered(to=f"seat:{seat}", seat=seat, n=n, was=was, face=face, why="cheat")
