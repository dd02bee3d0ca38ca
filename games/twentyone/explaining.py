"""Why a command of Twenty-One is not among what is offered, where its parameters tell more than their names."""

from events.event import Command
from games.twentyone.commands import Accuse
from games.twentyone.conditions import FOLDED
from games.twentyone.state import TwentyOneTable, hand_of
from projections.offers import Refusal


def why_not(table: TwentyOneTable, seat: str | None, command: Command) -> Refusal | None:
    """Whom an accusation names may be out of the round, or have that die in the hand; asked of the accuser's table."""
    match command:
        case Accuse(target=target) if target == seat:
            return _cannot_be_accused("Nobody accuses themselves.")
        case Accuse(target=target, n=n) if target in table.seats:
            detail = _why_not_accused(table, target, n)
            return _cannot_be_accused(detail) if detail else None
        case _:
            return None


def _why_not_accused(table: TwentyOneTable, target: str, n: int) -> str | None:
    holder = table.seats[target]
    if not holder.playing:
        return f"{holder.name} does not play this round."
    if hand_of(table, target).caught:
        return f"{holder.name} was caught cheating already, and is out of the round."
    if holder.status == FOLDED:
        return f"{holder.name} has folded, and is out of the round."
    if n == hand_of(table, target).in_hand:
        return f"{holder.name} has that die in the hand still: only dice that were set down can be accused."
    return None


def _cannot_be_accused(detail: str) -> Refusal:
    return Refusal("accuse", "cannot_be_accused", detail)
