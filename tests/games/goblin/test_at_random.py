"""Whole rounds at random, held against a reckoning of the same rules by other means: from commands and faces alone."""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import pytest

from events.event import Event
from events.round_events import DieRolled, RoundEnded
from games.engine.catalogue import Catalogue
from games.goblin import Goblin
from games.goblin.boot import Boot
from games.goblin.chamber import Hold, Roll
from games.table import TABLE_RULES, Leave
from tests.playing import LoadedDealer, Playing

CATALOGUE: Final = Catalogue.of([Goblin()], TABLE_RULES)
SIDES: Final = (20, 12, 10, 8, 6, 4)
TAXED_STAGES: Final = 3
OWN: Final = ("roll", "hold", "boot")


class Reckoning:
    """Each seat's state in a round that is followed command by command; stages count from 0."""

    def __init__(self, seats: Sequence[str]) -> None:
        self.seats = seats
        self.stage = 0
        self.waiting = list(seats)
        self.scores = dict.fromkeys(seats, 0)
        self.holds: dict[str, int] = {}
        self.boots: Counter[str] = Counter()

    def may(self) -> list[str]:
        """What the next seat in turn may do."""
        seat = self.waiting[0]
        leads = self.stage > 0 and self.scores[seat] == max(self.scores.values())
        kicks = self.boots[seat] and self.holds and self.stage < len(SIDES) - 1
        return ["roll", *(["hold"] if leads else []), *(["boot"] if kicks else [])]

    def rolls(self, face: int) -> None:
        seat = self.waiting.pop(0)
        if face == 1:
            del self.scores[seat]
        else:
            self.scores[seat] += face
            self.boots[seat] += face == SIDES[self.stage]

    def holds_still(self) -> None:
        self.holds[self.waiting.pop(0)] = self.stage

    def kicks(self, target: str) -> None:
        self.boots[self.waiting[0]] -= 1
        del self.holds[target]

    def leaves(self, seat: str) -> None:
        if [*self.scores] == [seat] and self.stage > 0:
            self.holds.setdefault(seat, self.stage)
        else:
            self.scores.pop(seat, None)
            self.holds.pop(seat, None)
        self.waiting = [other for other in self.waiting if other != seat]

    def goes_on(self) -> bool:
        """Whether somebody is waited for; where a stage is over, the next begins."""
        while not self.waiting and self.stage < len(SIDES) - 1:
            self.waiting = [seat for seat in self.seats if seat in self.scores and seat not in self.holds]
            if not self.waiting:
                return False
            self.stage += 1
        return bool(self.waiting)

    def ends(self, number: int, pot_cp: int, coins: Iterator[int]) -> RoundEnded:
        """How it ends, with the Coin's faces as they fell."""
        flipped = False
        while len(tied := [seat for seat in self.scores if self.scores[seat] == max(self.scores.values())]) > 1:
            flipped = True
            faces = {seat: next(coins) for seat in tied}
            self.scores = {
                seat: score + faces.get(seat, 0) for seat, score in self.scores.items() if faces.get(seat) != 1
            }
        if not tied:
            return RoundEnded(round=number, outcome="wipeout", winners=[], won_cp={})
        [winner] = tied
        won_cp = (pot_cp + 1) // 2 if self.holds.get(winner, TAXED_STAGES) < TAXED_STAGES else pot_cp
        outcome = "won_by_the_coin" if flipped else "won"
        return RoundEnded(round=number, outcome=outcome, winners=[winner], won_cp={winner: won_cp})


def faces_of(events: Sequence[Event], *, coins: bool) -> list[int]:
    rolled = [event for event in events if isinstance(event, DieRolled) and (event.die == "d2") == coins]
    return [event.draw.face for event in rolled if event.draw]


def play(number: int, chance: Random) -> RoundEnded:
    """Play a round at random beside its reckoning; both must agree at every step, and in the end."""
    playing = Playing.open(CATALOGUE, "goblin", dealer=LoadedDealer(number.to_bytes(32, "big")), ante_cp=6)
    playing.seat(*("Ada", "Bo", "Cy", "Dee", "Eve")[: chance.randint(2, 5)]).start()
    reckoning, pot_cp = Reckoning(list(playing.table.order)), playing.table.balance("pot")
    events: list[Event] = []
    while reckoning.goes_on():
        seat = reckoning.waiting[0]
        offered = [action for action in playing.actions(seat) if action.type in OWN]
        assert playing.table.to_act == [seat]
        assert playing.table.state.stage == reckoning.stage + 1
        assert [action.type for action in offered] == reckoning.may()
        if chance.random() < 0.03:
            leaver = chance.choice([holder.seat for holder in playing.table.present()])
            events = playing.give(leaver, Leave())
            reckoning.leaves(leaver)
            continue
        match chance.choice(offered).type:
            case "boot":
                target = chance.choice(list(reckoning.holds))
                playing.give(seat, Boot(target=target))
                reckoning.kicks(target)
            case "hold":
                events = playing.give(seat, Hold())
                reckoning.holds_still()
            case _:
                events = playing.give(seat, Roll())
                reckoning.rolls(faces_of(events, coins=False)[0])
    [ended] = [event for event in events if isinstance(event, RoundEnded)]
    assert ended == reckoning.ends(1, pot_cp, iter(faces_of(events, coins=True)))
    assert not playing.table.running
    return ended


@pytest.mark.parametrize("part", range(4))
def test_random_rounds_agree_with_an_independent_calculation(part: int) -> None:
    chance = Random(part)
    outcomes = Counter(play(1_000 * part + number, chance).outcome for number in range(100))
    assert outcomes.keys() == {"won", "won_by_the_coin", "wipeout"}
