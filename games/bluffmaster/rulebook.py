"""Bluffmaster as a rulebook: what is asked of the game, and which page of the rules answers."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final, cast

import msgspec

from events.dice import Dice
from events.event import Command, Event
from games.bluffmaster import commands, course, explaining, offers, splitting, standing
from games.bluffmaster.commands import GM_COMMANDS, SEAT_COMMANDS, Grant
from games.bluffmaster.happened import EVENTS, PowerGranted
from games.bluffmaster.options import ABILITIES, FEWEST_SEATS, MOST_SEATS, REROLL, Options
from games.bluffmaster.refusals import REFUSALS
from games.bluffmaster.sentences import SENTENCES
from games.bluffmaster.state import FOLDS, BluffmasterTable, State
from games.mechanics import betting
from games.mechanics.antes import able_to_pay
from games.rulebook import Rulebook, Timeout
from projections.actions import Offer, Refusal


class Bluffmaster(Rulebook[Options, State]):
    """Bluffmaster: a Set of three rounds is one round of the log."""

    id = "bluffmaster"
    version = 1
    name = "Bluffmaster"
    summary = (
        "Bet on two dice that nobody else sees, then play a card in secret: "
        "have a die rolled again, take from a total, or add to one."
    )
    min_seats = FEWEST_SEATS
    max_seats = MOST_SEATS
    options = Options
    state = State
    commands: ClassVar = SEAT_COMMANDS
    gm_commands: ClassVar = GM_COMMANDS
    events: ClassVar = EVENTS
    folds: ClassVar = FOLDS
    sentences: ClassVar = SENTENCES
    refusals: ClassVar = REFUSALS

    def entrants(self, table: BluffmasterTable) -> list[str]:
        """Who can pay the first ante."""
        return able_to_pay(table, table.options.ante_cp, self.max_seats)

    def open_round(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """A Set begins."""
        return course.open_set(table, dice)

    def choices(self, table: BluffmasterTable, seat: str) -> Iterator[Offer]:
        """What a seat may do now."""
        return offers.seat_offers(table, seat)

    def gm_choices(self, table: BluffmasterTable) -> Iterator[Offer]:
        """What the GM may grant."""
        return offers.gm_offers(table)

    def gm_choices_between_rounds(self, table: BluffmasterTable) -> Iterator[Offer]:
        """Grants are made between Sets too."""
        return offers.gm_offers(table)

    def explain(self, table: BluffmasterTable, seat: str | None, command: Command) -> Refusal | None:
        """What a command names that it cannot name."""
        return explaining.why_not(table, command)

    def act(self, table: BluffmasterTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a seat's command."""
        return _HANDLERS.get(type(command), course.bet)(table, dice, seat, command)

    def gm_act(self, table: BluffmasterTable, command: Command, dice: Dice | None) -> Iterator[Event]:
        """What comes of a grant."""
        return _grant(table, cast("Grant", command))

    def leave(self, table: BluffmasterTable, seat: str, dice: Dice) -> Iterator[Event]:
        """Leaving is folding."""
        return course.leave(table, dice, seat)

    def timeout(self, table: BluffmasterTable) -> Timeout | None:
        """Check where that is possible, else fold; no ability; the first card. The clock agrees to nothing."""
        if not table.to_act:
            return None
        seat = table.to_act[0]
        match table.question:
            case standing.CARD:
                return Timeout(seat, commands.ChooseCard(ability=REROLL))
            case standing.ABILITY:
                return Timeout(seat, commands.UseNone())
            case _:
                return Timeout(seat, betting.safest(table, seat))

    def total(self, table: BluffmasterTable, seat: str) -> int | None:
        """What a seat's dice make with what abilities changed, where the viewer sees them."""
        rolled = standing.rolled(table, seat)
        return None if rolled is None else rolled + standing.change(table, seat)

    def seat_view(self, table: BluffmasterTable, seat: str) -> dict[str, Any]:
        """A seat's bets (copper), its cards and choice as far as the viewer may know, and what the GM granted it."""
        view: dict[str, Any] = {"granted": dict(table.state.powers.get(seat, {}))}
        if not table.seats[seat].playing:
            return view
        hand = table.state.betting
        view |= {
            "cards": standing.cards(table, seat),
            "uses_left": {ability: standing.uses_left(table, seat, ability) for ability in ABILITIES},
            "choice": table.state.chosen.get(seat),
            "paid_cp": hand.paid.get(seat, 0),
            "bet_cp": hand.bets.get(seat, 0),
            "change": standing.change(table, seat),
        }
        if table.question == "turn" and seat in table.to_act:
            view["to_call_cp"] = betting.to_call(table, seat)
        return view

    def round_view(self, table: BluffmasterTable) -> dict[str, Any]:
        """Which round of the Set it is and which betting, the bet to match, cards played, and a split on the table."""
        state, proposal = table.state, table.state.proposal
        return {
            "round_of_set": state.set_round,
            "betting": _BETTINGS.get(table.phase),
            "level_cp": state.betting.level_cp,
            "abilities": list(state.plays),
            "won_cp": dict(state.won_cp),
            "proposal": proposal and {**msgspec.to_builtins(proposal), "agreed": list(state.agreed)},
        }


def _grant(table: BluffmasterTable, command: Grant) -> Iterator[Event]:
    was = standing.power(table, command.target, command.ability)
    yield PowerGranted(
        seat=command.target,
        ability=command.ability,
        uses=command.uses or was.uses,
        amount=command.amount or was.amount,
    )


def _agree(table: BluffmasterTable, dice: Dice, seat: str, command: commands.Agree) -> Iterator[Event]:
    return course.agree(table, seat)


def _refuse(table: BluffmasterTable, dice: Dice, seat: str, command: commands.RefuseSplit) -> Iterator[Event]:
    return splitting.refuse(table, seat)


def _propose(table: BluffmasterTable, dice: Dice, seat: str, command: commands.ProposeSplit) -> Iterator[Event]:
    return splitting.propose(table, seat, command.shares)


_BETTINGS: Final = {standing.FIRST_BETTING: 1, standing.SECOND_BETTING: 2}
_HANDLERS: Final[Mapping[type[Command], Callable[[BluffmasterTable, Dice, str, Any], Iterator[Event]]]] = {
    commands.ChooseCard: course.choose_card,
    commands.UseAbility: course.use,
    commands.UseNone: course.use,
    commands.ProposeSplit: _propose,
    commands.Agree: _agree,
    commands.RefuseSplit: _refuse,
}
