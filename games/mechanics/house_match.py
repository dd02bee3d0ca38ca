"""The House's match: it puts as much into the pot as the players did.

Seeds 001, "The Pot & Economy", and the ruling on it: what NPCs pay is not matched, and nothing is while the GM plays.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from events.accounts import HOUSE, POT
from events.event import Event
from games.mechanics.coins import pay
from projections.game import AnyTable

HouseMatch = Annotated[
    bool, Meta(description="Whether the House matches the players' antes while the GM does not play")
]


def match_antes(table: AnyTable, ante_cp: int) -> Iterator[Event]:
    """The House pays the antes of the players' seats over again, unless the GM holds a seat that plays."""
    kinds = [seat.kind for seat in table.playing()]
    if "gm" not in kinds:
        yield from pay(HOUSE, POT, ante_cp * kinds.count("player"), "house_match")
