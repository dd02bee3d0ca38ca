"""Antes: who can pay to play, and paying."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Final

from msgspec import Meta

from events.accounts import POT
from events.event import Event
from games.mechanics.coins import pay
from projections.game import AnyTable

HIGHEST_ANTE_CP: Final = 1_000_000
_ANTE: Final = "What a round costs to join, in copper; even"
Ante = Annotated[int, Meta(ge=2, le=HIGHEST_ANTE_CP, multiple_of=2, description=_ANTE)]
OptionalAnte = Annotated[int, Meta(ge=0, le=HIGHEST_ANTE_CP, multiple_of=2, description=f"{_ANTE}; 0: nothing")]


def able_to_pay(table: AnyTable, cost_cp: int) -> list[str]:
    """The seats that can pay what a round costs, in table order. Watchers do not play."""
    return [seat.seat for seat in table.present() if seat.kind != "watcher" and table.purse(seat.seat) >= cost_cp]


def pay_antes(seats: Iterable[str], ante_cp: int) -> Iterator[Event]:
    """Everybody's ante goes into the pot."""
    for seat in seats:
        yield from pay(seat, POT, ante_cp, "ante")
