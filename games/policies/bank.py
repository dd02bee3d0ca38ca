"""Betting against the House: how much, and on what."""

from collections.abc import Sequence
from typing import Final

from games.mountains import CARD
from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bet_bounds, values, within
from projections.actions import Action

_RISKY: Final = ("middles_7",)
"""Calls that pay most and rarely win. Sensible players do not make them."""


def flat(times: int = 1) -> Player:
    """Always bets `times` times the minimum. Never raises once the cards are on the table."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if _sees_cards(position):
            return _pass(position)
        return _bet(position, times, chance)

    return play


def best_play(position: Position, chance: Chance) -> Choice | None:
    """Bets the minimum on the calls that lose least, and the maximum once more cards win than lose."""
    if not _sees_cards(position):
        return _bet(position, 1, chance)
    if 2 * len(position.details["winning_cards"]) > CARD:
        return _bet(position, None, chance)
    return _pass(position)


def daring(position: Position, chance: Chance) -> Choice | None:
    """Bets high, mostly on the calls that pay most, and raises whatever the cards are."""
    return _bet(position, chance.randint(2, 10), chance, on=_RISKY if chance.random() < 0.6 else ())


def sitting_out(often: float, player: Player) -> Player:
    """Bets as `player` does, but passes instead with probability `often` where it can, and so loses less."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if position.offers("pass") and chance.random() < often:
            return {"type": "pass"}
        return player(position, chance)

    return play


def whimsical(position: Position, chance: Chance) -> Choice | None:
    """Bets a random amount on a random call."""
    offered = position.each("bet")
    on = values(chance.choice(offered), "on") if offered else []
    return _bet(position, chance.randint(1, 4), chance, on=[chance.choice(on)] if on else ())


def _sees_cards(position: Position) -> bool:
    return position.asked and "winning_cards" in position.details


def _bet(position: Position, times: int | None, chance: Chance, on: Sequence[str] = ()) -> Choice | None:
    """Bet `times` times the minimum, or the maximum if None. The call is one of `on`, or any that is not risky."""
    offered = position.each("bet")
    if not offered:
        return _pass(position)
    action = next((action for action in offered if _wanted(action, on)), offered[0])
    amount, calls = bet_bounds(action), values(action, "on")
    least_cp = max(amount.min, int(getattr(position.options, "buy_in_cp", amount.min)))
    given = {"on": chance.choice(_wanted(action, on) or calls)} if calls else {}
    return filled_in(
        action, chance, amount_cp=within(amount, amount.max if times is None else times * least_cp), **given
    )


def _wanted(action: Action, on: Sequence[str]) -> list[str]:
    """The calls of an action that the player would make."""
    return [call for call in values(action, "on") if (call in on if on else call not in _RISKY)]


def _pass(position: Position) -> Choice | None:
    return {"type": "pass"} if position.offers("pass") else None
