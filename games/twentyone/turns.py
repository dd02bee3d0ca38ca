"""The betting: whose turn it is, and the main actions: buy a die (with its cheat question), hold, fold."""

from collections.abc import Iterator

from events.accounts import POT
from events.audience import ALL, GM_ONLY, seat_viewer
from events.dice import Dice
from events.event import Event
from events.round_events import (
    ConditionSet,
    DieAltered,
    DieRolled,
    PhaseBegan,
    QuestionAsked,
    StatusChanged,
    TurnBegan,
)
from games.mechanics.checks import NATURAL_ONE, NATURAL_TWENTY, roll_check
from games.mechanics.coins import fine, pay
from games.twentyone import commands, endgame, standing
from games.twentyone.checks import secret_check
from games.twentyone.conditions import (
    ACTIVE,
    CAUGHT,
    DARED,
    FOLDED,
    FREE_REROLL,
    FREE_ROLL,
    GOADED,
    GOADED_TO_D20,
    HELD,
    PASSED_OUT,
    SLOPPY,
)
from games.twentyone.happened import BettingRoundBegan, CheatTried, DrinksTaken, HeatRose, TableHeatSet
from games.twentyone.offers import changed_face
from games.twentyone.options import HEAT_PER_CHEAT, SIDES, TAB_DC, TAB_DC_PER_DRINK, die_cost, drinks_for
from games.twentyone.standing import HOLE_DIE, known
from games.twentyone.state import TwentyOneTable, hand_of
from games.twentyone.throws import bust, bust_if_over, face_of, free_of_what_is_due, reveal_die, set_down
from games.twentyone.variants import rules_of


