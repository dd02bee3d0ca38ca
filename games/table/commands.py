"""The commands of every table, whatever its game, and who may give them now."""

from collections.abc import Container, Iterator
from functools import cache
from itertools import chain
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from events.audience import GM
from events.character import Character
from events.event import Command, CommandV1, type_tag
from games.command_fields import MAX_COINS_CP, Coins, Luck, Name, Reason, TableName, Temperament
from games.rulebook import AnyRulebook, Rulebooks
from games.table.dispute_commands import Dispute, RuleOnDispute, Unseal, dispute_offer, judging_offers
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal, Schema, Text
from projections.game import AnyTable

MAX_TABLE_SEATS = 32
"""Seats at one table, watchers included, and whoever asks for one."""
MAX_SEATS_EVER = 500
"""Seats that a table gives out in all its life: every name that ever sat there is remembered."""


class OpenTable(CommandV1, frozen=True, kw_only=True):
    """Open a table; `options` are resolved. `listed`: it stands in the list that anyone may read."""

    name: TableName
    gm: TableName
    game: str
    options: dict[str, Any]
    seeded: bool
    listed: bool = False


class Sit(CommandV1, frozen=True, kw_only=True):
    """Sit down as the seat that the entry names, or ask to where the GM lets people in."""

    name: Name
    kind: Literal["player", "gm", "npc", "watcher"]
    purse_cp: Annotated[int, Meta(ge=0, le=MAX_COINS_CP)] = 0
    luck: Luck = ""
    character: Character = Character()


class SeatNpc(CommandV1, frozen=True, kw_only=True):
    """Sit somebody down, as the seat that the entry names, whom the server plays with this temperament."""

    name: Name
    temperament: Temperament
    purse_cp: Annotated[int, Meta(ge=0, le=MAX_COINS_CP)] = 0
    luck: Luck = ""
    character: Character = Character()


class RefreshDeadline(CommandV1, frozen=True, kw_only=True):
    """The house starts a deadline afresh that passed while the server was down."""


class StartRound(CommandV1, frozen=True, kw_only=True):
    """Start the next round."""


class SetLuck(CommandV1, frozen=True, kw_only=True):
    """Choose another luck word for the rounds to come."""

    luck: Luck


class Leave(CommandV1, frozen=True, kw_only=True):
    """Leave the table with what is in the purse."""


class GiveCoins(CommandV1, frozen=True, kw_only=True):
    """Bring coins to a seat's purse: a loan, a buy-in."""

    target: str
    amount_cp: Coins
    reason: Reason


class TakeCoins(CommandV1, frozen=True, kw_only=True):
    """Take coins from a seat's purse and the table: a cash-out."""

    target: str
    amount_cp: Coins
    reason: Reason


class TakeOver(CommandV1, frozen=True, kw_only=True):
    """Play a seat in place of who plays it, the server or a player, until it is given back."""

    target: str


class GiveBack(CommandV1, frozen=True, kw_only=True):
    """Have a seat that was taken over played by who played it before."""

    target: str


class SetCharacter(CommandV1, frozen=True, kw_only=True):
    """Correct a seat's character sheet."""

    target: str
    character: Character


class SetOptions(CommandV1, frozen=True, kw_only=True):
    """Change options; those not named stay as they are."""

    options: dict[str, Any]


class SetGame(CommandV1, frozen=True, kw_only=True):
    """Play another game from now on, with its defaults but for the `options` named. The clock and the door stay as they
    are set; what only the game before remembered, as what the GM granted there, is gone."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict[str, Any])


class Pause(CommandV1, frozen=True, kw_only=True):
    """Stop the turn clock."""


class Resume(CommandV1, frozen=True, kw_only=True):
    """Let the turn clock run again, with a fresh deadline."""


class VoidRound(CommandV1, frozen=True, kw_only=True):
    """Call the round off: everything is given back."""

    reason: Reason = ""


class RemoveSeat(CommandV1, frozen=True, kw_only=True):
    """Show a seat the door; it leaves as it would by itself."""

    target: str


class AdmitSeat(CommandV1, frozen=True, kw_only=True):
    """Let somebody in who asks to sit down."""

    target: str


class RefuseSeat(CommandV1, frozen=True, kw_only=True):
    """Turn somebody away who asks to sit down."""

    target: str


class NewToken(CommandV1, frozen=True, kw_only=True):
    """Replace the token of a seat, even of one that left, of somebody who asks for one, or the GM's own (`gm`); the old
    one ends."""

    target: str


class NewInvite(CommandV1, frozen=True, kw_only=True):
    """Replace the table's invite; the old one ends."""


