"""Bump the Table: re-roll a die of the target's or, in retaliation, one of the bumper's own. (Seeds 001, part 3.)"""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

from events.accounts import POT
from events.audience import ALL
from events.dice import Dice
from events.event import V1, CommandV1, Event
from events.round_events import ConditionSet, QuestionAsked
from games.chapter import Chapter, Uses, act, fold, gm_act, gm_offers, offers, on_timeout, round_details
from games.drawn import Drawn
from games.mechanics.checks import NATURAL_ONE, check_for
from games.mechanics.coins import fine
from games.mechanics.sentences import says, sentence
from games.mechanics.throwing import thrown_again
from games.rulebook import Barred, Timeout
from games.twentyone.naturals import Naturals
from games.twentyone.options import SIDES
from games.twentyone.skills import Skills, SkillTried, roll_check
from games.twentyone.state import ACTIVE, Retaliation, TwentyOneTable, known, tag
from games.twentyone.turns import Turns
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, ValueLabel

LOCKED: Final = "locked"


_AT_ANY_TIME: Final = ("accuse", "side_bet")
"""The commands that belong to no turn, which are also open to a waiting bumper."""


class Bump(CommandV1, frozen=True, kw_only=True):
    """Bump the table, so that die `n` of a seat rolls again."""

    target: str
    n: int


class Retaliate(CommandV1, frozen=True, kw_only=True):
    """Pick the bumper's die that rolls again, after a failed bump."""

    n: int


class Waive(CommandV1, frozen=True, kw_only=True):
    """Waive a retaliation that the target does not take (the GM, or the clock)."""


class RetaliationOpened(V1, frozen=True, kw_only=True, tag=tag):
    """A bump failed: `target` picks one of the bumper's dice to roll again."""

    bumper: str
    target: str


class RetaliationClosed(V1, frozen=True, kw_only=True, tag=tag):
    """The bumper is free again. `why`: taken, waived or lapsed."""

    bumper: str
    why: str


