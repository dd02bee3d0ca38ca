"""Playing against the House: how much to bet and on what, and when to draw a card."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Final

from games.mechanics.tricks.game import IN_THE_CUP
from games.one_page.mountains import CARD as MOUNTAINS_CARD
from games.one_page.twelve_nights import CARD as NIGHTS_CARD
from games.one_page.twelve_nights import FIRST_CARDS, HIT_OR_STAY, TWELVE, points
from games.one_page.twins import DICE
from games.policies.at_random import filled_in
from games.policies.policy import Chance, Choice, Player
from games.policies.position import Position, bet_bounds, values, within
from games.policies.tricks import Prospect
from projections.actions import Action

_RISKY: Final = ("middles_7", "number", "black", "white")
"""Kinds of calls that pay most and rarely win, in games with others. Sensible players avoid them."""
_LEAST_LOST: Final = ("higher", "lower", "total")
"""The kinds of calls of which the House keeps least, in games where this differs."""
_FACES: Final = range(1, NIGHTS_CARD + 1)
_A_WIN: Final = 2
"""What a win usually gives back, as a multiple of the bet."""
_SECOND_CHANCE: Final = 0.15
"""Roughly how often throwing one die again turns a lost bet into a win."""
Wanted = Callable[[str], bool]
"""Whether a player is willing to make a call."""


def flat(times: int = 1) -> Player:
    """Always bets `times` times the minimum, once. Never raises, and draws cards as the House does."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if position.question == HIT_OR_STAY:
            return _with_cards(_as_the_house(position), position)
        if _has_bet(position):
            return _pass(position)
        return _bet(position, times, chance, _safe)

    return play


def best_play(position: Position, chance: Chance) -> Choice | None:
    """Bets the minimum on a call that loses least, and the maximum once more cards win than lose."""
    if position.question == HIT_OR_STAY:
        return _with_cards(_best_with_cards(position), position)
    if not _has_bet(position):
        return _bet(position, 1, chance, _best)
    if 2 * len(position.details.get("winning_cards", ())) > MOUNTAINS_CARD:
        return _bet(position, None, chance, _safe)
    return _pass(position)


def careful(position: Position, chance: Chance) -> Choice | None:
    """Bets the minimum, once, and folds a hand that the next card could spoil and that is not good enough to stay."""
    if position.question == HIT_OR_STAY:
        return _with_cards(_never_bust(position), position)
    return flat()(position, chance)


def daring(position: Position, chance: Chance) -> Choice | None:
    """Bets high, mostly on the calls that pay most, raises with any cards, and draws up to twelve."""
    if position.question == HIT_OR_STAY:
        return _with_cards("hit" if _total(position) < TWELVE - 1 or chance.random() < 0.5 else "stay", position)
    if "bets" in position.me.details and chance.random() < 0.5:
        return _pass(position)
    return _bet(position, chance.randint(2, 10), chance, _risky if chance.random() < 0.6 else _safe)


def sitting_out(often: float, player: Player) -> Player:
    """Bets as `player` does, but passes instead with probability `often` where it can, and so loses less."""

    def play(position: Position, chance: Chance) -> Choice | None:
        if position.offers("pass") and chance.random() < often:
            return {"type": "pass"}
        return player(position, chance)

    return play


def whimsical(position: Position, chance: Chance) -> Choice | None:
    """Bets a random amount on random calls, and draws or stays as it likes."""
    if position.question == HIT_OR_STAY:
        return _with_cards(chance.choice(("hit", "hit", "hit", "stay", "stay", "fold")), position)
    if "bets" in position.me.details and chance.random() < 0.4:
        return _pass(position)
    offered = position.each("bet")
    on = values(chance.choice(offered), "on") if offered else []
    return _bet(position, chance.randint(1, 4), chance, {chance.choice(on)}.__contains__ if on else _safe)


def _has_bet(position: Position) -> bool:
    """Whether the seat has a bet on the table and is asked for another."""
    return position.asked and not position.me.details.keys().isdisjoint(("bet", "bets"))


def _kind(call: str) -> str:
    return call.partition(":")[0]


def _safe(call: str) -> bool:
    return _kind(call) not in _RISKY


def _risky(call: str) -> bool:
    return _kind(call) in _RISKY


def _best(call: str) -> bool:
    return _kind(call) in _LEAST_LOST


def _bet(position: Position, times: int | None, chance: Chance, wanted: Wanted) -> Choice | None:
    """Bet `times` times the minimum, or the maximum if None, on a wanted call if there is one."""
    offered = position.each("bet")
    if not offered:
        return _pass(position)
    action = next((action for action in offered if _of(action, wanted)), offered[0])
    amount, calls = bet_bounds(action), values(action, "on")
    least_cp = max(amount.min, int(getattr(position.options, "buy_in_cp", amount.min)))
    given = {"on": chance.choice(_of(action, wanted) or calls)} if calls else {}
    return filled_in(
        action, chance, amount_cp=within(amount, amount.max if times is None else times * least_cp), **given
    )


