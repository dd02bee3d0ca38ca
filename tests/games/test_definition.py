"""A slip in a game's definition is named when its rulebook, or the catalogue, is made."""

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec
import pytest

from events.event import V1, CommandV1, Event, namespaced
from games.engine.catalogue import Catalogue
from games.engine.chapter import act, fold, sentence
from games.table import TABLE_RULES
from tests.toys.toss import Options, Toss


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
        (WithColours, "WithColours: fields of Coloured without a default: colour"),
        (WithCounting, "WithCounting: fields of Counting without a default: throws"),
        (WithoutSteps, "WithoutSteps: how_to_play needs 3 sentences"),
        (WithTwoSteps, "WithTwoSteps: how_to_play needs 3 sentences"),
        (WithALongStep, "WithALongStep: a sentence of how_to_play has 94 characters; 1 to 90 fit"),
        (WithAnEmptyStep, "WithAnEmptyStep: a sentence of how_to_play has 1 characters; 1 to 90 fit"),
    ],
)
def test_a_slip_in_a_definition_is_named(game: type[Toss], slip: str) -> None:
    with pytest.raises(TypeError) as raised:
        game()
    assert str(raised.value) == slip


class OtherToss(Toss):
    """Another game with the same id."""


def test_a_catalogue_does_not_replace_a_game_by_another_with_its_id() -> None:
    with pytest.raises(ValueError, match="several games have the same id: toss"):
        Catalogue([Toss(), OtherToss()], TABLE_RULES)
