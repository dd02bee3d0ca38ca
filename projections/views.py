"""The view that a viewer is served: a table, as that viewer has seen it, in the shape of the HTTP API."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from events.accounts import HOUSE, POT
from events.audience import GM, seat_of
from events.character import Character
from events.gaming_sets import GamingSet
from projections.actions import Action, Offer, Refusal
from projections.game import AnyGame, AnyTable, Games, TableOptions
from projections.table import Asking, Case, Die, Note, PlayedBy, Result, Root, Score, Seat, SeatSet

DieView = Die
"""A die is shown as it lies in the viewer's own table."""


class SetView(msgspec.Struct, kw_only=True):
    """A seat's own set of dice or cards: how it looks; what it is, and the faces that heavy or sticky dice are made
    for or loaded on, for the seat and the GM."""

    kind: str
    look: str
    set: str | msgspec.UnsetType = msgspec.UNSET
    faces: dict[str, int] | msgspec.UnsetType = msgspec.UNSET


class SeatView(msgspec.Struct, kw_only=True):
    """A seat. `total` is what its dice count together, where the viewer can know; `details` the game's own part.

    `luck_seal` is its commitment to its luck in the next round, with sealed luck; `sets` are the sets of dice or cards
    that it brought, or that the viewer knows it was given.

    `played_by` is player, npc (the server), gm (who took it over), or nobody: the seat is gone. The GM sees the
    `temperament` of one that the server plays. `sits_out`: it plays no round after the running one. `asks_cp`: the
    coins that it asks the GM for.
    """

    seat: str
    name: str
    kind: str
    played_by: PlayedBy
    temperament: str | msgspec.UnsetType = msgspec.UNSET
    luck: str
    luck_seal: str | msgspec.UnsetType = msgspec.UNSET
    sets: list[SetView] | msgspec.UnsetType = msgspec.UNSET
    purse_cp: int
    asks_cp: int | msgspec.UnsetType = msgspec.UNSET
    sits_out: bool
    playing: bool
    status: str
    conditions: list[str]
    dice: list[DieView]
    total: int | None
    character: Character | None
    details: dict[str, Any]


class AskingView(msgspec.Struct, kw_only=True):
    """Somebody who asks to sit down. What they would bring, coins (copper) and sets, and their sheet are for the GM
    alone."""

    seat: str
    name: str
    kind: str
    purse_cp: int | msgspec.UnsetType | None = msgspec.UNSET
    character: Character | msgspec.UnsetType | None = msgspec.UNSET
    sets: list[GamingSet] | msgspec.UnsetType = msgspec.UNSET


class Doing(msgspec.Struct, kw_only=True):
    """What may be done now, and what may not although it might be expected."""

    actions: list[Action]
    refused: list[Refusal]


class You(msgspec.Struct, kw_only=True):
    """The viewer's own part: a seat's, or the GM's, who has in `acts_for` what a seat may do, if asked for."""

    seat: str | None
    actions: list[Action]
    refused: list[Refusal]
    notes: list[Note]
    acts_for: dict[str, Doing] | msgspec.UnsetType = msgspec.UNSET


class Fair(msgspec.Struct, kw_only=True):
    """What was published before the dice: the roots, and the current or last round's commitment (hex).

    With sealed luck also the seals of that round, what was revealed, and who withheld it, and until the luck is
    revealed the seats that were `called`, whose order is part of every draw; `opening` is the hash of the table's first
    line, as that round names it; `holds` says in a sentence who can choose the dice here, and who cannot.
    """

    roots: list[Root]
    commitment: str | None
    luck: str = "open"
    holds: str = ""
    opening: str | msgspec.UnsetType = msgspec.UNSET
    called: list[str] | msgspec.UnsetType = msgspec.UNSET
    seals: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    revealed: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    withheld: list[str] | msgspec.UnsetType = msgspec.UNSET


class DamageView(msgspec.Struct, kw_only=True):
    """That the table's log or secret is damaged, and nothing more is played; for the GM, at which entry of the log."""

    detail: str
    seq: int | msgspec.UnsetType = msgspec.UNSET


class View(msgspec.Struct, kw_only=True):
    """A table as one viewer may see it at `version`. Amounts are copper pieces, times RFC 3339 in UTC.

    `damage` is there where the table's log is damaged: what is shown is what stands before that.
    """

    table: str
    name: str
    gm: str
    game: str
    rules: int
    options: TableOptions | None
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
    damage: DamageView | msgspec.UnsetType = msgspec.UNSET


Offering = Callable[[AnyTable, str | None], Iterable[Offer]]
"""What a seat, or (None) the GM, is offered at a table."""


def _doing(offers: Iterable[Offer]) -> Doing:
    actions: list[Action] = []
    refused: list[Refusal] = []
    for offer in offers:
        if isinstance(offer, Action):
            actions.append(offer)
        else:
            refused.append(offer)
    return Doing(actions=actions, refused=refused)


def _dice_view(table: AnyTable, game: AnyGame | None, holder: str) -> list[DieView]:
    dice = table.dice_of(holder)
    if not dice or not game or not (details := game.dice_view(table, holder)):
        return list(dice)
    return [msgspec.structs.replace(die, details=details[die.n]) if die.n in details else die for die in dice]


