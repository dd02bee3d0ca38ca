"""The table as its entries have made it: one fold of the common vocabulary plus the game's own part.

The same fold runs over the whole events (the truth, which decides) and over each viewer's redacted ones (what that
viewer is shown). Where a viewer may not see a value, the fold holds None. A table is mutable and never handed out.
"""

from collections.abc import Iterable
from typing import Any, Final, Generic, Literal, TypeVar

import msgspec

from events.accounts import HOUSE
from events.audience import ALL, seat_of
from events.character import Character
from events.event import Event, Hidden
from events.gaming_sets import GamingSet
from events.round_events import LuckWord

OptionsT = TypeVar("OptionsT")
StateT = TypeVar("StateT")


PlayedBy = Literal["player", "npc", "gm", "nobody"]
"""Who plays a seat: who sits there, the server, the GM who took it over, or nobody, for it is gone."""

COVERED: Final = ("hole", "blind")
"""Where a die lies that not everybody can see, though all see that it is there."""


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A die on the table, number `n` (from 0) of its holder's.

    `die` is d4 … d20, `place` open, hole, hand, blind or aside.

    `face` is None where the viewer may not see it, `hole` whether it lies covered. `details` are the game's own part,
    of views alone. A die that changes is replaced, so that views show those of the table as they are.
    """

    n: int
    die: str
    face: int | None
    hole: bool
    place: str
    details: dict[str, Any] = {}


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat learned this round."""

    kind: str
    facts: dict[str, object]


