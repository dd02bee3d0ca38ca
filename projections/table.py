"""The table, this system's aggregate: the fold of its entries, with a part common to all games and the game's own part.

The same fold runs over the whole events (the truth, on which deciders decide) and over each viewer's redacted events
(the projection that the viewer is shown). The fold holds None in place of a value that the viewer may not see. A table
is mutable and never handed out.
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
"""Who plays a seat: its player, the server, the GM who took it over, or nobody because it is gone."""

COVERED: Final = ("hole", "blind")
"""The places of dice whose faces not everybody can see, although everybody sees that they are there."""


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A die on the table, number `n` (from 0) of its holder's.

    `die` is d4 … d20, `place` open, hole, hand, blind or aside.

    `face` is None if the viewer may not see it; `hole`: whether the die lies covered. `details` are the game's own
    fields, only in views. A die that changes is replaced, so that views can share the dice of the table.
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
    """A seat's set of dice or cards: how it looks, and what it is (`own`) if the viewer may know."""

    look: str = "common"
    own: GamingSet | None = None


class Seat(msgspec.Struct, kw_only=True):
    """A place at the table. `kind` is player, gm, npc or watcher.

    `npc`: the server plays it, with a `temperament` that only the GM sees. `taken_over`: the GM plays it for now.
    `sits_out`: it plays no round after the running one. `asks_cp`: the coins (copper) that it asks the GM for.
    `seal`: its commitment to its luck in the next round, with sealed luck. `sets`: its own sets of dice and cards
    (`dice`, `card`).

    `playing`: it paid into the current or last round. `status` is the game's word for its standing there (active,
    folded, …), sitting_out, or waiting before its first round. `gone`: it left during the round and is kept until the
    next.
    """

    seat: str
    name: str
    kind: str
    luck: str
    character: Character | None
    npc: bool = False
    temperament: str | None = None
    taken_over: bool = False
    sits_out: bool = False
    asks_cp: int = 0
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
        """Who plays it now: its player, the server, or the GM who took it over; nobody if it is gone."""
        if self.gone:
            return "nobody"
        return "gm" if self.taken_over else "npc" if self.npc else "player"


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """A player who asks to sit down, with what they would bring if the viewer may know. `purse_cp` is copper."""

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

    Its copper includes what rulings made it pay or receive. Its disputes are counted: all that it raised, those that
    wait for a ruling, and those that were upheld.
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

    `version` is the seat's own version that the dispute concerns: null if it named none, and for all viewers but that
    seat and the GM.
    """

    dispute: int
    seat: str
    round: int
    text: str
    version: int | None
    ruling: Ruling | None


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute in short, as the table remembers it permanently. `verdict` is null while it is open."""

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

    `version` counts the entries that the viewer saw at least in part, and `seen` is the digest of their receipts; `seq`
    and `at` are those of the newest of them (so `seq` is only for the house, and never shown). `asked` counts how often
    the table turned to a seat: when it changes, a new deadline is needed. `drawn` counts the draws of the running round
    (only if `viewer` is the house), `moved` each account's net gain in it. `rolled_over_from` has the seats of the
    round that left coins in the pot, if any. `asking` has the players waiting to be let in, by arrival: they have no
    seat yet, but `names` has them, like everybody who ever had an id here. `listed` is None until the GM changes what
    was chosen when the table was opened.

    `everybodys` counts the entries that everybody saw at least in part, `own` the further ones that each seat saw, as
    far as the viewer sees them. So that seat, the GM and the house all know the seat's own version. `disputes` has the
    open disputes, `ruled` the latest ones that were ruled on, `disputed` all in short. `settled` has the latest rounds
    that ended and were not reversed, `sealed` the rounds that are over and not unsealed. `called` has the seats of a
    round whose luck is not revealed yet; `seals`, `revealed` and `withheld` are those of the running or last round, if
    it has sealed luck. `opening` is the hash of the table's first line, as the running or last round names it.
    `streaks` counts the rounds in a row that each seat has sat out (positive) or played (negative).
    `remembered` has what each of the table's former games keeps for its return to it, by the game's id, as JSON.
    """

    table: str
    viewer: str
    version: int = 0
    seen: str = ""
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
    opening: str | None = None
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
        """Count an entry, of whose events the viewer saw these."""
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
        """A seat's own version, which only that seat, the GM and the house know."""
        return self.everybodys + self.own.get(seat, 0)

    def open_dispute(self, number: int) -> Case:
        """The open dispute with that number. Raises `KeyError` if there is none."""
        for dispute in self.disputes:
            if dispute.dispute == number:
                return dispute
        raise KeyError(number)

    def settled_round(self, number: int) -> Settled:
        """What the round with that number moved. Raises `KeyError` if that is not remembered."""
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
        """The seats that paid into this round, in the order of turns, including those that left it."""
        return [self.seats[seat] for seat in self.order if seat in self.seats]

    def with_status(self, *statuses: str) -> list[str]:
        """The ids of the seats in the round whose status is one of `statuses`, in the order of turns."""
        seats = self.seats
        return [seat for seat in self.order if seat in seats and seats[seat].status in statuses]
