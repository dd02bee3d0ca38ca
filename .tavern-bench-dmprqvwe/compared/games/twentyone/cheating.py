"""Cheating: the question after every bought die, the check, the heat, and fumbles. (Seeds 001, part 3.)"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Final

from events.accounts import POT
from events.audience import GM, GM_ONLY, HOUSE, seat_viewer
from events.dice import Dice
from events.event import CommandV1, Event, HiddenV1
from events.round_events import DieAltered, StatusChanged
from games.chapter import Chapter, Uses, act, fold, offers, seat_details
from games.mechanics.checks import NATURAL_ONE, NATURAL_TWENTY, check_for
from games.mechanics.coins import fine
from games.mechanics.sentences import says, sentence
from games.twentyone.naturals import Naturals
from games.twentyone.options import SIDES
from games.twentyone.skills import roll_check
from games.twentyone.state import CAUGHT, TwentyOneTable, die_name, face_of, hand_of, known, tag
from games.twentyone.turns import LetItBe, Turns
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, ValueLabel

HEAT_PER_CHEAT: Final = 2
CHANGES: Final = (-3, -2, -1, 1, 2, 3)
"""The most by which a cheat can change a die."""


class Cheat(CommandV1, frozen=True, kw_only=True):
    """Secretly change die `n`, the one in the hand or the hole die, by `change`."""

    n: int
    change: int


class CheatTried(HiddenV1, frozen=True, kw_only=True, tag=tag):
    """A seat tried to change die `n` by `change`."""

    seat: str
    n: int
    change: int
    succeeded: bool


class HeatRose(HiddenV1, frozen=True, kw_only=True, tag=tag):
    """The DC of a seat's next cheat has risen."""

    seat: str
    heat: int