class SeatSet(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's set of dice or cards: how it looks, and what it is (`own`) where the viewer may know."""

    look: str = "common"
    own: GamingSet | None = None


class Seat(msgspec.Struct, kw_only=True):
    """A place at the table. `kind` is player, gm, npc or watcher.

    `npc`: the server plays it, with a `temperament` that only the GM sees; `taken_over`: the GM plays it for the time
    being. `seal`: its commitment to its luck in the next round, with sealed luck. `sets`: its own sets of dice and
    cards (`dice`, `card`).

    `playing`: paid into the current or last round. `status` is the game's word for its standing there (active,
    folded, …), sitting_out, or waiting before its first round. `gone`: left during the round, kept until the next.
    """

    seat: str
    name: str
    kind: str
    luck: str
    character: Character | None
    npc: bool = False
    temperament: str | None = None
    taken_over: bool = False
    seal: str | None = None
    sets: dict[str, SeatSet] = {}
    playing: bool = False
    gone: bool = False
    status: str = "waiting"
    conditions: list[str] = []
    dice: list[Die] = []
    notes: list[Note] = []

    @property
    def played_by(self) -> PlayedBy:
        """Who plays it now: who sits there, the server, or the GM who took it over; nobody where it is gone."""
        if self.gone:
            return "nobody"
        return "gm" if self.taken_over else "npc" if self.npc else "player"


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who asks to sit down, with what they would bring if the viewer may know. `purse_cp` is copper."""

    seat: str
    name: str
    kind: str
    purse_cp: int | None
    luck: str | None
    character: Character | None
    sets: list[GamingSet] = []


class Root(msgspec.Struct, frozen=True, kw_only=True, rename={"first": "from", "last": "to"}):
    """A published Merkle root (hex) over the commitments of the rounds `first` to `last`: in views, `from` and `to`."""

    first: int
    last: int
    root: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How the last round ended."""

    round: int
    outcome: str
    winners: list[str]
    won_cp: dict[str, int]


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's standing at this table: rounds played and won, copper gained or lost in rounds, times caught.

    What rulings had it pay or be paid is among its copper. `disputes` counts those that it raised: all of them, those
    that wait for a ruling, and those that were upheld.
    """

    rounds: int = 0
    wins: int = 0
    coins_cp: int = 0
    caught: int = 0
    disputes: int = 0
    disputes_open: int = 0
    disputes_upheld: int = 0


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """How the GM ruled on a dispute: `verdict` upheld or denied, `remedy` none, coins or round.

    With coins, `payer` owed `payee` `amount_cp` copper.
    """

    verdict: str
    text: str
    remedy: str
    payer: str | None
    payee: str | None
    amount_cp: int | None


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat disputes about a round; `ruling` is null while it is open.

    `version` is the one of the seat's own that it is about: null where it named none, and for all but that seat and
    the GM.
    """

    dispute: int
    seat: str
    round: int
    text: str
    version: int | None
    ruling: Ruling | None


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute in short, as the table remembers it for ever. `verdict` is null while it is open."""

    dispute: int
    round: int
    seat: str
    verdict: str | None


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """What a round that ended moved: each account's net, in copper.

    `pot_cp` was in the pot when it ended; `rolled_over_from` has the seats whose coins were there before it.
    """

    round: int
    moved: dict[str, int]
    pot_cp: int
    rolled_over_from: list[str]


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """The rounds `first` to `last`."""

    first: int
    last: int


class Table(msgspec.Struct, Generic[OptionsT, StateT], kw_only=True):
    """One table, as one viewer has seen it.

    `version` counts the entries of which the viewer saw something; `seq` and `at` are those of the newest of them
    (so `seq` is for the house alone, and never shown). `asked` counts how often the table turned to somebody: when it
    moves, a new deadline is due. `drawn` counts the draws of the running round (where `viewer` is the house alone),
    `moved` each account's net in it. `rolled_over_from` has the seats of the round that left coins in the pot, if one
    did. `asking` has who waits to be let in, by arrival: they hold no seat yet, though `names` has them, as it has all
    who ever had an id here. `listed` is None until the GM says otherwise than when the table was opened.

    `everybodys` counts the entries of which everybody saw something, `own` those that certain seats saw besides, as far
    as the viewer sees them: so a seat's own version is known to that seat, the GM and the house, and to them alike.
    `disputes` are those that are open, `ruled` the last that were ruled on, `disputed` has all in short. `settled`
    remembers the last rounds that ended and were not put back, `sealed` the rounds that are over and not unsealed.
    `called` has the seats of a round whose luck is not revealed yet; `seals`, `revealed` and `withheld` are those of
    the running or last round, if it has sealed luck.
    `streaks` counts the rounds in a row that each seat has sat out (positive) or played (negative).
    `remembered` has what games that the table has left keep for when it turns to them again, by the game's id, as JSON.
    """

    table: str
    viewer: str
    version: int = 0
    everybodys: int = 0
    own: dict[str, int] = {}
    seq: int = 0
    at: str = ""
    name: str = ""
    gm: str = ""
    game: str = ""
    rules: int = 0
    options: OptionsT
    seeded: bool = False
    listed: bool | None = None
    closed: bool = False
    paused: bool = False
    deadline: str | None = None
    round: int = 0
    running: bool = False
    phase: str = "lobby"
    turn: str | None = None
    to_act: list[str] = []
    question: str = ""
    asked: int = 0
    order: list[str] = []
    luck: list[LuckWord] = []
    called: list[str] = []
    seals: dict[str, str] = {}
    revealed: dict[str, str] = {}
    withheld: list[str] = []
    drawn: dict[str, int] = {}
    moved: dict[str, int] = {}
    accounts: dict[str, int] = {}
    roots: list[Root] = []
    commitment: str | None = None
    seats: dict[str, Seat] = {}
    asking: dict[str, Asking] = {}
    house_dice: list[Die] = []
    names: dict[str, str] = {}
    scores: dict[str, Score] = {}
    result: Result | None = None
    rolled_over_from: list[str] = []
    disputes: list[Case] = []
    ruled: list[Case] = []
    disputed: list[Disputed] = []
    settled: list[Settled] = []
    sealed: list[Span] = []
    streaks: dict[str, int] = {}
    remembered: dict[str, dict[str, Any]] = {}
    state: StateT

    def saw(self, events: Iterable[Event]) -> None:
        """Count an entry of which its viewer saw these events."""
        self.version += 1
        seats: dict[str, None] = {}
        for event in events:
            if not isinstance(event, Hidden) or event.to == ALL:
                self.everybodys += 1
                return
            if seat := seat_of(event.to):
                seats[seat] = None
        for seat in seats:
            self.own[seat] = self.own.get(seat, 0) + 1

    def version_of(self, seat: str) -> int:
        """The version that a seat has come to: known to that seat itself, the GM and the house."""
        return self.everybodys + self.own.get(seat, 0)

    def open_dispute(self, number: int) -> Case:
        """The dispute of that number. Raises `KeyError` where none of them is open."""
        for dispute in self.disputes:
            if dispute.dispute == number:
                return dispute
        raise KeyError(number)

    def settled_round(self, number: int) -> Settled:
        """What the round of that number moved. Raises `KeyError` where that is not remembered."""
        for settled in self.settled:
            if settled.round == number:
                return settled
        raise KeyError(number)

    def purse(self, seat: str) -> int:
        """What a seat has, in copper."""
        return self.accounts.get(seat, 0)

    def balance(self, account: str) -> int:
        """What an account holds, in copper."""
        return self.accounts.get(account, 0)

    def dice_of(self, holder: str) -> list[Die]:
        """The dice of a seat, or of the House."""
        return self.house_dice if holder == HOUSE else self.seats[holder].dice

    def present(self) -> list[Seat]:
        """The seats that are still at the table, watchers included, by arrival."""
        return [seat for seat in self.seats.values() if not seat.gone]

    def playing(self) -> list[Seat]:
        """The seats that paid into this round, in the order of turns, those who left it included."""
        return [self.seats[seat] for seat in self.order if seat in self.seats]

    def with_status(self, *statuses: str) -> list[str]:
        """The ids of the seats in the round whose status is one of `statuses`, in the order of turns."""
        seats = self.seats
        return [seat for seat in self.order if seat in seats and seats[seat].status in statuses]
