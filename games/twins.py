"""Twins of Chance: bets of many kinds on a black and a white d20, like roulette. (Seeds 003.)"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Final

from events.dice import Dice
from events.event import Event
from events.round_events import QuestionAnswered, StatusChanged
from games.engine.chapter import round_details
from games.mechanics.bank import BankOptions
from games.mechanics.house_bets import CONTENT, Bet, BetSettled, HouseBets, Stakes
from games.mechanics.one_throw import OneThrow
from games.mechanics.sentences import says
from games.mechanics.tricks.house_dice import HouseDice, house_covered, planned_with
from projections.actions import Offer, Refusal
from projections.game import AnyTable
from projections.labels import (
    NEVER,
    CommandLabel,
    DetailLabel,
    DetailLabels,
    Label,
    Labels,
    QuestionLabel,
    ValueLabel,
)

SIDES: Final = 20
DICE: Final = ("black", "white")
"""The House's dice, by number."""
_BY_COLOUR: Final = {str(n): f"The {die} one" for n, die in enumerate(DICE)}
_NUMBERS: Final = range(1, SIDES + 1)
_PARITY: Final = ("even", "odd")
"""By the remainder of a division by two."""
ODDS: Final[Mapping[str, Fraction | int]] = {"number": 3, "black": 9, "white": 9, "both": 1, "total": Fraction(1, 2)}
"""The winnings of each kind of bet, as a multiple of the bet."""
CALLS: Final = {
    **{f"number:{n}": f"Either {n}" for n in _NUMBERS},
    **{f"{die}:{n}": f"{die.capitalize()} {n}" for die in DICE for n in _NUMBERS},
    **{f"{what}:{parity}": f"{what.capitalize()} {parity}" for what in ("both", "total") for parity in ("odd", "even")},
}


class Twins(OneThrow[BankOptions, Stakes]):
    """As many bets as a seat likes, each on something different: a number, one die's number, or odd or even."""

    id = "twins"
    version = 1
    name = "Twins of Chance"
    summary = "Bet on the House’s black and white d20: on numbers, on one die’s number, on odd or even."
    how_to_play = (
        "Bet on the House’s two d20s, a black one and a white one, as often as you like.",
        "Bet on a number, on either die or on one of them, or on odd or even.",
        "The House throws once for everybody. Each bet that is right pays; rare ones pay more.",
    )
    options = BankOptions
    state = Stakes
    reasons: ClassVar = {"bet_on_already": "The seat already has a bet on that."}
    draws: ClassVar = house_covered(len(DICE), SIDES)
    labels: ClassVar = Labels(
        commands={
            "bet": CommandLabel(
                "Bet",
                "Bet on one thing; you may then bet on others, until you pass.",
                {
                    **HouseBets.labels.commands["bet"].params,
                    "on": ValueLabel("On", "A number on either die or on one, or odd or even.", "choice", CALLS),
                },
            ),
            "cheat": CommandLabel(
                HouseDice.labels.commands["cheat"].label,
                "If you would lose, throw a die of the House again: Sleight of Hand against everybody’s Perception.",
                {"n": ValueLabel("Die", "Which of the House’s dice.", "die", _BY_COLOUR)},
            ),
        },
        questions={
            "bet": QuestionLabel(
                "Your bets",
                "What do you bet on? Each of your bets is on something else.",
                {"bet": "You are asked again.", "pass": "You bet nothing, or nothing more."},
            ),
        },
        statuses={CONTENT: Label("Bets made", "Bets on nothing more.")},
        details=DetailLabels(
            table={die: DetailLabel(f"{die.capitalize()} die", "What it shows.", "count") for die in DICE},
            seat={
                "bet": NEVER,
                "plans": planned_with(_BY_COLOUR),
                "bets": DetailLabel("Bets", "What it has on the table, and the most that each bet can win.", "list"),
            },
        ),
    )

    def thrown(self, table: AnyTable) -> tuple[int, int]:
        """2d20, of different colours."""
        return len(DICE), SIDES

    def calls(self, table: AnyTable) -> Sequence[str]:
        """What can be bet on."""
        return tuple(CALLS)

    def call_name(self, call: str) -> str:
        """Each in two words."""
        return CALLS[call]

    def returns(self, call: str, faces: tuple[int, ...]) -> Fraction | int:
        """3:1 for a number on either die, 9:1 on one of them; 1:1 if both are odd or both even, 1/2:1 if their sum is.

        A number that both dice show pays once.
        """
        what, _, wanted = call.partition(":")
        shown = {"number": faces, "total": (sum(faces),), "both": faces, **dict(zip(DICE, zip(faces), strict=True))}[
            what
        ]
        if wanted in _PARITY:
            right = all(_PARITY[face % 2] == wanted for face in shown)
        else:
            right = int(wanted) in shown
        return 1 + ODDS[what] if right else 0

    def may_bet(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """A seat bets until it passes, on something different each time."""
        yield from super().may_bet(table, seat)
        if seat in table.to_act:
            for stake in self.stakes_of(table, seat):
                detail = f"You already have a bet on {CALLS[stake.on or '']}: choose something else."
                yield Refusal("bet", "bet_on_already", detail, {"on": stake.on})

    def most(self, table: AnyTable, seat: str) -> dict[str | None, int]:
        """The most (copper) that a seat could bet on each call on which it has no bet."""
        placed = {stake.on for stake in self.stakes_of(table, seat)}
        return {call: most_cp for call, most_cp in super().most(table, seat).items() if call not in placed}

    def bet(self, table: AnyTable, dice: Dice, seat: str, command: Bet) -> Iterator[Event]:
        """A seat bets, and is asked for more as long as it can bet more."""
        yield from self.place(seat, command.on, command.amount_cp)
        least_cp, _ = self.bounds(table)
        if max(self.most(table, seat).values(), default=0) < least_cp:
            yield QuestionAnswered(seat=seat)
            yield from self.go_on(table, dice)

    def bet_details(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """All bets of a seat on the table."""
        bets = [self.stake_details(table, stake) for stake in self.stakes_of(table, seat)]
        return {"bets": bets} if bets else {}

    @round_details
    def _dice(self, table: AnyTable) -> dict[str, Any]:
        return {DICE[die.n]: die.face for die in table.house_dice}

    def in_words(self, faces: Sequence[int]) -> str:
        """The faces by colour, and their sum."""
        black, white = faces
        return f"{black} on the black die and {white} on the white: {black + white} in all"

    _content_aloud = says(StatusChanged, "{seat} bets no more.", status=CONTENT)

    def settled_aloud(self, table: AnyTable, event: BetSettled) -> str:
        """The result of each bet."""
        stake = [stake for stake in self.stakes_of(table, event.seat) if stake.back_cp is not None][-1]
        return f"{super().settled_aloud(table, event).removesuffix('.')} on {CALLS[stake.on or '']}."
