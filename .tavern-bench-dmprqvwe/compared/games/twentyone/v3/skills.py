"""V3.0, skills: a failed Goad dares the goader, a Bump can earn a re-roll, Hunch is harder. (Seeds 000, part 3.)"""

from collections.abc import Iterator
from typing import ClassVar, Final

from events.accounts import POT
from events.audience import ALL
from events.dice import Dice
from events.event import CommandV1, Event
from events.round_events import ConditionSet, QuestionAsked
from games.chapter import Uses, act, offers
from games.mechanics.checks import NATURAL_TWENTY
from games.mechanics.coins import fine, pay
from games.mechanics.sentences import says
from games.mechanics.throwing import thrown_again
from games.twentyone.bump import Bump, Bumping, Retaliate
from games.twentyone.options import SIDES
from games.twentyone.skills import (
    BLIND,
    GOADED,
    GOADED_TO_D20,
    LOCKED_TO_BLIND_D20,
    Foreseeing,
    Goading,
    MustRoll,
)
from games.twentyone.state import ACTIVE, TwentyOneTable, lift
from games.twentyone.turns import LetItBe, Turns
from games.twentyone.v3.state import DARED, FREE_REROLL, options_of
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import coins
from projections.labels import NEVER, CommandLabel, Label, Labels, QuestionLabel, ValueLabel

LOCKED_TO_BLIND_D4: Final = "locked_to_a_blind_d4"
LOCKED_TO_D20: Final = "locked_to_a_d20"


class Resist(CommandV1, frozen=True, kw_only=True):
    """Pay an ante to shrug a Goad off."""


