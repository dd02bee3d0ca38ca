"""The engine checks what a game must keep to: a phase, declared draws and a state that is reset when a round starts."""

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
import pytest

from events.accounts import HOUSE
from events.audience import ALL
from events.dice import Dice
from events.event import V1, Draw, Event, namespaced
from events.round_events import DieRolled, QuestionAsked, RoundEnded
from games.engine.catalogue import Catalogue
from games.engine.chapter import act, fold
from games.engine.contract import BrokenRule
from games.engine.drawn import Drawn
from games.engine.rulebook import AnyRulebook
from games.mechanics.antes import pay_antes
from games.mechanics.throwing import highest_thrown, throw
from games.table import TABLE_RULES, SealLuck
from projections.game import AnyTable
from tests.playing import Playing
from tests.sealing import OwnLuck
from tests.toys.toss import HighestThrown, State, Throw, Toss

TIES = highest_thrown("the_pot", 6)


def opened(rulebook: AnyRulebook, **options: Any) -> Playing:
    return Playing.open(Catalogue.of([rulebook], TABLE_RULES), rulebook.id, **options).seat("Ada", "Bo")


# A phase


class WithoutAPhase(Toss):
    """Toss, but `open_round` begins no phase."""

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield from pay_antes(table.order, table.options.ante_cp)
        yield QuestionAsked(seats=list(table.order), question="throw")


def test_a_round_that_begins_no_phase_is_refused() -> None:
    with pytest.raises(BrokenRule, match="toss: `open_round` must yield a PhaseBegan"):
        opened(WithoutAPhase()).start()


def test_a_round_that_begins_no_phase_once_its_luck_is_revealed_is_refused() -> None:
    toss = opened(WithoutAPhase(), luck="sealed")
    luck = OwnLuck(toss.table.table, 1, "ada")
    toss.give("ada", SealLuck(seal=luck.seal))
    toss.start()
    with pytest.raises(BrokenRule, match="toss: `open_round` must yield a PhaseBegan"):
        toss.give("ada", luck.reveal(toss.table))


class OverAtOnce(Toss):
    """Toss, but the round is over before anybody throws."""

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield RoundEnded(round=table.round, outcome="won", winners=[], won_cp={})


def test_a_round_that_is_over_at_once_needs_no_phase() -> None:
    assert not opened(OverAtOnce()).start().table.running


# Draws


class DrawsOtherwise(Toss):
    """Toss, with other declarations."""

    def __init__(self, *draws: Drawn) -> None:
        super().__init__()
        vars(self)["draws"] = draws


class ThrowsTwice(DrawsOtherwise):
    """Each seat throws a die, and another one."""

    @act(Throw)
    def throw_die(self, table: AnyTable, dice: Dice, seat: str, command: Throw) -> Iterator[Event]:
        yield from throw(table, dice, seat, "throw", 6)
        yield from throw(table, dice, seat, "throw", 6)


def thrown(**changes: Any) -> Drawn:
    return msgspec.structs.replace(Drawn(purpose="throw", sides=(6,), event=DieRolled), **changes)


@pytest.mark.parametrize(
    ("declared", "why"),
    [
        ((), "a d6 for “throw” in die_rolled$"),
        ((thrown(purpose="toss"),), "a d6 for “throw” in die_rolled$"),
        ((thrown(sides=(8, 10)),), "a d6 for “throw” in die_rolled$"),
        ((thrown(where={"place": ("hole",)}),), "a d6 for “throw” in die_rolled$"),
        ((thrown(by="house"),), "by ada, not only by: house"),
        ((thrown(most=0),), "ada draws 1 times in a round, and not 0 at most"),
    ],
)
def test_a_draw_that_is_not_declared_is_refused(declared: tuple[Drawn, ...], why: str) -> None:
    toss = opened(DrawsOtherwise(*declared, TIES)).start()
    with pytest.raises(BrokenRule, match=f"toss: `draws` must declare .*{why}"):
        toss.give("ada", Throw())


