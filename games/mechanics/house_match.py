"""The House's match: it puts as much into the pot as the players did.

Seeds 001, "The Pot & Economy", and the ruling on it: what NPCs pay is not matched, and nothing is while the GM plays.
"""

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from events.accounts import HOUSE, POT
from events.event import Event
from games.chapter import Chapter
from games.mechanics.coins import pay
from projections.game import AnyTable

MatchesAntes = Annotated[
    bool, Meta(description="Whether the House matches the players' antes while the GM does not play")
]


class HouseMatch(Chapter):
    """The House matches the antes of players' seats, for a game with the option `house_match`."""

    def match_antes(self, table: AnyTable) -> Iterator[Event]:
        """The House pays the antes of the players' seats over again, unless the GM plays."""
        if table.options.house_match and not self.gm_plays(table):
            players = sum(seat.kind == "player" for seat in table.playing())
            yield from pay(HOUSE, POT, table.options.ante_cp * players, "house_match")

    def gm_plays(self, table: AnyTable) -> bool:
        """Whether the GM plays this round: a seat of their own, or an NPC that they have taken over."""
        return any(seat.kind == "gm" or (seat.kind == "npc" and seat.taken_over) for seat in table.playing())


class HouseMatchBefore(HouseMatch):
    """As it was in the first version of Twenty-One's and Goblin Mode's rules: an NPC could be taken over unnoticed."""

    def gm_plays(self, table: AnyTable) -> bool:
        """Whether the GM plays a seat of their own."""
        return any(seat.kind == "gm" for seat in table.playing())