class SetListed(CommandV1, frozen=True, kw_only=True):
    """Put the table in the list that anyone may read, or take it out."""

    listed: bool


class CloseTable(CommandV1, frozen=True, kw_only=True):
    """Close the table: everybody takes what is theirs, and nothing more is played."""


SEAT_COMMANDS: tuple[type[Command], ...] = (SetLuck, Leave, Dispute)
OF_EVERY_TABLE: Container[str] = frozenset(type_tag(kind) for kind in SEAT_COMMANDS)
"""Their tags."""
GM_COMMANDS: tuple[type[Command], ...] = (
    StartRound,
    GiveCoins,
    TakeCoins,
    TakeOver,
    GiveBack,
    SetCharacter,
    SetOptions,
    SetGame,
    Pause,
    Resume,
    VoidRound,
    RemoveSeat,
    AdmitSeat,
    RefuseSeat,
    NewToken,
    NewInvite,
    SetListed,
    CloseTable,
    RuleOnDispute,
    Unseal,
)
_WHEN_CLOSED = (NewToken, RuleOnDispute, Unseal)
"""What the GM still does once the table is closed."""
SERVER_COMMANDS: tuple[type[Command], ...] = (OpenTable, Sit, SeatNpc, RefreshDeadline)

_CLOSED = ("table_closed", "The table is closed: its rounds can be read, and nothing more is played.")
_RUNNING = ("round_running", "A round is running: this can be done between rounds.")
_NO_ROUND = ("no_round", "No round is running; the GM starts one with start_round.")


def seat_offers(table: AnyTable, rulebook: AnyRulebook, seat: str, only: str | None = None) -> Iterator[Offer]:
    """What a seat may do now, judged from the seat's own table; with `only`, all that is about that command."""
    holder = table.seats.get(seat)
    if holder is None or holder.gone:
        return iter(())
    if table.closed:
        return _offers_when_closed(table, rulebook, seat)
    if only is None:
        return chain(_offers_of_the_game(table, rulebook, seat, None), _offers_of_every_table(table, seat))
    if only in OF_EVERY_TABLE:
        return _offers_of_every_table(table, seat)
    return _offers_of_the_game(table, rulebook, seat, only)


def _offers_when_closed(table: AnyTable, rulebook: AnyRulebook, seat: str) -> Iterator[Offer]:
    for kind in (*SEAT_COMMANDS, *rulebook.commands):
        if kind is not Dispute:
            yield Refusal(_tag(kind), *_CLOSED)
    yield dispute_offer(table, seat)


def _offers_of_the_game(table: AnyTable, rulebook: AnyRulebook, seat: str, only: str | None) -> Iterator[Offer]:
    if not table.running:
        return (Refusal(_tag(kind), *_NO_ROUND) for kind in rulebook.commands)
    return rulebook.choices(table, seat) if only is None else rulebook.choices_about(table, seat, only)


def _offers_of_every_table(table: AnyTable, seat: str) -> Iterator[Offer]:
    yield Refusal("set_luck", *_RUNNING) if table.running else Action(type="set_luck", params={"luck": Text(text=60)})
    yield Action(type="leave")
    yield dispute_offer(table, seat)


