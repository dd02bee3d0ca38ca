"""The common vocabulary, part one: events of tables in any game, and of coins."""

from typing import Any, ClassVar

from events.audience import CLOSED, Audience
from events.character import Character
from events.event import V1, HiddenV1
from events.gaming_sets import Faces, GamingSet, SetKind


class TableOpened(V1, frozen=True, kw_only=True):
    """A GM opened a table for a game. `options` are resolved: they include defaults."""

    name: str
    gm: str
    game: str
    rules: int
    options: dict[str, Any]
    seeded: bool
    """Whether the caller chose the table's secret (for tests and demos) instead of the server."""


class RootPublished(V1, frozen=True, kw_only=True):
    """The Merkle root (hex) over the commitments of the rounds `first` to `last`."""

    first: int
    last: int
    root: str


class AdmissionAsked(V1, frozen=True, kw_only=True):
    """A player asks the GM for a seat; the fields are those of `SeatTaken`.

    What the player would bring, `purse_cp` in copper and a luck word, is open to the seat and the GM. The seat's id is
    taken from now on, even if the GM refuses.
    """

    guarded: ClassVar = {"purse_cp": "brings_to", "luck": "brings_to", "character": "character_to"}

    seat: str
    name: str
    kind: str
    purse_cp: int | None = None
    luck: str | None = None
    brings_to: Audience = CLOSED
    character: Character | None = None
    character_to: Audience = CLOSED


class AdmissionRefused(V1, frozen=True, kw_only=True):
    """The GM refused a player who asked for a seat."""

    seat: str


class SeatTaken(V1, frozen=True, kw_only=True):
    """A seat was taken. `kind`: player, gm, npc or watcher. The sheet is open to the seat and the GM."""

    guarded: ClassVar = {"character": "character_to"}

    seat: str
    name: str
    kind: str
    luck: str
    character: Character | None = None
    character_to: Audience = CLOSED


class GamingSetsDeclared(HiddenV1, frozen=True, kw_only=True):
    """The sets that a player who asks the GM for a seat would bring. They are already paid for."""

    seat: str
    sets: list[GamingSet]


class GamingSetBrought(V1, frozen=True, kw_only=True):
    """A seat brought a set of dice or cards: everybody sees how it looks, the seat and the GM what it is."""

    guarded: ClassVar = {"brought": "brought_to"}

    seat: str
    kind: SetKind
    look: str
    brought: GamingSet | None = None
    brought_to: Audience = CLOSED


class GamingSetGiven(HiddenV1, frozen=True, kw_only=True):
    """The GM secretly gave a seat a set that looks like its own."""

    seat: str
    kind: SetKind
    given: GamingSet


class DiceLoadedOutOfPlay(HiddenV1, frozen=True, kw_only=True):
    """A seat loaded sticky dice that are not in play; see `DiceLoaded`."""

    seat: str
    faces: Faces


class NpcSet(V1, frozen=True, kw_only=True):
    """The server plays a seat from now on. Only the GM sees its temperament, the name of a policy."""

    guarded: ClassVar = {"temperament": "temperament_to"}

    seat: str
    temperament: str | None = None
    temperament_to: Audience = CLOSED


class SeatTakenOver(V1, frozen=True, kw_only=True):
    """Only the GM plays a seat, until it is given back."""

    seat: str


class SeatGivenBack(V1, frozen=True, kw_only=True):
    """The GM gave a seat back to its player, or to the server if that played it."""

    seat: str


class SatOut(V1, frozen=True, kw_only=True):
    """A seat plays no round after the running one, until it sits in again."""

    seat: str


class SatIn(V1, frozen=True, kw_only=True):
    """A seat that sat out plays again from the next round on."""

    seat: str


class CoinsAsked(V1, frozen=True, kw_only=True):
    """A seat asks the GM for coins. A later request replaces an earlier one; coins from outside answer it."""

    seat: str
    amount_cp: int


class CoinsRefused(V1, frozen=True, kw_only=True):
    """The GM brings no coins for a seat that asked."""

    seat: str


class SeatLeft(V1, frozen=True, kw_only=True):
    """A seat left the table for good. `why`: left or removed."""

    seat: str
    why: str


class CharacterSet(V1, frozen=True, kw_only=True):
    """A seat's character sheet was replaced; only the seat and the GM see the new one."""

    guarded: ClassVar = {"character": "character_to"}

    seat: str
    character: Character | None = None
    character_to: Audience = CLOSED


class LuckSet(V1, frozen=True, kw_only=True):
    """A seat chose another luck word for future rounds."""

    seat: str
    luck: str


class OptionsSet(V1, frozen=True, kw_only=True):
    """All of the table's options from now on, resolved."""

    options: dict[str, Any]


class GameSet(V1, frozen=True, kw_only=True):
    """The table plays another game from now on, by version `rules` of its rules, with all its `options`, resolved."""

    game: str
    rules: int
    options: dict[str, Any]


class LuckSealed(V1, frozen=True, kw_only=True):
    """A seat committed to its luck for the next round: `seal` is a SHA-256 (hex), as docs/dice.md specifies it."""

    seat: str
    seal: str


class CoinsMoved(V1, frozen=True, kw_only=True):
    """`amount_cp` copper (0 or more) went from one account to another.

    `reason` is a slug (ante, die, fine, payout, loan, …). If a fine could not be paid in full, `owed_cp` is what was
    owed. `note` is the GM's reason for a loan, a buy-in or a cash-out.
    """

    payer: str
    payee: str
    amount_cp: int
    reason: str
    owed_cp: int | None = None
    note: str = ""


class DeadlineSet(V1, frozen=True, kw_only=True):
    """The time (RFC 3339, UTC) at which the clock acts for the seats that are to act; null: no deadline."""

    deadline: str | None


class ClockPaused(V1, frozen=True, kw_only=True):
    """The GM stopped the turn clock."""


class ClockResumed(V1, frozen=True, kw_only=True):
    """The GM let the turn clock run again."""


class TokenRenewed(HiddenV1, frozen=True, kw_only=True):
    """The token of `viewer`, a seat (`seat:ID`) or `gm`, was replaced. Tokens themselves are never in the log."""

    viewer: str


class InviteRenewed(HiddenV1, frozen=True, kw_only=True):
    """The table's invite was replaced. It is not in the log."""


class ListingSet(V1, frozen=True, kw_only=True):
    """Whether the table is in the public list from now on."""

    listed: bool


class TableClosed(V1, frozen=True, kw_only=True):
    """The GM closed the table for good."""


TABLE_EVENTS = (
    TableOpened, RootPublished, AdmissionAsked, GamingSetsDeclared, AdmissionRefused, SeatTaken, GamingSetBrought,
    GamingSetGiven, DiceLoadedOutOfPlay, NpcSet, SeatTakenOver, SeatGivenBack, SatOut, SatIn, SeatLeft, CharacterSet,
    LuckSet, LuckSealed, OptionsSet, GameSet, CoinsMoved, CoinsAsked, CoinsRefused, DeadlineSet, ClockPaused,
    ClockResumed, TokenRenewed, InviteRenewed, ListingSet, TableClosed,
)  # fmt: skip
