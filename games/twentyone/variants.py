"""In what the house rules of Twenty-One differ: a field for each difference, and a set of rules for each game.

Everything else is the same in all of them. The rules ask here, and never for the name of the game.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from events.accounts import POT, SIDE_POOL
from events.event import Command
from games.twentyone.commands import SEAT_COMMANDS, V3_SEAT_COMMANDS
from games.twentyone.conditions import (
    ACTIVE,
    BLIND,
    IN_CONTENTION,
    LOCKED_TO_BLIND_D4,
    LOCKED_TO_BLIND_D20,
    LOCKED_TO_D20,
)
from projections.game import AnyTable


class HouseRules(msgspec.Struct, frozen=True, kw_only=True):
    """One set of house rules. What a table's options decide is asked of the options."""

    seat_commands: tuple[type[Command], ...]

    house_matches: Callable[[Any], bool]
    """Whether the House adds an ante for each player's."""

    fees_on_any: Callable[[Any], bool]
    """Whether natural 1s of dice that were not bought are paid for, too."""
    spills_cost_at_once: bool
    """Whether a natural 1 is paid for when it is set down; otherwise before the payout."""

    rerolls_can_be_cheated_on: bool
    """Whether a die that rolls again does so in its owner's hand, who is asked about a cheat."""
    shared_heat: bool
    """Whether the table has one heat, kept between rounds; otherwise each seat has its own, each round anew."""
    fumble_antes: int
    """What a fumbled cheat costs."""
    cheats_are_bust: bool
    """Whether who is caught is bust, and shows the dice at once."""

    goadable: tuple[str, ...]
    """Who can be goaded, by status."""
    natural_goads_mean_a_d20: bool
    """Whether a natural 20 or 1 makes the roll that follows a d20."""
    backfired_goads_dare: bool
    """Whether a Goad that backfires costs an ante and means a free d8 or folding; otherwise its seat is goaded."""
    goads_can_be_resisted: Callable[[Any], bool]
    """Whether a goaded seat can pay an ante to shrug it off."""

    natural_20_bumps_reroll: bool
    """Whether a natural 20 bumps whatever the other rolls, and the bumper may roll a die again."""
    while_locked: tuple[str, ...]
    """What a bumper may still do while a retaliation is picked. (Leaving is always possible.)"""

    foresight_dc: int
    foresight_failed: str
    foresight_fumbled: str
    """The conditions that a failure, and a natural 1, bring about."""

    natural_20_saves_roll_on: bool
    """Whether a natural 20 on the tab always saves, and is good for one more roll."""

    nothing_is_due_when_out: bool
    """Whether who is out of play is told to be free of what was still due: a forced roll, or one more."""

    accusations_wait_for_a_bought_die: bool
    """Whether accusations are heard once a die was bought; otherwise once any was set down that could be cheated on."""
    one_accusation: bool
    """Whether a seat accuses once a round."""
    false_accusations_bust: bool

    side_bets_into: Callable[[Any], str]
    """The account into which side bets go; only a side pool is shared out again."""
    side_bets_at_the_cut: bool
    """Whether side bets are taken before the betting, too."""
    side_bet_rounds: int | None
    """The betting rounds during which side bets are taken; None: all."""
    bust_seats_lose_bets: bool
    """Whether who goes bust has lost the side bets made so far: those in a side pool go into the pot."""

    one_duel: bool
    """Whether those who are still tied after one duel share the pot; otherwise they roll again."""


CURRENT: Final = HouseRules(
    seat_commands=SEAT_COMMANDS,
    house_matches=lambda options: bool(options.house_match),
    fees_on_any=lambda options: bool(options.fee_on == "any"),
    spills_cost_at_once=False,
    rerolls_can_be_cheated_on=False,
    shared_heat=False,
    fumble_antes=1,
    cheats_are_bust=False,
    goadable=IN_CONTENTION,
    natural_goads_mean_a_d20=True,
    backfired_goads_dare=False,
    goads_can_be_resisted=lambda options: False,
    natural_20_bumps_reroll=False,
    while_locked=("fold",),
    foresight_dc=12,
    foresight_failed=BLIND,
    foresight_fumbled=LOCKED_TO_BLIND_D20,
    natural_20_saves_roll_on=False,
    nothing_is_due_when_out=False,
    accusations_wait_for_a_bought_die=True,
    one_accusation=True,
    false_accusations_bust=False,
    side_bets_into=lambda options: SIDE_POOL,
    side_bets_at_the_cut=False,
    side_bet_rounds=2,
    bust_seats_lose_bets=False,
    one_duel=False,
)
V3: Final = HouseRules(
    seat_commands=V3_SEAT_COMMANDS,
    house_matches=lambda options: False,
    fees_on_any=lambda options: False,
    spills_cost_at_once=True,
    rerolls_can_be_cheated_on=True,
    shared_heat=True,
    fumble_antes=2,
    cheats_are_bust=True,
    goadable=(ACTIVE,),
    natural_goads_mean_a_d20=False,
    backfired_goads_dare=True,
    goads_can_be_resisted=lambda options: bool(options.goad_resist == "one_ante"),
    natural_20_bumps_reroll=True,
    while_locked=("accuse", "side_bet"),
    foresight_dc=15,
    foresight_failed=LOCKED_TO_BLIND_D4,
    foresight_fumbled=LOCKED_TO_D20,
    natural_20_saves_roll_on=True,
    nothing_is_due_when_out=True,
    accusations_wait_for_a_bought_die=False,
    one_accusation=False,
    false_accusations_bust=True,
    side_bets_into=lambda options: POT if options.side_bets == "pot" else SIDE_POOL,
    side_bets_at_the_cut=True,
    side_bet_rounds=None,
    bust_seats_lose_bets=True,
    one_duel=True,
)
_BY_GAME: Final[Mapping[str, HouseRules]] = {"twentyone": CURRENT, "twentyone-v3": V3}


def rules_of(table: AnyTable) -> HouseRules:
    """The house rules by which a table plays."""
    return _BY_GAME[table.game]
