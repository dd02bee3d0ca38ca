"""Checks that a log's dice are fair: commitments are under a published root, seeds match them, draws follow from seeds.

Roots, paths and commitments are checked against each other and the seed, not recomputed: no log contains the table's
secret. docs/dice.md specifies how each is made.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from events.dice import Dice, commitment_of, sequence_of
from events.draws import draws_of
from events.entry import Entry
from events.event import Draw, Event
from events.merkle import last_of, path_length, root_from
from events.round_events import (
    DiceThrown,
    DieRerolled,
    DieRolled,
    LuckCalled,
    LuckRevealed,
    LuckWord,
    RoundEnded,
    RoundStarted,
    RoundUnsealed,
    RoundVoided,
    SeedRecorded,
)
from events.sealed_luck import Call, answers, seal_of
from events.table_events import RootPublished
from replays.findings import Finding, Where

_HASH_BYTES: Final = 32
_MOST_SIDES: Final = 1 << 32
_HIGHEST: Final = (1 << 63) - 1
"""The highest round and draw number checked here; the encodings of docs/dice.md go a little further."""


def _hash(text: str) -> bytes | None:
    try:
        value = bytes.fromhex(text)
    except ValueError:
        return None
    return value if len(value) == _HASH_BYTES else None


class _Range(NamedTuple):
    """The rounds `first` to `last`, and the root that was published for them."""

    first: int
    last: int
    root: bytes

    @property
    def path_length(self) -> int:
        return path_length(self.first, self.last)


class Fairness:
    """Follows a log's roots, commitments, seeds and draws.

    `rounds` is the number of rounds that began, `opening` the hash (hex) of the log's first line.
    """

    def __init__(self) -> None:
        self.rounds = 0
        self.opening = ""
        self._roots: dict[int, _Range] = {}
        self._table = ""
        self._highest = 0
        self._called: LuckCalled | None = None
        self._revealed: dict[str, str] = {}
        self._luck: list[LuckWord] = []
        self._started: LuckCalled | RoundStarted | None = None
        self._over: int | None = None
        self._seeds: dict[int, str] = {}
        self._drawn: dict[str, int] = {}
        self._draws: list[tuple[Where, Draw]] = []

    def take(self, where: Where, entry: Entry[Event]) -> Iterator[Finding]:
        """Findings about this entry and, if it records a round's seed, about all draws of that round."""
        self._table = entry.table
        for event in entry.events:
            yield from self._take_event(where, event)
            for draw in draws_of(event):
                yield from self._draw(where, draw)
        if self._over is not None:
            yield where.wrong("seed_missing", f"round {self._over} is over, but its seed is not recorded")
            self._over = self._started = None

    def _take_event(self, where: Where, event: Event) -> Iterator[Finding]:
        match event:
            case RootPublished():
                yield from self._root_published(where, event)
            case LuckCalled():
                yield from self._luck_called(where, event)
            case LuckRevealed():
                yield from self._luck_revealed(where, event)
            case RoundStarted():
                yield from self._round_started(where, event)
            case RoundEnded() | RoundVoided():
                self._over, self._called = event.round, None
            case SeedRecorded():
                yield from self._seed_recorded(where, event)
            case RoundUnsealed() if self._seeds.get(event.round) != event.seed:
                detail = f"round {event.round} is unsealed with another seed than the recorded one"
                yield where.wrong("seed_misplaced", detail)
            case DieRolled(draw=None) | DieRerolled(draw=None):
                yield where.wrong("draw_missing", f"die {event.n} of {event.seat} rolls, but no draw is recorded")
            case DiceThrown() if len(draws := event.draws or ()) != len(event.ns):
                detail = f"{event.seat} throws {len(event.ns)} dice, but {len(draws)} draws are recorded"
                yield where.wrong("draw_missing", detail)
            case _:
                pass

    def _root_published(self, where: Where, event: RootPublished) -> Iterator[Finding]:
        root = _hash(event.root)
        following = max((one.last for one in self._roots.values()), default=0) + 1
        if root is None:
            yield where.wrong("bad_root", "the root is not 32 bytes in hex")
        elif event.first in self._roots:
            yield where.wrong("bad_root", f"the root for the rounds from {event.first} on was already published")
        elif event.first != following or event.last != last_of(event.first):
            yield where.wrong("bad_root", f"no root covers exactly the rounds {event.first} to {event.last}")
        else:
            self._roots[event.first] = _Range(event.first, event.last, root)

    def _luck_called(self, where: Where, event: LuckCalled) -> Iterator[Finding]:
        yield from self._begins(where, event)
        self._called, self._revealed = event, {}
        seats = [seal.seat for seal in event.seals]
        if seats != [seat for seat in event.seats if seat in seats]:
            yield where.wrong("luck_mismatch", "the seals are not those of the round's seats, in their order")

    def _luck_revealed(self, where: Where, event: LuckRevealed) -> Iterator[Finding]:
        called = self._called
        seal = None if called is None else next((one.seal for one in called.seals if one.seat == event.seat), None)
        if called is None or seal is None:
            yield where.wrong("luck_mismatch", f"{event.seat} reveals luck, but has sealed none")
        elif not self._is_sealed(event, called, seal):
            yield where.wrong("luck_mismatch", f"{event.seat} did not seal what it reveals")
        elif not self._answers(event, called):
            detail = f"{event.seat} revealed its luck to another call of the round than this log has"
            yield where.wrong("luck_answers_another_call", detail)
        self._revealed[event.seat] = event.luck

    def _is_sealed(self, event: LuckRevealed, called: LuckCalled, seal: str) -> bool:
        try:
            return seal_of(self._table, called.round, event.seat, event.luck, event.key) == seal
        except (ValueError, OverflowError):
            return False

    def _answers(self, event: LuckRevealed, called: LuckCalled) -> bool:
        over = self._roots.get(called.first)
        if over is None:
            # Nobody knows what was signed. That the root is missing has been said.
            return True
        call = Call(
            table=self._table,
            round=called.round,
            game=called.game,
            rules=called.rules,
            opening=called.opening,
            root=over.root.hex(),
            first=called.first,
            commitment=called.commitment,
            seats=called.seats,
            seals={seal.seat: seal.seal for seal in called.seals},
        )
        try:
            return answers(self._table, called.round, event.seat, event.key, event.signature, call.digest())
        except (ValueError, OverflowError):
            return False

    def _round_started(self, where: Where, event: RoundStarted) -> Iterator[Finding]:
        called, self._called = self._called, None
        seats = event.seats if called is None else called.seats
        if [word.seat for word in event.luck] != seats:
            yield where.wrong("luck_mismatch", "the luck words are not those of the round's seats, in order")
        if called is None:
            yield from self._begins(where, event)
        else:
            if _promise(called) != _promise(event):
                yield where.wrong("commitment_mismatch", "the round starts otherwise than it was called")
            due = [self._revealed.get(seat, "") for seat in seats]
            if [word.luck for word in event.luck] != due or not set(event.seats) <= set(called.seats):
                yield where.wrong("luck_mismatch", "the round starts with luck that its seats did not reveal")
        self._luck = event.luck

    def _begins(self, where: Where, event: LuckCalled | RoundStarted) -> Iterator[Finding]:
        self.rounds += 1
        if event.round != self._highest + 1:
            detail = f"round {event.round} begins, and round {self._highest + 1} is the next"
            yield where.wrong("round_order", detail)
        self._highest = max(self._highest, event.round)
        if self._started is not None:
            detail = f"round {event.round} starts while round {self._started.round} is not over"
            yield where.wrong("round_not_over", detail)
        if event.opening != self.opening:
            yield where.wrong("opening_mismatch", f"round {event.round} names another first entry than this log's")
        self._started = event if 1 <= event.round <= _HIGHEST else None
        self._drawn, self._draws, self._luck = {}, [], []
        over = self._roots.get(event.first)
        commitment = _hash(event.commitment)
        path = [node for node in map(_hash, event.path) if node is not None]
        if over is None or not over.first <= event.round <= over.last:
            yield where.wrong("root_missing", f"no root was published for round {event.round}")
        elif commitment is None or not len(path) == len(event.path) == over.path_length:
            detail = f"the commitment and its path are not 1 and {over.path_length} hashes of 32 bytes in hex"
            yield where.wrong("path_mismatch", detail)
        elif root_from(commitment, event.round - event.first, path) != over.root:
            detail = f"the Merkle path of round {event.round} does not lead to the published root"
            yield where.wrong("path_mismatch", detail)

    def _seed_recorded(self, where: Where, event: SeedRecorded) -> Iterator[Finding]:
        started, number = self._started, event.round
        if self._over != number:
            detail = f"the seed of round {number} is recorded, but the round does not end here"
            yield where.wrong("seed_misplaced", detail)
        self._over = None
        self._seeds.setdefault(number, event.seed)
        if started is None or started.round != number:
            return
        seed = _hash(event.seed)
        if seed is None or commitment_of(seed).hex() != started.commitment:
            detail = f"the seed of round {number} does not match the commitment that was published when it started"
            yield where.wrong("commitment_mismatch", detail)
        if seed is not None:
            yield from self._check_draws(Dice(seed, number, self._luck, self._drawn))
        self._started, self._draws = None, []

    def _draw(self, where: Where, draw: Draw) -> Iterator[Finding]:
        sequence = sequence_of(draw.seat, draw.purpose, draw.sides)
        expected = self._drawn.get(sequence, 0) + 1
        if draw.n != expected:
            detail = f"{_named(draw)} is out of order, expected number {expected} of its sequence"
            yield where.wrong("draw_order", detail)
        self._drawn[sequence] = draw.n
        self._draws.append((where, draw))

    def _check_draws(self, dice: Dice) -> Iterator[Finding]:
        for where, draw in self._draws:
            if not 1 <= draw.sides <= _MOST_SIDES or not 1 <= draw.n <= _HIGHEST:
                yield where.wrong("draw_mismatch", f"{_named(draw)} is not a valid draw")
                continue
            self._drawn[sequence_of(draw.seat, draw.purpose, draw.sides)] = draw.n - 1
            face = dice.peek(draw.seat, draw.purpose, draw.sides)
            if face != draw.face:
                yield where.wrong("draw_mismatch", f"{_named(draw)} shows {draw.face}, but the seed gives {face}")


def _promise(event: LuckCalled | RoundStarted) -> tuple[object, ...]:
    """The facts fixed when a round was called, which must be the same when it starts."""
    return event.round, event.game, event.rules, event.commitment, event.first, event.path, event.opening


def _named(draw: Draw) -> str:
    return f"draw {draw.n} of a d{draw.sides} for {draw.seat} ({draw.purpose})"
