"""Betting against the House: how much, and on what."""

from typing import Final

from games.mountains import CARD
from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bounds, values, within
from projections.actions import Action

_RISKY: Final = ("middles_7",)
"""Calls that pay most and rarely win. Sensible players do not make them."""


def flat(times: int = 1) -> Player:
    """Always bets `times` times the minimum. Never raises once the cards are on the table."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if _sees_cards(position):
            return {"type": "pass"} if position.offers("pass") else None
        return _bet(position, times, chance)

    return play


def best_play(position: Position, chance: Chance) -> Choice | None:
    """Bets the minimum on the calls that lose least, and the maximum once more cards win than lose."""
    if not _sees_cards(position):
        return _bet(position, 1, chance)
    if 2 * len(position.details["winning_cards"]) > CARD:
        return _bet(position, None, chance)
    return {"type": "pass"} if position.offers("pass") else None


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


def _bet(position: Position, times: int | None, chance: Chance, on: list[str] | tuple[str, ...] = ()) -> Choice | None:
    """Bet `times` times the minimum, or the maximum if None. The call is one of `on`, or any that is not risky."""
    action = _action(position, on)
    amount = None if action is None else bounds(action, "amount_cp")
    if action is None or amount is None:
        return {"type": "pass"} if position.offers("pass") else None
    least_cp = max(amount.min, int(getattr(position.options, "buy_in_cp", amount.min)))
    wanted = amount.max if times is None else times * least_cp
    calls = values(action, "on")
    given = {"on": chance.choice(_calls(calls, on))} if calls else {}
    return filled_in(action, chance, amount_cp=within(amount, wanted), **given)


def _action(position: Position, on: list[str] | tuple[str, ...]) -> Action | None:
    offered = position.each("bet")
    for action in offered:
        calls = values(action, "on")
        if set(calls) & set(on) if on else set(calls) - set(_RISKY):
            return action
    return offered[0] if offered else None


def _calls(calls: list[str], on: list[str] | tuple[str, ...]) -> list[str]:
    wanted = [call for call in calls if (call in on if on else call not in _RISKY)]
    return wanted or calls