def test_a_seat_draws_no_more_dice_in_a_round_than_are_declared() -> None:
    with pytest.raises(BrokenRule, match="ada draws 2 times in a round, and not 1 at most"):
        opened(ThrowsTwice(thrown(most=1))).start().give("ada", Throw())
    opened(ThrowsTwice(thrown(most=2))).start().give("ada", Throw())


def test_the_first_declaration_that_fits_counts() -> None:
    opened(ThrowsTwice(thrown(most=1), thrown(most=2))).start().give("ada", Throw())


class ForTheOther(Toss):
    """Toss, but each seat's die is drawn for Bo."""

    @act(Throw)
    def throw_die(self, table: AnyTable, dice: Dice, seat: str, command: Throw) -> Iterator[Event]:
        yield DieRolled(seat=seat, n=0, die="d6", place="open", draw=dice.roll("bo", "throw", 6), draw_to=ALL)


def test_a_seat_shows_no_die_that_was_drawn_for_another() -> None:
    with pytest.raises(BrokenRule, match="toss: `draws` must declare"):
        opened(ForTheOther()).start().give("ada", Throw())


class DoubleShown(V1, frozen=True, kw_only=True, tag=namespaced("toss")):
    """A throw, and twice its face."""

    seat: str
    twice: int
    draw: Draw


class Doubling(Toss):
    """Toss, but the event shows what follows from the draw."""

    events: ClassVar = (DoubleShown,)  # type: ignore[assignment]
    factor = 2

    def __init__(self) -> None:
        super().__init__()
        doubled = tuple(2 * face for face in range(1, 7))
        vars(self)["draws"] = (Drawn(purpose="throw", sides=(6,), event=DoubleShown, shows={"twice": doubled}),)

    @act(Throw)
    def throw_die(self, table: AnyTable, dice: Dice, seat: str, command: Throw) -> Iterator[Event]:
        draw = dice.roll(seat, "throw", 6)
        yield DoubleShown(seat=seat, twice=self.factor * (draw.face or 0), draw=draw)


class Trebling(Doubling):
    """It shows something else."""

    factor = 3


def test_an_event_shows_what_was_drawn() -> None:
    opened(Doubling()).start().give("ada", Throw())
    with pytest.raises(BrokenRule, match=r"toss: twice of toss\.double_shown is not what was drawn"):
        opened(Trebling()).start().give("ada", Throw())


class TheHouseThrows(Toss):
    """Toss, but the House throws first."""

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        yield from super().open_round(table, dice)
        yield DieRolled(seat=HOUSE, n=0, die="d6", place="open", draw=dice.roll(HOUSE, "throw", 6), draw_to=ALL)


def test_the_house_draws_only_what_is_declared_for_it() -> None:
    with pytest.raises(BrokenRule, match="by house, not only by: seat"):
        opened(TheHouseThrows()).start()


# State


class Remembering(msgspec.Struct, kw_only=True):
    """Toss's state, and the best throw of the evening."""

    highest: int = 0
    ever: int = 0


class RememberingToss(Toss):
    """Toss, which remembers the best throw of the evening."""

    id = "remembering"
    state = Remembering  # type: ignore[assignment]
    remembers: ClassVar = ("ever",)

    @fold(HighestThrown)
    def _ever(self, table: AnyTable, event: HighestThrown) -> None:
        table.state.ever = max(table.state.ever, event.face)


def round_of(playing: Playing, *faces: int) -> None:
    playing.load({(seat, "throw", 6): [face] for seat, face in zip(("ada", "bo"), faces, strict=True)}).start()
    for seat in ("ada", "bo"):
        playing.give(seat, Throw())


def test_a_round_begins_with_a_new_state() -> None:
    toss = opened(Toss())
    round_of(toss, 3, 5)
    assert toss.table.state == State(highest=5)
    toss.start()
    assert toss.table.state == State()


def test_a_state_outlasts_the_round_in_the_fields_that_the_game_remembers() -> None:
    toss = opened(RememberingToss())
    round_of(toss, 3, 5)
    toss.start()
    assert toss.table.state == Remembering(highest=0, ever=5)
