"""The skills: goad, bump (with its retaliation), foresight and profile. One a turn, each once a round."""

from collections.abc import Iterator

from events.accounts import POT
from events.audience import ALL, GM_ONLY, seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import ConditionSet, QuestionAsked, StatusChanged, Told
from games.parts.checks import NATURAL_ONE, NATURAL_TWENTY
from games.parts.coins import fine
from games.twentyone import commands, standing, turns
from games.twentyone.checks import open_check, secret_check
from games.twentyone.happened import RetaliationClosed, RetaliationOpened, SkillTried
from games.twentyone.options import FORESIGHT_DC, SIDES
from games.twentyone.standing import ACTIVE, HELD, HOLE_DIE, known
from games.twentyone.state import TwentyOneTable, hand_of
from games.twentyone.throws import face_of, reroll


def goad(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Goad) -> Iterator[Event]:
    """Intimidation or Persuasion against Insight; who loses must roll. A natural 20 or 1 makes it a d20."""
    target = command.target
    yield SkillTried(seat=seat, skill="goad", target=target)
    own = open_check(table, dice, seat, command.skill, "goad")
    yield own
    insight = open_check(table, dice, target, "insight", "goad_defence")
    yield insight
    naturally = own.natural in (NATURAL_ONE, NATURAL_TWENTY)
    worked = own.natural == NATURAL_TWENTY or (own.natural != NATURAL_ONE and own.total > insight.total)
    goaded = target if worked else seat
    if table.seats[goaded].status == HELD:
        yield StatusChanged(seat=goaded, status=ACTIVE, why="goaded")
    yield ConditionSet(to=ALL, seat=goaded, condition=standing.GOADED, on=True)
    if naturally:
        yield ConditionSet(to=ALL, seat=goaded, condition=standing.GOADED_TO_D20, on=True)


def bump(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Bump) -> Iterator[Event]:
    """Strength against Strength: the target's die rolls again, or the target picks one of the bumper's."""
    target = command.target
    yield SkillTried(seat=seat, skill="bump", target=target)
    own = open_check(table, dice, seat, "strength", "bump")
    yield own
    defence = open_check(table, dice, target, "strength", "bump_defence")
    yield defence
    if own.natural == NATURAL_ONE:
        yield from fine(table, seat, POT, table.options.ante_cp, "bump_fine")
    elif own.total > defence.total:
        yield from reroll(table, dice, target, command.n, by=seat, why="bumped")
        yield from turns.go_on_if_over(table, dice)
        return
    yield RetaliationOpened(bumper=seat, target=target)
    yield ConditionSet(to=ALL, seat=seat, condition=standing.LOCKED, on=True)
    yield QuestionAsked(seats=[target], question="retaliation")


def retaliate(table: TwentyOneTable, dice: Dice, command: commands.Retaliate) -> Iterator[Event]:
    """The picked die of the bumper rolls again; if that busts the bumper, the turn is over."""
    retaliation = known(table.state.retaliation)
    bumper = retaliation.bumper
    yield from unlock(table, bumper, "taken")
    yield from reroll(table, dice, bumper, command.n, by=retaliation.target, why="retaliation")
    yield from resume_turn(table, dice, bumper)


def waive(table: TwentyOneTable, dice: Dice, why: str) -> Iterator[Event]:
    """Nobody picks; the bumper's turn goes on."""
    bumper = known(table.state.retaliation).bumper
    yield from unlock(table, bumper, why)
    yield from resume_turn(table, dice, bumper)


def unlock(table: TwentyOneTable, seat: str, why: str) -> Iterator[Event]:
    """A bumper who was locked is free again."""
    if standing.is_in(table, seat, standing.LOCKED):
        yield RetaliationClosed(bumper=seat, why=why)
        yield ConditionSet(to=ALL, seat=seat, condition=standing.LOCKED, on=False)


def resume_turn(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """A seat whose turn was held up goes on with it, if it is still in the hand."""
    if turns.is_over(table) or table.seats[seat].status != ACTIVE:
        yield from turns.go_on(table, dice)
    else:
        yield QuestionAsked(seats=[seat], question="turn")


def foresight(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """Wisdom against DC 12: whether the next die of each kind falls high or low; exactly, on a natural 20.

    Failed, the next bought die is blind; on a natural 1 it is a blind d20. All of it is the seat's own affair.
    """
    to = seat_viewer(seat)
    yield SkillTried(seat=seat, skill="foresight", target=None)
    check = secret_check(table, dice, seat, "wisdom", "foresight", against=FORESIGHT_DC, against_to=to)
    yield check
    if check.natural == NATURAL_ONE:
        yield ConditionSet(to=to, seat=seat, condition=standing.LOCKED_TO_BLIND_D20, on=True)
    elif check.natural == NATURAL_TWENTY or check.total >= FORESIGHT_DC:
        exactly = check.natural == NATURAL_TWENTY
        facts: dict[str, int | str] = {}
        for die, sides in SIDES.items():
            face = dice.peek(seat, "bought", sides)
            facts[die] = face if exactly else "HIGH" if 2 * face > sides else "LOW"
        yield Told(to=to, seat=seat, kind="foresight", facts=facts)
    else:
        yield ConditionSet(to=to, seat=seat, condition=standing.BLIND, on=True)


def profile(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Profile) -> Iterator[Event]:
    """Investigation against the target's passive Deception: whether it has cheated; with which dice, on a natural 20.

    On a natural 1 the target reads the profiler instead.
    """
    target, to = command.target, seat_viewer(seat)
    yield SkillTried(seat=seat, skill="profile", target=target)
    dc = standing.sheet(table, target).passive_score("deception")
    check = secret_check(table, dice, seat, "investigation", "profile", against=dc, against_to=GM_ONLY)
    yield check
    cheats = hand_of(table, target).cheats
    if check.natural == NATURAL_ONE:
        yield Told(
            to=seat_viewer(target),
            seat=target,
            kind="read_back",
            facts={
                "about": seat,
                "hole_die": face_of(table, seat, HOLE_DIE),
                "cheated": bool(hand_of(table, seat).cheats),
            },
        )
    elif check.natural == NATURAL_TWENTY:
        facts = {"about": target, "cheated": bool(cheats), "dice": sorted(set(cheats))}
        yield Told(to=to, seat=seat, kind="profile", facts=facts)
    elif check.total >= dc:
        yield Told(to=to, seat=seat, kind="profile", facts={"about": target, "cheated": bool(cheats)})
    else:
        yield Told(to=to, seat=seat, kind="profile", facts={"about": target, "cheated": None})
