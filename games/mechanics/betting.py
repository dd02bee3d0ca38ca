"""Betting rounds: check, open, call, raise and fold, without limit (rulings, "Tavern Games"; 004).

Who cannot match a bet is all-in and stays in contention for what it matched; what nobody matched goes back. A game with
betting has a part of its state called `betting`, these commands, events, folds, sentences and refusals, and decides
itself what comes when a betting round is over.
"""

from collections.abc import Generator, Iterator, Mapping
from typing import Final, Protocol, cast

import msgspec

from events.accounts import POT
from events.event import V1, Command, CommandV1, Event, namespaced, type_tag
from events.round_events import StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.mechanics.coins import coins_told_but, pay
from games.mechanics.side_pots import unmatched
from games.mechanics.turns import from_on, next_after
from projections import game
from projections.actions import Action, Bounds, Offer, Refusal
from projections.chronicle import coins, name_of
from projections.game import AnyTable, Sentence

ACTIVE: Final = "active"
ALL_IN: Final = "all_in"
FOLDED: Final = "folded"
LEFT: Final = "left"
IN_CONTENTION: Final = (ACTIVE, ALL_IN)

_tag = namespaced("betting")


class Check(CommandV1, frozen=True, kw_only=True):
    """Bet nothing for now, while nobody has."""


class Open(CommandV1, frozen=True, kw_only=True):
    """Make the first bet."""

    amount_cp: int


class Call(CommandV1, frozen=True, kw_only=True):
    """Match the highest bet, or go all-in for as much as there is."""


class Raise(CommandV1, frozen=True, kw_only=True):
    """Match the highest bet and bet so much more."""

    amount_cp: int


class Fold(CommandV1, frozen=True, kw_only=True):
    """Leave the hand, and what was bet in the pot."""


COMMANDS: Final = (Check, Open, Call, Raise, Fold)


class HandBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """Nothing is paid into this hand yet."""


class BettingBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """A betting round began: nobody has bet or spoken in it yet."""


