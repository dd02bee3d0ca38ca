"""How a round of sealed luck began: what its call was, by a view and by the log, and what was revealed to it."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from tavern_client import verify
from tavern_client.answers import Event
from tavern_client.errors import BadAnswer
from tavern_client.luck.keys import Call
from tavern_client.record import HASH
from tavern_client.views import Root, View

T = TypeVar("T")


class _Seal(msgspec.Struct):
    seat: str
    seal: str


class Called(msgspec.Struct):
    """How a round was called, according to the log."""

    game: str
    rules: int
    seats: list[str]
    seals: list[_Seal]
    commitment: str
    first: int
    path: list[str]
    opening: str = ""

    def call(self, table: str, number: int, roots: Sequence[Root]) -> Call:
        """The call of a round of a table with these roots. Nothing is checked."""
        return Call(
            table=table,
            round=number,
            game=self.game,
            rules=self.rules,
            opening=self.opening,
            root=next((root.root for root in roots if root.first == self.first), ""),
            first=self.first,
            commitment=self.commitment,
            seats=self.seats,
            seals={seal.seat: seal.seal for seal in self.seals},
        )


class _Revealed(msgspec.Struct):
    seat: str
    luck: str
    key: str
    signature: str


class Word(msgspec.Struct):
    """The luck with which a seat starts: what it revealed, or nothing."""

    seat: str
    luck: str


class Started(msgspec.Struct):
    """How a round started, according to the log."""

    seats: list[str]
    luck: list[Word]
    commitment: str
    first: int
    path: list[str]
    opening: str = ""


class Beginning(msgspec.Struct):
    """How a round began: how it was called, what was revealed, and how it started. `opened`: luck was made open before
    it was called. `over`: it has started, or never will.
    """

    called: Called | None = None
    revealed: dict[str, _Revealed] = {}
    started: Started | None = None
    opened: bool = False
    over: bool = False

    def take(self, event: Event, number: int) -> None:
        """Take in an event. Raises `BadAnswer`."""
        kind = event.get("type")
        if kind in ("options_set", "game_set") and self.called is None:
            self.opened = read_as(event.get("options"), dict[str, Any]).get("luck", "open") == "open"
        elif kind == "luck_revealed" and self.called is not None:
            revealed = read_as(event, _Revealed)
            self.revealed[revealed.seat] = revealed
        elif event.get("round") != number:
            return
        elif kind == "luck_called":
            self.called = read_as(event, Called)
        elif kind == "round_started":
            self.started, self.over = read_as(event, Started), True
        elif kind in ("round_voided", "round_ended"):
            self.over = True


def call_of(view: View, table: str) -> Call | None:
    """The call of the round that a view shows; None if the view lacks something of it."""
    fair = view.fair
    root = next((root for root in fair.roots if root.first <= view.round <= root.last), None)
    if root is None or fair.commitment is None or not isinstance(fair.opening, str):
        return None
    call = Call(
        table=table,
        round=view.round,
        game=view.game,
        rules=view.rules,
        opening=fair.opening,
        root=root.root,
        first=root.first,
        commitment=fair.commitment,
        seats=list(fair.called or []),
        seals=dict(fair.seals or {}),
    )
    return call if is_right(call) else None


def is_right(call: Call) -> bool:
    """Whether a call has a digest: its numbers and hashes are some."""
    hashes = (call.opening, call.root, call.commitment, *call.seals.values())
    numbers = (call.round, call.rules, call.first)
    return all(HASH.fullmatch(text) for text in hashes) and all(0 <= number < 1 << 64 for number in numbers)


def is_revealed(call: Call, word: Word, revealed: _Revealed | None) -> bool:
    """Whether the luck with which a round started is what its seat sealed, and revealed to this call."""
    if revealed is None or revealed.luck != word.luck or not HASH.fullmatch(revealed.key) or not is_right(call):
        return False
    place = call.table, call.round, word.seat
    is_sealed = verify.seal_of(*place, word.luck, revealed.key) == call.seals.get(word.seat)
    return is_sealed and verify.signs(*place, revealed.key, revealed.signature, call.digest())


def read_as(value: Any, kind: type[T]) -> T:
    """A part of an answer, typed. Raises `BadAnswer`."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BadAnswer(f"the events are not those of this API: {error}") from None