class Cheating(Chapter):
    """A seat with a die in its hand is always asked, so that others cannot tell a cheat from an honest roll."""

    events: ClassVar[Sequence[type[Event]]] = (CheatTried, HeatRose)
    draws: ClassVar = (check_for("cheat", "sleight_of_hand"),)
    reasons: ClassVar = {
        "blind_roll": "A blind roll cannot be cheated on.",
        "die_seen_by_all": "A die that everyone can see cannot be changed.",
        "no_die_in_hand": "Cheating needs a die in the hand.",
    }
    labels: ClassVar = Labels(
        commands={
            "cheat": CommandLabel(
                "Cheat",
                "Turn a die to another face in secret: Sleight of Hand against the heat. A natural 1 gives you away.",
                {
                    "n": ValueLabel("Die", "The die in your hand, or your covered hole die.", "die"),
                    "change": ValueLabel(
                        "Change",
                        "By how much its face goes up or down.",
                        "choice",
                        {str(change): f"{change:+d}".replace("-", "−") for change in CHANGES},
                    ),
                },
            ),
        },
        questions={
            "cheat": QuestionLabel(
                "The die in your hand",
                "It is yours to set down. Cheat first, or let it be?",
                {
                    "cheat": "You try to change it, or your hole die, before it lies.",
                    "let_it_be": "It is set down as it fell.",
                },
            ),
        },
        coins={"cheating_fine": Label("Fine for cheating", "A fumbled cheat costs coins, which go into the pot.")},
        checks={"sleight_of_hand": Label("Sleight of Hand", "Against the heat, to cheat.")},
        details=DetailLabels(
            seat={
                "caught": DetailLabel("Caught cheating", "Was caught in this round.", "flag"),
                "cheats": DetailLabel("Own cheats", "The dice it tried to cheat with; it and the GM know.", "dice"),
                "heat": DetailLabel("Heat", "The DC of its next cheat; only the GM knows.", "count"),
            }
        ),
    )
    fumble_antes: ClassVar[int] = 1
    """What a natural 1 costs."""
    naturals = Uses(Naturals)
    turns = Uses(Turns)

    @offers(Cheat)
    def may_cheat(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """The die in the hand and a hidden hole die can be changed, unless the roll is blind."""
        if seat not in table.to_act or table.question != "cheat":
            yield Refusal("cheat", "no_die_in_hand", "You can cheat only when asked about a die in your hand.")
            return
        if self.naturals.rolls_blind(table, seat):
            yield Refusal("cheat", "blind_roll", "You cannot cheat on a blind roll; let it be.")
            return
        in_hand = hand_of(table, seat).in_hand
        detail = "Only the die in your hand or your covered hole die can be changed."
        for n, die in enumerate(table.seats[seat].dice):
            if (n == in_hand or die.place == "hole") and die.face is not None:
                yield Action(type="cheat", params={"n": Choices(choices=[n]), "change": _changes(die.die, die.face)})
            else:
                yield Refusal("cheat", "die_seen_by_all", detail, {"n": n})

    @act(LetItBe, question="cheat")
    def _let_it_be(self, table: TwentyOneTable, dice: Dice, seat: str, command: LetItBe) -> Iterator[Event]:
        return self.finish(table, dice, seat)

    def finish(self, table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The question is answered: the die is set down, and the turn passes."""
        yield from self.naturals.put_down(table, seat)
        yield from self.turns.go_on(table, dice)

    @act(Cheat)
    def cheat(self, table: TwentyOneTable, dice: Dice, seat: str, command: Cheat) -> Iterator[Event]:
        """Sleight of Hand against the heat. Others only see a die being set down, unless the cheat is fumbled."""
        to, heat = seat_viewer(seat), self.heat_of(table, seat)
        check = roll_check(table, dice, seat, "sleight_of_hand", "cheat", to=to, against=heat, against_to=GM_ONLY)
        fumbled = check.natural == NATURAL_ONE
        succeeded = check.natural == NATURAL_TWENTY or (not fumbled and check.total >= heat)
        yield check
        yield CheatTried(to=to, seat=seat, n=command.n, change=command.change, succeeded=succeeded)
        if check.natural != NATURAL_TWENTY:
            yield self.hotter(seat, heat + HEAT_PER_CHEAT)
        if succeeded:
            was = face_of(table, seat, command.n)
            changed = known(changed_face(table.seats[seat].dice[command.n].die, was, command.change))
            yield DieAltered(to=to, seat=seat, n=command.n, was=was, face=changed, why="cheat")
        if fumbled:
            yield StatusChanged(seat=seat, status=CAUGHT, why="fumbled_a_cheat")
            yield from fine(table, seat, POT, self.fumble_antes * table.options.ante_cp, "cheating_fine")
        yield from self.finish(table, dice, seat)

    @fold(CheatTried)
    def _tried(self, table: TwentyOneTable, event: CheatTried) -> None:
        hand_of(table, event.seat).cheats.append(event.n)

    @fold(StatusChanged)
    def _caught(self, table: TwentyOneTable, event: StatusChanged) -> None:
        hand_of(table, event.seat).caught |= event.status == CAUGHT

    @seat_details
    def _details(self, table: TwentyOneTable, seat: str) -> dict[str, Any]:
        """`caught`: whether the seat was caught cheating, whatever its status. `cheats`: for the seat and the GM."""
        hand = table.state.hands.get(seat)
        if hand is None:
            return {}
        if table.viewer in (GM, HOUSE, seat_viewer(seat)):
            return {"caught": hand.caught, "cheats": list(hand.cheats)}
        return {"caught": hand.caught}

    @sentence(CheatTried)
    def _tried_aloud(self, table: TwentyOneTable, event: CheatTried) -> str:
        outcome = "and nobody sees" if event.succeeded else "but the fingers slip"
        die, change = die_name(table, event.seat, event.n), f"{event.change:+d}".replace("-", "−")
        return f"In secret, {name_of(table, event.seat)} reaches for the {die} ({change}), {outcome}."

    fumble_aloud = says(
        StatusChanged, "{seat} fumbles a cheat in front of everybody, and is out of the round.", why="fumbled_a_cheat"
    )

    def heat_of(self, table: TwentyOneTable, seat: str) -> int:
        """The DC of a seat's next cheat, computed on the whole table. Each seat's own heat starts again each round."""
        return table.state.heat.get(seat, table.options.starting_heat)

    def hotter(self, seat: str, heat: int) -> Event:
        """A cheat has raised the heat."""
        return HeatRose(to=GM_ONLY, seat=seat, heat=heat)

    @fold(HeatRose)
    def _heat_rose(self, table: TwentyOneTable, event: HeatRose) -> None:
        table.state.heat[event.seat] = event.heat

    @seat_details
    def heat_details(self, table: TwentyOneTable, seat: str) -> dict[str, Any]:
        """Only the GM sees the heat, and the House's table, from which unsealed rounds are shown."""
        if seat not in table.state.hands or table.viewer not in (GM, HOUSE):
            return {}
        return {"heat": self.heat_of(table, seat)}

    _heat_aloud = says(HeatRose, "{seat}’s heat is {heat} now.")


def changed_face(die: str, face: int, change: int) -> int | None:
    """The face after a change, within the die's faces; None if nothing changes, or a d20 would show a 20."""
    changed = min(max(face + change, 1), SIDES[die])
    return None if changed == face or (die == "d20" and changed == 20) else changed


@lru_cache(maxsize=sum(SIDES.values()))
def _changes(die: str, face: int) -> Choices:
    return Choices(choices=[change for change in CHANGES if changed_face(die, face, change) is not None])
