"""Why a command is not offered that names somebody: a target, or those who are to have a share."""

from events.event import Command
from games.bluffmaster import commands, standing
from games.bluffmaster.state import BluffmasterTable
from games.parts.betting import contenders
from projections.chronicle import listed, name_of
from projections.offers import Refusal


def why_not(table: BluffmasterTable, command: Command) -> Refusal | None:
    """What is wrong with whom a command names."""
    match command:
        case commands.UseAbility(target=target) if target not in contenders(table):
            names = listed([name_of(table, seat) for seat in contenders(table)])
            return Refusal("use_ability", "target_out", f"{name_of(table, target)} is not in the round: {names} are.")
        case commands.ProposeSplit(shares=shares):
            others = [name_of(table, seat) for seat in shares if seat not in standing.of_the_set(table)]
            detail = f"Not of the Set, or not at the table any more: {', '.join(others)}."
            return Refusal("propose_split", "not_in_the_split", detail)
        case _:
            return None