class Paid(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat spoke: `move` is ante, check, open, call or raise, with `amount_cp` copper paid into the pot for it."""

    seat: str
    move: str
    amount_cp: int


class GivenBack(V1, frozen=True, kw_only=True, tag=_tag):
    """What a seat had bet and nobody matched went back to it."""

    seat: str
    amount_cp: int


EVENTS: Final = (HandBegan, BettingBegan, Paid, GivenBack)


class Betting(msgspec.Struct, kw_only=True):
    """A hand's bets, in copper: `paid` into it by each seat, `bets` of this betting round, the highest of which is
    `level_cp`; `spoken` since the highest bet was made."""

    paid: dict[str, int] = {}
    bets: dict[str, int] = {}
    level_cp: int = 0
    spoken: list[str] = []


class HasBetting(Protocol):
    """The state of a game with betting."""

    betting: Betting


def betting_of(table: AnyTable) -> Betting:
    """The bets of the hand."""
    return cast("HasBetting", table.state).betting


def _hand_began(table: AnyTable, event: HandBegan) -> None:
    cast("HasBetting", table.state).betting = Betting()


def _betting_began(table: AnyTable, event: BettingBegan) -> None:
    betting = betting_of(table)
    betting.bets, betting.level_cp, betting.spoken = {}, 0, []


def _paid(table: AnyTable, event: Paid) -> None:
    betting = betting_of(table)
    betting.paid[event.seat] = betting.paid.get(event.seat, 0) + event.amount_cp
    if event.move == "ante":
        return
    bet_cp = betting.bets[event.seat] = betting.bets.get(event.seat, 0) + event.amount_cp
    if bet_cp > betting.level_cp:
        betting.level_cp, betting.spoken = bet_cp, []
    betting.spoken.append(event.seat)


def _given_back(table: AnyTable, event: GivenBack) -> None:
    betting = betting_of(table)
    betting.paid[event.seat] -= event.amount_cp
    betting.bets[event.seat] -= event.amount_cp
    betting.level_cp = max(betting.bets.values())


FOLDS: Final[Mapping[type[Event], game.Fold]] = {
    HandBegan: _hand_began,
    BettingBegan: _betting_began,
    Paid: _paid,
    GivenBack: _given_back,
}

REFUSALS: Final[Mapping[str, str]] = {
    "all_in": "The seat is all-in, or would be by calling: it cannot bet more.",
    "bet_made": "A bet was made: call it, raise it or fold.",
    "folded": "The seat has folded, and has no say in bets any more.",
    "no_bet_yet": "Nobody has bet yet: check, or open.",
    "no_betting_now": "There is no betting now.",
    "nobody_to_raise": "Nobody is left who could match a raise.",
    "not_in_hand": "The seat does not play this hand.",
    "not_your_turn": "It is somebody else’s turn.",
    "purse_too_small": "It costs more than is in the purse.",
}


def contenders(table: AnyTable) -> list[str]:
    """Who is in the hand still, in the order of turns."""
    return table.with_status(*IN_CONTENTION)


def to_call(table: AnyTable, seat: str) -> int:
    """How much more (copper) a seat must pay to match the highest bet."""
    betting = betting_of(table)
    return betting.level_cp - betting.bets.get(seat, 0)


def ante(table: AnyTable, seat: str, amount_cp: int) -> Iterator[Event]:
    """A seat pays its ante, which counts as paid into the hand."""
    yield from _pay_in(table, seat, "ante", amount_cp)


def begin(table: AnyTable, first: str) -> Generator[Event, None, bool]:
    """A betting round begins, with `first` or the next who can bet; whether anybody is asked at all.

    Nobody is where one at most could still bet.
    """
    yield BettingBegan()
    asked = next((seat for seat in from_on(table.order, first) if _is_asked(table, seat)), None)
    return (yield from _turn_to(asked))


def choices(table: AnyTable, seat: str, *, asked: bool) -> Iterator[Offer]:
    """What a seat may bet; `asked` says whether it is this seat's turn to bet."""
    if not asked:
        yield from _not_asked(table, seat)
        return
    owed_cp, purse_cp = to_call(table, seat), table.purse(seat)
    if not owed_cp:
        yield Action(type="check")
        if purse_cp:
            yield Action(type="open", params={"amount_cp": Bounds(min=1, max=purse_cp)})
        else:
            yield Refusal("open", "purse_too_small", "You have nothing to bet.")
        yield from _NO_BET_YET
        return
    yield Action(type="call", cost_cp=min(owed_cp, purse_cp))
    yield _raise_offer(table, seat, owed_cp, purse_cp)
    yield Action(type="fold")
    yield from _BET_MADE


def _raise_offer(table: AnyTable, seat: str, owed_cp: int, purse_cp: int) -> Offer:
    if purse_cp <= owed_cp:
        detail = f"You have {coins(purse_cp)}, and calling alone takes {coins(owed_cp)}."
        return Refusal("raise", "all_in", detail)
    others = [other for other in table.with_status(ACTIVE) if other != seat]
    if not any(table.purse(other) > to_call(table, other) for other in others):
        detail = "Nobody else has coins left with which to match a raise: call, or fold."
        return Refusal("raise", "nobody_to_raise", detail)
    return Action(type="raise", params={"amount_cp": Bounds(min=1, max=purse_cp - owed_cp)}, cost_cp=owed_cp)


def _refusals(code: str, detail: str, *kinds: str) -> tuple[Refusal, ...]:
    return tuple(Refusal(kind, code, detail) for kind in kinds)


_NO_BET_YET: Final = _refusals("no_bet_yet", "Nobody has bet yet: check, or open the betting.", "call", "raise", "fold")
_BET_MADE: Final = _refusals("bet_made", "A bet was made: call it, raise it, or fold.", "check", "open")


def _not_asked(table: AnyTable, seat: str) -> Iterator[Refusal]:
    for kind in COMMANDS:
        yield Refusal(type_tag(kind), *_why_not_asked(table, seat))


def _why_not_asked(table: AnyTable, seat: str) -> tuple[str, str]:
    status = table.seats[seat].status
    if status == FOLDED:
        return "folded", "You have folded, and have no say in the bets of this hand any more."
    if status not in IN_CONTENTION:
        return "not_in_hand", "You do not play this hand."
    if table.question != "turn":
        return "no_betting_now", "There is no betting now."
    if status == ALL_IN:
        return "all_in", "You are all-in: you stay in without betting more."
    return "not_your_turn", f"It is {name_of(table, table.turn or '')}’s turn to bet."


def safest(table: AnyTable, seat: str) -> Command:
    """What the clock does for a seat: check where that is possible, else fold."""
    return Fold() if to_call(table, seat) else Check()


def speak(table: AnyTable, seat: str, command: Command) -> Iterator[Event]:
    """What comes of a seat's bet, or of its folding. `go_on` says who is next."""
    owed_cp = to_call(table, seat)
    match command:
        case Check():
            yield Paid(seat=seat, move="check", amount_cp=0)
        case Open(amount_cp=amount_cp):
            yield from _pay_in(table, seat, "open", amount_cp)
        case Call():
            yield from _pay_in(table, seat, "call", min(owed_cp, table.purse(seat)))
        case Raise(amount_cp=amount_cp):
            yield from _pay_in(table, seat, "raise", owed_cp + amount_cp)
        case _:
            yield StatusChanged(seat=seat, status=FOLDED, why="folded")


def _pay_in(table: AnyTable, seat: str, move: str, amount_cp: int) -> Iterator[Event]:
    yield from pay(seat, POT, amount_cp, move)
    yield Paid(seat=seat, move=move, amount_cp=amount_cp)
    if not table.purse(seat):
        yield StatusChanged(seat=seat, status=ALL_IN, why="all_in")


def go_on(table: AnyTable, after: str) -> Generator[Event, None, bool]:
    """The next who has something to say is asked; whether there is one. If not, what nobody matched has gone back."""
    asked = next_after(table.order, after, [seat for seat in table.order if _is_asked(table, seat)])
    if asked is None or len(contenders(table)) < 2:
        yield from _give_back(table)
        return False
    return (yield from _turn_to(asked))


def drop_out(table: AnyTable, seat: str) -> Generator[Event, None, bool]:
    """A seat leaves in the middle of a betting round, and so the hand; whether anybody is asked, as in `go_on`."""
    yield StatusChanged(seat=seat, status=LEFT, why="left")
    asked = table.to_act[0]
    if asked != seat and len(contenders(table)) > 1 and _is_asked(table, asked):
        return True
    return (yield from go_on(table, asked))


def _turn_to(seat: str | None) -> Generator[Event, None, bool]:
    if seat is None:
        return False
    yield TurnBegan(seat=seat)
    return True


def _is_asked(table: AnyTable, seat: str) -> bool:
    if table.seats[seat].status != ACTIVE:
        return False
    if to_call(table, seat):
        return True
    return seat not in betting_of(table).spoken and len(table.with_status(ACTIVE)) > 1


def _give_back(table: AnyTable) -> Iterator[Event]:
    back = unmatched(betting_of(table).paid)
    if back is None:
        return
    seat, amount_cp = back
    if table.seats[seat].status not in IN_CONTENTION:
        return
    yield from pay(POT, seat, amount_cp, "unmatched")
    yield GivenBack(seat=seat, amount_cp=amount_cp)
    if table.seats[seat].status == ALL_IN:
        yield StatusChanged(seat=seat, status=ACTIVE, why="coins_back")


def _told(table: AnyTable, event: Paid) -> str | None:
    name, amount = name_of(table, event.seat), coins(event.amount_cp)
    match event.move:
        case "check":
            return f"{name} checks."
        case "open":
            return f"{name} opens with {amount}."
        case "call":
            return f"{name} calls, and pays {amount}."
        case "raise":
            return f"{name} pays {amount}, and raises to {coins(betting_of(table).level_cp)}."
        case _:
            return None


def status_told(table: AnyTable, event: StatusChanged) -> str | None:
    """Who folds, and who is all-in; of who leaves or is in again other sentences tell."""
    name = name_of(table, event.seat)
    return {ALL_IN: f"{name} is all-in.", FOLDED: f"{name} folds."}.get(event.status)


TOLD_BY_THE_BET: Final = frozenset({"open", "call", "raise", "unmatched"})
"""The reasons of coins of which the sentence about a bet tells already."""
SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    CoinsMoved: coins_told_but(TOLD_BY_THE_BET),
    Paid: _told,
    GivenBack: lambda table, event: f"Nobody matched {coins(event.amount_cp)} of {name_of(table, event.seat)}’s bet.",
    StatusChanged: status_told,
}
