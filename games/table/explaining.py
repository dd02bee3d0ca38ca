"""Why a command of every table is not among what is offered, where its parameters tell more than their names.

Asked of the actor's own table, as what is offered is.
"""

from events.event import Command
from games.rulebook import Rulebooks
from games.table.commands import GiveBack, SetGame, TakeOver
from games.table.dispute_commands import explain_judging
from projections.actions import Refusal
from projections.game import AnyTable


def explain_of_every_table(table: AnyTable, rulebooks: Rulebooks, command: Command) -> Refusal | None:
    """The reason, with a code of its own; None where the command's parameters are simply not among those offered."""
    match command:
        case TakeOver(target=target) if _is_taken_over(table, target):
            detail = f"You play {table.names[target]} already: give_back ends it."
            return Refusal("take_over", "seat_taken_over", detail)
        case GiveBack(target=target) if _is_here(table, target):
            detail = f"{table.names[target]} is not taken over: there is nothing to give back."
            return Refusal("give_back", "not_taken_over", detail)
        case SetGame(game=game) if game == table.game:
            detail = f"The table plays {rulebooks[game].name} already: set_options changes how."
            return Refusal("set_game", "same_game", detail)
        case _:
            return explain_judging(table, command)


def _is_here(table: AnyTable, seat: str) -> bool:
    return seat in table.seats and not table.seats[seat].gone


def _is_taken_over(table: AnyTable, seat: str) -> bool:
    return _is_here(table, seat) and table.seats[seat].taken_over