def _set_view(kind: str, one: SeatSet) -> SetView:
    view = SetView(kind=kind, look=one.look)
    if one.own is not None:
        view.set, view.faces = one.own.set, {str(die): face for die, face in one.own.faces.items()} or msgspec.UNSET
    return view


def seat_view(table: AnyTable, game: AnyGame | None, seat: Seat) -> SeatView:
    """A seat, as the viewer whose table it is may see it."""
    dice = _dice_view(table, game, seat.seat)
    return SeatView(
        seat=seat.seat,
        name=seat.name,
        kind=seat.kind,
        played_by=seat.played_by,
        temperament=seat.temperament or msgspec.UNSET,
        luck=seat.luck,
        luck_seal=seat.seal or msgspec.UNSET,
        sets=[_set_view(kind, one) for kind, one in seat.sets.items()] or msgspec.UNSET,
        purse_cp=table.purse(seat.seat),
        asks_cp=seat.asks_cp or msgspec.UNSET,
        sits_out=seat.sits_out,
        playing=seat.playing,
        status=seat.status,
        conditions=list(seat.conditions),
        dice=dice,
        total=game.total(table, seat.seat) if game and dice else None,
        character=seat.character,
        details=game.seat_view(table, seat.seat) if game else {},
    )


def _asking_view(table: AnyTable, asking: Asking) -> AskingView:
    view = AskingView(seat=asking.seat, name=asking.name, kind=asking.kind)
    if table.viewer == GM:
        view.purse_cp, view.character = asking.purse_cp, asking.character
        view.sets = asking.sets or msgspec.UNSET
    return view


def you_of(table: AnyTable, offering: Offering, acts_for: str | None = None) -> You | None:
    """What the viewer of a table may do; None for those who only watch."""
    if table.viewer == GM:
        own = _doing(offering(table, None))
        you = You(seat=None, actions=own.actions, refused=own.refused, notes=[])
        if acts_for is not None:
            is_here = acts_for in table.seats and not table.seats[acts_for].gone
            you.acts_for = {acts_for: _doing(offering(table, acts_for))} if is_here else {}
        return you
    seat_id = seat_of(table.viewer)
    seat = table.seats.get(seat_id) if seat_id is not None else None
    if seat is None or seat.gone:
        return None
    own = _doing(offering(table, seat.seat))
    return You(seat=seat.seat, actions=own.actions, refused=own.refused, notes=list(seat.notes))


_HOLDS: Final[Mapping[str, str]] = {
    "open": (
        "No player can choose a roll. The operator cannot alone, unless all luck words can be foreseen, as empty ones "
        "can; but can together with a player whose luck word comes last."
    ),
    "sealed": (
        "Nobody can choose a roll, not even the operator with all other players, as long as your luck is in the round. "
        "A player who dislikes a roll can only withhold what they sealed, and everybody sees it."
    ),
}
"""What each mode of luck proves, and against which player or operator."""


def _fair(table: AnyTable) -> Fair:
    luck = "open" if table.options is None else table.options.luck
    fair = Fair(roots=list(table.roots), commitment=table.commitment, luck=luck, holds=_HOLDS[luck])
    if table.opening is not None:
        fair.opening = table.opening
    if table.called:
        fair.called = list(table.called)
    if table.seals:
        fair.seals, fair.revealed, fair.withheld = dict(table.seals), dict(table.revealed), list(table.withheld)
    return fair


def standings(table: AnyTable) -> dict[str, Score]:
    """How the seats that are at the table have fared."""
    return {seat: score for seat, score in table.scores.items() if seat in table.seats}


def view_of(table: AnyTable, games: Games, offering: Offering, acts_for: str | None = None) -> View:
    """The view of a table for the viewer whose projection it is. Shares nothing with the table that later folds change.

    `offering` lists what a seat, or the GM, is offered. The GM's view also has what the seat `acts_for` may do.
    """
    # A round whose luck is not revealed has nothing of its game yet.
    game = None if table.called else games.get(table.game)
    return View(
        table=table.table,
        name=table.name,
        gm=table.gm,
        game=table.game,
        rules=table.rules,
        options=table.options,
        version=table.version,
        viewer=table.viewer,
        seeded=table.seeded,
        closed=table.closed,
        round=table.round,
        phase=table.phase,
        turn=table.to_act[0] if len(table.to_act) == 1 else None,
        to_act=list(table.to_act),
        question=table.question or None,
        deadline=table.deadline,
        paused=table.paused,
        order=list(table.order),
        pot_cp=table.balance(POT),
        accounts=dict(table.accounts),
        fair=_fair(table),
        seats=[seat_view(table, game, seat) for seat in table.seats.values()],
        asking=[_asking_view(table, asking) for asking in table.asking.values()],
        house_dice=_dice_view(table, game, HOUSE),
        you=you_of(table, offering, acts_for),
        result=table.result,
        standings=standings(table),
        disputes=sorted([*table.disputes, *table.ruled], key=lambda dispute: dispute.dispute),
        details=game.round_view(table) if game else {},
    )
