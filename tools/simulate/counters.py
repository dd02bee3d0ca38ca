"""The counters of a simulation: which events of a round are counted. To count another event, add a line."""

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal

import msgspec

from events.event import Event
from events.round_events import DieAltered, DieRolled, PhaseBegan, StatusChanged
from games.goblin.boot import BootSpent
from games.goblin.chamber import BootEarned
from games.goblin.state import COIN
from games.mechanics import side_bets
from games.mechanics.betting import Paid
from games.mechanics.house_bets import BetPlaced, BetSettled
from games.mechanics.race import PointsLost
from games.twentyone.accusing import AccusationJudged
from games.twentyone.bump import RetaliationOpened
from games.twentyone.cheating import CheatTried
from games.twentyone.endgame import DuelRolled
from games.twentyone.side_bets import SideBetPlaced
from games.twentyone.skills import SkillTried
from games.twentyone.tab import DrinksTaken

Of = Literal["rounds", "seats"] | str
"""What a counter is relative to: rounds, seats in rounds, or another counter by name."""
Test = Callable[[Any], bool]


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """Counts the events of `kind` for which `test` is true, relative to `of`.

    `label` describes it in the report. `once`: count at most one in a round, so that the rate is a share of rounds.
    """

    name: str
    label: str
    kind: type[Event]
    test: Test = lambda event: True
    of: Of = "seats"
    once: bool = False


def _status(status: str, label: str) -> Counter:
    return Counter(name=status, label=label, kind=StatusChanged, test=lambda event: event.status == status)


def _skill(skill: str) -> Counter:
    return Counter(name=skill, label=f"{skill} tried", kind=SkillTried, test=lambda event: event.skill == skill)


def _die(die: str) -> Counter:
    return Counter(
        name=f"bought_{die}",
        label=f"{die} bought",
        kind=DieRolled,
        test=lambda event: event.place == "hand" and event.die == die,
    )


def _bet_on(call: str) -> Counter:
    return Counter(name=f"on_{call}", label=f"bets on {call}", kind=BetPlaced, test=lambda event: event.on == call)


COUNTERS: Final = (
    _status("bust", "went bust"),
    _status("held", "held"),
    _status("folded", "folded"),
    _status("caught", "caught cheating"),
    _status("dead", "died"),
    _status("forfeited", "forfeited"),
    _status("all_in", "all-in"),
    Counter(
        name="duels",
        label="came to a duel",
        kind=PhaseBegan,
        test=lambda event: event.phase == "duel",
        of="rounds",
        once=True,
    ),
    Counter(name="duel_throws", label="throws in duels", kind=DuelRolled, of="duels"),
    *(_die(die) for die in ("d20", "d10", "d8", "d6", "d4")),
    Counter(name="cheats", label="cheats tried", kind=CheatTried),
    Counter(name="cheats_worked", label="cheats that worked", kind=CheatTried, test=lambda e: e.succeeded, of="cheats"),
    Counter(name="altered", label="dice altered", kind=DieAltered),
    Counter(
        name="fumbled",
        label="cheats fumbled",
        kind=StatusChanged,
        test=lambda e: e.why == "fumbled_a_cheat",
        of="cheats",
    ),
    Counter(name="denounced", label="cheats found out", kind=AccusationJudged, test=lambda e: e.right, of="cheats"),
    Counter(name="accusations", label="accusations", kind=AccusationJudged),
    Counter(
        name="accusations_right",
        label="accusations that were right",
        kind=AccusationJudged,
        test=lambda e: e.right,
        of="accusations",
    ),
    *(_skill(skill) for skill in ("goad", "bump", "foresight", "hunch", "profile")),
    Counter(name="retaliations", label="bumps that failed", kind=RetaliationOpened, of="bump"),
    Counter(name="drinks", label="dice put on the tab", kind=DrinksTaken),
    Counter(name="side_bets", label="side bets", kind=SideBetPlaced),
    Counter(name="bets_on_others", label="side bets", kind=side_bets.SideBetPlaced),
    Counter(name="boots", label="boots earned", kind=BootEarned),
    Counter(name="boots_spent", label="boots spent", kind=BootSpent, of="boots"),
    Counter(
        name="coins",
        label="came to the coin",
        kind=DieRolled,
        test=lambda event: event.die == COIN,
        of="rounds",
        once=True,
    ),
    Counter(name="raises", label="raises", kind=Paid, test=lambda event: event.move == "raise"),
    Counter(name="farkles", label="turns lost", kind=PointsLost),
    *(_bet_on(call) for call in ("higher", "lower", "middles_7")),
    Counter(name="bets_settled", label="bets", kind=BetSettled),
    Counter(
        name="bets_won",
        label="bets that gained",
        kind=BetSettled,
        test=lambda event: event.back_cp > event.amount_cp,
        of="bets_settled",
    ),
)
"""In the order of the report, which leaves out counters that stayed at 0."""

_BY_KIND: Final[dict[type[Event], list[Counter]]] = {
    kind: [counter for counter in COUNTERS if counter.kind is kind] for kind in {counter.kind for counter in COUNTERS}
}


def counted(events: Iterable[Event]) -> dict[str, int]:
    """The counts for the events of one round, without zeros."""
    found: dict[str, int] = {}
    for event in events:
        for counter in _BY_KIND.get(type(event), ()):
            if counter.test(event):
                found[counter.name] = 1 if counter.once else found.get(counter.name, 0) + 1
    return found
