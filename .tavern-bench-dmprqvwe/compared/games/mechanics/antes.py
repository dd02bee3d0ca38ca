"""Antes: the seats that can pay, the payment, and the House's match, which adds as much as the players paid.

Seeds 001, "The Pot & Economy", and the ruling on it: the House matches no NPC's ante, and nothing while the GM plays.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar, Final

from msgspec import Meta

from events.accounts import HOUSE, POT
from events.event import Event
from games.chapter import Chapter
from games.mechanics.coins import pay
from projections.game import AnyTable
from projections.labels import Label, Labels, labelled

HIGHEST_ANTE_CP: Final = 1_000_000
_ANTE: Final = "What a round costs to join: an even number of copper pieces"
Ante = Annotated[int, Meta(ge=2, le=HIGHEST_ANTE_CP, multiple_of=2, description=_ANTE), labelled("Ante")]
OptionalAnte = Annotated[
    int, Meta(ge=0, le=HIGHEST_ANTE_CP, multiple_of=2, description=f"{_ANTE}, or nothing"), labelled("Ante")
]
MatchesAntes = Annotated[
    bool,
    Meta(description="Whether the House matches the players' antes while the GM does not play"),
    labelled("House matches the antes"),
]


def able_to_pay(table: AnyTable, cost_cp: int) -> list[str]:
    """The seats that can pay what a round costs, in table order. Watchers do not play."""
    return [seat.seat for seat in table.present() if seat.kind != "watcher" and table.purse(seat.seat) >= cost_cp]


def pay_antes(seats: Iterable[str], ante_cp: int) -> Iterator[Event]:
    """Everybody's ante goes into the pot."""
    for seat in seats:
        yield from pay(seat, POT, ante_cp, "ante")


class HouseMatch(Chapter):
    """The House matches the antes of players' seats, in games with the option `house_match`."""

    labels: ClassVar = Labels(
        coins={
            "ante": Label("Ante", "What the round costs to join."),
            "house_match": Label("House match", "The House puts as much into the pot as the players did."),
        },
    )

    def match_antes(self, table: AnyTable) -> Iterator[Event]:
        """The House pays as much as the players' antes, unless the GM plays."""
        if table.options.house_match and not self.gm_plays(table):
            players = sum(seat.kind == "player" for seat in table.playing())
            yield from pay(HOUSE, POT, table.options.ante_cp * players, "house_match")

    def gm_plays(self, table: AnyTable) -> bool:
        """Whether the GM plays this round: in a seat of their own, or as an NPC that they have taken over."""
        return any(seat.kind == "gm" or (seat.kind == "npc" and seat.taken_over) for seat in table.playing())
