"""The skills Goad, Foresight and Profile, and the limits of all skills; Bump has its own file. (Seeds 001, part 3.)"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Final, Literal

import msgspec

from events.audience import ALL, CLOSED, GM_ONLY, Audience, seat_viewer
from events.dice import Dice
from events.event import V1, CommandV1, Event
from events.round_events import CheckRolled, ConditionSet, StatusChanged, Told, TurnBegan
from games.chapter import Chapter, Uses, act, fold, offers
from games.mechanics import checks
from games.mechanics.checks import DISADVANTAGE, NATURAL_ONE, NATURAL_TWENTY, NORMAL, check_for
from games.mechanics.sentences import says, sentence, silent
from games.twentyone.options import SIDES, die_cost
from games.twentyone.state import (
    ACTIVE,
    HELD,
    HOLE_DIE,
    IN_CONTENTION,
    SLOPPY,
    TwentyOneTable,
    contenders,
    face_of,
    hand_of,
    is_in,
    lift,
    sheet,
    tag,
)
from games.twentyone.turns import Turns, Why
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import listed, name_of
from projections.labels import CommandLabel, Label, Labels, ValueLabel

GOADED: Final = "goaded"
GOADED_TO_D20: Final = "goaded_to_a_d20"
BLIND: Final = "blind"
"""The seat's next bought die is blind. Only the seat and the GM know this, and the next condition."""
LOCKED_TO_BLIND_D20: Final = "locked_to_a_blind_d20"

_ABILITIES: Final = {"strength": "str", "wisdom": "wis"}
"""Checks of abilities; all other checks are of skills."""


class SkillTried(V1, frozen=True, kw_only=True, tag=tag):
    """A seat tries goad, bump, foresight or profile. The result may be known to a few only."""

    seat: str
    skill: str
    target: str | None


class MustRoll(msgspec.Struct, frozen=True):
    """Why a condition forces a seat to roll, as code and detail; and the only die that it can buy, if any."""

    code: str
    detail: str
    die: str | None = None


class Skills(Chapter):
    """One skill a turn, each once a round, before the main action, against seats in contention."""

    events: ClassVar = (SkillTried,)
    reasons: ClassVar = {
        "one_skill_a_turn": "A seat can use one skill a turn.",
        "skill_used": "A seat can use each skill once a round.",
    }
    turns = Uses(Turns)

    def why_not(self, table: TwentyOneTable, seat: str, skill: str) -> Why | None:
        """Why a seat may not use a skill now; None if it may."""
        if not self.turns.has_the_turn(table, seat):
            return self.turns.why_not_now(table, seat)
        hand = hand_of(table, seat)
        if hand.skill_this_turn:
            return "one_skill_a_turn", "You have used a skill this turn; now roll, hold or fold."
        if skill in hand.skills:
            return "skill_used", f"You have used {skill} this round; each skill works once a round."
        return None

    @staticmethod
    def targets(table: TwentyOneTable, seat: str) -> list[str]:
        """The other seats in contention."""
        return [other for other in contenders(table) if other != seat]

    @fold(SkillTried)
    def _tried(self, table: TwentyOneTable, event: SkillTried) -> None:
        hand = hand_of(table, event.seat)
        hand.acted = hand.skill_this_turn = True
        hand.skills.append(event.skill)

    @fold(TurnBegan)
    def _turn_began(self, table: TwentyOneTable, event: TurnBegan) -> None:
        hand_of(table, event.seat).skill_this_turn = False

    _condition_aloud = silent(ConditionSet)


def roll_check(
    table: TwentyOneTable,
    dice: Dice,
    seat: str,
    check: str,
    purpose: str,
    *,
    to: Audience = ALL,
    against: int | None = None,
    against_to: Audience = CLOSED,
) -> CheckRolled:
    """Check an ability or a skill, at disadvantage if the seat is Sloppy. `to` sees the roll, `against_to` the DC."""
    character = sheet(table, seat)
    modifier = character.ability(_ABILITIES[check]) if check in _ABILITIES else character.skill(check)
    mode = DISADVANTAGE if is_in(table, seat, SLOPPY) else NORMAL
    return checks.roll_check(
        dice, seat, check, modifier, purpose=purpose, mode=mode, to=to, against=against, against_to=against_to
    )


class Goad(CommandV1, frozen=True, kw_only=True):
    """Force a seat to roll."""

    target: str
    skill: Literal["intimidation", "persuasion"] = "intimidation"


