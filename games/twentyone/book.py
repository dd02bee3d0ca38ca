"""Tavern Twenty-One as a rulebook: what is asked of the game, and which page of the rules answers."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final

from events.accounts import SIDE_POOL
from events.audience import GM, HOUSE, seat_viewer
from events.dice import Dice
from events.event import Command, Event
from games.parts.antes import able_to_pay
from games.parts.coins import pay
from games.twentyone import commands, endgame, justice, leaving, offers, opening, skills, standing, turns
from games.twentyone.commands import GM_COMMANDS, SEAT_COMMANDS
from games.twentyone.happened import EVENTS, SideBetPlaced, StaredownPassed
from games.twentyone.options import Options
from games.twentyone.refusals import REFUSALS
from games.twentyone.sentences import SENTENCES
from games.twentyone.state import FOLDS, State, TwentyOneTable
from projections.offers import Action, Offer
from projections.rulebook import Rulebook, Timeout


class TwentyOne(Rulebook[Options, State]):
    """Tavern Twenty-One, current rules, standard mode."""

    id = "twentyone"
    version = 1
    name = "Tavern Twenty-One"
    summary = (
        "Come closest to 21 without going over: buy dice with coins or drinks, goad, bump and foresee, "
        "cheat if you dare, and accuse whoever did."
    )
    min_seats = 2
    max_seats = 12
    options = Options
    state = State
    commands: ClassVar = SEAT_COMMANDS
    gm_commands: ClassVar = GM_COMMANDS
    events: ClassVar = EVENTS
    folds: ClassVar = FOLDS
    sentences: ClassVar = SENTENCES
    refusals: ClassVar = REFUSALS

    def entrants(self, table: TwentyOneTable) -> list[str]:
        """Who can pay the ante; nobody else plays this round."""
        return able_to_pay(table, table.options.ante_cp, self.max_seats)

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

    def act(self, table: TwentyOneTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a seat's command."""
        return _DOINGS[type(command)](table, dice, seat, command)

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
            case "cut" | "cheat":
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
        """A seat's part of the round; its cheats for itself and the GM, its heat for the GM."""
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
        }
        sees_all = table.viewer in (GM, HOUSE)
        if sees_all or table.viewer == seat_viewer(seat):
            view["cheats"] = list(hand.cheats)
        if sees_all:
            view["heat"] = table.state.heat.get(seat, table.options.starting_heat)
        return view

    def round_view(self, table: TwentyOneTable) -> dict[str, Any]:
        """The betting round, the side bets, and a retaliation that is waited for."""
        retaliation = table.state.retaliation
        return {
            "betting_round": table.state.betting_round,
            "side_pool_cp": table.balance(SIDE_POOL),
            "side_bets": [
                {"seat": bet.bettor, "target": bet.backed, "amount_cp": bet.amount_cp} for bet in table.state.bets
            ],
            "retaliation": {"seat": retaliation.bumper, "target": retaliation.target} if retaliation else None,
        }


def _let_it_be(table: TwentyOneTable, dice: Dice, seat: str, command: commands.LetItBe) -> Iterator[Event]:
    if table.phase == "cut":
        return opening.leave_the_cut(table, dice, seat)
    return turns.finish_roll(table, dice, seat)


def _fold(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Fold) -> Iterator[Event]:
    yield from turns.fold(table, seat)
    yield from justice.drop_out(table, dice, seat)


def _pass(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Pass) -> Iterator[Event]:
    yield StaredownPassed(seat=seat)
    yield from justice.after_the_staredown(table, dice)


def _side_bet(table: TwentyOneTable, dice: Dice, seat: str, command: commands.SideBet) -> Iterator[Event]:
    yield SideBetPlaced(seat=seat, backed=command.target, amount_cp=command.amount_cp)
    yield from pay(seat, SIDE_POOL, command.amount_cp, "side_bet")


_DOINGS: Final[Mapping[type[Command], Callable[[TwentyOneTable, Dice, str, Any], Iterator[Event]]]] = {
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
    commands.Accuse: justice.accuse,
    commands.Pass: _pass,
    commands.SideBet: _side_bet,
}
