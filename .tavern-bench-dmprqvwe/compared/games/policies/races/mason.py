"""Playing Mason: the only decision is whether to cheat."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.mechanics.race import RACING
from games.one_page.mason import COUNTS_FROM, SIDES
from games.policies.policy import Chance, Choice
from games.policies.position import Position
from games.policies.races.standing import chance_to_win, worth_of_points
from games.policies.tricks import Prospect

_OF_A_POINT: Final = 0.08
"""How much one more point raises the chance to win if one round decides. Scores spread over about seven points."""
_COUNTS: Final = SIDES - COUNTS_FROM + 1
_SCORE_OF_A_DIE: Final = _COUNTS / (SIDES - _COUNTS)
"""The average score of a fair die."""


def throw(position: Position, chance: Chance) -> Choice | None:
    """Throws when asked."""
    return {"type": "throw"} if position.offers("throw") else None


def cheating(position: Position, ns: Sequence[int]) -> Iterator[Prospect]:
    """The prospects of throwing again a die that does not count."""
    one_round = not position.details["target"]
    gain = _OF_A_POINT * _SCORE_OF_A_DIE if one_round else worth_of_points(position, _SCORE_OF_A_DIE)
    stake = chance_to_win(position) if position.rivals(RACING) else 1.0
    for n in ns:
        if (position.me.dice[n].face or 0) < COUNTS_FROM:
            yield Prospect(n=n, gain=gain, stake=stake)
