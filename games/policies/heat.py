"""What a seat can guess of the heat that its next cheat must meet.

Nobody but the GM is told it. By the current rules it is the seat's own, and each round anew: the seat knows all that
has raised it. V3.0 has one heat for the table, which outlives rounds. Of that a view tells:

- where it starts, which is an option, and that each attempt adds 2 and each round takes 1 away, which are rules;
- how often the seat has tried in this round. Whether that worked, and what it did in earlier ones, no view tells, and a
  policy remembers nothing;
- of whom it was told in this round that they have tried, or have not, and who has bought dice and so was asked;
- how many rounds were begun by V3.0, of how many in all: rounds of other games neither heat nor cool the table;
- how many rounds the seats have played, and how often somebody was caught in them. That is announced, and the one sure
  trace of cheats: a fumble is one attempt in twenty.

From the last comes a guess of what everybody has tried before, the seat itself included, and what is not known of this
round is guessed to go on like that. No view tells by which game a seat's rounds were played: they are shared out as
the table's are, and who was caught by the current rules counts as caught here. So at a table that turns between the two
the guess is high, by what was tried there.
"""

from typing import Final

from games.policies.position import Position
from games.policies.risks import Risks
from games.twentyone.cheating import HEAT_PER_CHEAT
from games.twentyone.v3.dice import HEAT_LOST_A_ROUND

_FIRST_HEAT: Final = 10
_CAUGHT: Final = 1 / 15
"""How often an attempt is caught: one in twenty is fumbled, and a few are found out otherwise."""
_RAISES: Final = 19 / 20
"""How often an attempt heats: all but a natural 20."""
_SUPPOSED: Final = 0.2
"""How often somebody is supposed to try in a round, of whom nothing is known."""
_SUPPOSED_FOR: Final = 60
"""How many rounds of a seat weigh as much as what was supposed at first."""


def guessed(position: Position, rules: Risks) -> float:
    """About what a seat's next cheat must meet: it is never below where heat starts, and seldom a whole number."""
    start = int(getattr(position.options, "starting_heat", _FIRST_HEAT))
    own = HEAT_PER_CHEAT * len(position.me.details.get("cheats") or ())
    if not rules.shared_heat:
        return start + own
    often = attempts_a_round(position)
    earlier = _rounds_of_seats(position) - len(position.order)
    kept = HEAT_PER_CHEAT * _RAISES * often * max(earlier, 0) - HEAT_LOST_A_ROUND * (_rounds(position) - 1)
    return start + max(kept, 0.0) + own + HEAT_PER_CHEAT * _RAISES * _tried_by_others(position, often)


def attempts_a_round(position: Position) -> float:
    """About how often a seat has tried to cheat in a round at this table, by how often somebody was caught."""
    caught = sum(position.standings[seat].caught for seat in position.order if seat in position.standings)
    supposed = _SUPPOSED * _CAUGHT * _SUPPOSED_FOR
    return (supposed + caught) / (_CAUGHT * (_SUPPOSED_FOR + _rounds_of_seats(position)))


def _rounds(position: Position) -> int:
    """How many rounds have begun here by the rules that keep the heat, this one included."""
    return int(position.details["rounds"])


def _rounds_of_seats(position: Position) -> float:
    """About how many of those the seats of this one have played, this one included."""
    played = sum(position.standings[seat].rounds for seat in position.order if seat in position.standings)
    return played * _rounds(position) / position.round


def _tried_by_others(position: Position, often: float) -> float:
    """How often others have tried in this round: as far as the seat was told, else as often as before."""
    told: dict[str, float] = {}
    for facts in position.facts("profile", "read_back"):
        if facts.get("cheated") is not None:
            dice = facts.get("dice") or ()
            told[str(facts.get("about"))] = max(len(dice), 1) if facts["cheated"] else 0
    return sum(told.get(seat.seat, often if seat.details.get("bought") else 0) for seat in position.others())