def begin_betting(table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
    """The betting opens with the first seat in order."""
    yield PhaseBegan(phase="betting")
    yield BettingRoundBegan(number=1)
    yield from go_on(table, dice)


def go_on(table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
    """After a main action the turn passes, until nobody is left to act or one seat is left in contention."""
    if is_over(table):
        yield from endgame.reveal(table, dice)
    else:
        yield from _next_turn(table, table.turn)


def is_over(table: TwentyOneTable) -> bool:
    """Whether the betting is over."""
    return len(standing.contenders(table)) <= 1 or not table.with_status(ACTIVE)


def go_on_if_over(table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
    """Something changed outside of a main action: end the betting if nothing is left to bet on."""
    if is_over(table):
        yield from endgame.reveal(table, dice)


def resume(table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
    """What was interrupted goes on: the Cut, or the turn of whoever has it, with the re-roll that may be due."""
    seat = table.turn
    if seat is None:
        yield from begin_betting(table, dice)
    elif is_over(table) or table.seats[seat].status != ACTIVE:
        yield from go_on(table, dice)
    else:
        due = standing.is_in(table, seat, FREE_REROLL)
        yield QuestionAsked(seats=[seat], question="free_reroll" if due else "turn")


def _next_turn(table: TwentyOneTable, after: str | None) -> Iterator[Event]:
    """A betting round is over when every seat that could act has had a turn: when the order begins again."""
    order = table.order
    start = order.index(after) + 1 if after is not None else 0
    later = [seat for seat in order[start:] if table.seats[seat].status == ACTIVE]
    if not later:
        yield BettingRoundBegan(number=table.state.betting_round + 1)
    first = later[0] if later else table.with_status(ACTIVE)[0]
    yield TurnBegan(seat=first)


def roll(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Roll) -> Iterator[Event]:
    """Pay for the die, roll it into the hand, ask about a cheat."""
    if standing.is_in(table, seat, FREE_ROLL):
        yield ConditionSet(to=ALL, seat=seat, condition=FREE_ROLL, on=False)
    elif not standing.rolls_for_nothing(table, seat):
        yield from _pay_for(table, dice, seat, command)
    if table.seats[seat].status != ACTIVE:
        yield from go_on(table, dice)
        return
    to = GM_ONLY if standing.rolls_blind(table, seat) else seat_viewer(seat)
    n = len(table.seats[seat].dice)
    draw = dice.roll(seat, "bought", SIDES[command.die])
    yield DieRolled(seat=seat, n=n, die=command.die, place="hand", draw=draw, draw_to=to)
    for condition in (GOADED, GOADED_TO_D20, DARED):
        if standing.is_in(table, seat, condition):
            yield ConditionSet(to=ALL, seat=seat, condition=condition, on=False)
    yield QuestionAsked(seats=[seat], question="cheat")


def _pay_for(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Roll) -> Iterator[Event]:
    if command.pay == "coins":
        yield from pay(seat, POT, die_cost(table.options.ante_cp, command.die), "die")
    else:
        yield from _put_it_on_the_tab(table, dice, seat, command.die)


def _put_it_on_the_tab(table: TwentyOneTable, dice: Dice, seat: str, die: str) -> Iterator[Event]:
    """Drink instead of paying: the drinks count before the save. A failure makes Sloppy, a natural 1 passes out."""
    drinks = drinks_for(die)
    total = hand_of(table, seat).drinks + drinks
    yield DrinksTaken(seat=seat, drinks=drinks, total=total)
    dc = TAB_DC + TAB_DC_PER_DRINK * total
    modifier = standing.sheet(table, seat).save("con")
    save = roll_check(dice, seat, "constitution_save", modifier, purpose="tab", against=dc, against_to=ALL)
    yield save
    if save.natural == NATURAL_ONE:
        yield ConditionSet(to=ALL, seat=seat, condition=PASSED_OUT, on=True)
        yield from bust(table, seat, "passed_out")
    elif save.natural == NATURAL_TWENTY and rules_of(table).natural_20_saves_roll_on:
        yield ConditionSet(to=ALL, seat=seat, condition=FREE_ROLL, on=True)
    elif save.total < dc:
        yield ConditionSet(to=ALL, seat=seat, condition=SLOPPY, on=True)
        yield from reveal_die(table, seat, HOLE_DIE)


def cheat(table: TwentyOneTable, dice: Dice, seat: str, command: commands.Cheat) -> Iterator[Event]:
    """Sleight of Hand against the heat. What others see is a die being set down, unless it is fumbled."""
    to = seat_viewer(seat)
    rules, heat = rules_of(table), standing.heat_of(table, seat)
    check = secret_check(table, dice, seat, "sleight_of_hand", "cheat", against=heat, against_to=GM_ONLY)
    fumbled = check.natural == NATURAL_ONE
    succeeded = check.natural == NATURAL_TWENTY or (not fumbled and check.total >= heat)
    yield check
    yield CheatTried(to=to, seat=seat, n=command.n, change=command.change, succeeded=succeeded)
    if check.natural != NATURAL_TWENTY:
        risen = heat + HEAT_PER_CHEAT
        yield TableHeatSet(to=GM_ONLY, heat=risen) if rules.shared_heat else HeatRose(to=GM_ONLY, seat=seat, heat=risen)
    die = table.seats[seat].dice[command.n].die
    if succeeded:
        was = face_of(table, seat, command.n)
        changed = known(changed_face(die, was, command.change))
        yield DieAltered(to=to, seat=seat, n=command.n, was=was, face=changed, why="cheat")
    if fumbled:
        yield StatusChanged(seat=seat, status=CAUGHT, why="fumbled_a_cheat")
        yield from fine(table, seat, POT, rules.fumble_antes * table.options.ante_cp, "cheating_fine")
    yield from finish_roll(table, dice, seat)


def finish_roll(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """Set the die in the hand down and judge it. A bought one was the turn's; one that rolls again interrupted it."""
    interrupted = hand_of(table, seat).picked_up_from is not None
    yield from set_down(table, seat)
    yield from bust_if_over(table, seat)
    yield from resume(table, dice) if interrupted else _after_a_roll(table, dice, seat)


def _after_a_roll(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """The turn passes, unless one more roll is due."""
    if standing.is_in(table, seat, FREE_ROLL) and table.seats[seat].status == ACTIVE and not is_over(table):
        yield QuestionAsked(seats=[seat], question="one_more")
    else:
        yield from go_on(table, dice)


def let_it_be(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """One more roll was due, and is not taken: the turn passes."""
    yield ConditionSet(to=ALL, seat=seat, condition=FREE_ROLL, on=False)
    yield from go_on(table, dice)


def hold(table: TwentyOneTable, dice: Dice, seat: str) -> Iterator[Event]:
    """Stop rolling."""
    yield StatusChanged(seat=seat, status=HELD, why="hold")
    yield from go_on(table, dice)


def fold(table: TwentyOneTable, seat: str, why: str = "fold") -> Iterator[Event]:
    """Leave the round: half the ante comes back where no action was taken yet."""
    yield StatusChanged(seat=seat, status=FOLDED, why=why)
    yield from free_of_what_is_due(table, seat)
    if not hand_of(table, seat).acted:
        yield from pay(POT, seat, table.options.ante_cp // 2, "early_fold")
