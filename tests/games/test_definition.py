"""A slip in a game's definition is named when its rulebook, or the catalogue, is made."""

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
import pytest

from events.event import V1, CommandV1, Event, namespaced
from games.engine.catalogue import Catalogue
from games.engine.chapter import act, fold, offers, sentence
from games.engine.rulebook import AnyRulebook, Rulebook
from games.table import TABLE_RULES
from projections.actions import Action, Offer
from projections.labels import Labels, QuestionLabel
from tests.toys.keepers import Keepers
from tests.toys.toss import Options, State, Toss


class Pocket(CommandV1, frozen=True, kw_only=True):
    """Pocket the die."""


class DieLost(V1, frozen=True, kw_only=True, tag=namespaced("toss")):
    """The die rolled off the table."""


class Coloured(Options, frozen=True, kw_only=True):
    """Options of which one has no default."""

    colour: str


class Counting(msgspec.Struct, kw_only=True):
    """A state of which one field has no default."""

    throws: int
    highest: int = 0


class Folds(Toss):
    """Folds an event that it does not list."""

    @fold(DieLost)
    def _lost(self, table: Any, event: DieLost) -> None: ...


class Says(Toss):
    """Has a sentence for an event that it does not list."""

    @sentence(DieLost)
    def _lost_aloud(self, table: Any, event: DieLost) -> str:
        return "The die is under the table."


class Pockets(Toss):
    """Acts on a command that it never offers."""

    @act(Pocket)
    def pocket(self, table: Any, dice: Any, seat: str, command: Pocket) -> Iterator[Event]:
        yield from ()


class Offers(Toss):
    """Offers a command on which it never acts."""

    @offers(Pocket)
    def may_pocket(self, table: Any, seat: str) -> Iterator[Any]:
        yield from ()


class DieFell(V1, frozen=True, kw_only=True):
    """An event that does not name its game."""


class Unnamed(Toss):
    events: ClassVar[Any] = (DieFell,)


class Asks(Keepers):
    """Asks a question that the clock does not answer."""

    labels: ClassVar = Labels(questions={"bank": QuestionLabel("Bank", "Do you bank?", {})})


class Incomplete(Rulebook[Options, State]):
    id = "incomplete"
    version = 1
    options = Options
    state = State
    entrants: Any = None
    open_round: Any = None
    leave: Any = None


class WithColours(Toss):
    options: Any = Coloured


class WithCounting(Toss):
    state: Any = Counting


class WithoutSteps(Toss):
    how_to_play: ClassVar[Any] = ()


class WithTwoSteps(Toss):
    how_to_play: ClassVar[Any] = ("Throw.", "Win.")


class WithALongStep(Toss):
    how_to_play: ClassVar[Any] = ("Throw.", "Wait" + "." * 90, "Win.")


class WithAnEmptyStep(Toss):
    how_to_play: ClassVar[Any] = ("Throw.", " ", "Win.")


@pytest.mark.parametrize(
    ("game", "slip"),
    [
        (Folds, "Folds: add to `events` of the game or of its chapter: DieLost"),
        (Says, "Says: add to `events` of the game or of its chapter: DieLost"),
        (Pockets, "Pockets: no `@offers` covers the commands: pocket"),
        (Offers, "Offers: no `@act` covers the commands: pocket"),
        (Unnamed, "Unnamed: define with `tag=namespaced(…)`: DieFell"),
        (Asks, "Asks: no `@on_timeout` covers the questions: bank"),
        (Incomplete, "Incomplete: define name, summary, min_seats, max_seats"),
        (WithColours, "WithColours: fields of Coloured without a default: colour"),
        (WithCounting, "WithCounting: fields of Counting without a default: throws"),
        (WithoutSteps, "WithoutSteps: how_to_play needs 3 sentences"),
        (WithTwoSteps, "WithTwoSteps: how_to_play needs 3 sentences"),
        (WithALongStep, "WithALongStep: a sentence of how_to_play has 94 characters; 1 to 90 fit"),
        (WithAnEmptyStep, "WithAnEmptyStep: a sentence of how_to_play has 1 characters; 1 to 90 fit"),
    ],
)
def test_a_slip_in_a_definition_is_named(game: type[AnyRulebook], slip: str) -> None:
    with pytest.raises(TypeError) as raised:
        game()
    assert str(raised.value) == slip


class OtherToss(Toss):
    """Another game with the same id."""


def test_a_catalogue_does_not_replace_a_game_by_another_with_its_id() -> None:
    with pytest.raises(ValueError, match="several rulebooks of toss have the same version"):
        Catalogue.of([Toss(), OtherToss()], TABLE_RULES)


class Leave(CommandV1, frozen=True, kw_only=True):
    """Leave the die where it is: but every table has a command of that name."""


class Leaves(Toss):
    """Has a command that is called like one of every table."""

    id = "leaves"

    @offers(Leave)
    def may_leave_it(self, table: Any, seat: str) -> Iterator[Offer]:
        yield Action(type="leave")

    @act(Leave)
    def leave_it(self, table: Any, dice: Any, seat: str, command: Leave) -> Iterator[Event]:
        yield from ()


def test_a_catalogue_names_commands_of_a_game_and_of_every_table_with_one_name() -> None:
    with pytest.raises(TypeError, match="leaves: several commands are called leave"):
        Catalogue.of([Leaves()], TABLE_RULES)
