"""What the server answers, typed. Amounts are copper pieces, times RFC 3339 in UTC; what is a game's own stays a dict.

Members that are not named here are left out, so that a newer server can be talked to.
"""

from typing import Any, Self

import msgspec

Action = dict[str, Any]
"""A legal action, `{"type", "params", "cost_cp"}`: its command is the type with a value for each parameter."""
Event = dict[str, Any]
"""What happened, as far as the viewer saw it: `{"type", "v", …}`."""


class Cursor(msgspec.Struct, frozen=True):
    """How far somebody has read: a version, and the epoch of the log that it counts in."""

    version: int
    epoch: str

    def __str__(self) -> str:
        return f"{self.version}.{self.epoch}"

    @classmethod
    def read(cls, text: str) -> Self:
        """A cursor from its text. Raises `ValueError`."""
        version, point, epoch = text.partition(".")
        if not (point and epoch and version.isascii() and version.isdigit()):
            raise ValueError(f"{text!r} is no cursor")
        return cls(int(version), epoch)


class Die(msgspec.Struct, frozen=True, kw_only=True):
    """A die on the table: number `n` of its seat. `face` is None where the viewer may not see it."""

    n: int
    die: str
    face: int | None
    hole: bool = False
    place: str = ""
    details: dict[str, Any] = {}


class SeatView(msgspec.Struct, frozen=True, kw_only=True):
    """A seat. `total` is what its dice count together, where the viewer can know.

    `played_by` is player, npc (the server), gm (who took it over), or nobody: the seat is gone. The GM sees the
    `temperament` of an NPC.
    """

    seat: str
    name: str
    kind: str
    played_by: str = "player"
    temperament: str | None = None
    purse_cp: int
    luck: str = ""
    playing: bool = False
    status: str = ""
    conditions: list[str] = []
    dice: list[Die] = []
    total: int | None = None
    character: dict[str, Any] | None = None
    details: dict[str, Any] = {}


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who waits to be let in. The GM sees what they would bring."""

    seat: str
    name: str
    kind: str
    purse_cp: int | None = None
    character: dict[str, Any] | None = None


class Doing(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat may do, and what it may not although it might be expected."""

    actions: list[Action] = []
    refused: list[dict[str, Any]] = []


class You(msgspec.Struct, frozen=True, kw_only=True):
    """The viewer's own part. The GM has in `acts_for` what each seat may do."""

    seat: str | None
    actions: list[Action] = []
    refused: list[dict[str, Any]] = []
    notes: list[dict[str, Any]] = []
    acts_for: dict[str, Doing] = {}


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat disputes about a round; `ruling` is None while it is open.

    `version` is None for all but that seat and the GM.
    """

    dispute: int
    seat: str
    round: int
    text: str
    version: int | None = None
    ruling: dict[str, Any] | None = None


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """That a table's log is damaged, and nothing more is played there; `seq`, for the GM, says from where on."""

    detail: str
    seq: int | None = None


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one viewer may see it at `version`."""

    table: str
    game: str
    version: int
    viewer: str
    round: int
    phase: str
    to_act: list[str]
    seats: list[SeatView]
    name: str = ""
    gm: str = ""
    rules: int = 1
    options: dict[str, Any] | None = None
    seeded: bool = False
    closed: bool = False
    turn: str | None = None
    question: str | None = None
    deadline: str | None = None
    paused: bool = False
    order: list[str] = []
    pot_cp: int = 0
    accounts: dict[str, int] = {}
    fair: dict[str, Any] = {}
    asking: list[Asking] = []
    house_dice: list[Die] = []
    you: You | None = None
    result: dict[str, Any] | None = None
    standings: dict[str, dict[str, int]] = {}
    disputes: list[Dispute] = []
    details: dict[str, Any] = {}
    damage: Damage | None = None

    @property
    def actions(self) -> list[Action]:
        """What the viewer may do now."""
        return [] if self.you is None else self.you.actions

    def seat(self, seat: str) -> SeatView:
        """One seat. Raises `KeyError`."""
        for one in self.seats:
            if one.seat == seat:
                return one
        raise KeyError(seat)


class CommandAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a command, as its sender saw it, and the view after it.

    `receipt` is the SHA-256 (hex) of its entry in the log. `token` and `invite` come with the commands that make one.
    """

    version: int
    events: list[Event]
    view: View
    receipt: str
    token: str | None = None
    invite: str | None = None

    def __repr__(self) -> str:
        return f"CommandAnswer(version={self.version}, events={self.events!r}, receipt={self.receipt!r})"


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer saw happen at one version. In a live stream the newest comes with the `view`."""

    version: int
    at: str
    actor: str
    events: list[Event]
    chronicle: list[str]
    seat: str | None = None
    view: View | None = None


class Reset(msgspec.Struct, frozen=True, kw_only=True):
    """A live stream begins afresh: forget what was read before, and go on from this view."""

    version: int
    epoch: str
    view: View


class Chat(msgspec.Struct, frozen=True, kw_only=True):
    """A message, number `n` of its table. `text` is None once it is erased; `erases` lists what an erasure took."""

    n: int
    at: str
    by: str
    text: str | None = None
    erases: list[int] | None = None


class EventsPage(msgspec.Struct, frozen=True, kw_only=True):
    """What happened after a version. Go on from `version`; `more`: there is more already."""

    version: int
    epoch: str
    entries: list[Entry]
    more: bool


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The sentences of one version."""

    version: int
    at: str
    chronicle: list[str]


