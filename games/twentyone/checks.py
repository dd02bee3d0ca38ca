"""The checks of Twenty-One: in the open, or for the seat that tries and the GM. A Sloppy seat's are at disadvantage."""

from events.audience import Audience, seat_viewer
from events.dice import Dice
from events.round_events import CheckRolled
from games.mechanics.checks import roll_check
from games.twentyone import standing
from games.twentyone.state import TwentyOneTable


def open_check(table: TwentyOneTable, dice: Dice, seat: str, check: str, purpose: str) -> CheckRolled:
    """An opposed check that all see: strength, or a skill."""
    sheet = standing.sheet(table, seat)
    modifier = sheet.ability("str") if check == "strength" else sheet.skill(check)
    return roll_check(dice, seat, check, modifier, purpose=purpose, mode=standing.check_mode(table, seat))


def secret_check(
    table: TwentyOneTable, dice: Dice, seat: str, check: str, purpose: str, *, against: int, against_to: Audience
) -> CheckRolled:
    """A check that its seat and the GM see: wisdom, or a skill. `against_to` says who sees the number to reach."""
    sheet = standing.sheet(table, seat)
    return roll_check(
        dice,
        seat,
        check,
        sheet.ability("wis") if check == "wisdom" else sheet.skill(check),
        purpose=purpose,
        mode=standing.check_mode(table, seat),
        to=seat_viewer(seat),
        against=against,
        against_to=against_to,
    )
