"""The options and the state of V3.0, and the conditions that it adds."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal, cast

from msgspec import Meta, field

from events.event import Event
from games.mechanics.antes import Ante
from games.twentyone.options import DRINKS, NO_WINNER
from games.twentyone.skills import GOADED
from games.twentyone.state import State, TwentyOneTable, lift
from projections.game import SecretGameOptions
from projections.labels import labelled

DARED: Final = "dared"
"""A Goad backfired: a free d8, or fold."""
FREE_ROLL: Final = "free_roll"
"""The seat may roll one more die this turn for nothing."""
FREE_REROLL: Final = "free_reroll"
"""The seat may re-roll one of its own dice."""


class V3Options(SecretGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of V3.0. The default comes first."""

    ante_cp: Ante = 500
    starting_heat: Annotated[
        int,
        Meta(ge=1, le=40, description="Where the table's heat starts, the DC of a cheat; it never falls below"),
        labelled("Starting heat"),
    ] = 10
    liquid_mode: Annotated[bool, Meta(description="Whether dice can be paid for with drinks"), DRINKS] = True
    no_winner: Annotated[
        Literal["rollover", "house"], Meta(description="Who gets the pot when nobody is left to win it"), NO_WINNER
    ] = "rollover"
    goad_resist: Annotated[
        Literal["one_ante", "off"],
        Meta(description="Whether a goaded seat can pay an ante to shrug it off"),
        labelled("Shrugging off a goad", one_ante="Costs an ante", off="Not possible"),
    ] = "one_ante"
    side_bets: Annotated[
        Literal["pot", "pool"],
        Meta(description="Whether side bets go into the pot for good, or into a pool for those who back the winner"),
        labelled("Side bets", pot="Into the pot", pool="Into a pool of their own"),
    ] = "pot"


class V3State(State, kw_only=True):
    """The round, and what outlasts it.

    `any_set_down`: whether a die has been set down from a hand. `picked_up` maps a seat that re-rolls a die in its hand
    to where that die lay (open, hole, blind); `rolled_again` has all re-rolled dice, by seat. `rounds` counts the
    rounds that began under these house rules, including this one.

    `suspicion` is how far the table's heat was above its start when it last rose, which was in round `heated_in` (0: it
    never did). These three outlast the round.
    """

    any_set_down: bool = False
    picked_up: dict[str, str] = field(default_factory=dict[str, str])
    rolled_again: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    rounds: int = 0
    suspicion: int = 0
    heated_in: int = 0


def state_of(table: TwentyOneTable) -> V3State:
    """The state of a table of V3.0."""
    return cast("V3State", table.state)


def options_of(table: TwentyOneTable) -> V3Options:
    """The options of a table of V3.0."""
    return cast("V3Options", table.options)


def free_of_rolls(table: TwentyOneTable, seat: str) -> Iterator[Event]:
    """Clear all conditions about its next roll from a seat that rolls no more this round."""
    return lift(table, seat, GOADED, DARED, FREE_ROLL, FREE_REROLL)