def _of(action: Action, wanted: Wanted) -> Sequence[str]:
    """The calls of an action that the player is willing to make."""
    return [call for call in values(action, "on") if wanted(call)]


def _pass(position: Position) -> Choice | None:
    return {"type": "pass"} if position.offers("pass") else None


# Twelve Nights


def _with_cards(play: str, position: Position) -> Choice | None:
    """Cards that lie face down are shown first."""
    choice = "show_dice" if position.offers("show_dice") else play
    return {"type": choice} if position.offers(choice) else None


def _total(position: Position) -> int:
    return position.me.total or 0


def _as_the_house(position: Position) -> str:
    return "hit" if _total(position) < int(position.options.house_stands_on) else "stay"


def _never_bust(position: Position) -> str:
    total = _total(position)
    return "hit" if total <= TWELVE - NIGHTS_CARD + 1 else "stay" if total >= TWELVE - 2 else "fold"


def _best_with_cards(position: Position) -> str:
    options = position.options
    faces = [die.face or 0 for die in position.me.dice]
    return worth(sum(faces), 1 in faces, options.house_stands_on, options.win_pays, options.twelve_returns)[1]


@cache
def worth(pips: int, ace: bool, stands_on: int, win_pays: str, twelve_returns: int) -> tuple[Fraction, str]:
    """What a hand of Twelve Nights gives back of a bet with the best play, exactly, and that play: hit, stay or fold.

    `pips` is the sum of its cards with each 1 as one, `ace` whether there is a 1.
    """
    total = points(pips, ace=ace)
    if total >= TWELVE:
        return Fraction(twelve_returns if total == TWELVE else 0), "stay"
    beaten = [chance for house, chance in house_totals(stands_on).items() if house < total or house > TWELVE]
    stays = sum(beaten, Fraction(0)) * (2 if win_pays == "even" else 1)
    hits = sum(
        worth(pips + face, ace or face == 1, stands_on, win_pays, twelve_returns)[0] for face in _FACES
    ) / Fraction(NIGHTS_CARD)
    return max((stays, "stay"), (hits, "hit"), (Fraction(1, 2), "fold"))


@cache
def house_totals(stands_on: int) -> Mapping[int, Fraction]:
    """The exact chance of each total of the House."""
    return _drawn_to(0, False, FIRST_CARDS, stands_on)


@cache
def _drawn_to(pips: int, ace: bool, owed: int, stands_on: int) -> Mapping[int, Fraction]:
    """The chance of each final total, with this many cards certain to come."""
    if not owed and points(pips, ace=ace) >= stands_on:
        return {points(pips, ace=ace): Fraction(1)}
    found: dict[int, Fraction] = {}
    for face in _FACES:
        for total, chance in _drawn_to(pips + face, ace or face == 1, max(0, owed - 1), stands_on).items():
            found[total] = found.get(total, Fraction(0)) + chance / NIGHTS_CARD
    return found


# Cheating


def cheating(position: Position, ns: Sequence[int]) -> Iterable[Prospect]:
    """The prospects of drawing each of these cards again, or of planning a cheat with each of these House dice."""
    if position.question == IN_THE_CUP:
        return _with_a_card(position, ns)
    if position.question == HIT_OR_STAY:
        return _with_a_hand(position, ns)
    return _with_the_house(position, ns)


def _with_a_card(position: Position, ns: Sequence[int]) -> Iterator[Prospect]:
    """At Mountains a losing card can only get better."""
    winning = position.details["winning_cards"]
    for n in ns:
        stake = float(position.me.dice[n].face in winning)
        yield Prospect(n=n, gain=len(winning) / MOUNTAINS_CARD - stake, stake=stake)


def _with_a_hand(position: Position, ns: Sequence[int]) -> Iterator[Prospect]:
    """At Twelve Nights the worth of a hand is what it gives back with the best honest play."""
    faces = [die.face or 0 for die in position.me.dice]
    stake = _chance_of(position, faces)
    for n in ns:
        again = [_chance_of(position, [*faces[:n], face, *faces[n + 1 :]]) for face in _FACES]
        yield Prospect(n=n, gain=sum(again) / NIGHTS_CARD - stake, stake=stake)


def _chance_of(position: Position, faces: Sequence[int]) -> float:
    """Roughly the chance that a hand wins: what it gives back, relative to a win."""
    options = position.options
    back, _ = worth(sum(faces), 1 in faces, options.house_stands_on, options.win_pays, options.twelve_returns)
    return float(back) / _A_WIN


def _with_the_house(position: Position, ns: Sequence[int]) -> Iterator[Prospect]:
    """A planned cheat with the House's die happens only if the bet would be lost, so nothing is at stake.

    At Twins, plan it after the first bet, which may be on one of the two dice.
    """
    bets = position.me.details.get("bets")
    if position.game == "twins" and not bets:
        return
    calls = {_kind(bet["on"]) for bet in bets or ()}
    n = DICE.index("white") if "white" in calls and "black" not in calls else 0
    if n in ns:
        yield Prospect(n=n, gain=_SECOND_CHANCE, stake=0.0)
