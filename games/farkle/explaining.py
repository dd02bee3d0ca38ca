"""Why dice cannot be set aside, or thrown along: what a refusal tells from the dice that a command names."""

from collections import Counter
from collections.abc import Iterable, Sequence

from events.event import Command
from games.farkle.commands import SetAside, Throw
from games.farkle.scoring import choices_of, counted
from games.farkle.state import GO_ON, FarkleTable, dice_to_throw
from projections.actions import Refusal
from projections.chronicle import listed, number_word, upper_first


def why_not(table: FarkleTable, seat: str | None, command: Command) -> Refusal | None:
    """Why a command whose time it is was not among what is offered."""
    match command:
        case SetAside() if seat is not None:
            return _why_not_aside(dice_to_throw(table, seat).values(), command.faces)
        case Throw():
            return Refusal("throw", *_why_no_greed(table))
        case _:
            return None


def _why_no_greed(table: FarkleTable) -> tuple[str, str]:
    if not table.options.greed:
        return "no_greed", "There is no greed at this table: throw your own dice."
    if table.question == GO_ON:
        return "first_throw_only", "Dice that were left go with the first throw of a turn, and not with a later one."
    return "no_dice_left", "No dice were left for you to throw along: throw without greed."


def _why_not_aside(thrown: Iterable[int], faces: list[int]) -> Refusal:
    there = Counter(thrown)
    if missing := Counter(faces) - there:
        face = min(missing)
        has = f"{_dice_showing([face] * there[face])} and no more" if there[face] else f"no {face}"
        return Refusal("set_aside", "not_in_the_throw", f"The throw has {has}.")
    idle = _without_a_score(faces)
    score = "scores" if len(idle) == 1 else "score"
    return Refusal("set_aside", "scores_nothing", f"{upper_first(_dice_showing(idle))} {score} nothing there.")


def _without_a_score(faces: Sequence[int]) -> list[int]:
    """The dice that score nothing when the others are scored best, lowest face first."""
    best = next((choice.faces for choice in choices_of(counted(faces))), ())
    return sorted((Counter(faces) - Counter(best)).elements())


def _dice_showing(faces: Sequence[int]) -> str:
    """Dice by their faces: `a 2 and three 4s`."""
    return listed([f"a {face}" if n == 1 else f"{number_word(n)} {face}s" for face, n in Counter(faces).items()])
