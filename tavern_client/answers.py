"""The server's answers, typed. Amounts are in copper, times in RFC 3339 (UTC); data of a single game stays a dict.

Unknown members are ignored, so the client works with a newer server.
"""

from typing import Any, Final, Generic, Self, TypeVar

import msgspec

from tavern_client.verify import p, sha256
from tavern_client.views import View

E = TypeVar("E")
_PARTS: Final = 3

Event = dict[str, Any]
"""An event as its viewer saw it: `{"type", "v", …}`."""


class Cursor(msgspec.Struct, frozen=True):
    """A reading position: a version, the epoch of its log, and a digest of what the viewer saw up to there."""

    version: int
    epoch: str
    seen: str

    def __str__(self) -> str:
        return f"{self.version}.{self.epoch}.{self.seen}"

    @classmethod
    def read(cls, text: str) -> Self:
        """A cursor from its text. Raises `ValueError`."""
        parts = text.split(".")
        if len(parts) != _PARTS or not (parts[0].isascii() and parts[0].isdigit() and parts[1]):
            raise ValueError(f"{text!r} is not a cursor")
        return cls(int(parts[0]), *parts[1:])

    def after(self, receipt: str) -> Self:
        """The position after one more entry, by its receipt."""
        return type(self)(self.version + 1, self.epoch, _seen_after(self.seen, receipt))


def _seen_after(seen: str, receipt: str) -> str:
    """The digest of the receipts that a viewer got, from the one before, empty at first, and the newest receipt."""
    return sha256(p(b"tavern seen v1", seen.encode(), receipt.encode())).hex()[:32]


class Chat(msgspec.Struct, frozen=True, kw_only=True):
    """A chat message, or an erasure of messages.

    `n` counts from 1 without gaps at each table, `by` is the sender. `text` is None once the message is erased, and for
    an erasure: then `erases` lists the erased numbers, ascending.
    """

    n: int
    at: str
    by: str
    text: str | None
    erases: list[int] | None = None


class CommandAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a command: its events as the sender saw them, the sentences on them, and the view after it.

    `receipt` commits to its entry in the log (hex). Commands that create a token or an invite return it.
    """

    version: int
    events: list[Event]
    chronicle: list[str] = []
    view: View
    receipt: str
    token: str | None = None
    invite: str | None = None

    def __repr__(self) -> str:
        return f"CommandAnswer(version={self.version}, events={self.events!r}, receipt={self.receipt!r})"


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer saw at one version."""

    version: int
    at: str
    actor: str
    events: list[Event]
    chronicle: list[str]
    seat: str | None = None


class Entry(Seen, frozen=True, kw_only=True):
    """What a viewer saw at one version. In a live stream the newest entry comes with the `view`.

    `receipt` commits to the entry in the log (hex).
    """

    receipt: str
    view: View | None = None


class Frame(Seen, frozen=True, kw_only=True):
    """One step of a replay: what its viewer saw, and the view at that version."""

    view: View


class Reset(msgspec.Struct, frozen=True, kw_only=True):
    """A live stream starts over: discard what was read before, and continue from this view."""

    version: int
    epoch: str
    seen: str
    view: View

    @property
    def cursor(self) -> Cursor:
        """Where the stream goes on."""
        return Cursor(self.version, self.epoch, self.seen)


class ChronicleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of one version."""

    version: int
    at: str
    chronicle: list[str]


class Page(msgspec.Struct, Generic[E], frozen=True, kw_only=True):
    """Entries after a version. Continue from `cursor`; `more` says whether there already are more."""

    version: int
    epoch: str
    seen: str
    entries: list[E]
    more: bool

    @property
    def cursor(self) -> Cursor:
        """Where the next page begins."""
        return Cursor(self.version, self.epoch, self.seen)


class LedgerLine(msgspec.Struct, frozen=True, kw_only=True):
    """Copper that went from one account to another, with the viewer's version at which it did."""

    version: int
    at: str
    payer: str
    payee: str
    amount_cp: int
    reason: str
    owed_cp: int | None
    note: str


class LedgerPage(msgspec.Struct, frozen=True, kw_only=True):
    """Coins that moved after a version, and the current accounts."""

    version: int
    accounts: dict[str, int]
    lines: list[LedgerLine]
    more: bool


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's record at this table; `coins_cp` is its net gain in rounds, in copper, including rulings.

    `missed` counts undetected cheats in unsealed rounds. `disputes` counts those that it raised, `disputes_open` those
    of them that wait for a ruling.
    """

    seat: str
    name: str
    here: bool
    rounds: int
    wins: int
    coins_cp: int
    caught: int
    missed: int
    disputes: int
    disputes_open: int
    disputes_upheld: int


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """The standings at a version, most wins first."""

    version: int
    standings: list[Standing]


class RoundDispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute of a round, in short; `verdict` is None while it is open."""

    dispute: int
    seat: str
    verdict: str | None = None


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round of a table; the fields after `started_at` are None or empty while it runs."""

    round: int
    game: str
    rules: int
    started_at: str
    ended_at: str | None = None
    outcome: str | None = None
    winners: list[str] = []
    won_cp: dict[str, int] = {}
    unsealed: bool = False
    disputes: list[RoundDispute] = []


class Rounds(msgspec.Struct, frozen=True, kw_only=True):
    """A page of rounds, in order."""

    rounds: list[Round]


class ReplayPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a round. `next` is the version to continue from, None at the end."""

    round: int
    game: str
    rules: int
    viewer: str
    frames: list[Frame]
    next: int | None
    facts_only: str | None = None


class ChatPage(msgspec.Struct, frozen=True, kw_only=True):
    """Messages after a number. Continue from `last`; `more` says whether there already are more."""

    last: int
    messages: list[Chat]
    more: bool


class ListedTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table in the public list. `seats` is the number of players, `round` the current or last one."""

    table: str
    name: str
    game: str
    gm: str
    opened_at: str
    seats: int = 0
    round: int = 0


class ListedTables(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the public list. `next` is the table to continue after, None at the end."""

    tables: list[ListedTable]
    next: str | None = None


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A new table, with the GM's token and the invite."""

    table: str
    gm_token: str
    invite: str

    def __repr__(self) -> str:
        return f"Opened(table={self.table!r})"


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A new seat, with its token; not `admitted` yet if the GM has to let players in."""

    seat: str
    token: str
    admitted: bool = True

    def __repr__(self) -> str:
        return f"Seated(seat={self.seat!r})"