class V3Goading(Goading):
    """Only active seats can be goaded, and may pay to resist. A Goad that backfires costs an ante, and dares."""

    reasons: ClassVar = {
        "cannot_hold_when_dared": "A dared player must roll the free d8 or fold.",
        "nothing_to_resist": "The seat is not asked whether it resists a Goad.",
        "purse_too_small": "It costs more than is in the purse.",
    }
    labels: ClassVar = Labels(
        commands={
            "goad": CommandLabel(
                "Goad",
                "Your check against their Insight: if you win, they must roll; if not, you pay an ante and are dared.",
                Goading.labels.commands["goad"].params,
            ),
            "resist": CommandLabel("Shrug it off", "Pay an ante: the Goad does nothing to you."),
        },
        questions={
            "goad": QuestionLabel(
                "Goaded",
                "Somebody has got under your skin. Pay an ante to shrug it off?",
                {"resist": "You pay an ante, and are free.", "let_it_be": "You must roll on your turn, or fold."},
            ),
        },
        conditions={
            GOADED_TO_D20: NEVER,
            DARED: Label("Dared", "Must roll a free d8 now, or fold."),
        },
        coins={
            "goad_fine": Label("Fine for a goad", "A Goad that backfires costs an ante."),
            "goad_resisted": Label("Goad shrugged off", "An ante into the pot."),
        },
    )
    goadable: ClassVar = (ACTIVE,)
    beyond_goading: ClassVar = "holds, is Sloppy, or could pay for no die."
    musts: ClassVar = {
        GOADED: Goading.musts[GOADED],
        DARED: MustRoll("cannot_hold_when_dared", "You are dared: roll the free d8, or fold.", "d8"),
    }
    turns = Uses(Turns)

    def succeed(self, table: TwentyOneTable, target: str, natural: int) -> Iterator[Event]:
        """Any die will do. A natural 20 cannot be resisted."""
        can_resist = options_of(table).goad_resist == "one_ante" and self._can_pay(table, target)
        if can_resist and natural != NATURAL_TWENTY:
            yield QuestionAsked(seats=[target], question="goad")
        else:
            yield from self.be_goaded(table, target)

    def backfire(self, table: TwentyOneTable, seat: str, natural: int) -> Iterator[Event]:
        """The goader pays an ante, and is Dared."""
        yield from fine(table, seat, POT, table.options.ante_cp, "goad_fine")
        yield ConditionSet(to=ALL, seat=seat, condition=DARED, on=True)

    @staticmethod
    def _can_pay(table: TwentyOneTable, seat: str) -> bool:
        return table.purse(seat) >= table.options.ante_cp

    @offers(Resist)
    def may_resist(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """A goaded seat that is asked may pay an ante to resist."""
        cost_cp = table.options.ante_cp
        if seat not in table.to_act or table.question != "goad":
            yield Refusal("resist", "nothing_to_resist", "You are not asked whether you resist a Goad.")
        elif not self._can_pay(table, seat):
            detail = f"Resisting costs {coins(cost_cp)}, and you have {coins(table.purse(seat))}."
            yield Refusal("resist", "purse_too_small", detail)
        else:
            yield Action(type="resist", cost_cp=cost_cp)

    @act(Resist)
    def _resist(self, table: TwentyOneTable, dice: Dice, seat: str, command: Resist) -> Iterator[Event]:
        yield from pay(seat, POT, table.options.ante_cp, "goad_resisted")
        yield from self.turns.resume(table, dice)

    @act(LetItBe, question="goad")
    def _give_in(self, table: TwentyOneTable, dice: Dice, seat: str, command: LetItBe) -> Iterator[Event]:
        yield from self.be_goaded(table, seat)
        yield from self.turns.resume(table, dice)

    _question_aloud = says(QuestionAsked, "Will {seats} pay to shrug it off?", question="goad")
    _dared_aloud = says(
        ConditionSet, "The taunt falls back on {seat}, who is dared: a free d8, or fold.", condition=DARED, on=True
    )


class Reroll(CommandV1, frozen=True, kw_only=True):
    """Re-roll your own die `n` for nothing, after a bump with a natural 20."""

    n: int


class V3Bumping(Bumping):
    """A natural 20 always succeeds, and earns a re-roll. While the target picks, the bumper cannot fold."""

    draws: ClassVar = (thrown_again("free_reroll", SIDES.values()),)
    reasons: ClassVar = {"nothing_to_reroll": "The seat cannot re-roll a die of its own now."}
    labels: ClassVar = Labels(
        commands={
            "reroll": CommandLabel(
                "Roll your own again",
                "One of your own dice rolls again, for nothing.",
                {"n": ValueLabel("Die", "The die of yours that rolls again.", "die")},
            ),
        },
        questions={
            "free_reroll": QuestionLabel(
                "The table jumps",
                "A natural 20 on your bump: may a die of your own roll again?",
                {"reroll": "The die that you pick rolls again.", "let_it_be": "Your dice stay as they are."},
            ),
        },
        conditions={FREE_REROLL: Label("Free re-roll", "May roll one of its own dice again.")},
    )
    while_locked: ClassVar = ()

    def succeeds(self, natural: int, total: int, defence: int) -> bool:
        """A natural 20 succeeds whatever the target rolls."""
        return natural == NATURAL_TWENTY or super().succeeds(natural, total, defence)

    def succeed(self, table: TwentyOneTable, dice: Dice, seat: str, command: Bump, natural: int) -> Iterator[Event]:
        """After a natural 20 the bumper may re-roll one of its own dice, once the target's die is set down."""
        if natural == NATURAL_TWENTY:
            yield ConditionSet(to=ALL, seat=seat, condition=FREE_REROLL, on=True)
        yield from super().succeed(table, dice, seat, command, natural)

    def retaliate(self, table: TwentyOneTable, dice: Dice, seat: str, command: Retaliate) -> Iterator[Event]:
        """The turn continues once the bumper has answered whether it cheats."""
        yield from self.roll_picked(table, dice, command.n)

    @offers(Reroll)
    def may_reroll(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """The bumper picks any of its dice."""
        asked = seat in table.to_act and table.question == "free_reroll"
        reroll = Action(type="reroll", params={"n": Choices(choices=list(range(len(table.seats[seat].dice))))})
        detail = "Only a natural 20 on a bump lets you re-roll a die of your own."
        yield reroll if asked else Refusal("reroll", "nothing_to_reroll", detail)

    @act(Reroll)
    def _reroll(self, table: TwentyOneTable, dice: Dice, seat: str, command: Reroll) -> Iterator[Event]:
        yield from lift(table, seat, FREE_REROLL)
        yield from self.naturals.reroll(table, dice, seat, command.n, by=seat, why="free_reroll")

    @act(LetItBe, question="free_reroll")
    def _let_dice_lie(self, table: TwentyOneTable, dice: Dice, seat: str, command: LetItBe) -> Iterator[Event]:
        yield from lift(table, seat, FREE_REROLL)
        yield from self.turns.resume(table, dice)

    _free_reroll_aloud = says(
        ConditionSet, "The table jumps: {seat} may roll a die of their own again.", condition=FREE_REROLL, on=True
    )


class V3Foreseeing(Foreseeing):
    """Hunch: a failure forces a blind d4, a natural 1 a d20 that is not blind."""

    labels: ClassVar = Labels(
        conditions={
            BLIND: NEVER,
            LOCKED_TO_BLIND_D20: NEVER,
            LOCKED_TO_BLIND_D4: Label("Blind d4 next", "Must roll a d4 unseen, or fold."),
            LOCKED_TO_D20: Label("d20 next", "Must roll a d20, or fold."),
        },
    )

    dc: ClassVar = 15
    failed: ClassVar = LOCKED_TO_BLIND_D4
    fumbled: ClassVar = LOCKED_TO_D20
    blinding: ClassVar = (LOCKED_TO_BLIND_D4,)
    musts: ClassVar = {
        LOCKED_TO_BLIND_D4: MustRoll(
            "cannot_hold_when_locked", "Foresight locked you into a blind d4: roll it, or fold.", "d4"
        ),
        LOCKED_TO_D20: MustRoll("cannot_hold_when_locked", "Foresight locked you into a d20: roll it, or fold.", "d20"),
    }

    _blind_d4_aloud = says(
        ConditionSet, "The signs blur: {seat} has to roll a d4, and blind.", condition=LOCKED_TO_BLIND_D4, on=True
    )
    _d20_aloud = says(ConditionSet, "The signs mislead: {seat} has to roll a d20.", condition=LOCKED_TO_D20, on=True)