class Goading(Chapter):
    """Goad, against Insight: on success the target must roll; on failure the goader must."""

    draws: ClassVar = (check_for("goad", "intimidation", "persuasion"), check_for("goad_defence", "insight"))
    reasons: ClassVar = {
        "cannot_be_goaded": "That seat cannot be goaded now.",
        "cannot_hold_when_goaded": "A goaded player must roll or fold.",
    }
    labels: ClassVar = Labels(
        commands={
            "goad": CommandLabel(
                "Goad",
                "Your check against their Insight: if you win, they must roll; if not, you must.",
                {
                    "target": ValueLabel("Who", "Another seat that can still win.", "seat"),
                    "skill": ValueLabel(
                        "How",
                        "The skill that you check.",
                        "choice",
                        {"intimidation": "Intimidation", "persuasion": "Persuasion"},
                    ),
                },
            ),
        },
        conditions={
            GOADED: Label("Goaded", "Must roll now, or fold."),
            GOADED_TO_D20: Label("Goaded to a d20", "The die it rolls now has to be a d20."),
        },
        checks={
            "intimidation": Label("Intimidation", "To goad a seat."),
            "persuasion": Label("Persuasion", "To goad a seat."),
            "insight": Label("Insight", "To withstand a Goad."),
        },
    )
    goadable: ClassVar[tuple[str, ...]] = IN_CONTENTION
    """The statuses of seats that can be goaded."""
    beyond_goading: ClassVar[str] = "is Sloppy, or could pay for no die."
    """Why a seat in contention cannot be goaded."""
    musts: ClassVar[Mapping[str, MustRoll]] = {
        GOADED: MustRoll("cannot_hold_when_goaded", "You are goaded: roll, or fold."),
        GOADED_TO_D20: MustRoll("cannot_hold_when_goaded", "You are goaded: roll, or fold.", "d20"),
    }
    """The conditions that a Goad can cause, until the seat has rolled."""
    skills = Uses(Skills)

    def could_be_goaded(self, table: TwentyOneTable, seat: str) -> bool:
        """Whether a seat can be goaded: one that is not Sloppy, and can pay for some die in coins or drinks."""
        if table.seats[seat].status not in self.goadable or is_in(table, seat, SLOPPY):
            return False
        return table.options.liquid_mode or table.purse(seat) >= die_cost(table.options.ante_cp, "d20")

    @offers(Goad)
    def may_goad(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """Active and held seats can be goaded, if they could roll."""
        if why := self.skills.why_not(table, seat, "goad"):
            yield Refusal("goad", *why)
            return
        others = self.skills.targets(table, seat)
        targets = [other for other in others if self.could_be_goaded(table, other)]
        if targets:
            ways = Choices(choices=["intimidation", "persuasion"])
            yield Action(type="goad", params={"target": Choices(choices=targets), "skill": ways})
        for other in others:
            if other not in targets:
                detail = f"{table.names[other]} {self.beyond_goading}"
                yield Refusal("goad", "cannot_be_goaded", detail, {"target": other})

    @act(Goad)
    def goad(self, table: TwentyOneTable, dice: Dice, seat: str, command: Goad) -> Iterator[Event]:
        """Intimidation or Persuasion against Insight. A natural 20 always works; a natural 1 always backfires."""
        target = command.target
        yield SkillTried(seat=seat, skill="goad", target=target)
        own = roll_check(table, dice, seat, command.skill, "goad")
        yield own
        insight = roll_check(table, dice, target, "insight", "goad_defence")
        yield insight
        if own.natural == NATURAL_TWENTY or (own.natural != NATURAL_ONE and own.total > insight.total):
            yield from self.succeed(table, target, own.natural)
        else:
            yield from self.backfire(table, seat, own.natural)

    def succeed(self, table: TwentyOneTable, target: str, natural: int) -> Iterator[Event]:
        """The target must roll."""
        yield from self._force(table, target, natural)

    def backfire(self, table: TwentyOneTable, seat: str, natural: int) -> Iterator[Event]:
        """The goader must roll."""
        yield from self._force(table, seat, natural)

    def _force(self, table: TwentyOneTable, seat: str, natural: int) -> Iterator[Event]:
        """After a natural 20 or 1, the die must be a d20."""
        yield from self.be_goaded(table, seat)
        if natural in (NATURAL_ONE, NATURAL_TWENTY):
            yield ConditionSet(to=ALL, seat=seat, condition=GOADED_TO_D20, on=True)

    def be_goaded(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """The seat must roll, or fold. A held seat is back in."""
        if table.seats[seat].status == HELD:
            yield StatusChanged(seat=seat, status=ACTIVE, why="goaded")
        yield ConditionSet(to=ALL, seat=seat, condition=GOADED, on=True)

    def lift(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """The seat has rolled, and is no longer goaded."""
        return lift(table, seat, *self.musts)

    _tried_aloud = says(SkillTried, "{seat} goads {target}.", skill="goad")
    _back_in_aloud = says(StatusChanged, "{seat} is stung back into the game.", why="goaded")
    _goaded_aloud = says(ConditionSet, "{seat} must roll now, or fold.", condition=GOADED, on=True)
    _to_a_d20_aloud = says(ConditionSet, "It has to be a d20.", condition=GOADED_TO_D20, on=True)


class Foresight(CommandV1, frozen=True, kw_only=True):
    """Sense how the next dice will fall."""


class Foreseeing(Chapter):
    """Foresight, against a DC: how the next bought dice will fall. On failure, the next one is blind."""

    draws: ClassVar = (check_for("foresight", "wisdom"),)
    reasons: ClassVar = {"cannot_hold_when_locked": "A player locked into a die by Foresight must roll it or fold."}
    labels: ClassVar = Labels(
        commands={
            "foresight": CommandLabel(
                "Foresight", "A Wisdom check: learn whether the next die of each kind falls high or low."
            ),
        },
        conditions={
            BLIND: Label("Next die blind", "Its next die is rolled unseen, and stays covered until the reveal."),
            LOCKED_TO_BLIND_D20: Label("Blind d20 next", "Must roll a d20 unseen, or fold."),
        },
        notes={"foresight": Label("Foresight", "How the next die of each kind will fall if you buy it.")},
        checks={"wisdom": Label("Wisdom", "To foresee dice.")},
    )
    dc: ClassVar[int] = 12
    failed: ClassVar[str] = BLIND
    fumbled: ClassVar[str] = LOCKED_TO_BLIND_D20
    """The conditions that follow a failure, and a natural 1."""
    blinding: ClassVar[tuple[str, ...]] = (BLIND, LOCKED_TO_BLIND_D20)
    """The conditions that make the next bought die blind."""
    musts: ClassVar[Mapping[str, MustRoll]] = {
        LOCKED_TO_BLIND_D20: MustRoll(
            "cannot_hold_when_locked", "Foresight locked you into a blind d20: roll it, or fold.", "d20"
        )
    }
    """The conditions that force the seat to roll a particular die."""
    skills = Uses(Skills)

    @offers(Foresight)
    def may_foresee(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """Foresight needs no target."""
        why = self.skills.why_not(table, seat, "foresight")
        yield Refusal("foresight", *why) if why else Action(type="foresight")

    @act(Foresight)
    def foresee(self, table: TwentyOneTable, dice: Dice, seat: str, command: Foresight) -> Iterator[Event]:
        """Whether the next die of each kind falls high or low; on a natural 20, its face. Only the seat learns it."""
        to = seat_viewer(seat)
        yield SkillTried(seat=seat, skill="foresight", target=None)
        check = roll_check(table, dice, seat, "wisdom", "foresight", to=to, against=self.dc, against_to=to)
        yield check
        if check.natural == NATURAL_ONE:
            yield ConditionSet(to=to, seat=seat, condition=self.fumbled, on=True)
        elif check.natural == NATURAL_TWENTY or check.total >= self.dc:
            exactly = check.natural == NATURAL_TWENTY
            facts: dict[str, int | str] = {}
            for die, sides in SIDES.items():
                face = dice.peek(seat, "bought", sides)
                facts[die] = face if exactly else "HIGH" if 2 * face > sides else "LOW"
            yield Told(to=to, seat=seat, kind="foresight", facts=facts)
        else:
            yield ConditionSet(to=to, seat=seat, condition=self.failed, on=True)

    def makes_blind(self, table: TwentyOneTable, seat: str) -> bool:
        """Whether the seat's next bought die, or the one in its hand, is blind."""
        return is_in(table, seat, *self.blinding)

    def lift(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """The seat has set down a bought die: the effects of a failed Foresight end."""
        return lift(table, seat, self.failed, self.fumbled, to=seat_viewer(seat))

    _tried_aloud = says(SkillTried, "{seat} gazes into the candle and reaches for what is to come.", skill="foresight")

    @sentence(Told, kind="foresight")
    def _foreseen_aloud(self, table: TwentyOneTable, event: Told) -> str:
        falls = ", ".join(f"{die} {fall}" for die, fall in event.facts.items())
        return f"{name_of(table, event.seat)} senses what is next: {falls}."

    _blind_aloud = says(ConditionSet, "The signs blur: {seat}’s next die will be blind.", condition=BLIND, on=True)
    _locked_aloud = says(
        ConditionSet, "The signs mislead: {seat} has to roll a d20, and blind.", condition=LOCKED_TO_BLIND_D20, on=True
    )


class Profile(CommandV1, frozen=True, kw_only=True):
    """Read whether a seat has cheated."""

    target: str


class Profiling(Chapter):
    """Profile, against passive Deception: whether the target has cheated this round."""

    draws: ClassVar = (check_for("profile", "investigation"),)
    labels: ClassVar = Labels(
        commands={
            "profile": CommandLabel(
                "Profile",
                "Investigation against their Deception: learn whether they have cheated this round.",
                {"target": ValueLabel("Who", "Another seat that can still win.", "seat")},
            ),
        },
        notes={
            "profile": Label("Profile", "Whether that seat has cheated this round."),
            "read_back": Label("Read in return", "Who tried to read you gave away their own hole die."),
        },
        checks={"investigation": Label("Investigation", "To profile a seat.")},
    )
    skills = Uses(Skills)

    @offers(Profile)
    def may_profile(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """Any other seat in contention can be profiled."""
        if why := self.skills.why_not(table, seat, "profile"):
            yield Refusal("profile", *why)
        else:
            yield Action(type="profile", params={"target": Choices(choices=self.skills.targets(table, seat))})

    @act(Profile)
    def profile(self, table: TwentyOneTable, dice: Dice, seat: str, command: Profile) -> Iterator[Event]:
        """A natural 20 also shows with which dice. On a natural 1, the target reads the profiler instead."""
        target, to = command.target, seat_viewer(seat)
        yield SkillTried(seat=seat, skill="profile", target=target)
        dc = sheet(table, target).passive_score("deception")
        check = roll_check(table, dice, seat, "investigation", "profile", to=to, against=dc, against_to=GM_ONLY)
        yield check
        cheats = hand_of(table, target).cheats
        facts: dict[str, Any] = {"about": target, "cheated": bool(cheats)}
        if check.natural == NATURAL_ONE:
            yield from self._read_back(table, seat, target)
        elif check.natural == NATURAL_TWENTY:
            yield Told(to=to, seat=seat, kind="profile", facts={**facts, "dice": sorted(set(cheats))})
        elif check.total >= dc:
            yield Told(to=to, seat=seat, kind="profile", facts=facts)
        else:
            yield Told(to=to, seat=seat, kind="profile", facts={"about": target, "cheated": None})

    def _read_back(self, table: TwentyOneTable, seat: str, target: str) -> Iterator[Event]:
        """The target learns the profiler's hole die, and whether the profiler has cheated."""
        cheated = bool(hand_of(table, seat).cheats)
        facts = {"about": seat, "hole_die": face_of(table, seat, HOLE_DIE), "cheated": cheated}
        yield Told(to=seat_viewer(target), seat=target, kind="read_back", facts=facts)

    _tried_aloud = says(SkillTried, "{seat} studies {target}’s face.", skill="profile")

    @sentence(Told, kind="profile")
    def _profiled_aloud(self, table: TwentyOneTable, event: Told) -> str:
        name, about, facts = name_of(table, event.seat), name_of(table, str(event.facts["about"])), event.facts
        if facts["cheated"] is None:
            return f"{name} cannot read {about}."
        if not facts["cheated"]:
            return f"{name} is sure: {about} has not cheated."
        held = table.seats[str(facts["about"])].dice
        cheated_with: list[int] = facts.get("dice", [])
        dice = ["the hole die" if n == HOLE_DIE else f"die {n + 1} ({held[n].die})" for n in cheated_with]
        return f"{name} is sure: {about} has cheated{f', with {listed(dice)}' if dice else ''}."

    @sentence(Told, kind="read_back")
    def _read_back_aloud(self, table: TwentyOneTable, event: Told) -> str:
        name, about, facts = name_of(table, event.seat), name_of(table, str(event.facts["about"])), event.facts
        cheated = "has cheated" if facts["cheated"] else "has not cheated"
        return f"{name} sees through {about}: the hole die is {facts['hole_die']}, and {about} {cheated}."
