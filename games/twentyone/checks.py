"""The checks of Twenty-One: in the open, or for the seat that tries and the GM. A Sloppy seat's are at disadvantage."""

from events.audience import Audience, seat_viewer
from events.dice import Dice
from events.round_events import CheckRolled
from games.mechanics.checks import DISADVANTAGE, NORMAL, roll_check
from games.twentyone.state import SLOPPY, TwentyOneTable, is_in, sheet


def open_check(table: TwentyOneTable, dice: Dice, seat: str, check: str, purpose: str) -> CheckRolled:
    """An opposed check that everybody sees: strength, or a skill."""
    character = sheet(table, seat)
    modifier = character.ability("str") if check == "strength" else character.skill(check)
    return roll_check(dice, seat, check, modifier, purpose=purpose, mode=_mode(table, seat))


def secret_check(
    table: TwentyOneTable, dice: Dice, seat: str, check: str, purpose: str, *, against: int, against_to: Audience
) -> CheckRolled:
    """A check that its seat and the GM see: wisdom, or a skill. `against_to` says who sees the number to reach."""
    character = sheet(table, seat)
    return roll_check(
        dice,
        seat,
        check,
        character.ability("wis") if check == "wisdom" else character.skill(check),
        purpose=purpose,
        mode=_mode(table, seat),
        to=seat_viewer(seat),
        against=against,
        against_to=against_to,
    )


def _mode(table: TwentyOneTable, seat: str) -> str:
    return DISADVANTAGE if is_in(table, seat, SLOPPY) else NORMAL
