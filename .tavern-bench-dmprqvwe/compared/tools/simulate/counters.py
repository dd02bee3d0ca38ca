"""The counters of a simulation: which events of a round are counted. To count another event, add a line."""

from collections import Counter as Multiset
from collections.abc import Callable, Iterable, Mapping, Sequence
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


class Counter(msgspec.Struct, frozen=True):
    """Counts the events of `kind` for which `test` is true, relative to `of`; with `once` at most one in a round."""

    name: str
    label: str
    kind: type[Event]
    test: Test = lambda event: True
    of: Of = "seats"
    once: bool = False


def _status(status: str, label: str) -> Counter:
    return Counter(status, label, StatusChanged, lambda event: event.status == status)


def _skill(skill: str) -> Counter:
    return Counter(skill, f"{skill} tried", SkillTried, lambda event: event.skill == skill)


def _die(die: str) -> Counter:
    return Counter(
        f"bought_{die}", f"{die} bought", DieRolled, lambda event: event.place == "hand" and event.die == die
    )


def _bet_on(call: str) -> Counter:
    return Counter(f"on_{call}", f"bets on {call}", BetPlaced, lambda event: event.on == call)


CALLS: Final = ("higher", "lower", "middles_7", "number", "black", "white", "both", "total")
"""The kinds of calls against the House: what a call has before a colon, or all of it."""


def _of_calls(kind: str) -> tuple[Counter, Counter]:
    """Copper bet on this kind of call, and what the House kept of it: `_kept` counts them, not the events alone."""

    def no_event(event: BetSettled) -> bool:
        return False

    staked = f"staked_on_{kind}"
    return (
        Counter(staked, f"copper bet on {kind}", BetSettled, no_event),
        Counter(f"kept_on_{kind}", f"kept by the House on {kind}", BetSettled, no_event, of=staked),
    )


COUNTERS: Final = (
    _status("bust", "went bust"),
    _status("held", "held"),
    _status("folded", "folded"),
    _status("caught", "caught cheating"),
    _status("dead", "died"),
    _status("forfeited", "forfeited"),
    _status("all_in", "all-in"),
    Counter("duels", "came to a duel", PhaseBegan, lambda event: event.phase == "duel", of="rounds", once=True),
    Counter("duel_throws", "throws in duels", DuelRolled, of="duels"),
    *(_die(die) for die in ("d20", "d10", "d8", "d6", "d4")),
    Counter("cheats", "cheats tried", CheatTried),
    Counter("cheats_worked", "cheats that worked", CheatTried, lambda event: event.succeeded, of="cheats"),
    Counter("altered", "dice altered", DieAltered),
    Counter("fumbled", "cheats fumbled", StatusChanged, lambda event: event.why == "fumbled_a_cheat", of="cheats"),
    Counter("denounced", "cheats found out", AccusationJudged, lambda event: event.right, of="cheats"),
    Counter("accusations", "accusations", AccusationJudged),
    Counter(
        "accusations_right",
        "accusations that were right",
        AccusationJudged,
        lambda event: event.right,
        of="accusations",
    ),
    *(_skill(skill) for skill in ("goad", "bump", "foresight", "hunch", "profile")),
    Counter("retaliations", "bumps that failed", RetaliationOpened, of="bump"),
    Counter("drinks", "dice put on the tab", DrinksTaken),
    Counter("side_bets", "side bets", SideBetPlaced),
    Counter("bets_on_others", "side bets", side_bets.SideBetPlaced),
    Counter("boots", "boots earned", BootEarned),
    Counter("boots_spent", "boots spent", BootSpent, of="boots"),
    Counter("coins", "came to the coin", DieRolled, lambda event: event.die == COIN, of="rounds", once=True),
    Counter("raises", "raises", Paid, lambda event: event.move == "raise"),
    Counter("farkles", "turns lost", PointsLost),
    *(_bet_on(call) for call in ("higher", "lower", "middles_7")),
    Counter("bets_settled", "bets", BetSettled),
    Counter(
        "bets_won", "bets that gained", BetSettled, lambda event: event.back_cp > event.amount_cp, of="bets_settled"
    ),
    *(counter for kind in CALLS for counter in _of_calls(kind)),
)
"""In the order of the report, which leaves out counters that stayed at 0."""

_BY_KIND: Final[dict[type[Event], list[Counter]]] = {
    kind: [counter for counter in COUNTERS if counter.kind is kind] for kind in {counter.kind for counter in COUNTERS}
}


def counted(events: Sequence[Event]) -> dict[str, int]:
    """The counts for the events of one round, without zeros."""
    found = dict(_kept(events))
    for event in events:
        for counter in _BY_KIND.get(type(event), ()):
            if counter.test(event):
                found[counter.name] = 1 if counter.once else found.get(counter.name, 0) + 1
    return found


def _kept(events: Iterable[Event]) -> Mapping[str, int]:
    """What was bet on each kind of call, and kept. A seat's bets are settled in the order in which they were placed."""
    found = Multiset[str]()
    placed: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, BetPlaced) and event.on is not None:
            placed.setdefault(event.seat, []).append(event.on.partition(":")[0])
        elif isinstance(event, BetSettled) and event.seat in placed:
            kind = placed[event.seat].pop(0)
            found[f"staked_on_{kind}"] += event.amount_cp
            found[f"kept_on_{kind}"] += event.amount_cp - event.back_cp
    return found
