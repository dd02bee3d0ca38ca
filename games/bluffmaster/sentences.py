"""How Bluffmaster's events are told."""

from collections.abc import Mapping
from typing import Final

from events.event import Event
from events.round_events import (
    DieRerolled,
    DieRevealed,
    DieRolled,
    OrderSet,
    PhaseBegan,
    RoundEnded,
    RoundStarted,
    StatusChanged,
)
from events.table_events import CoinsMoved
from games.bluffmaster import happened, splitting
from games.bluffmaster.options import REROLL, SUBTRACT
from games.bluffmaster.standing import ABILITIES_PHASE, CHOOSING_CARDS, SECOND_BETTING, SHOWDOWN, SITTING_OUT
from games.bluffmaster.state import BluffmasterTable
from games.mechanics import betting, showdown, simultaneous
from games.mechanics.coins import coins_told_but
from projections.chronicle import coins, listed, name_of
from projections.game import Sentence

_ORDINALS: Final = ("first", "second", "third")
_PHASES: Final = {
    CHOOSING_CARDS: "Everybody chooses a card, and lets nobody see it.",
    SECOND_BETTING: "The second betting opens.",
    ABILITIES_PHASE: "The betting is over. Who plays a card lays it down now, covered.",
    SHOWDOWN: "The cups are lifted.",
}


def _ordinal(number: int) -> str:
    return _ORDINALS[number - 1]


def _round_started(table: BluffmasterTable, event: RoundStarted) -> str:
    names = listed([name_of(table, seat) for seat in event.seats])
    out = f" Sitting out: {listed([name_of(table, seat) for seat in event.sitting_out])}." if event.sitting_out else ""
    return f"A Set begins: {names} play.{out}"


def _card_taken(table: BluffmasterTable, event: happened.CardTaken) -> str:
    how = "is dealt" if event.draw else "takes"
    return f"{name_of(table, event.seat)} {how} the card of {event.ability}."


def _round_of_set_began(table: BluffmasterTable, event: happened.RoundOfSetBegan) -> str:
    return f"The {_ordinal(event.number)} round of the Set."


def _phase_began(table: BluffmasterTable, event: PhaseBegan) -> str | None:
    return _PHASES.get(event.phase)


def _order_set(table: BluffmasterTable, event: OrderSet) -> str:
    return f"{name_of(table, event.seats[0])} will bet first."


def _die_rolled(table: BluffmasterTable, event: DieRolled) -> str:
    face = f": {event.draw.face}" if event.draw else ""
    return f"{name_of(table, event.seat)} rolls the {_ordinal(event.n + 1)} die under the cup{face}."


def _status_changed(table: BluffmasterTable, event: StatusChanged) -> str | None:
    if event.status == SITTING_OUT:
        return f"{name_of(table, event.seat)} cannot pay the ante, and sits this round out."
    return betting.status_told(table, event)


def _choices_shown(table: BluffmasterTable, event: simultaneous.ChoicesShown) -> str:
    played = [
        f"{name_of(table, seat)} plays {choice['ability']} on {_whom(table, seat, choice['target'])}"
        for seat, choice in event.choices.items()
        if choice
    ]
    return f"The cards are turned: {listed(played)}." if played else "Nobody has played a card."


def _whom(table: BluffmasterTable, seat: str, target: str) -> str:
    return "themselves" if seat == target else name_of(table, target)


def _chosen(table: BluffmasterTable, event: simultaneous.Chosen) -> str:
    if not event.choice:
        return f"{name_of(table, event.seat)} plays no card."
    target = _whom(table, event.seat, event.choice["target"])
    return f"{name_of(table, event.seat)} lays down {event.choice['ability']}, for {target}."


def _ability_used(table: BluffmasterTable, event: happened.AbilityUsed) -> str | None:
    seat, target = name_of(table, event.seat), name_of(table, event.target)
    if not event.lands:
        return f"Nothing comes of {seat}’s {event.ability}: {target} is out of the round."
    if event.ability == REROLL:
        return None
    takes = event.ability == SUBTRACT
    doing = f"takes {abs(event.change)} from" if takes else f"adds {event.change} to"
    return f"{seat} {doing} {'their own' if event.seat == event.target else f'{target}’s'} total."


