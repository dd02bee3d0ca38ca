"""The rulebooks that are available, and the rules of every table, which go with each of them.

The engine knows no rule. It decides by a rulebook, and by the `TableRules` that the catalogue is given: those of
`games/table`, for every game that is installed.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping

import msgspec

from events.audience import Viewer
from events.event import Command, Event
from games.engine.addressed_command import AddressedCommand
from games.engine.chapter import Chapters, tags_of
from games.engine.dealer import Dealer
from games.engine.rulebook import AnyRulebook, Timeout
from projections.actions import Offer, Refusal
from projections.game import AnyTable


class Context(msgspec.Struct, frozen=True):
    """What a command is decided with, besides its table. `rulebook` is the table's own.

    `opening` is the hash (hex) of the table's first line; every round names it.
    """

    rulebooks: "Rulebooks"
    rulebook: AnyRulebook
    dealer: Dealer
    opening: str


class TableRules(Chapters, ABC):
    """The rules of every table, whatever it plays. One instance serves every table of every game.

    The engine asks them about every command, and they pass on to the game what concerns it alone.
    """

    refusals: Mapping[str, str]
    """The refusal codes that apply at every table, each with its meaning."""
    seat_commands: tuple[type[Command], ...]
    gm_commands: tuple[type[Command], ...]
    server_commands: tuple[type[Command], ...]
    """The commands that no view offers: the server gives them on its own account, or for somebody who has no seat."""

    @abstractmethod
    def seat_offers(
        self, table: AnyTable, rulebook: AnyRulebook, seat: str, only: str | None = None
    ) -> Iterator[Offer]:
        """A seat's offers, from its own table; with `only` (a tag), at least all those about that command."""

    @abstractmethod
    def gm_offers(self, table: AnyTable, rulebooks: "Rulebooks") -> Iterator[Offer]:
        """The GM's own offers."""

    @abstractmethod
    def left_to(
        self, actor: Viewer, table: AnyTable, rulebook: AnyRulebook, seat: str, offers: Iterable[Offer]
    ) -> Iterable[Offer]:
        """Those of a seat's offers that its player, or the GM for it, may take up. Others are refused."""

    @abstractmethod
    def explain(self, table: AnyTable, rulebooks: "Rulebooks", seat: str | None, command: Command) -> Refusal | None:
        """A detailed reason why a command is not offered, if its parameters give one."""

    @abstractmethod
    def act(self, table: AnyTable, context: Context, addressed: AddressedCommand) -> Iterator[Event]:
        """The events of a legal command, whether of every table or of the game."""

    @abstractmethod
    def timeout(self, table: AnyTable, rulebook: AnyRulebook) -> Timeout | None:
        """The clock's action for the first seat that the round waits for, or (between rounds) for the table."""

    @abstractmethod
    def next_deadline(
        self, table: AnyTable, rulebook: AnyRulebook, asked: int, command: Command, at: str
    ) -> Iterator[Event]:
        """The deadline after a command that was given at `at`. `asked` is the table's count of questions before it."""

    @abstractmethod
    def game_opened(self, command: Command) -> str | None:
        """The game of a command that opens a table; None for any other command."""

    @abstractmethod
    def may_cause(self, table: AnyTable, addressed: AddressedCommand) -> bool:
        """Whether the actor may give this one of the `server_commands`."""

    @abstractmethod
    def why_not_for(
        self, table: AnyTable, rulebook: AnyRulebook, addressed: AddressedCommand
    ) -> tuple[str, str] | None:
        """Why the actor cannot give this command for the seat now, as code and sentence; None if they can."""

    @abstractmethod
    def explain_unread(self, body: bytes) -> None:
        """Raise a `msgspec.ValidationError` that says better than the type why a command does not fit."""


class Rulebooks(Mapping[str, AnyRulebook]):
    """The available rulebooks: the current one of each game by its id, and earlier versions of their rules.

    A round ends by the rules under which it began, and a log is re-run under those that decided it. `games` are the
    ids of all games; `load` returns the rulebooks of one by their version, of which the newest is current unless
    `current` names another. `table_rules` are those of every table.
    """

    def __init__(
        self,
        games: Collection[str],
        load: Callable[[str], Mapping[int, AnyRulebook]],
        table_rules: TableRules,
        current: Mapping[str, int] | None = None,
    ) -> None:
        self.table_rules = table_rules
        self.of_every_table: Container[str] = frozenset(tags_of(table_rules.seat_commands))
        """The tags of the commands that every seat has, whatever the game."""
        self._games = games
        self._load = load
        self._chosen = current or {}
        self._current: dict[str, AnyRulebook] = {}

    def __getitem__(self, game: str) -> AnyRulebook:
        if (current := self._current.get(game)) is None:
            versions = self._load(game)
            current = self._current[game] = versions[self._chosen.get(game, max(versions))]
        return current

    def __contains__(self, game: object) -> bool:
        return game in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def versions(self, game: str) -> Iterable[AnyRulebook]:
        """All rulebooks of a game, earlier versions first. Raises `KeyError`."""
        return self._load(game).values()

    def under(self, game: str, version: int) -> AnyRulebook | None:
        """A game's rulebook of that version; None if it is not available."""
        return self._load(game).get(version) if game in self._games else None

    def of(self, table: AnyTable) -> AnyRulebook | None:
        """A table's rulebook: the one under which its running round began, otherwise the current one."""
        begun = self.under(table.game, table.rules) if table.running else None
        return begun or self.get(table.game)

    def at(self, table: AnyTable) -> AnyRulebook:
        """A table's rulebook. Raises `KeyError` if its game is not installed."""
        return self.of(table) or self[table.game]

    def client_commands(self, rulebook: AnyRulebook) -> tuple[type[Command], ...]:
        """All commands that clients may send to a table of this game: the seats', then the GM's."""
        rules = self.table_rules
        return (*rulebook.commands, *rules.seat_commands, *rulebook.gm_commands, *rules.gm_commands)

    def as_of(self, versions: Mapping[str, int]) -> "Rulebooks":
        """The rulebooks with these versions (by game) as the current ones.

        Raises `LookupError` for a version that is not available.
        """
        wanted = {game: self._load(game)[n] for game, n in versions.items()}
        if all(self[game] is rulebook for game, rulebook in wanted.items()):
            return self
        return Rulebooks(self._games, self._load, self.table_rules, {**self._chosen, **versions})