def gm_offers(table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
    """What the GM may do now as the GM."""
    rulebook = rulebooks.of(table) or rulebooks[table.game]
    if table.closed:
        for kind in (*GM_COMMANDS, *rulebook.gm_commands):
            if kind not in _WHEN_CLOSED:
                yield Refusal(_tag(kind), *_CLOSED)
        yield _token_offer(table)
        yield from judging_offers(table)
        return
    seats = [seat.seat for seat in table.present()]
    if table.running:
        yield from rulebook.gm_choices(table)
        yield from _between_rounds(seats, allowed=False)
        yield Action(type="void_round", params={"reason": Text(text=200, optional=True)})
    else:
        between = list(rulebook.gm_choices_between_rounds(table))
        yield from between
        for tag in {_tag(kind): None for kind in rulebook.gm_commands}:
            if all(offer.type != tag for offer in between):
                yield Refusal(tag, *_NO_ROUND)
        yield _start_offer(table, rulebook)
        yield from _between_rounds(seats, allowed=True, options=_options_schema(rulebook))
        yield _game_offer(table, rulebooks)
        yield Refusal("void_round", *_NO_ROUND)
    yield from _coin_offers(table, seats)
    yield from _seat_offers(table)
    yield from _door_offers(table)
    yield from judging_offers(table)
    if table.paused:
        yield Action(type="resume")
        yield Refusal("pause", "already_paused", "The clock stands already.")
    else:
        yield Action(type="pause")
        yield Refusal("resume", "not_paused", "The clock is not paused.")


def _tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def _start_offer(table: AnyTable, rulebook: AnyRulebook) -> Offer:
    ready = len(rulebook.entrants(table))
    if ready < rulebook.min_seats:
        few = f"Too few can play a round ({ready} of the {rulebook.min_seats} that it takes)"
        detail = f"{few}: seat players, or lend coins."
        return Refusal("start_round", "too_few_seats", detail)
    return Action(type="start_round")


@cache
def _options_schema(rulebook: AnyRulebook) -> dict[str, Any]:
    return msgspec.json.schema(rulebook.options)


_CHARACTER_SCHEMA = msgspec.json.schema(Character)


def _between_rounds(seats: list[str], *, allowed: bool, options: dict[str, Any] | None = None) -> Iterator[Offer]:
    if not allowed:
        for kind in ("start_round", "set_character", "set_options", "set_game", "close_table"):
            yield Refusal(kind, *_RUNNING)
        return
    if seats:
        schema = Schema(schema=_CHARACTER_SCHEMA)
        yield Action(type="set_character", params={"target": Choices(choices=seats), "character": schema})
    yield Action(type="set_options", params={"options": Schema(schema=options or {})})
    yield Action(type="close_table")


_ANY_OPTIONS: dict[str, Any] = {
    "type": "object",
    "description": "Options of that game, as the catalogue tells them",
    "properties": {},
}


def _game_offer(table: AnyTable, rulebooks: Rulebooks) -> Offer:
    others = [game for game in rulebooks if game != table.game]
    if not others:
        return Refusal("set_game", "no_other_game", "No other game is installed here.")
    params: dict[str, Param] = {
        "game": Choices(choices=others),
        "options": Schema(schema=_ANY_OPTIONS, optional=True),
    }
    return Action(type="set_game", params=params)


def _coin_offers(table: AnyTable, seats: list[str]) -> Iterator[Offer]:
    reason = Text(text=200)
    if not seats:
        for kind in ("give_coins", "take_coins", "remove_seat"):
            yield Refusal(kind, "no_seats", "Nobody sits at the table yet.")
        return
    amount = Bounds(min=1, max=MAX_COINS_CP)
    yield Action(type="give_coins", params={"target": Choices(choices=seats), "amount_cp": amount, "reason": reason})
    for seat in seats:
        purse_cp = table.purse(seat)
        if purse_cp:
            amount = Bounds(min=1, max=min(purse_cp, MAX_COINS_CP))
            params: dict[str, Param] = {"target": Choices(choices=[seat]), "amount_cp": amount, "reason": reason}
            yield Action(type="take_coins", params=params)
        else:
            detail = f"The purse of {table.names[seat]} is empty."
            yield Refusal("take_coins", "purse_too_small", detail, {"target": seat})
    yield Action(type="remove_seat", params={"target": Choices(choices=seats)})


def _seat_offers(table: AnyTable) -> Iterator[Offer]:
    players = [seat for seat in table.present() if seat.kind != "watcher"]
    theirs = [seat.seat for seat in players if not seat.taken_over]
    taken_over = [seat.seat for seat in players if seat.taken_over]
    if theirs:
        yield Action(type="take_over", params={"target": Choices(choices=theirs)})
    elif taken_over:
        yield Refusal("take_over", "seat_taken_over", "You play every seat already.")
    else:
        yield Refusal("take_over", "no_seats", "Nobody sits at the table to play for.")
    if taken_over:
        yield Action(type="give_back", params={"target": Choices(choices=taken_over)})
    else:
        yield Refusal("give_back", "not_taken_over", "You have taken over no seat.")


def _door_offers(table: AnyTable) -> Iterator[Offer]:
    for kind in ("admit_seat", "refuse_seat"):
        if table.asking:
            yield Action(type=kind, params={"target": Choices(choices=list(table.asking))})
        else:
            yield Refusal(kind, "nobody_asks", "Nobody waits to be let in.")
    yield _token_offer(table)
    yield Action(type="new_invite")
    yield Action(type="set_listed", params={"listed": Choices(choices=[True, False])})


def _token_offer(table: AnyTable) -> Action:
    """Tokens can be replaced in a closed table too, and of seats that left: who holds one still reads its history."""
    return Action(type="new_token", params={"target": Choices(choices=[*table.names, GM])})
