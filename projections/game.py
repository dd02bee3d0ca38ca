"""What a projection needs from a game: how its events fold, read as sentences and appear in views.

Legality is not its concern: `games.engine.decider` turns commands into events.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final, Generic, Literal

import msgspec
from msgspec import Meta

from events.codec import Upcaster
from events.event import Event
from projections.labels import Labels, labelled
from projections.table import OptionsT, StateT, Table

AnyTable = Table[Any, Any]
Fold = Callable[[Any, Any], None]
"""Folds an event of one type into a table."""
Sentence = Callable[[Any, Any], str | None]
"""Describes an event of one type, as a table's viewer saw it, in one sentence; None if it is not worth one."""


_UNSEAL: Final = labelled("Show the seed", round="When the round ends", dispute="When the GM decides")


class TableOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of every table.

    A game's own extend `OpenGameOptions` or `SecretGameOptions`: it has to say whether dice stay hidden in it.
    """

    turn_seconds: Annotated[
        Annotated[int, Meta(ge=5, le=86_400)] | None,
        Meta(description="How long a slow seat has until the clock acts for it, if there is a limit"),
        labelled("Turn clock"),
    ] = None
    next_round_seconds: Annotated[
        Annotated[int, Meta(ge=5, le=3_600)] | None,
        Meta(description="How long after a round the next one starts by itself, if it does"),
        labelled("Pause between rounds"),
    ] = None
    unseal: Annotated[
        Literal["round", "dispute"],
        Meta(description="When a round's seed is published: with its last entry, or only by the GM"),
        _UNSEAL,
    ]
    admit: Annotated[
        Literal["auto", "gm"],
        Meta(description="Whether newcomers with the invite sit down at once, or ask and are admitted by the GM"),
        labelled("Newcomers", auto="Sit down at once", gm="Ask the GM"),
    ] = "auto"
    watch: Annotated[
        Literal["open", "closed"],
        Meta(description="Whether the table can be viewed without a token"),
        labelled("Spectators", open="Anybody may watch", closed="Only people at the table"),
    ] = "open"

    luck: Annotated[
        Literal["open", "sealed"],
        Meta(
            description="How players contribute to the dice: by words that everybody reads, or by sealed numbers that "
            "are revealed once the round's seed is fixed"
        ),
        labelled("Luck", open="Open words", sealed="Sealed numbers"),
    ] = "open"
    withheld: Annotated[
        Literal["plays", "sits_out"],
        Meta(description="With sealed luck: whether a seat that does not reveal its number plays the round"),
        labelled("Unrevealed luck", plays="The seat plays anyway", sits_out="The seat sits out"),
    ] = "plays"


class OpenGameOptions(TableOptions, frozen=True, kw_only=True):
    """For games in which everybody has seen every die by the end of a round. The seed is published then."""

    unseal: Annotated[
        Literal["round", "dispute"],
        Meta(description="When a round's seed is published: with its last entry, or only by the GM"),
        _UNSEAL,
    ] = "round"


class SecretGameOptions(TableOptions, frozen=True, kw_only=True):
    """For games with dice that stay hidden from somebody when a round ends: a folded hand, a secret check.

    The round's seed would reveal them, so it stays secret unless the GM publishes it.
    """

    unseal: Annotated[
        Literal["dispute", "round"],
        Meta(description="When a round's seed is published: only by the GM, or with its last entry"),
        _UNSEAL,
    ] = "dispute"


class Game(Generic[OptionsT, StateT]):
    """A game, as far as projections need it."""

    id: ClassVar[str]
    version: ClassVar[int]
    """The version of its rules: raised whenever the same command could cause different events."""
    name: ClassVar[str]
    options: type[OptionsT]
    state: type[StateT]
    """The game's own part of a table: reset when a round starts, and able to go through JSON and back."""
    remembers: ClassVar[tuple[str, ...]] = ()
    """The fields of `state` that outlast a round; all others are reset when the next one starts.

    They are also kept while the table plays other games, and restored when it returns to this one. Their values go
    through JSON and back, by their types. A viewer's table keeps what that viewer saw of them."""
    events: ClassVar[Sequence[type[Event]]]
    """The game's own events."""
    labels: ClassVar[Labels]
    """The labels of its commands, questions, statuses, …"""
    folds: Mapping[type[Event], Sequence[Fold]]
    """Folds events into the game's own part of a table, after the common vocabulary's fold of the same event."""
    upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]] = {}
    """Upcasters of this game's recorded events, by type and version."""
    command_upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]] = {}
    """Upcasters of this game's recorded commands, by type and version."""

    def sentence_for(self, event: Event) -> Sentence | None:
        """The game's own sentence for an event, in place of the common one; None to use that."""
        return None

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """The game's own fields of a seat, as the table's viewer may see them."""
        return {}

    def dice_view(self, table: AnyTable, seat: str) -> Mapping[int, dict[str, Any]]:
        """The game's own fields of a seat's dice that have any, by number, as the table's viewer may see them."""
        return {}

    def total(self, table: AnyTable, seat: str) -> int | None:
        """The total of a seat's dice; None if the viewer cannot know it or the game has no totals."""
        return None

    def round_view(self, table: AnyTable) -> dict[str, Any]:
        """The game's own fields of the round, as the table's viewer may see them."""
        return {}


AnyGame = Game[Any, Any]
Games = Mapping[str, AnyGame]
"""The installed games, by id."""
