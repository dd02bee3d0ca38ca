"""The course of a Set: three rounds, each of antes, a first die, betting, a second, betting, abilities, showdown."""

from collections.abc import Iterator

from events.accounts import POT
from events.dice import Dice
from events.event import Command, Event
from events.round_events import PhaseBegan, QuestionAnswered, QuestionAsked, RoundEnded, StatusChanged
from games.bluffmaster import abilities, commands, opening, showdown, splitting, standing
from games.bluffmaster.options import ROUNDS_OF_A_SET
from games.bluffmaster.state import BluffmasterTable
from games.mechanics import betting, simultaneous
from games.mechanics.betting import LEFT, contenders
from games.mechanics.showdown import win_alone


def open_set(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    """Cards, where not everybody has all of them; then the first round."""
    if table.options.cards == "chosen":
        yield PhaseBegan(phase=standing.CHOOSING_CARDS)
        yield QuestionAsked(seats=list(table.order), question=standing.CARD)
        return
    if table.options.cards == "dealt":
        yield from opening.deal_cards(table, dice)
    yield from _begin_round(table, dice, 1)


def _begin_round(table: BluffmasterTable, dice: Dice, number: int) -> Iterator[Event]:
    able = opening.able_to_play(table)
    if len(able) < 2:
        if able and table.balance(POT):
            yield from win_alone(table, able[0])
        yield _ended(table, "too_few")
        return
    yield from opening.pay_antes(table, number)
    yield from opening.throw_for_the_first_bet(table, dice)
    yield from _bet(table, dice, standing.FIRST_BETTING)


def _bet(table: BluffmasterTable, dice: Dice, phase: str) -> Iterator[Event]:
    """Another hidden die, and bets on what it makes. What was proposed before anybody knew that die is off."""
    yield from splitting.lapse(table)
    yield from opening.roll_hidden_dice(table, dice)
    yield PhaseBegan(phase=phase)
    anybody_asked = yield from betting.begin(table, table.order[0])
    if not anybody_asked:
        yield from _after_betting(table, dice)


def _after_betting(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    left = contenders(table)
    if len(left) == 1:
        yield from win_alone(table, left[0])
        yield from _end_round(table, dice)
    elif table.phase == standing.FIRST_BETTING:
        yield from _bet(table, dice, standing.SECOND_BETTING)
    else:
        yield from splitting.lapse(table)
        yield PhaseBegan(phase=standing.ABILITIES_PHASE)
        yield from simultaneous.ask(left, standing.ABILITY)


def _end_round(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    """The next round of the Set; after the third the Set is finished."""
    if table.state.set_round == ROUNDS_OF_A_SET:
        yield _ended(table, "played")
    else:
        yield from _begin_round(table, dice, table.state.set_round + 1)


def _ended(table: BluffmasterTable, outcome: str) -> Event:
    """Who has won the Set: whoever was paid more in it than they put in. `won_cp` is all that those were paid."""
    paid_cp = table.state.won_cp
    won_cp = {seat: paid_cp[seat] for seat in table.order if seat in paid_cp and table.moved.get(seat, 0) > 0}
    return RoundEnded(round=table.round, outcome=outcome, winners=list(won_cp), won_cp=won_cp)


def choose_card(table: BluffmasterTable, dice: Dice, seat: str, command: commands.ChooseCard) -> Iterator[Event]:
    """A seat chooses its card; when all have, the first round begins."""
    yield from opening.choose_card(seat, command.ability)
    if not table.to_act:
        yield from _begin_round(table, dice, 1)


def bet(table: BluffmasterTable, dice: Dice, seat: str, command: Command) -> Iterator[Event]:
    """A seat bets or folds: it is another pot now, or others are in, and what was proposed before is off."""
    yield from betting.speak(table, seat, command)
    if not isinstance(command, betting.Check):
        yield from splitting.lapse(table)
    anybody_asked = yield from betting.go_on(table, seat)
    if not anybody_asked:
        yield from _after_betting(table, dice)


def use(
    table: BluffmasterTable, dice: Dice, seat: str, command: commands.UseAbility | commands.UseNone
) -> Iterator[Event]:
    """A seat chooses an ability, or none; when all have, they resolve, and the round is won."""
    yield from abilities.choose(seat, command)
    yield from _once_all_have_chosen(table, dice)


def _once_all_have_chosen(table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
    if table.to_act:
        return
    yield from splitting.lapse(table)
    yield from abilities.resolve(table, dice)
    yield from showdown.show_down(table, dice)
    yield from _end_round(table, dice)


def agree(table: BluffmasterTable, seat: str) -> Iterator[Event]:
    """A seat agrees to a split; with everybody's agreement the Set ends there."""
    yield from splitting.agree(table, seat)
    if table.state.proposal is None:
        yield _ended(table, "agreed")


def leave(table: BluffmasterTable, dice: Dice, seat: str) -> Iterator[Event]:
    """Without agreement leaving is folding: what was paid stays, and no later ante is owed."""
    if not table.seats[seat].playing:
        return
    yield from splitting.lapse(table)
    match table.phase:
        case _ if seat not in contenders(table):
            yield from _drop_out(table, seat)
        case standing.CHOOSING_CARDS:
            yield from _leave_before_the_antes(table, dice, seat)
        case standing.ABILITIES_PHASE:
            yield from _leave_the_choosing(table, dice, seat)
        case _:
            anybody_asked = yield from betting.drop_out(table, seat)
            if not anybody_asked:
                yield from _after_betting(table, dice)


def _leave_before_the_antes(table: BluffmasterTable, dice: Dice, seat: str) -> Iterator[Event]:
    yield from _drop_out(table, seat)
    if not table.to_act or len(contenders(table)) == 1:
        yield from _begin_round(table, dice, 1)


def _leave_the_choosing(table: BluffmasterTable, dice: Dice, seat: str) -> Iterator[Event]:
    yield from _drop_out(table, seat)
    if len(contenders(table)) == 1:
        yield from _after_betting(table, dice)
    else:
        yield from _once_all_have_chosen(table, dice)


def _drop_out(table: BluffmasterTable, seat: str) -> Iterator[Event]:
    yield StatusChanged(seat=seat, status=LEFT, why="left")
    if seat in table.to_act:
        yield QuestionAnswered(seat=seat)
