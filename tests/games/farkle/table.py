"""A table of Farkle for tests: throws are said by their faces, and everybody is named."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import pytest

from events.audience import ALL, PUBLIC
from events.event import Command, Event
from events.round_events import DiceThrown
from games.engine.catalogue import Catalogue
from games.engine.legality import Refused
from games.farkle import Farkle
from games.farkle.turns import Bank, SetAside, Throw
from games.table import TABLE_RULES
from projections.actions import Choices
from tests.playing import Playing, drawn

CATALOGUE: Final = Catalogue.of([Farkle()], TABLE_RULES)
SEATS: Final = ("Bri", "Odo", "Cal")
OWN: Final = ("throw", "set_aside", "bank")


class FarkleRace(Playing):
    """A table of Farkle being played."""

    def throws(self, seat: str, *faces: int, greedy: bool | None = None) -> list[Event]:
        """A seat throws, and these are the faces that fall."""
        self.load({(seat, "farkle", 6): faces})
        return self.give(seat, Throw(greedy=greedy))

    def sets_aside(self, seat: str, *faces: int) -> list[Event]:
        return self.give(seat, SetAside(faces=list(faces)))

    def banks(self, seat: str) -> list[Event]:
        return self.give(seat, Bank())

    def plays(self, seat: str, thrown: Sequence[int], kept: Sequence[int]) -> list[Event]:
        """A seat throws, sets dice aside and banks: a whole turn."""
        self.throws(seat, *thrown)
        self.sets_aside(seat, *kept)
        return self.banks(seat)

    def refused(self, seat: str | None, command: Command) -> tuple[str, str]:
        """With which code and sentence a command is refused; it leaves no trace."""
        before = msgspec.json.encode(self.table)
        with pytest.raises(Refused) as refused:
            self.give(seat, command)
        assert msgspec.json.encode(self.table) == before
        return refused.value.code, refused.value.detail

    def may(self, seat: str) -> list[str]:
        """What of Farkle's own a seat may do."""
        return [action.type for action in self.actions(seat) if action.type in OWN]

    def choices(self, seat: str) -> list[list[int]]:
        """What a seat may set aside."""
        offered = [action.params["faces"] for action in self.actions(seat) if action.type == "set_aside"]
        return [faces for param in offered if isinstance(param, Choices) for faces in param.choices]

    def points(self, seat: str) -> int:
        """What a seat has written down."""
        return int(self.table.state.banked[seat])

    def details(self) -> dict[str, Any]:
        """What everybody sees of the race."""
        return self.view(PUBLIC).details

    def heard(self) -> list[str]:
        """What everybody heard of the newest entry."""
        seen = self.newest_seen(PUBLIC)
        return list(seen.chronicle) if seen else []


def seated(*names: str, purse_cp: int = 10_000, **options: Any) -> FarkleRace:
    """A table of Farkle before its first race."""
    table = FarkleRace.open(CATALOGUE, "farkle", **options)
    table.seat(*(names or SEATS), purse_cp=purse_cp)
    return table


def racing(*names: str, **options: Any) -> FarkleRace:
    """A race that has begun: it is the first seat's turn."""
    table = seated(*names, **options)
    table.start()
    return table


def thrown(seat: str, *faces: int, first: int = 1, ns: Sequence[int] | None = None) -> DiceThrown:
    """A throw as it is recorded, its draws counted from `first`."""
    draws = [drawn(seat, "farkle", 6, face, n) for n, face in enumerate(faces, start=first)]
    ns = list(range(len(faces))) if ns is None else list(ns)
    return DiceThrown(seat=seat, ns=ns, die="d6", place="open", draws=draws, draws_to=ALL)
