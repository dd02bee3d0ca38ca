"""The Chamber: its stages and turns, the Bullet, and the Runt Rule. (Seeds 001, Goblin Mode.)"""

from collections.abc import Iterator
from typing import Any, ClassVar

from events.audience import ALL
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import DieRolled, RoundStarted, StatusChanged, TurnBegan
from games.engine.chapter import Chapter, Uses, act, fold, offers, on_timeout, round_details, seat_details
from games.engine.drawn import Drawn
from games.goblin.endgame import Endgame
from games.goblin.state import (
    ACTIVE,
    BULLET,
    CHAMBER,
    DEAD,
    HELD,
    STAGES,
    GoblinTable,
    highest,
    is_last_stage,
    living,
    score,
)
from games.mechanics.sentences import says, sentence
from projections.actions import Action, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel

_tag = namespaced("goblin")


class Roll(CommandV1, frozen=True, kw_only=True):
    """Roll the die of the stage."""


class Hold(CommandV1, frozen=True, kw_only=True):
    """Stop rolling, and keep the score."""


class StageBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """Stage number `stage` (from 1) begins. Each of `seats` acts once, in that order, with a `die`."""

    stage: int
    die: str
    seats: list[str]


class BootEarned(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat rolled the highest face of a die, and has `boots` Boots now."""

    seat: str
    boots: int


class Chamber(Chapter):
    """Each living seat that does not hold acts once in a stage, in the order of seats: it rolls, or holds."""

    events: ClassVar = (StageBegan, BootEarned)
    draws: ClassVar = (
        Drawn(purpose="chamber", sides=tuple(CHAMBER.values()), event=DieRolled, most=1, where={"place": ("open",)}),
    )
    reasons: ClassVar = {
        "already_held": "A seat that holds has stopped rolling, unless a Boot breaks the hold.",
        "dead": "A dead seat is out of the round.",
        "not_in_round": "Only seats in the round can do this.",
        "not_the_highest": "Only a seat with the highest score may hold.",
        "not_your_turn": "It is somebody else's turn.",
        "roll_first": "Nobody holds before the first roll.",
    }
    labels: ClassVar = Labels(
        commands={
            "roll": CommandLabel("Roll", "Roll the die of the stage: a 1 is death, the highest face earns a Boot."),
            "hold": CommandLabel("Hold", "Stop rolling and keep your score, unless somebody boots you."),
        },
        questions={
            "turn": QuestionLabel(
                "Your turn",
                "Roll the die of the stage, or hold if your score is the highest.",
                {
                    "roll": "A 1 is death; anything else adds to your score.",
                    "hold": "You keep your score, unless somebody boots you.",
                    "boot": "You break a hold, then roll or hold yourself.",
                },
            ),
        },
        phases={"chamber": Label("The Chamber", "Stage by stage, everybody rolls a smaller die.")},
        statuses={
            ACTIVE: Label("Alive", "Still rolls."),
            HELD: Label("Holding", "Keeps its score, unless a Boot breaks the hold."),
            DEAD: Label("Dead", "Out of the round."),
        },
        details=DetailLabels(
            table={
                "stage": DetailLabel("Stage", "The stages go from the largest die to the smallest.", "count"),
                "die": DetailLabel("Die of the stage", "What everybody rolls in this stage.", "text"),
                "highest": DetailLabel("Highest score", "The seats that could hold, or win as things stand.", "seats"),
            },
            seat={
                "score": DetailLabel("Score", "The sum of its dice.", "count"),
                "boots": DetailLabel("Boots", "Each can break a hold.", "count"),
                "held_in": DetailLabel("Holds since", "A hold before the d8 costs half the pot in tax.", "text"),
                "may_hold": DetailLabel(
                    "May hold", "Whether it is its turn, and its score is the highest.", "flag", show=False
                ),
            },
        ),
    )
    endgame = Uses(Endgame)

    # Stages and turns

    def begin_stage(self, table: GoblinTable, number: int) -> Iterator[Event]:
        """All active seats act in turn, with the die of the stage."""
        due = table.with_status(ACTIVE)
        yield StageBegan(stage=number, die=STAGES[number - 1], seats=due)
        yield TurnBegan(seat=due[0])

    def go_on(self, table: GoblinTable, dice: Dice) -> Iterator[Event]:
        """The next seat of this stage acts; after the last one, the next stage begins, or the round is settled."""
        if self._is_over(table):
            yield from self.endgame.settle(table, dice)
            return
        due = table.state.due
        later = due[due.index(table.turn or "") + 1 :]
        coming = next((seat for seat in later if table.seats[seat].status == ACTIVE), None)
        if coming is not None:
            yield TurnBegan(seat=coming)
        elif is_last_stage(table):
            yield from self.endgame.settle(table, dice)
        else:
            yield from self.begin_stage(table, table.state.stage + 1)

    def _is_over(self, table: GoblinTable) -> bool:
        """Whether all have held or died, or the only seat alive wins for that reason."""
        last_wins = table.options.last_standing == "wins" and len(living(table)) == 1
        return last_wins or not table.with_status(ACTIVE)

    def why_not_now(self, table: GoblinTable, seat: str) -> tuple[str, str]:
        """Why a seat that is not asked cannot act in the Chamber, as code and sentence."""
        holder = table.seats[seat]
        if not holder.playing:
            return "not_in_round", "You are not in this round; you can bet on those who are."
        if holder.status == DEAD:
            return "dead", "You are dead: you can only bet on the living."
        if holder.status == HELD:
            return "already_held", "You hold: only somebody’s Boot brings you back."
        return "not_your_turn", f"It is {name_of(table, table.turn or '')}’s turn."

    @fold(RoundStarted)
    def _round_started(self, table: GoblinTable, event: RoundStarted) -> None:
        table.state.boots = dict.fromkeys(event.seats, 0)

    @fold(StageBegan)
    def _stage_began(self, table: GoblinTable, event: StageBegan) -> None:
        state = table.state
        state.stage, state.die, state.due = event.stage, event.die, list(event.seats)

    _first_stage_aloud = says(StageBegan, "The Chamber opens: a {die} for {seats}.", stage=1)
    _stage_aloud = says(StageBegan, "The Chamber shrinks: a {die} for {seats}.")

    @round_details
    def _stage_details(self, table: GoblinTable) -> dict[str, Any]:
        state = table.state
        leaders = highest(table) if table.running else []
        return {"stage": state.stage, "die": state.die or None, "highest": leaders}

    # Rolling: a 1 is the Bullet, the highest face earns a Boot

    @offers(Roll)
    def may_roll(self, table: GoblinTable, seat: str) -> Iterator[Offer]:
        """A seat rolls on its turn."""
        yield Action(type="roll") if seat in table.to_act else Refusal("roll", *self.why_not_now(table, seat))

    @act(Roll)
    def roll(self, table: GoblinTable, dice: Dice, seat: str, command: Roll) -> Iterator[Event]:
        """Roll the die of the stage, in the open."""
        die = table.state.die
        draw = dice.roll(seat, "chamber", CHAMBER[die])
        yield DieRolled(seat=seat, n=len(table.seats[seat].dice), die=die, place="open", draw=draw, draw_to=ALL)
        if draw.face == BULLET:
            yield StatusChanged(seat=seat, status=DEAD, why="bullet")
        elif draw.face == CHAMBER[die]:
            yield BootEarned(seat=seat, boots=table.state.boots[seat] + 1)
        yield from self.go_on(table, dice)

    @sentence(DieRolled)
    def _roll_aloud(self, table: GoblinTable, event: DieRolled) -> str:
        face, total = event.draw.face if event.draw else 0, score(table, event.seat)
        in_all = f", {total} in all" if face > BULLET and total != face else ""
        return f"{name_of(table, event.seat)} rolls a {event.die}: {face}{in_all}."

    _bullet_aloud = says(StatusChanged, "{seat} bites the bullet.", status=DEAD, why="bullet")

    # Holding: the Runt Rule

    @staticmethod
    def may_hold_now(table: GoblinTable, seat: str) -> bool:
        """The Runt Rule: a seat that has rolled, and has or shares the highest living score, may hold on its turn."""
        holder = table.seats[seat]
        return table.running and holder.status == ACTIVE and bool(holder.dice) and seat in highest(table)

    @offers(Hold)
    def may_hold(self, table: GoblinTable, seat: str) -> Iterator[Offer]:
        """Only the highest may hold, and nobody before the first roll."""
        if seat not in table.to_act:
            yield Refusal("hold", *self.why_not_now(table, seat))
        elif self.may_hold_now(table, seat):
            yield Action(type="hold")
        elif not table.seats[seat].dice:
            yield Refusal("hold", "roll_first", "Nobody holds before the first roll: roll.")
        else:
            best = highest(table)[0]
            detail = (
                f"Only the highest may hold: {name_of(table, best)} has {score(table, best)}, "
                f"and you have {score(table, seat)}."
            )
            yield Refusal("hold", "not_the_highest", detail)

    @act(Hold)
    def hold(self, table: GoblinTable, dice: Dice, seat: str, command: Hold) -> Iterator[Event]:
        """The seat stops rolling, and keeps its score."""
        yield StatusChanged(seat=seat, status=HELD, why="hold")
        yield from self.go_on(table, dice)

    @fold(StatusChanged)
    def _status_changed(self, table: GoblinTable, event: StatusChanged) -> None:
        if event.status == HELD:
            table.state.held_in[event.seat] = table.state.die
        else:
            table.state.held_in.pop(event.seat, None)

    @sentence(StatusChanged, status=HELD, why="hold")
    def _hold_aloud(self, table: GoblinTable, event: StatusChanged) -> str:
        return f"{name_of(table, event.seat)} holds at {score(table, event.seat)}."

    @on_timeout()
    def _safest(self, table: GoblinTable, seat: str) -> Command:
        return Hold() if self.may_hold_now(table, seat) else Roll()

    @seat_details
    def _seat_details(self, table: GoblinTable, seat: str) -> dict[str, Any]:
        if seat not in table.state.boots:
            return {}
        return {
            "score": score(table, seat),
            "boots": table.state.boots[seat],
            "held_in": table.state.held_in.get(seat),
            "may_hold": self.may_hold_now(table, seat),
        }

    def leave(self, table: GoblinTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat that leaves dies, except the last one living: if it may hold, it leaves with what a hold brings."""
        alive = living(table)
        if seat not in alive:
            return
        status = HELD if alive == [seat] and self.may_hold_now(table, seat) else DEAD
        yield StatusChanged(seat=seat, status=status, why="left")
        if table.turn == seat or self._is_over(table):
            yield from self.go_on(table, dice)

    _death_by_leaving_aloud = says(
        StatusChanged, "{seat} runs from the Chamber, and is as good as dead.", status=DEAD, why="left"
    )

    @sentence(StatusChanged, status=HELD, why="left")
    def _hold_by_leaving_aloud(self, table: GoblinTable, event: StatusChanged) -> str:
        return f"{name_of(table, event.seat)} has nobody left to fear, and holds at {score(table, event.seat)}."
