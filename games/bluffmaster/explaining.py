"""Why a command is not offered that names what it cannot: a target, a die, or who is to have a share."""

from events.event import Command
from games.bluffmaster import commands, standing
from games.bluffmaster.options import REROLL
from games.bluffmaster.state import BluffmasterTable
from games.mechanics.betting import contenders
from projections.actions import Refusal
from projections.chronicle import listed, name_of


def why_not(table: BluffmasterTable, command: Command) -> Refusal | None:
    """What is wrong with what a command names."""
    match command:
        case commands.UseAbility(target=target) if target not in contenders(table):
            names = listed([name_of(table, seat) for seat in contenders(table)])
            return Refusal("use_ability", "target_out", f"{name_of(table, target)} is not in the round: {names} are.")
        case commands.UseAbility(ability=ability, n=n) if ability != REROLL and n is not None:
            return Refusal(
                "use_ability", "no_die_to_name", f"A die is named for a re-roll alone: leave n out of {ability}."
            )
        case commands.ProposeSplit(shares=shares) if shares:
            others = [name_of(table, seat) for seat in shares if seat not in standing.of_the_set(table)]
            detail = f"Not of the Set, or not at the table any more: {', '.join(others)}."
            return Refusal("propose_split", "not_in_the_split", detail)
        case _:
            return None