class Bumping(Chapter):
    """Bump, Strength against Strength: any die of the target rolls again, except one in its hand."""

    events: ClassVar = (RetaliationOpened, RetaliationClosed)
    draws: ClassVar[Sequence[Drawn]] = (
        check_for("bump", "strength"),
        check_for("bump_defence", "strength"),
        thrown_again("bumped", SIDES.values()),
        thrown_again("retaliation", SIDES.values()),
    )
    reasons: ClassVar = {
        "nothing_to_retaliate": "No failed bump is waiting for a retaliation.",
        "retaliation_pending": "The bumper has to wait until the retaliation is chosen.",
    }
    labels: ClassVar = Labels(
        commands={
            "bump": CommandLabel(
                "Bump the table",
                "Strength against Strength: the die rolls again. If you fail, they pick one of yours.",
                {
                    "target": ValueLabel("Who", "Another seat that can still win.", "seat"),
                    "n": ValueLabel("Die", "The die of theirs that rolls again.", "die"),
                },
            ),
            "retaliate": CommandLabel(
                "Retaliate",
                "A die of the bumper’s rolls again.",
                {"n": ValueLabel("Die", "The die of the bumper’s that rolls again.", "die")},
            ),
            "waive": CommandLabel("Waive the retaliation", "No die rolls again, and the bumper’s turn goes on."),
        },
        questions={
            "retaliation": QuestionLabel(
                "Retaliation",
                "They bumped the table and failed. Pick one of their dice to roll again.",
                {"retaliate": "The die that you pick rolls again."},
            ),
        },
        conditions={LOCKED: Label("Waits", "A bump failed: the other seat picks one of its dice first.")},
        coins={"bump_fine": Label("Fine for a bump", "A natural 1 on a bump costs an ante.")},
        checks={"strength": Label("Strength", "To bump the table, or to steady it.")},
        details=DetailLabels(
            table={
                "retaliation": DetailLabel(
                    "Retaliation", "The bumper, and the seat that picks one of its dice.", "object"
                ),
            }
        ),
    )
    while_locked: ClassVar[tuple[str, ...]] = ("fold",)
    """The commands left to a bumper while the target picks, besides those that belong to no turn, and leaving."""
    naturals = Uses(Naturals)
    skills = Uses(Skills)
    turns = Uses(Turns)

    # The bump

    @offers(Bump)
    def may_bump(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """Any die of an active or held seat can be bumped, open or hidden."""
        if why := self.skills.why_not(table, seat, "bump"):
            yield Refusal("bump", *why)
            return
        for other in self.skills.targets(table, seat):
            dice = Choices(choices=list(range(len(table.seats[other].dice))))
            yield Action(type="bump", params={"target": Choices(choices=[other]), "n": dice})

    @act(Bump)
    def bump(self, table: TwentyOneTable, dice: Dice, seat: str, command: Bump) -> Iterator[Event]:
        """On success the target's die rolls again; on failure the target picks one of the bumper's dice."""
        target = command.target
        yield SkillTried(seat=seat, skill="bump", target=target)
        own = roll_check(table, dice, seat, "strength", "bump")
        yield own
        defence = roll_check(table, dice, target, "strength", "bump_defence")
        yield defence
        if self.succeeds(own.natural, own.total, defence.total):
            yield from self.succeed(table, dice, seat, command, own.natural)
        else:
            yield from self._fail(table, seat, target, own.natural)

    def succeeds(self, natural: int, total: int, defence: int) -> bool:
        """A higher total succeeds, except on a natural 1."""
        return natural != NATURAL_ONE and total > defence

    def succeed(self, table: TwentyOneTable, dice: Dice, seat: str, command: Bump, natural: int) -> Iterator[Event]:
        """The die rolls again, which may end the betting; otherwise the bumper's turn continues."""
        yield from self.naturals.reroll(table, dice, command.target, command.n, by=seat, why="bumped")
        yield from self.turns.go_on_if_over(table, dice)

    def _fail(self, table: TwentyOneTable, seat: str, target: str, natural: int) -> Iterator[Event]:
        """A natural 1 also costs an ante."""
        if natural == NATURAL_ONE:
            yield from fine(table, seat, POT, table.options.ante_cp, "bump_fine")
        yield RetaliationOpened(bumper=seat, target=target)
        yield ConditionSet(to=ALL, seat=seat, condition=LOCKED, on=True)
        yield QuestionAsked(seats=[target], question="retaliation")

    _tried_aloud = says(SkillTried, "{seat} bumps the table under {target}’s dice.", skill="bump")

    # The retaliation

    def lock(self, table: TwentyOneTable, seat: str) -> Barred | None:
        """Why a bumper has to wait while the target picks, and what it can do meanwhile."""
        retaliation = table.state.retaliation
        if retaliation is None or retaliation.bumper != seat:
            return None
        but_for = (*self.while_locked, *_AT_ANY_TIME)
        *first, last = (command.replace("_", " ") for command in but_for)
        meanwhile = f"{', '.join(first)} or {last}" if first else last
        picks = f"{table.names[retaliation.target]} picks one of your dice to roll again"
        detail = f"{picks}; until then you can only {meanwhile}."
        return Barred(code="retaliation_pending", detail=detail, but_for=but_for)

    @offers(Retaliate)
    def may_retaliate(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """The target picks one of the bumper's dice."""
        if seat not in table.to_act or table.question != "retaliation":
            yield Refusal("retaliate", "nothing_to_retaliate", "No failed bump is waiting for your retaliation.")
        else:
            bumper = known(table.state.retaliation).bumper
            dice = Choices(choices=list(range(len(table.seats[bumper].dice))), of=bumper)
            yield Action(type="retaliate", params={"n": dice})

    @act(Retaliate)
    def retaliate(self, table: TwentyOneTable, dice: Dice, seat: str, command: Retaliate) -> Iterator[Event]:
        """The picked die rolls again; if that busts the bumper, the turn is over."""
        yield from self.roll_picked(table, dice, command.n)
        yield from self.turns.resume(table, dice)

    def roll_picked(self, table: TwentyOneTable, dice: Dice, n: int) -> Iterator[Event]:
        """The retaliation is over, and die `n` of the bumper rolls again."""
        retaliation = known(table.state.retaliation)
        yield from self._unlock(retaliation.bumper, "taken")
        yield from self.naturals.reroll(table, dice, retaliation.bumper, n, by=retaliation.target, why="retaliation")

    @gm_offers(Waive)
    def may_waive(self, table: TwentyOneTable) -> Iterator[Offer]:
        """The GM may waive a retaliation that the target does not take."""
        none = Refusal("waive", "nothing_to_retaliate", "No failed bump is waiting for a retaliation.")
        yield Action(type="waive") if table.state.retaliation else none

    @gm_act(Waive)
    def waive(self, table: TwentyOneTable, dice: Dice, command: Waive) -> Iterator[Event]:
        """Nobody picks, and the bumper's turn continues."""
        return self.let_go(table, dice, "waived")

    def let_go(self, table: TwentyOneTable, dice: Dice, why: str) -> Iterator[Event]:
        """The retaliation ends without a pick; the bumper's turn continues if it is still in contention."""
        yield from self._unlock(known(table.state.retaliation).bumper, why)
        yield from self.turns.resume(table, dice)

    @staticmethod
    def _unlock(bumper: str, why: str) -> Iterator[Event]:
        yield RetaliationClosed(bumper=bumper, why=why)
        yield ConditionSet(to=ALL, seat=bumper, condition=LOCKED, on=False)

    @on_timeout("retaliation")
    def _waived_by_the_clock(self, table: TwentyOneTable, seat: str) -> Timeout:
        return Timeout(None, Waive())

    @fold(RetaliationOpened)
    def _opened(self, table: TwentyOneTable, event: RetaliationOpened) -> None:
        table.state.retaliation = Retaliation(bumper=event.bumper, target=event.target)

    @fold(RetaliationClosed)
    def _closed(self, table: TwentyOneTable, event: RetaliationClosed) -> None:
        table.state.retaliation = None

    @round_details
    def _details(self, table: TwentyOneTable) -> dict[str, Any]:
        retaliation = table.state.retaliation
        return {"retaliation": {"seat": retaliation.bumper, "target": retaliation.target} if retaliation else None}

    _locked_aloud = says(ConditionSet, "{seat} must wait for the answer.", condition=LOCKED, on=True)
    _question_aloud = says(QuestionAsked, "{seats} may pick the die that rolls again.", question="retaliation")

    @sentence(RetaliationClosed)
    def _closed_aloud(self, table: TwentyOneTable, event: RetaliationClosed) -> str | None:
        got_away = event.why != "taken" and table.seats[event.bumper].status == ACTIVE
        return f"{name_of(table, event.bumper)} gets away with it." if got_away else None
