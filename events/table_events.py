"""The common vocabulary, first part: what happens at a table whatever the game, and coins."""

from typing import Any, ClassVar

from events.audience import CLOSED, Audience
from events.character import Character
from events.event import V1, HiddenV1


class TableOpened(V1, frozen=True, kw_only=True):
    """A table was opened by a GM for a game. `options` are resolved: defaults stand in it."""

    name: str
    gm: str
    game: str
    rules: int
    options: dict[str, Any]
    seeded: bool
    """Whether the table's secret was given by who opened it (for tests and demos), not drawn."""


class RootPublished(V1, frozen=True, kw_only=True):
    """The Merkle root (hex) over the commitments of the rounds `first` to `last`."""

    first: int
    last: int
    root: str


class AdmissionAsked(V1, frozen=True, kw_only=True):
    """Somebody asks to sit down, and waits for the GM: with what they would sit down with, as in `SeatTaken`.

    `purse_cp` is what they would bring, in copper. The seat's id is theirs from now on, whatever comes of it.
    """

    guarded: ClassVar = {"character": "character_to"}

    seat: str
    name: str
    kind: str
    purse_cp: int
    luck: str
    character: Character | None = None
    character_to: Audience = CLOSED


class AdmissionRefused(V1, frozen=True, kw_only=True):
    """Somebody who asked to sit down was not let in."""

    seat: str


class SeatTaken(V1, frozen=True, kw_only=True):
    """Somebody sat down. `kind`: player, gm, npc or watcher. The sheet is open to the seat and the GM."""

    guarded: ClassVar = {"character": "character_to"}

    seat: str
    name: str
    kind: str
    luck: str
    character: Character | None = None
    character_to: Audience = CLOSED


class NpcSet(V1, frozen=True, kw_only=True):
    """The server plays a seat from now on. Its temperament, the name of a policy, is for the GM."""

    guarded: ClassVar = {"temperament": "temperament_to"}

    seat: str
    temperament: str | None = None
    temperament_to: Audience = CLOSED


class SeatTakenOver(V1, frozen=True, kw_only=True):
    """The GM plays a seat, and nobody else, until it is given back."""

    seat: str


class SeatGivenBack(V1, frozen=True, kw_only=True):
    """A seat that the GM had taken over is played by who played it before."""

    seat: str


class SeatLeft(V1, frozen=True, kw_only=True):
    """A seat left the table for good. `why`: left or removed."""

    seat: str
    why: str


class CharacterSet(V1, frozen=True, kw_only=True):
    """A seat's character sheet was replaced; the seat and the GM see with what."""

    guarded: ClassVar = {"character": "character_to"}

    seat: str
    character: Character | None = None
    character_to: Audience = CLOSED


class LuckSet(V1, frozen=True, kw_only=True):
    """A seat chose another luck word for the rounds to come."""

    seat: str
    luck: str


class OptionsSet(V1, frozen=True, kw_only=True):
    """The table's options from now on, all of them, resolved."""

    options: dict[str, Any]


class GameSet(V1, frozen=True, kw_only=True):
    """The table plays another game from now on, by the version `rules` of its rules. `options` are resolved, all of
    them."""

    game: str
    rules: int
    options: dict[str, Any]


class CoinsMoved(V1, frozen=True, kw_only=True):
    """`amount_cp` copper (0 or more) went from one account to another.

    `reason` is a slug (ante, die, fine, payout, loan, …). Where a fine could not be paid whole, `owed_cp` says
    how much was owed. `note` is the GM's own reason for a loan, a buy-in or a cash-out.
    """

    payer: str
    payee: str
    amount_cp: int
    reason: str
    owed_cp: int | None = None
    note: str = ""


class DeadlineSet(V1, frozen=True, kw_only=True):
    """Until when (RFC 3339, UTC) those who are to act may, before the clock acts for them; null: no deadline."""

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
    """Whether the table stands in the list that anyone may read, from now on."""

    listed: bool


class TableClosed(V1, frozen=True, kw_only=True):
    """The GM closed the table: nothing more is played here."""


TABLE_EVENTS = (
    TableOpened, RootPublished, AdmissionAsked, AdmissionRefused, SeatTaken, NpcSet, SeatTakenOver, SeatGivenBack,
    SeatLeft, CharacterSet, LuckSet, OptionsSet, GameSet, CoinsMoved, DeadlineSet, ClockPaused, ClockResumed,
    TokenRenewed, InviteRenewed, ListingSet, TableClosed,
)  # fmt: skip
