"""How Goblin Mode's events are told."""

from collections.abc import Mapping
from typing import Final

from events.event import Event
from events.round_events import DieRolled, PhaseBegan, RoundEnded, StatusChanged
from events.table_events import CoinsMoved
from games.goblin import happened, standing
from games.goblin.options import BULLET, COIN, COIN_SIDES, STAGES, TAXED
from games.goblin.state import GoblinTable
from games.mechanics import side_bets
from projections.chronicle import coins, listed, name_of, number_word
from projections.game import Sentence

_STATUSES: Final = {
    ("dead", "bullet"): "{seat} bites the bullet.",
    ("dead", "coin"): "The Coin is the death of {seat}.",
    ("dead", "left"): "{seat} runs from the Chamber, and is as good as dead.",
    ("held", "hold"): "{seat} holds at {score}.",
    ("held", "left"): "{seat} has nobody left to fear, and holds at {score}.",
}
_FREE_FROM: Final = STAGES[len(TAXED)]


def _stage_began(table: GoblinTable, event: happened.StageBegan) -> str:
    names = listed([name_of(table, seat) for seat in event.seats])
    how = "opens" if event.stage == 1 else "shrinks"
    return f"The Chamber {how}: a {event.die} for {names}."


def _die_rolled(table: GoblinTable, event: DieRolled) -> str:
    seat, face = name_of(table, event.seat), event.draw.face if event.draw else 0
    score = standing.score(table, event.seat)
    if event.die == COIN:
        return f"{seat} flips the Coin: {f'heads, and has {score}' if face == COIN_SIDES else 'tails'}."
    in_all = f", {score} in all" if face > BULLET and score != face else ""
    return f"{seat} rolls a {event.die}: {face}{in_all}."


def _boot_earned(table: GoblinTable, event: happened.BootEarned) -> str:
    boots = "a Boot" if event.boots == 1 else f"another Boot, and has {number_word(event.boots)}"
    return f"That is the highest that there is: {name_of(table, event.seat)} earns {boots}."


def _boot_spent(table: GoblinTable, event: happened.BootSpent) -> str:
    return f"{name_of(table, event.seat)} gives {name_of(table, event.target)} the Boot: back in, from the next stage."


def _status_changed(table: GoblinTable, event: StatusChanged) -> str | None:
    sentence = _STATUSES.get((event.status, event.why))
    if sentence is None:
        return None
    return sentence.format(seat=name_of(table, event.seat), score=standing.score(table, event.seat))


def _phase_began(table: GoblinTable, event: PhaseBegan) -> str | None:
    if event.phase != "coin":
        return None
    tied = listed([name_of(table, seat) for seat in standing.highest(table)])
    return f"Sudden death: {tied} flip the Coin."


def _coins_moved(table: GoblinTable, event: CoinsMoved) -> str | None:
    match event.reason:
        case "payout":
            return None
        case "wipeout":
            return f"The House keeps the pot of {coins(event.amount_cp)}."
        case "cowards_tax":
            return f"The Coward’s Tax on a hold before the {_FREE_FROM}: {coins(event.amount_cp)} goes to the House."
        case _:
            return side_bets.coins_aloud(table, event)


def _round_ended(table: GoblinTable, event: RoundEnded) -> str:
    if not event.winners:
        return "Nobody walks out of the Chamber."
    [winner] = event.winners
    how = "The Coin spares" if event.outcome == "won_by_the_coin" else "The Chamber belongs to"
    return f"{how} {name_of(table, winner)}, who takes {coins(event.won_cp[winner])}."


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    **side_bets.SENTENCES,
    DieRolled: _die_rolled,
    StatusChanged: _status_changed,
    PhaseBegan: _phase_began,
    CoinsMoved: _coins_moved,
    RoundEnded: _round_ended,
    happened.StageBegan: _stage_began,
    happened.BootEarned: _boot_earned,
    happened.BootSpent: _boot_spent,
}
