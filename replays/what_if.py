"""What if? Plays a recorded round on from one of its steps: by other commands or policies, with the same or fresh dice.

Nothing is written. The rules are those under which the round began. Dice that were thrown before the step stay as they
fell, also those that are hidden, so what comes out tells hidden things: show it to those who may see the whole round.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from events.audience import GM, seat_viewer
from events.dice import SECRET_BYTES, Dice
from events.entry import Entry
from events.event import Command, Event, type_tag
from games.engine.addressed_command import AddressedCommand
from games.engine.aggregate import TableAggregate, WrittenEntry
from games.engine.authority import actor_for
from games.engine.catalogue import Catalogue
from games.engine.dealer import seeded_dice
from games.engine.decider import offers_of
from games.engine.legality import Refused
from games.policies import Policy
from games.policies.played_table import PlayedTable
from games.policies.policy import Randomness
from projections.actions import Action
from projections.copies import copied
from projections.game import AnyTable
from projections.table import Root
from projections.viewer_projection import ViewerProjection
from replays.rebuild import Round, facts_only
from replays.rerun import NotRecorded, RecordedDealer

MOST_ACTS: Final = 2_000
"""The default number of actions after which a round that policies play on is given up."""


class CannotPlayOn(Exception):
    """A round cannot be played on from a step; `code` says why.

    - `round_running`: the round has not ended, so nobody may know its seed.
    - `not_in_play`: at that step the round has not begun, or is over.
    - `other_rules`: rules that are not installed decided it.
    """

    def __init__(self, code: str, why: str) -> None:
        super().__init__(why)
        self.code = code


class Move(msgspec.Struct, frozen=True):
    """A command of a seat's player, or (None) of the GM."""

    seat: str | None
    command: Command


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How a round ended: `net_cp` is what each seat of the round gained or lost, in copper."""

    outcome: str
    winners: list[str]
    net_cp: dict[str, int]


class Moment:
    """A step of an ended round. `whole` and `seats` are the whole table and the seats' own after the step's entry.

    `head` is the hash (hex) of that entry's line, `seed` the round's.
    """

    def __init__(
        self, catalogue: Catalogue, whole: AnyTable, seats: Mapping[str, AnyTable], *, head: str, seed: bytes
    ) -> None:
        self.catalogue = catalogue
        self.whole = whole
        self._seats = seats
        self.head = head
        self._seed = seed

    @staticmethod
    def of(catalogue: Catalogue, entries: Sequence[Entry[Event]], played: Round, seq: int) -> "Moment":
        """The moment after entry `seq` of a round, from a whole log's entries. Raises `CannotPlayOn`."""
        require_playable(catalogue, played, seq)
        whole = catalogue.folding.blank(entries[0].table)
        for entry in entries[:seq]:
            catalogue.folding.fold_entry(whole, entry)
        require_in_play(whole, played)
        seats: dict[str, AnyTable] = {}
        for seat in whole.order:
            projection = ViewerProjection(catalogue.folding, catalogue.folding.blank(whole.table, seat_viewer(seat)))
            for entry in entries[:seq]:
                projection.skip(entry)
            seats[seat] = projection.table
        seed = RecordedDealer(entries[seq : played.last]).seed(played.round)
        return Moment(catalogue, whole, seats, head=entries[seq].prev, seed=seed)

    def after(self, branch: PlayedTable, head: str) -> "Moment":
        """The step to which a branch of this one has come; `head` is the hash (hex) of its newest line."""
        seats = {seat: branch.own_table(seat) for seat in self._seats}
        return Moment(self.catalogue, branch.table, seats, head=head, seed=self._seed)

    def branch(self, policy: Policy, chance: Randomness, *, fresh: bool = False) -> PlayedTable:
        """The table as it was, at which `policy` plays every seat of the round. The dice are the round's, or fresh."""
        seed = chance.randbytes(SECRET_BYTES) if fresh else self._seed
        whole = copied(self.whole)
        aggregate = TableAggregate(self.catalogue, whole, _OneRound(whole.round, seed), self.head, whole.opening or "")
        table = PlayedTable(self.catalogue, aggregate, chance)
        for seat, own_table in self._seats.items():
            table.seat(seat, policy, copied(own_table))
        return table


