"""What the lower rooms need of a game, and what a game is handed: the rulebook protocol.

A rulebook is pure. It is given the table as folded so far, a command and the dice, and *yields events*; whoever
drives it folds each event into the table before asking for the next, so that the rule which runs next reads the
state as it now is. Legality is a function of what the actor can see: `choices` is asked of the actor's own table.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Generic, Literal

import msgspec
from msgspec import Meta

from events.codec import Upcaster
from events.dice import Dice
from events.event import Command, Event
from projections.offers import Offer, Refusal
from projections.table import OptionsT, StateT, Table

AnyTable = Table[Any, Any]
Fold = Callable[[Any, Any], None]
"""Folds an event of one type into a table."""
Sentence = Callable[[Any, Any], str | None]
"""Tells an event of one type, as a table's viewer saw it, in one sentence; None where it is not worth one."""


class TableOptions(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The options of every table; a game's own options extend them."""

    turn_seconds: Annotated[
        Annotated[int, Meta(ge=5, le=86_400)] | None,
        Meta(description="Seconds until the clock acts for a seat that does not; null: no clock"),
    ] = None
    unseal: Annotated[
        Literal["round", "dispute"],
        Meta(description="When a round's seed is published: with its last entry, or by the GM when it is disputed"),
    ] = "round"
    admit: Annotated[
        Literal["auto", "gm"],
        Meta(description="Whether who has the invite sits down at once, or asks to, and the GM lets them in"),
    ] = "auto"
    watch: Annotated[
        Literal["open", "closed"],
        Meta(description="Whether the table can be looked at without a token"),
    ] = "open"


class Timeout(msgspec.Struct, frozen=True):
    """What the clock does when a deadline passes: a command, for a seat or (None) for the table."""

    seat: str | None
    command: Command


class Rulebook(ABC, Generic[OptionsT, StateT]):
    """A game's rules as pure code. One instance serves every table."""

    id: ClassVar[str]
    version: ClassVar[int]
    """Raised whenever the same command could bring about other events than before."""
    name: ClassVar[str]
    summary: ClassVar[str]
    min_seats: ClassVar[int]
    max_seats: ClassVar[int]
    commands: ClassVar[tuple[type[Command], ...]]
    gm_commands: ClassVar[tuple[type[Command], ...]] = ()
    sections: ClassVar[Mapping[str, int]] = {}
    """Which commands (their tags) are listed together, by the number of their section; so are those not named."""
    events: ClassVar[tuple[type[Event], ...]] = ()
    folds: ClassVar[Mapping[type[Event], Fold]] = {}
    """How the game's own part of a table folds; run after the common vocabulary's own fold of the same event."""
    sentences: ClassVar[Mapping[type[Event], Sentence]] = {}
    upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]] = {}
    """What lifts recorded events of this game, by type and version, to the next version."""
    command_upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]] = {}
    """What lifts recorded commands of this game's tables, likewise."""
    refusals: ClassVar[Mapping[str, str]] = {}
    """Every code with which this game refuses a move, with its meaning; those of every table come on top."""
    options: type[OptionsT]
    state: type[StateT]
    """The game's own part of a table; made without arguments, and able to go through JSON and back."""
    remembers: ClassVar[tuple[str, ...]] = ()
    """The fields of `state` that are kept while the table plays other games, for when it turns to this one again.

    Their values go through JSON and back, by their types. A viewer's table keeps what that viewer saw of them."""

    @abstractmethod
    def entrants(self, table: AnyTable) -> list[str]:
        """The seats that would play if a round started now, in table order."""

    @abstractmethod
    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """What happens from `RoundStarted` until somebody has a choice."""

    @abstractmethod
    def choices(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """What `seat` may do now, and what it may not although it might expect to, from `seat`'s own table."""

    def choices_about(self, table: AnyTable, seat: str, command: str) -> Iterator[Offer]:
        """All that `choices` has about one command (its tag), and about every other of its section: a game may leave
        out the rest."""
        return self.choices(table, seat)

    def gm_choices(self, table: AnyTable) -> Iterator[Offer]:
        """What the GM may do as the GM, of this game's own commands."""
        yield from ()

    def gm_choices_between_rounds(self, table: AnyTable) -> Iterator[Offer]:
        """What the GM may do of this game's own commands while no round runs."""
        yield from ()

    def explain(self, table: AnyTable, seat: str | None, command: Command) -> Refusal | None:
        """Why a command is not among what is offered, where its parameters tell more than their names."""
        return None

    @abstractmethod
    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a legal command of `seat`'s."""

    def gm_act(self, table: AnyTable, command: Command, dice: Dice) -> Iterator[Event]:
        """What comes of a legal command of the GM's own (or of the clock's for the table)."""
        yield from ()

    def gm_act_between_rounds(self, table: AnyTable, command: Command) -> Iterator[Event]:
        """What comes of a legal command of the GM's own while no round runs: no die is rolled then."""
        yield from ()

    @abstractmethod
    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """What a seat's leaving does to the running round; its purse is emptied afterwards.

        Asked for every seat, those that sit the round out and watchers too.
        """

    @abstractmethod
    def timeout(self, table: AnyTable) -> Timeout | None:
        """The game's safest legal action for whoever the round waits for first."""

    def seat_view(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """The game's own fields of a seat, as the table's viewer may see them."""
        return {}

    def dice_view(self, table: AnyTable, seat: str) -> Mapping[int, dict[str, Any]]:
        """The game's own fields of a seat's dice that have any, by number, as the table's viewer may see them."""
        return {}

    def total(self, table: AnyTable, seat: str) -> int | None:
        """What a seat's dice count together, None where the viewer cannot know or the game has no totals."""
        return None

    def round_view(self, table: AnyTable) -> dict[str, Any]:
        """The game's own fields of the round, as the table's viewer may see them."""
        return {}


AnyRulebook = Rulebook[Any, Any]
Rulebooks = Mapping[str, AnyRulebook]
"""The rulebooks at hand, by id: the catalogue, as lower rooms are handed it."""
