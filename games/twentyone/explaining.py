"""Why a command of Twenty-One is not among what is offered, where its parameters tell more than their names."""

from events.event import Command, type_tag
from games.twentyone import standing
from games.twentyone.commands import Accuse, Bump, Goad, Profile, SideBet
from games.twentyone.conditions import FOLDED, PASSED_OUT
from games.twentyone.state import TwentyOneTable, hand_of
from projections.actions import Refusal


def why_not(table: TwentyOneTable, seat: str | None, command: Command) -> Refusal | None:
    """Whom a command names may be out of the round, or an accused die be in the hand; asked of the actor's table."""
    match command:
        case Accuse(target=target) if target == seat:
            return _cannot_be_accused("Nobody accuses themselves.")
        case Accuse(target=target, n=n) if target in table.seats:
            detail = _why_not_accused(table, target, n)
            return _cannot_be_accused(detail) if detail else None
        case Goad(target=target) | Bump(target=target) | Profile(target=target) | SideBet(target=target) if (
            target in table.seats and target not in standing.contenders(table)
        ):
            return Refusal(
                type_tag(type(command)), "not_in_contention", f"{table.names[target]} {_out_of(table, target)}."
            )
        case _:
            return None


def _why_not_accused(table: TwentyOneTable, target: str, n: int) -> str | None:
    holder = table.seats[target]
    if not holder.playing or hand_of(table, target).caught or holder.status == FOLDED:
        return f"{holder.name} {_out_of(table, target)}."
    if n == hand_of(table, target).in_hand:
        return f"{holder.name} has that die in the hand still: only dice that were set down can be accused."
    return None


def _out_of(table: TwentyOneTable, seat: str) -> str:
    """How a seat that is not in contention came to be out of the round."""
    holder = table.seats[seat]
    if not holder.playing:
        return "does not play this round"
    if hand_of(table, seat).caught:
        return "was caught cheating already, and is out of the round"
    if holder.status == FOLDED:
        return "has folded, and is out of the round"
    return "lies under the table" if PASSED_OUT in holder.conditions else "is bust, and cannot win this round any more"


def _cannot_be_accused(detail: str) -> Refusal:
    return Refusal("accuse", "cannot_be_accused", detail)
