"""The skills: goad, bump (with its retaliation), foresight and profile. One a turn, each once a round."""

from collections.abc import Iterator

from events.accounts import POT
from events.audience import ALL, GM_ONLY, seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import ConditionSet, QuestionAsked, StatusChanged, Told
from games.mechanics.checks import NATURAL_ONE, NATURAL_TWENTY
from games.mechanics.coins import fine, pay
from games.twentyone import commands, standing, turns
from games.twentyone.checks import open_check, secret_check
from games.twentyone.conditions import ACTIVE, DARED, FREE_REROLL, GOADED, GOADED_TO_D20, HELD, LOCKED
from games.twentyone.happened import RetaliationClosed, RetaliationOpened, SkillTried
from games.twentyone.options import BACKFIRE_ANTES, RESISTING_ANTES, SIDES
from games.twentyone.standing import HOLE_DIE, known
from games.twentyone.state import TwentyOneTable, hand_of
from games.twentyone.throws import face_of, reroll
from games.twentyone.variants import rules_of


def goad(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Goad) -> Iterator[Event]:
    """Intimidation or Persuasion against Insight; a natural 20 always works, a natural 1 always backfires."""
    target = command.target
    yield SkillTried(seat=seat, skill="goad", target=target)
    own = open_check(table, dice, seat, command.skill, "goad")
    yield own
    insight = open_check(table, dice, target, "insight", "goad_defence")
    yield insight
    rules, surely = rules_of(table), own.natural == NATURAL_TWENTY
    if surely or (own.natural != NATURAL_ONE and own.total > insight.total):
        if not surely and rules.goads_can_be_resisted(table.options) and standing.could_resist(table, target):
            yield QuestionAsked(seats=[target], question="goad")
            return
        goaded = target
    elif rules.backfired_goads_dare:
        yield from fine(table, seat, POT, BACKFIRE_ANTES * table.options.ante_cp, "goad_fine")
        yield ConditionSet(to=ALL, seat=seat, condition=DARED, on=True)
        return
    else:
        goaded = seat
    yield from _be_goaded(table, goaded)
    if own.natural in (NATURAL_ONE, NATURAL_TWENTY) and rules.natural_goads_mean_a_d20:
        yield ConditionSet(to=ALL, seat=goaded, condition=GOADED_TO_D20, on=True)


def _be_goaded(table: TwentyOneTable, seat: str) -> Iterator[Event]:
    """Who loses must roll, or fold; one that was held is back in."""
    if table.seats[seat].status == HELD:
        yield StatusChanged(seat=seat, status=ACTIVE, why="goaded")
    yield ConditionSet(to=ALL, seat=seat, condition=GOADED, on=True)


def give_in(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """A seat that could have resisted a Goad does not."""
    yield from _be_goaded(table, seat)
    yield from turns.resume(table, dice)


def resist(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """A seat pays an ante to shrug a Goad off."""
    yield from pay(seat, POT, RESISTING_ANTES * table.options.ante_cp, "goad_resisted")
    yield from turns.resume(table, dice)


def bump(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Bump) -> Iterator[Event]:
    """Strength against Strength: the target's die rolls again, or the target picks one of the bumper's."""
    target = command.target
    yield SkillTried(seat=seat, skill="bump", target=target)
    own = open_check(table, dice, seat, "strength", "bump")
    yield own
    defence = open_check(table, dice, target, "strength", "bump_defence")
    yield defence
    surely = own.natural == NATURAL_TWENTY and rules_of(table).natural_20_bumps_reroll
    if own.natural == NATURAL_ONE:
        yield from fine(table, seat, POT, table.options.ante_cp, "bump_fine")
    elif surely or own.total > defence.total:
        if surely:
            yield ConditionSet(to=ALL, seat=seat, condition=FREE_REROLL, on=True)
        yield from reroll(table, dice, target, command.n, by=seat, why="bumped")
        if not standing.is_asked_about_a_cheat(table, target):
            yield from turns.go_on_if_over(table, dice)
        return
    yield RetaliationOpened(bumper=seat, target=target)
    yield ConditionSet(to=ALL, seat=seat, condition=LOCKED, on=True)
    yield QuestionAsked(seats=[target], question="retaliation")


def reroll_own(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Reroll) -> Iterator[Event]:
    """After a bump with a natural 20 one of the bumper's dice may roll again, too."""
    yield ConditionSet(to=ALL, seat=seat, condition=FREE_REROLL, on=False)
    yield from reroll(table, dice, seat, command.n, by=seat, why="free_reroll")


def let_dice_lie(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """No die of the bumper's rolls again."""
    yield ConditionSet(to=ALL, seat=seat, condition=FREE_REROLL, on=False)
    yield from turns.resume(table, dice)


def retaliate(table: TwentyOneTable, dice: Dice, command: commands.Retaliate) -> Iterator[Event]:
    """The picked die of the bumper rolls again; if that busts the bumper, the turn is over."""
    retaliation = known(table.state.retaliation)
    bumper = retaliation.bumper
    yield from _unlock(bumper, "taken")
    yield from reroll(table, dice, bumper, command.n, by=retaliation.target, why="retaliation")
    if not standing.is_asked_about_a_cheat(table, bumper):
        yield from turns.resume(table, dice)


def waive(table: TwentyOneTable, dice: Dice, why: str) -> Iterator[Event]:
    """Nobody picks; the bumper's turn goes on, if the bumper is still in the hand."""
    yield from _unlock(known(table.state.retaliation).bumper, why)
    yield from turns.resume(table, dice)


def _unlock(bumper: str, why: str) -> Iterator[Event]:
    """A bumper who was locked is free again."""
    yield RetaliationClosed(bumper=bumper, why=why)
    yield ConditionSet(to=ALL, seat=bumper, condition=LOCKED, on=False)


def foresight(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """Wisdom against a DC: whether the next die of each kind falls high or low; exactly, on a natural 20.

    Failed, the seat is misled about its next bought die, on a natural 1 worse. All of it is the seat's own affair.
    """
    to, rules = seat_viewer(seat), rules_of(table)
    yield SkillTried(seat=seat, skill="foresight", target=None)
    check = secret_check(table, dice, seat, "wisdom", "foresight", against=rules.foresight_dc, against_to=to)
    yield check
    if check.natural == NATURAL_ONE:
        yield ConditionSet(to=to, seat=seat, condition=rules.foresight_fumbled, on=True)
    elif check.natural == NATURAL_TWENTY or check.total >= rules.foresight_dc:
        exactly = check.natural == NATURAL_TWENTY
        facts: dict[str, int | str] = {}
        for die, sides in SIDES.items():
            face = dice.peek(seat, "bought", sides)
            facts[die] = face if exactly else "HIGH" if 2 * face > sides else "LOW"
        yield Told(to=to, seat=seat, kind="foresight", facts=facts)
    else:
        yield ConditionSet(to=to, seat=seat, condition=rules.foresight_failed, on=True)


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
