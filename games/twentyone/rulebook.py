"""Tavern Twenty-One by the current rules: the chapters of its rules, in their order. (Seeds 001.)"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, ClassVar, Final

from events.dice import Dice
from events.event import Command, Event, type_tag
from events.round_events import CheckRolled, QuestionAnswered, StatusChanged
from games.engine.chapter import Chapter, Uses, explains, seat_details
from games.engine.recalling import recall_passive
from games.engine.rulebook import Barred, Rulebook
from games.mechanics.antes import HouseMatch, able_to_pay
from games.mechanics.sentences import says
from games.mechanics.side_bets import SideBet
from games.twentyone.accusing import Accuse, Accusing, Pass
from games.twentyone.betting import Betting, Fold, Hold, Roll
from games.twentyone.bump import Bump, Bumping, Retaliate
from games.twentyone.cheating import Cheat, Cheating
from games.twentyone.endgame import Endgame
from games.twentyone.naturals import Naturals
from games.twentyone.opening import Cut, Opening
from games.twentyone.options import Options
from games.twentyone.side_bets import SideBets
from games.twentyone.skills import Foreseeing, Foresight, Goad, Goading, Profile, Profiling, Skills, SkillTried
from games.twentyone.state import State, TwentyOneTable, contenders, explain_being_out, total
from games.twentyone.tab import Tab
from games.twentyone.turns import LetItBe
from projections.actions import Refusal
from projections.labels import DetailLabel, DetailLabels, Labels
from projections.table import OptionsT, StateT

_SKILLS: Final = {"goad": "Goad", "bump": "Bump", "foresight": "Foresight", "profile": "Profile"}


class TwentyOneRulebook(Rulebook[OptionsT, StateT]):
    """Tavern Twenty-One by any house rules, which name its options and chapters."""

    min_seats = 2
    max_seats = 12
    listed: ClassVar[tuple[type[Command], ...]] = (
        Cut, LetItBe, Roll, Cheat, Hold, Fold, Goad, Bump, Foresight, Profile, Retaliate, Accuse, Pass, SideBet
    )  # fmt: skip
    reasons: ClassVar = {
        "not_in_contention": "That seat is out of the round: it cannot be goaded, bumped, profiled or bet on.",
        "not_in_round": "Only seats in the round can do this.",
    }
    labels: ClassVar = Labels(
        details=DetailLabels(
            seat={
                "bought": DetailLabel("Bought dice", "How many dice it has bought this round.", "count"),
                "in_hand": DetailLabel("Die in hand", "Rolled, and not set down yet.", "die", show=False),
                "fees_cp": DetailLabel("Owed for cleaning", "Collected before the pot is paid out.", "coins"),
                "skills_used": DetailLabel("Skills used", "Each skill can be used once a round.", "list", _SKILLS),
                "drinks": DetailLabel("Drinks", "How many it has had this round.", "count"),
                "accused": DetailLabel("Has accused", "Has made its accusation of this round.", "flag"),
                "judged": DetailLabel("Accused dice", "Its dice of which it was accused, rightly or wrongly.", "dice"),
            }
        ),
    )
    accusing = Uses(Accusing)
    betting = Uses(Betting)
    bumping = Uses(Bumping)
    endgame = Uses(Endgame)
    naturals = Uses(Naturals)
    opening = Uses(Opening)

    def entrants(self, table: TwentyOneTable) -> list[str]:
        """The seats that can pay the ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """From the antes to the Cut."""
        return self.opening.open(table, dice)

    def barred(self, table: TwentyOneTable, seat: str) -> Barred | None:
        """A seat that is not in the round can only bet; a bumper who waits for the retaliation can do little else."""
        if not table.seats[seat].playing:
            detail = "You are not in this round; you can bet on those who are."
            return Barred(code="not_in_round", detail=detail, but_for=("side_bet",))
        return self.bumping.lock(table, seat)

    @explains(Goad, Bump, Profile, SideBet)
    def _explain(self, table: TwentyOneTable, seat: str, command: Goad | Bump | Profile | SideBet) -> Refusal | None:
        """The target of these commands must be in contention."""
        target = command.target
        if target not in table.seats or target in contenders(table):
            return None
        detail = f"{table.names[target]} {explain_being_out(table, target)}."
        return Refusal(type_tag(type(command)), "not_in_contention", detail)

    def recall(self, table: TwentyOneTable, entries: Sequence[Sequence[Event]]) -> None:
        """A Profile reveals the passive Deception that it met."""
        super().recall(table, entries)
        target: str | None = None
        for event in chain.from_iterable(entries):
            if isinstance(event, SkillTried):
                target = event.target if event.skill == "profile" else None
            elif (
                isinstance(event, CheckRolled)
                and event.check == "investigation"
                and target
                and event.against is not None
            ):
                recall_passive(table, target, "deception", event.against)

    def total(self, table: TwentyOneTable, seat: str) -> int | None:
        """The total of a seat's dice, if the viewer can know it."""
        return total(table, seat) if seat in table.state.hands else None

    # Leaving during a round, which is always possible (rulings)

    def leave(self, table: TwentyOneTable, seat: str, dice: Dice) -> Iterator[Event]:
        """The last seat in contention wins, and leaves with the pot. Any other folds first, and pays what it owes."""
        if not table.seats[seat].playing:
            return
        in_contention = contenders(table)
        if in_contention == [seat]:
            yield from self._win_and_leave(table, dice, seat)
            return
        if seat in in_contention:
            yield from self.betting.throw_in(table, seat, "left")
        yield from self.naturals.collect_fees(table, seat)
        if table.phase == "cut":
            yield from self._leave_at_the_cut(table, dice, seat)
        elif table.phase == "staredown":
            yield from self._leave_in_the_staredown(table, dice, seat)
        elif seat in in_contention:
            yield from self.betting.drop_out(table, dice, seat)

    def _win_and_leave(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The round ends at once, without waiting for a staredown."""
        if table.phase != "staredown":
            yield from self.naturals.put_down(table, seat)
            yield from self.endgame.reveal(table)
        yield from self.endgame.settle(table, dice)

    def _leave_at_the_cut(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        if seat in table.to_act:
            yield from self.opening.end_the_cut(table, dice, seat)
        else:
            yield from self.betting.go_on_if_over(table, dice)

    def _leave_in_the_staredown(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        yield from self.accusing.go_on_staring(table, dice, leaving=seat)

    @seat_details
    def _hand_details(self, table: TwentyOneTable, seat: str) -> dict[str, Any]:
        """What a hand shows to everybody. `judged`: the dice of which the seat was accused."""
        hand = table.state.hands.get(seat)
        if hand is None:
            return {}
        return {
            "bought": hand.bought,
            "in_hand": hand.in_hand,
            "fees_cp": hand.fees_cp,
            "skills_used": list(hand.skills),
            "drinks": hand.drinks,
            "accused": hand.accused,
            "judged": list(hand.judged),
        }

    _left_aloud = says(StatusChanged, "{seat} throws in the hand.", why="left")


class TwentyOne(TwentyOneRulebook[Options, State]):
    """Tavern Twenty-One, current rules, standard mode."""

    id = "twentyone"
    version = 1
    name = "Tavern Twenty-One"
    summary = (
        "Come closest to 21 without going over: buy dice with coins or drinks, goad, bump and foresee, "
        "cheat if you dare, and accuse those who did."
    )
    how_to_play = (
        "You start with two d10s: one that everybody sees, and one under your cup.",
        "On your turn, buy another die, hold your total, or fold.",
        "The highest total up to 21 takes the pot; above 21 you are out.",
    )
    options = Options
    state = State
    chapters: ClassVar[tuple[type[Chapter], ...]] = (
        HouseMatch, Opening, Betting, Cheating, Naturals, Skills, Goading, Bumping, Foreseeing, Profiling, Tab,
        Accusing, SideBets, Endgame,
    )  # fmt: skip