def require_playable(catalogue: Catalogue, played: Round, seq: int) -> None:
    """Raise `CannotPlayOn` if a round runs, if its rules are not installed, or if `seq` is not one of its entries."""
    if played.last is None:
        raise CannotPlayOn("round_running", f"round {played.round} has not ended")
    if facts_only(catalogue, played) is not None:
        why = f"round {played.round} was decided under rules that are not installed: {played.game} {played.rules}"
        raise CannotPlayOn("other_rules", why)
    if not played.first <= seq < played.last:
        raise CannotPlayOn("not_in_play", f"at this step, round {played.round} is over, or has not begun")


def require_in_play(whole: AnyTable, played: Round) -> None:
    """Raise `CannotPlayOn` unless the whole table is in the middle of the round."""
    if not whole.running or whole.called or whole.round != played.round:
        raise CannotPlayOn("not_in_play", f"at this step, round {played.round} has not begun")


class _OneRound:
    """Deals the dice of one round."""

    def __init__(self, round_number: int, seed: bytes) -> None:
        self._round = round_number
        self._seed = seed

    def root(self, first: int, last: int) -> str:
        raise NotRecorded(f"there is no root for the rounds {first} to {last}")

    def commitment(self, round_number: int, root: Root) -> tuple[str, list[str]]:
        raise NotRecorded(f"there is no commitment for round {round_number} under the root from round {root.first} on")

    def seed(self, round_number: int) -> bytes:
        if round_number != self._round:
            raise NotRecorded(f"there is no seed for round {round_number}")
        return self._seed

    def dice(self, table: AnyTable) -> Dice:
        return seeded_dice(table, self.seed(table.round))


def give_all(table: PlayedTable, catalogue: Catalogue, moves: Iterable[Move]) -> Iterator[WrittenEntry]:
    """Carry out moves at a branch, each decided on its seat's own table. Raises `Refused`, and `CannotPlayOn` at the
    first one after the round's end.

    Only the game's own commands are moves: what the GM does at every table, such as admitting a seat or unsealing
    another round, would show what is no part of the round.
    """
    for move in moves:
        if not table.table.running:
            raise CannotPlayOn("not_in_play", "the round is over")
        rulebook = catalogue.rulebooks.at(table.table)
        if not isinstance(move.command, (*rulebook.commands, *rulebook.gm_commands)):
            raise Refused("not_possible_now", f"{type_tag(type(move.command))} is not a move of the game.")
        actor = GM if move.seat is None else actor_for(table.table, move.seat)
        addressed = AddressedCommand(actor=actor, seat=move.seat, command=move.command, at=table.table.at)
        own = table.own_table(move.seat) if move.seat in table.table.order else None
        yield table.give(addressed, own)


def asked_at(table: PlayedTable, catalogue: Catalogue) -> dict[str, list[Action]]:
    """The seats that the round waits for, each with the game's own moves that its view offers."""
    own = {type_tag(kind) for kind in catalogue.rulebooks.at(table.table).commands}
    asked: dict[str, list[Action]] = {}
    for seat in table.table.to_act:
        offers = offers_of(table.own_table(seat), catalogue.rulebooks, seat)
        asked[seat] = [offer for offer in offers if isinstance(offer, Action) and offer.type in own]
    return asked


def ending_of(table: AnyTable) -> Ending | None:
    """How the table's newest round ended; None while it runs."""
    if table.running:
        return None
    net_cp = {seat: table.moved.get(seat, 0) for seat in table.order}
    result = table.result
    if result is None or result.round != table.round:
        return Ending(outcome="voided", winners=[], net_cp=net_cp)
    return Ending(outcome=result.outcome, winners=result.winners, net_cp=net_cp)


def endings(
    moment: Moment, moves: Sequence[Move], policy: Policy, chance: Randomness, *, most_acts: int = MOST_ACTS
) -> Iterator[Ending | None]:
    """Endings without end: the moves are made with the round's dice, and then the policy plays on each time with fresh
    ones.

    Yields None after each action, so that the caller can do other work. Raises `Refused` for a move that is not legal,
    `CannotPlayOn` and `Stuck`.
    """
    moved, head = moment.branch(policy, chance), moment.head
    for written in give_all(moved, moment.catalogue, moves):
        head = written.hash
        yield None
    after = moment.after(moved, head)
    while True:
        branch = after.branch(policy, chance, fresh=True)
        for _ in branch.play(most_acts):
            yield None
        yield ending_of(branch.table)
