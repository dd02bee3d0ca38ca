"""A table where policies play by the real rules, each from its own seat's view. Entries are written, but not stored."""

from collections.abc import Iterator
from typing import Final

import msgspec

from events.audience import GM
from events.entry import SALT_BYTES, Entry
from events.event import Command, Event, type_tag
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate, WrittenEntry
from games.engine.authority import actor_for
from games.engine.catalogue import Catalogue
from games.engine.legality import Refused
from games.engine.offers import SeatOffers
from games.policies.at_random import filled_in
from games.policies.policy import Choice, Policy, Randomness
from games.policies.position import Position
from projections.actions import Action
from projections.copies import copied
from projections.game import AnyTable
from projections.viewer_projection import ViewerProjection

_UNASKED: Final = 0.1
"""How often seats that are not asked may act before the one that is asked."""


class Stuck(Exception):
    """A policy failed or chose an illegal action, or nobody has a legal one."""

    code = "policies_stuck"


class _Player:
    """A seat with its policy, its own table, and the number of entries that this table has seen."""

    def __init__(self, policy: Policy, projection: ViewerProjection, offers: SeatOffers) -> None:
        self.policy = policy
        self.projection = projection
        self.offers = offers
        self.seen = 0


class PlayedTable:
    """A table and the policies that play at it. `chance` chooses who acts, and is every policy's randomness."""

    def __init__(self, catalogue: Catalogue, aggregate: TableAggregate, chance: Randomness) -> None:
        self._catalogue = catalogue
        self._aggregate = aggregate
        self._chance = chance
        self._entries: list[Entry[Event]] = []
        self._players: dict[str, _Player] = {}

    @property
    def table(self) -> AnyTable:
        """The whole table."""
        return self._aggregate.table

    def seat(self, seat: str, policy: Policy, own_table: AnyTable) -> None:
        """Have a policy play a seat. `own_table` is the seat's own, as it was before the first entry that was given."""
        projection = ViewerProjection(self._catalogue.folding, own_table)
        offers = SeatOffers(own_table, self._catalogue.rulebooks, seat)
        self._players[seat] = _Player(policy, projection, offers)

    def fork(self, chance: Randomness) -> "PlayedTable":
        """A copy that goes its own way, by another chance."""
        forked = PlayedTable(self._catalogue, self._aggregate.fork(), chance)
        for seat, player in self._players.items():
            forked.seat(seat, player.policy, copied(self.own_table(seat)))
        return forked

    def own_table(self, seat: str) -> AnyTable:
        """A seat's own table, as of the newest entry."""
        player, entries = self._players[seat], self._entries
        for entry in entries[player.seen :]:
            player.projection.skip(entry)
        player.seen = len(entries)
        return player.projection.table

    def forget(self) -> None:
        """Drop the entries that were written, after every seat has seen them: a round needs none of an earlier one."""
        for seat, player in self._players.items():
            self.own_table(seat)
            player.seen = 0
        self._entries.clear()

    def give(self, addressed: AddressedCommand, own_table: AnyTable | None = None) -> WrittenEntry:
        """Carry out a command, decided on the actor's `own_table` if given. Raises `Refused`."""
        written = self._aggregate.write(
            addressed,
            command_id=f"{self.table.seq + 1}",
            salt=self._chance.randbytes(SALT_BYTES).hex(),
            own_table=own_table,
        )
        self._entries.append(written.entry)
        return written

    def choice_of(self, seat: str) -> Choice | None:
        """What a seat's policy chooses now; None if it does nothing. Raises `Stuck`."""
        self.own_table(seat)
        player = self._players[seat]
        try:
            return player.policy.choose_at(Position.at(player.offers), self._chance)
        except Exception as error:
            raise Stuck(f"{player.policy.name} failed: {error!r}") from error

    def give_choice(self, seat: str, choice: Choice) -> WrittenEntry:
        """Carry out a command for a seat, as a client gives it. Raises `Refused`, `msgspec.ValidationError`."""
        command = self._catalogue.read_command(self.table.game, msgspec.json.encode(choice))
        return self.give(self._addressed(actor_for(self.table, seat), seat, command), self.own_table(seat))

    def play(self, most_acts: int) -> Iterator[WrittenEntry]:
        """Play the running round to its end. Raises `Stuck`, also if it has not ended after `most_acts` actions."""
        acts = 0
        while self.table.running:
            acts += 1
            if acts > most_acts:
                raise Stuck(f"round {self.table.round} had not ended after {most_acts} actions")
            yield self._act()

    def _act(self) -> WrittenEntry:
        asked = self.table.to_act
        if not asked:
            return self._let_the_gm_go_on()
        seat = asked[0] if len(asked) == 1 else self._chance.choice(asked)
        if self._chance.random() < _UNASKED:
            other = self._chance.choice(list(self._players))
            if other not in asked and (written := self._try(other)):
                return written
        if written := self._try(seat):
            return written
        raise Stuck(f"{seat} is asked ({self.table.question}) but has no legal action")

    def _let_the_gm_go_on(self) -> WrittenEntry:
        """If no seat is asked, the round waits for the GM, who takes the first of the game's own actions."""
        rulebooks = self._catalogue.rulebooks
        own = {type_tag(kind) for kind in rulebooks.at(self.table).gm_commands}
        for action in rulebooks.table_rules.gm_offers(self.table, rulebooks):
            if isinstance(action, Action) and action.type in own:
                body = msgspec.json.encode(filled_in(action, self._chance))
                return self.give(self._addressed(GM, None, self._catalogue.read_command(self.table.game, body)))
        raise Stuck("nobody has a legal action")

    def _try(self, seat: str) -> WrittenEntry | None:
        """Carry out the action that a seat's policy chooses, if there is one."""
        chosen = self.choice_of(seat)
        if chosen is None:
            return None
        try:
            return self.give_choice(seat, chosen)
        except (Refused, msgspec.ValidationError) as error:
            raise Stuck(f"{self._players[seat].policy.name} chose {chosen}: {error}") from error

    def _addressed(self, actor: str, seat: str | None, command: Command) -> AddressedCommand:
        return AddressedCommand(actor=actor, seat=seat, command=command, at=self.table.at)
