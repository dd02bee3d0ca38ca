"""A table in Goblin Mode for tests: each act names the faces that fall, and no other die falls.

table = chamber()          # Bri, Odo and Cal, in the first stage
table.stage(20, 7, 1)      # each rolls the stage's die, in order
table.stage(HOLD, 5)       # Cal is dead
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import pytest

from events.accounts import POT
from events.audience import ALL, PUBLIC
from events.event import Command, Event
from events.round_events import DieRolled, PhaseBegan, RoundEnded, StatusChanged, TurnBegan
from events.table_events import CoinsMoved
from games.engine.catalogue import Catalogue
from games.engine.legality import Refused
from games.goblin import Goblin
from games.goblin.boot import Boot, BootSpent
from games.goblin.chamber import BootEarned, Hold, Roll, StageBegan
from games.goblin.state import CHAMBER
from games.mechanics.side_bets import SideBet
from games.table import TABLE_RULES
from games.twentyone import TwentyOne
from projections.actions import Bounds, Choices, Param, Refusal
from projections.table import Result
from tests.playing import Playing, StrictDealer, drawn

CATALOGUE: Final = Catalogue.of([Goblin(), TwentyOne()], TABLE_RULES)
SEATS: Final = ("Bri", "Odo", "Cal")
OWN: Final = ("roll", "hold", "boot")
PURSE_CP: Final = 10_000
HOLD: Final = "hold"

Act = int | str
"""The face that a seat rolls, or that it holds."""


class GoblinGame(Playing):
    """A table in Goblin Mode being played."""

    def give(self, seat: str | None, command: Command, *, actor: str | None = None) -> list[Event]:
        events = super().give(seat, command, actor=actor)
        assert sum(self.table.accounts.values()) == 0
        if self.table.game == "goblin":
            assert len(self.table.to_act) == self.table.running
        return events

    def rolls(self, seat: str, face: int) -> list[Event]:
        """A seat rolls the die of the stage, and this is how it falls."""
        self.load({(seat, "chamber", CHAMBER[self.table.state.die]): [face]})
        return self.give(seat, Roll())

    def holds(self, seat: str) -> list[Event]:
        return self.give(seat, Hold())

    def boots(self, seat: str, target: str) -> list[Event]:
        return self.give(seat, Boot(target=target))

    def bets(self, seat: str, on: str, amount_cp: int = 500) -> list[Event]:
        return self.give(seat, SideBet(target=on, amount_cp=amount_cp))

    def acts(self, seat: str, act: Act) -> list[Event]:
        return self.rolls(seat, act) if isinstance(act, int) else self.holds(seat)

    def stage(self, *acts: Act) -> list[Event]:
        """Everybody who is due in the stage acts, in order; what came of the last act."""
        events: list[Event] = []
        for seat, act in zip(list(self.table.state.due), acts, strict=True):
            events = self.acts(seat, act)
        return events

    def flipping(self, **faces: Sequence[int]) -> "GoblinGame":
        """How the Coin will fall for some seats."""
        self.load({(seat, "coin", 2): given for seat, given in faces.items()})
        return self

    def may(self, seat: str) -> list[str]:
        """What of Goblin Mode's own a seat may do, but for side bets."""
        return [action.type for action in self.actions(seat) if action.type in OWN]

    def offered(self, seat: str, command: str) -> list[dict[str, Any]]:
        """With which values a command is offered: a list of choices, or the least and the most."""
        actions = [action for action in self.actions(seat) if action.type == command]
        return [{name: _values(param) for name, param in action.params.items()} for action in actions]

    def refusals(self, seat: str, command: str) -> list[Refusal]:
        """Every reason why a seat may not do something."""
        return [offer for offer in self.offers(seat) if isinstance(offer, Refusal) and offer.type == command]

    def refused(self, seat: str, command: Command) -> str:
        """With which code a command is refused; it leaves no trace."""
        before = msgspec.json.encode(self.table)
        with pytest.raises(Refused) as refused:
            self.give(seat, command)
        assert msgspec.json.encode(self.table) == before
        return refused.value.code

    def score(self, seat: str) -> int:
        """A seat's score, as everybody sees it."""
        return int(self.details(seat)["score"])

    def status(self, seat: str) -> str:
        return self.table.seats[seat].status

    def details(self, seat: str | None = None) -> dict[str, Any]:
        """What everybody sees of a seat, or of the round, of Goblin Mode's own."""
        view = self.view(PUBLIC)
        return view.details if seat is None else next(shown for shown in view.seats if shown.seat == seat).details

    def heard(self) -> list[str]:
        """What everybody heard of the newest entry."""
        seen = self.newest_seen(PUBLIC)
        return list(seen.chronicle) if seen else []

    @property
    def result(self) -> Result:
        """How the last round ended."""
        assert self.table.result is not None
        return self.table.result

    @property
    def pot(self) -> int:
        """What is in the pot, in copper."""
        return self.table.balance(POT)

    def purse(self, seat: str) -> int:
        return self.table.purse(seat)


def _values(param: Param) -> Any:
    match param:
        case Choices():
            return param.choices
        case Bounds():
            return param.min, param.max
        case _:
            return param


def seated(*names: str, purses: Mapping[str, int] | None = None, **options: Any) -> GoblinGame:
    """A table in Goblin Mode before its first round; everybody has 100 gp, unless `purses` says otherwise."""
    game = GoblinGame.open(CATALOGUE, "goblin", dealer=StrictDealer(), **options)
    for name in names or SEATS:
        game.sit(name, purse_cp=(purses or {}).get(name.lower(), PURSE_CP))
    return game


def chamber(*names: str, watching: str | None = None, **options: Any) -> GoblinGame:
    """A table in the first stage of its first round: it is the first seat's turn."""
    game = seated(*names, **options)
    if watching:
        game.sit(watching, kind="watcher")
    game.start()
    return game


def rolled(seat: str, n: int, die: str, face: int, *, nth: int = 1) -> Event:
    """A die as it is recorded: number `n` of its seat's, the `nth` of its kind."""
    purpose = "coin" if die == "d2" else "chamber"
    draw = drawn(seat, purpose, int(die[1:]), face, nth)
    return DieRolled(seat=seat, n=n, die=die, place="open", draw=draw, draw_to=ALL)


def turn_of(seat: str) -> Event:
    return TurnBegan(seat=seat)


def stage_of(stage: int, die: str, *seats: str) -> Event:
    return StageBegan(stage=stage, die=die, seats=list(seats))


def phase(name: str) -> Event:
    return PhaseBegan(phase=name)


def dies(seat: str, why: str = "bullet") -> Event:
    return StatusChanged(seat=seat, status="dead", why=why)


def held(seat: str, why: str = "hold") -> Event:
    return StatusChanged(seat=seat, status="held", why=why)


def earned(seat: str, boots: int = 1) -> Event:
    return BootEarned(seat=seat, boots=boots)


def booted(seat: str, target: str, left: int = 0) -> list[Event]:
    return [
        BootSpent(seat=seat, target=target, boots=left),
        StatusChanged(seat=target, status="active", why="booted"),
    ]


def paid(payer: str, payee: str, amount_cp: int, reason: str) -> Event:
    return CoinsMoved(payer=payer, payee=payee, amount_cp=amount_cp, reason=reason)


def ended(outcome: str, winner: str | None = None, won_cp: int = 0, *, number: int = 1) -> Event:
    winners = [winner] if winner else []
    return RoundEnded(round=number, outcome=outcome, winners=winners, won_cp=dict.fromkeys(winners, won_cp))