def _die_rerolled(table: BluffmasterTable, event: DieRerolled) -> str:
    face = f": {event.draw.face}" if event.draw else ""
    whose = "their own" if event.seat == event.by else f"{name_of(table, event.seat)}’s"
    die = f"{whose} {_ordinal(event.n + 1)} die"
    return f"{name_of(table, event.by)} has {die} rolled again, under the cup{face}."


def _die_revealed(table: BluffmasterTable, event: DieRevealed) -> str:
    return f"{name_of(table, event.seat)}’s {_ordinal(event.n + 1)} die shows {event.face}."


def _total_reckoned(table: BluffmasterTable, event: happened.TotalReckoned) -> str:
    if not event.change:
        return f"{name_of(table, event.seat)} has {event.total}."
    sign = "+" if event.change > 0 else "−"
    return f"{name_of(table, event.seat)} has {event.total} ({event.rolled} {sign} {abs(event.change)})."


def _split_proposed(table: BluffmasterTable, event: happened.SplitProposed) -> str:
    parts = [f"{name_of(table, seat)} {count} of {sum(event.shares.values())}" for seat, count in event.shares.items()]
    return f"{name_of(table, event.seat)} would stop here and split the pot. In parts: {listed(parts)}. Do all agree?"


def _split_lapsed(table: BluffmasterTable, event: happened.SplitLapsed) -> str:
    if event.seat is None:
        return "The game has gone on, and the split is off the table."
    doing = "takes the proposal back" if event.why == "withdrawn" else "does not agree"
    return f"{name_of(table, event.seat)} {doing}: the Set goes on."


def _pot_split(table: BluffmasterTable, event: happened.PotSplit) -> str:
    given = [f"{coins(amount_cp)} to {name_of(table, seat)}" for seat, amount_cp in event.shares_cp.items()]
    return f"All agree, and split the pot: {listed(given)}."


def _power_granted(table: BluffmasterTable, event: happened.PowerGranted) -> str:
    times = "once" if event.uses == 1 else "twice" if event.uses == 2 else f"{event.uses} times"
    by = "" if event.ability == REROLL else f", by {event.amount}"
    return f"From now on {name_of(table, event.seat)} can use {event.ability} {times} a Set{by}."


def _round_ended(table: BluffmasterTable, event: RoundEnded) -> str:
    if not event.winners:
        return f"The Set is over{', and nobody is ahead' if table.state.set_round else ' before it began'}."
    won = listed([f"{name_of(table, seat)} ({coins(event.won_cp[seat])} won)" for seat in event.winners])
    return f"The Set is over, and {won} {'is' if len(event.winners) == 1 else 'are'} ahead."


_OWN: Final[Mapping[type[Event], Sentence]] = {
    RoundStarted: _round_started,
    CoinsMoved: coins_told_but(showdown.TOLD_ELSEWHERE | {splitting.AGREED}),
    PhaseBegan: _phase_began,
    OrderSet: _order_set,
    DieRolled: _die_rolled,
    DieRerolled: _die_rerolled,
    DieRevealed: _die_revealed,
    StatusChanged: _status_changed,
    RoundEnded: _round_ended,
    simultaneous.Chosen: _chosen,
    simultaneous.ChoicesShown: _choices_shown,
    happened.CardTaken: _card_taken,
    happened.RoundOfSetBegan: _round_of_set_began,
    happened.AbilityUsed: _ability_used,
    happened.TotalReckoned: _total_reckoned,
    happened.SplitProposed: _split_proposed,
    happened.SplitAgreed: lambda table, event: f"{name_of(table, event.seat)} agrees.",
    happened.SplitLapsed: _split_lapsed,
    happened.PotSplit: _pot_split,
    happened.PowerGranted: _power_granted,
}
SENTENCES: Final[Mapping[type[Event], Sentence]] = {**showdown.SENTENCES, **_OWN}
