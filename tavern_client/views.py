"""A table as one viewer is served it, typed. See docs/api.md for what each field means.

Amounts are in copper, times in RFC 3339 (UTC), hashes in hex. What belongs to a single game (options, details, the
parameters of actions) is a dict. A field that not every viewer gets is `msgspec.UNSET` where it is missing. Members
that this version does not know are ignored.
"""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

Action = dict[str, Any]
"""Something that a seat or the GM may do: `{"type", "params", "cost_cp"}`."""

Refusal = dict[str, Any]
"""Something that a player might expect but may not do now: `{"type", "code", "detail", "params"}`."""

Sheet = dict[str, Any]
"""A character sheet: `{"abilities", "skills", "saves", "passive", "proficiency", "tools"}`, all optional."""

PlayedBy = Literal["player", "npc", "gm", "nobody"]
"""Who plays a seat: its player, the server, the GM who took it over, or nobody because it is gone."""


class DieView(msgspec.Struct, frozen=True, kw_only=True):
    """A die, number `n` (from 0) of its holder's. `die` is d4 … d20, `place` open, hole, hand, blind or aside.

    `face` is None if the viewer may not see it; `hole`: whether the die lies covered.
    """

    n: int
    die: str
    face: int | None
    hole: bool
    place: str
    details: dict[str, Any] = {}


class SetView(msgspec.Struct, kw_only=True):
    """A seat's own set of dice or cards: how it looks. What it is, and the faces that it favours by kind of die, are
    for the seat and the GM."""

    kind: str
    look: str
    set: str | UnsetType = UNSET
    faces: dict[str, int] | UnsetType = UNSET


class SeatView(msgspec.Struct, kw_only=True):
    """A seat. `total` is what its dice count together, if the viewer can know it.

    `luck_seal` is its commitment to its luck in the next round, with sealed luck. The GM sees the `temperament` of a
    seat that the server plays. `sits_out`: it plays no round after the running one. `asks_cp`: the coins that it asks
    the GM for.
    """

    seat: str
    name: str
    kind: str
    played_by: PlayedBy
    temperament: str | UnsetType = UNSET
    luck: str
    luck_seal: str | UnsetType = UNSET
    sets: list[SetView] | UnsetType = UNSET
    purse_cp: int
    asks_cp: int | UnsetType = UNSET
    sits_out: bool
    playing: bool
    status: str
    conditions: list[str]
    dice: list[DieView]
    total: int | None
    character: Sheet | None
    details: dict[str, Any]


class AskingView(msgspec.Struct, kw_only=True):
    """Somebody who asks to sit down. What they would bring, and their sheet, are for the GM alone."""

    seat: str
    name: str
    kind: str
    purse_cp: int | UnsetType | None = UNSET
    character: Sheet | UnsetType | None = UNSET
    sets: list[dict[str, Any]] | UnsetType = UNSET


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat learned this round."""

    kind: str
    facts: dict[str, Any]


class Doing(msgspec.Struct, kw_only=True):
    """What may be done now, and what may not although it might be expected."""

    actions: list[Action]
    refused: list[Refusal]


class You(Doing, kw_only=True):
    """The viewer's own part: a seat's, or the GM's, who has in `acts_for` what a seat may do, if asked for."""

    seat: str | None
    notes: list[Note]
    acts_for: dict[str, Doing] | UnsetType = UNSET


class Root(msgspec.Struct, frozen=True, kw_only=True, rename={"first": "from", "last": "to"}):
    """A published Merkle root over the commitments of the rounds `first` to `last`: in JSON, `from` and `to`."""

    first: int
    last: int
    root: str


class Fair(msgspec.Struct, kw_only=True):
    """What was published before the dice: the roots, and the current or last round's commitment.

    With sealed luck also the seals of that round, what was revealed, and who withheld it, and until the luck is
    revealed the seats that were `called`; `opening` is the hash of the table's first line, as that round names it;
    `holds` says in a sentence who can choose the dice here, and who cannot.
    """

    roots: list[Root]
    commitment: str | None
    luck: str = "open"
    holds: str = ""
    opening: str | UnsetType = UNSET
    called: list[str] | UnsetType = UNSET
    seals: dict[str, str] | UnsetType = UNSET
    revealed: dict[str, str] | UnsetType = UNSET
    withheld: list[str] | UnsetType = UNSET


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How the last round ended."""

    round: int
    outcome: str
    winners: list[str]
    won_cp: dict[str, int]


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's standing at this table: rounds played and won, copper gained or lost in rounds and by rulings, times
    caught; its disputes, those of them that wait for a ruling, and those that were upheld."""

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
    """What a seat disputes about a round; `ruling` is None while it is open.

    `version` is the seat's own version that the dispute concerns: None if it named none, and for all viewers but that
    seat and the GM.
    """

    dispute: int
    seat: str
    round: int
    text: str
    version: int | None
    ruling: Ruling | None


class DamageView(msgspec.Struct, kw_only=True):
    """That the table's log or secret is damaged, and nothing more is played; for the GM, at which entry of the log."""

    detail: str
    seq: int | UnsetType = UNSET


class View(msgspec.Struct, kw_only=True):
    """A table as one viewer may see it at `version`. With `damage`, what is shown is what stands before that."""

    table: str
    name: str
    gm: str
    game: str
    rules: int
    options: dict[str, Any] | None
    version: int
    viewer: str
    seeded: bool
    closed: bool
    round: int
    phase: str
    turn: str | None
    to_act: list[str]
    question: str | None
    deadline: str | None
    paused: bool
    order: list[str]
    pot_cp: int
    accounts: dict[str, int]
    fair: Fair
    seats: list[SeatView]
    asking: list[AskingView]
    house_dice: list[DieView]
    you: You | None
    result: Result | None
    standings: dict[str, Score]
    disputes: list[Case]
    details: dict[str, Any]
    damage: DamageView | UnsetType = UNSET

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
