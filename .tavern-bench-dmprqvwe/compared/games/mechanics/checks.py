"""d20 checks with one die, or with two of which one counts (naturals included). Both are recorded. (Rulings.)"""

from typing import Final

from events.audience import ALL, CLOSED, Audience
from events.dice import Dice
from events.round_events import CheckRolled
from games.drawn import Drawn, DrawnBy

NATURAL_TWENTY: Final = 20
NATURAL_ONE: Final = 1

NORMAL: Final = "normal"
ADVANTAGE: Final = "advantage"
DISADVANTAGE: Final = "disadvantage"

_SIDES: Final = 20


def check_for(purpose: str, *checks: str, by: DrawnBy = "seat") -> Drawn:
    """The declaration of checks for a purpose."""
    return Drawn(purpose=purpose, sides=(_SIDES,), event=CheckRolled, by=by, where={"check": checks})


def roll_check(
    dice: Dice,
    seat: str,
    check: str,
    modifier: int,
    *,
    purpose: str,
    mode: str = NORMAL,
    to: Audience = ALL,
    against: int | None = None,
    against_to: Audience = CLOSED,
) -> CheckRolled:
    """Roll a check for `seat`. `purpose` names its sequence of draws; `to` says who sees it."""
    draws = [dice.roll(seat, purpose, _SIDES) for _ in range(1 if mode == NORMAL else 2)]
    natural = (max if mode == ADVANTAGE else min)(draw.face for draw in draws)
    return CheckRolled(
        to=to,
        seat=seat,
        check=check,
        mode=mode,
        draws=draws,
        natural=natural,
        modifier=modifier,
        total=natural + modifier,
        against=against,
        against_to=against_to,
    )