class ChroniclePage(msgspec.Struct, frozen=True, kw_only=True):
    """What happened after a version, in sentences."""

    version: int
    epoch: str
    entries: list[Told]
    more: bool


class LedgerLine(msgspec.Struct, frozen=True, kw_only=True):
    """Copper that went from one account to another."""

    version: int
    at: str
    payer: str
    payee: str
    amount_cp: int
    reason: str
    owed_cp: int | None = None
    note: str = ""


class LedgerPage(msgspec.Struct, frozen=True, kw_only=True):
    """Coins that moved after a version, and what the accounts hold now."""

    version: int
    accounts: dict[str, int]
    lines: list[LedgerLine]
    more: bool


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """One seat's record at this table."""

    seat: str
    name: str
    here: bool
    rounds: int
    wins: int
    coins_cp: int
    caught: int
    missed: int = 0
    disputes: int = 0
    disputes_open: int = 0
    disputes_upheld: int = 0


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """The scores at a version; the most wins first."""

    version: int
    standings: list[Standing]


class RoundDispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute of a round, in short; `verdict` is None while it is open."""

    dispute: int
    seat: str
    verdict: str | None = None


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """A round of a table; what follows `started_at` is None or empty while it runs."""

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


class Frame(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a replay: what its viewer saw happen, and the view at that version."""

    version: int
    at: str
    actor: str
    events: list[Event]
    chronicle: list[str]
    view: View
    seat: str | None = None


class ReplayPage(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of a round. `next` is the version to go on from, None at the end."""

    round: int
    game: str
    rules: int
    viewer: str
    frames: list[Frame]
    next: int | None
    facts_only: str | None = None


class ChatPage(msgspec.Struct, frozen=True, kw_only=True):
    """Messages after a number. Go on from `last`; `more`: there is more already."""

    last: int
    messages: list[Chat]
    more: bool


class Listing(msgspec.Struct, frozen=True, kw_only=True):
    """A table that stands in the list. `seats` counts who plays there, `round` is the current or last one."""

    table: str
    name: str
    game: str
    gm: str
    opened_at: str
    seats: int = 0
    round: int = 0


class Listings(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the list of tables. `next`: after which table to go on, None at the end."""

    tables: list[Listing]
    next: str | None = None


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was opened, with the GM's token and the invite."""

    table: str
    gm_token: str
    invite: str

    def __repr__(self) -> str:
        return f"Opened(table={self.table!r})"


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A seat that was taken, with its token; where the GM lets people in, not `admitted` yet."""

    seat: str
    token: str
    admitted: bool = True

    def __repr__(self) -> str:
        return f"Seated(seat={self.seat!r})"
