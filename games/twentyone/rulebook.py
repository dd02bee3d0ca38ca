"""Tavern Twenty-One as rulebooks: what is asked of the game, and which page of the rules answers.

There is one body of rules; in what the current ones and V3.0 differ stands in variants.py.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

from events.accounts import SIDE_POOL
from events.audience import GM, HOUSE, seat_viewer
from events.dice import Dice
from events.event import Command, Event
from games.mechanics.antes import able_to_pay
from games.mechanics.coins import pay
from games.rulebook import Rulebook, Timeout
from games.twentyone import accusing, commands, endgame, explaining, leaving, offers, opening, skills, standing, turns
from games.twentyone.commands import GM_COMMANDS, SEAT_COMMANDS, V3_SEAT_COMMANDS
from games.twentyone.happened import EVENTS, SideBetPlaced, StaredownPassed
from games.twentyone.options import Options, V3Options
from games.twentyone.refusals import REFUSALS, V3_REFUSALS
from games.twentyone.sentences import SENTENCES
from games.twentyone.state import FOLDS, State, TwentyOneTable
from games.twentyone.variants import rules_of
from projections.actions import Action, Offer, Refusal
from projections.table import OptionsT


class _HouseRulesOfTwentyOne(Rulebook[OptionsT, State]):
    """Tavern Twenty-One by any house rules."""

    min_seats = 2
    max_seats = 12
    state = State
    gm_commands: ClassVar = GM_COMMANDS
    sections: ClassVar = offers.SECTIONS
    events: ClassVar = EVENTS
    folds: ClassVar = FOLDS
    sentences: ClassVar = SENTENCES

    def entrants(self, table: TwentyOneTable) -> list[str]:
        """Who can pay the ante; nobody else plays this round."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """From the antes to the Cut."""
        return opening.open_round(table, dice)

    def choices(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """What a seat may do now."""
        return offers.seat_offers(table, seat)

    def choices_about(self, table: TwentyOneTable, seat: str, command: str) -> Iterator[Offer]:
        """What stands in one section with a command."""
        return offers.seat_offers(table, seat, command)

    def gm_choices(self, table: TwentyOneTable) -> Iterator[Offer]:
        """What the GM may do for the table."""
        return offers.gm_offers(table)

    def explain(self, table: TwentyOneTable, seat: str | None, command: Command) -> Refusal | None:
        """Why somebody cannot be accused."""
        return explaining.why_not(table, seat, command)

    def act(self, table: TwentyOneTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a seat's command."""
        return _HANDLERS[type(command)](table, dice, seat, command)

    def gm_act(self, table: TwentyOneTable, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a command of the GM's, or of the clock's for the table."""
        match command:
            case commands.Waive():
                yield from skills.waive(table, dice, "waived")
            case _:
                yield from endgame.settle(table, dice)

    def leave(self, table: TwentyOneTable, seat: str, dice: Dice) -> Iterator[Event]:
        """Fold first, pay what is owed, hold nobody up."""
        return leaving.leave(table, dice, seat)

    def timeout(self, table: TwentyOneTable) -> Timeout | None:
        """Let it be, waive, hold where that is allowed, else fold; close the staredown."""
        match table.question:
            case "cut" | "cheat" | "goad" | "free_reroll" | "one_more":
                return Timeout(table.to_act[0], commands.LetItBe())
            case "retaliation":
                return Timeout(None, commands.Waive())
            case "staredown":
                return Timeout(None, commands.CloseStaredown())
            case "turn":
                seat = table.to_act[0]
                may_hold = any(isinstance(o, Action) and o.type == "hold" for o in offers.seat_offers(table, seat))
                return Timeout(seat, commands.Hold() if may_hold else commands.Fold())
            case _:
                return None

    def total(self, table: TwentyOneTable, seat: str) -> int | None:
        """What a seat's dice count, where the viewer can know."""
        return standing.total(table, seat) if seat in table.state.hands else None

    def dice_view(self, table: TwentyOneTable, seat: str) -> dict[int, dict[str, Any]]:
        """Which dice make 21, and what they then count."""
        hand = table.state.hands.get(seat)
        if hand is None or not hand.made_21:
            return {}
        return {n: {"makes_21": True, "counts": counts} for n, counts in hand.made_21.items()}

    def seat_view(self, table: TwentyOneTable, seat: str) -> dict[str, Any]:
        """A seat's part of the round; its cheats for itself and the GM, its own heat for the GM.

        `caught` tells that it was caught cheating, whatever its status, `judged` has the dice of which it was accused,
        `rolled_again` those that it rolled again in its hand.
        """
        hand = table.state.hands.get(seat)
        if hand is None:
            return {}
        view: dict[str, Any] = {
            "skills_used": list(hand.skills),
            "bought": hand.bought,
            "in_hand": hand.in_hand,
            "drinks": hand.drinks,
            "fees_cp": hand.fees_cp,
            "accused": hand.accused,
            "caught": hand.caught,
            "judged": list(hand.judged),
        }
        if rules_of(table).rerolls_can_be_cheated_on:
            view["rolled_again"] = list(hand.rolled_again)
        sees_all = table.viewer in (GM, HOUSE)
        if sees_all or table.viewer == seat_viewer(seat):
            view["cheats"] = list(hand.cheats)
        if sees_all and not rules_of(table).shared_heat:
            view["heat"] = standing.heat_of(table, seat)
        return view

    def round_view(self, table: TwentyOneTable) -> dict[str, Any]:
        """The betting round, the side bets, a retaliation that is waited for; the table's heat for the GM.

        The house's table shows the heat to nobody: it is what an unsealed round looks like, and the heat tells of
        others. `rounds`, where the heat outlives them, has how many were begun by these house rules.
        """
        retaliation = table.state.retaliation
        shared_heat: dict[str, int] = {}
        if rules_of(table).shared_heat:
            shared_heat["rounds"] = table.state.rounds
            if table.viewer == GM:
                shared_heat["heat"] = standing.table_heat(table)
        return {
            **shared_heat,
            "betting_round": table.state.betting_round,
            "side_pool_cp": table.balance(SIDE_POOL),
            "side_bets": [
                {"seat": bet.bettor, "target": bet.backed, "amount_cp": bet.amount_cp} for bet in table.state.bets
            ],
            "retaliation": {"seat": retaliation.bumper, "target": retaliation.target} if retaliation else None,
        }


class TwentyOne(_HouseRulesOfTwentyOne[Options]):
    """Tavern Twenty-One, current rules, standard mode."""

    id = "twentyone"
    version = 1
    name = "Tavern Twenty-One"
    summary = (
        "Come closest to 21 without going over: buy dice with coins or drinks, goad, bump and foresee, "
        "cheat if you dare, and accuse whoever did."
    )
    options = Options
    commands: ClassVar = SEAT_COMMANDS
    refusals: ClassVar = REFUSALS


class TwentyOneV3(_HouseRulesOfTwentyOne[V3Options]):
    """Tavern Twenty-One V3.0."""

    id = "twentyone-v3"
    version = 2
    name = "Tavern Twenty-One V3.0"
    summary = (
        "Come closest to 21 without going over, by the older and harsher manual: the table has one heat, "
        "every roll can be cheated on, and who accuses wrongly is out."
    )
    options = V3Options
    commands: ClassVar = V3_SEAT_COMMANDS
    refusals: ClassVar = V3_REFUSALS
    remembers: ClassVar = ("rounds", "suspicion", "heated_in")


_LETTING_IT_BE: Final[Mapping[str, Callable[[TwentyOneTable, Dice, str], Iterator[Event]]]] = {
    "cut": opening.leave_the_cut,
    "cheat": turns.finish_roll,
    "goad": skills.give_in,
    "free_reroll": skills.let_dice_lie,
    "one_more": turns.let_it_be,
}
"""What comes of it, by what was asked."""


def _let_it_be(table: TwentyOneTable, dice: Dice, seat: str, command: commands.LetItBe) -> Iterator[Event]:
    return _LETTING_IT_BE[table.question](table, dice, seat)


def _fold(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Fold) -> Iterator[Event]:
    yield from turns.fold(table, seat)
    yield from accusing.drop_out(table, dice, seat)


def _pass(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Pass) -> Iterator[Event]:
    yield StaredownPassed(seat=seat)
    yield from accusing.after_the_staredown(table, dice)


def _side_bet(table: TwentyOneTable, dice: Dice, seat: str, command: commands.SideBet) -> Iterator[Event]:
    yield SideBetPlaced(seat=seat, backed=command.target, amount_cp=command.amount_cp)
    yield from pay(seat, rules_of(table).side_bets_into(table.options), command.amount_cp, "side_bet")


_HANDLERS: Final[Mapping[type[Command], Callable[[TwentyOneTable, Dice, str, Any], Iterator[Event]]]] = {
    commands.Cut: lambda table, dice, seat, command: opening.cut(table, dice, seat),
    commands.LetItBe: _let_it_be,
    commands.Roll: turns.roll,
    commands.Cheat: turns.cheat,
    commands.Hold: lambda table, dice, seat, command: turns.hold(table, dice, seat),
    commands.Fold: _fold,
    commands.Goad: skills.goad,
    commands.Bump: skills.bump,
    commands.Foresight: lambda table, dice, seat, command: skills.foresight(table, dice, seat),
    commands.Profile: skills.profile,
    commands.Retaliate: lambda table, dice, seat, command: skills.retaliate(table, dice, command),
    commands.Accuse: accusing.accuse,
    commands.Pass: _pass,
    commands.SideBet: _side_bet,
    commands.Resist: lambda table, dice, seat, command: skills.resist(table, dice, seat),
    commands.Reroll: skills.reroll_own,
}
