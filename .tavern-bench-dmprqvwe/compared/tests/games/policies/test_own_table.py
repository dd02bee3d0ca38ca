"""A position read from a seat's own table is the same as one read from the seat's view."""

from random import Random
from typing import Any

import pytest

from events.event import type_tag
from games.deciding.catalogue import client_commands
from games.deciding.seat_offers import SeatOffers
from games.installed import CATALOGUE
from games.mechanics.tricks.game import OF_CHEATS
from games.policies import Choice, named, names
from games.policies.position import Position
from games.table.luck import SEALED_LUCK
from projections.actions import Refusal
from tests.games.policies.sitting import SHORT, Table

EVERY = [(game, name) for game in CATALOGUE.rulebooks for name in names(game)]
SEATS = ("Ada", "Bo", "Cy")
CROOKED = ("pig", {"cheating": "on", "target": 50})
STATUSES = ("active", "held", "folded", "bust", "dead")


class Both:
    """A seat's position, from its view and from its own table: the listing is the same all along."""

    def __init__(self, table: Table, seat: str) -> None:
        self._table = table
        self.seat = seat
        self._listing = SeatOffers(table.playing.sight(f"seat:{seat}").table, CATALOGUE.rulebooks, seat)

    def __call__(self) -> tuple[Position, Position]:
        in_view = Position.of(self._table.playing.view(f"seat:{self.seat}"))
        assert in_view is not None
        assert self._table.playing.sight(f"seat:{self.seat}").table is self._listing.table
        return in_view, Position.at(self._listing)


def everything_in(position: Position, seats: list[str], kinds: list[str]) -> list[object]:
    """Whatever a policy can ask of a position."""
    return [
        *(getattr(position, name) for name in Position.__slots__),
        position.details,
        dict(position.standings),
        list(position.notes),
        list(position.actions),
        position.me,
        *(position.seat(seat) for seat in seats),
        *(position.others(*statuses) for statuses in ((), STATUSES[:1], STATUSES[1:])),
        *(list(position.each(kind)) for kind in kinds),
        *(list(position.refusals(kind)) for kind in kinds),
    ]


@pytest.mark.parametrize(("game", "options"), [*((game, SHORT.get(game, {})) for game in CATALOGUE.rulebooks), CROOKED])
def test_a_position_is_the_same_from_the_view_and_from_the_seat_s_own_table(game: str, options: dict[str, Any]) -> None:
    table = Table(game, dict.fromkeys(SEATS, named("random")), seed=6, options=options)
    # What no view lists, because the table does not have it, is refused to who asks for it.
    unlisted = (
        *SEALED_LUCK,
        "load_dice",
        *(() if options.get("cheating") == "on" or "twentyone" in game else OF_CHEATS),
    )
    kinds = [tag for kind in client_commands(table.playing.rulebook) if (tag := type_tag(kind)) not in unlisted]
    table.playing.start()
    both = [Both(table, seat) for seat in table.policies]
    refused = 0
    for _ in range(40):
        for positions in both:
            in_view, at_table = positions()
            from_view = everything_in(in_view, list(table.policies), kinds)
            assert everything_in(at_table, list(table.policies), kinds) == from_view
            refused += sum(
                isinstance(part, list) and any(isinstance(one, Refusal) for one in part) for part in from_view
            )
        if not table.playing.table.running:
            break
        table.act(table.playing.table.to_act[0])
    assert refused


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_a_policy_chooses_the_same_from_the_view_and_from_the_seat_s_own_table(game: str, name: str) -> None:
    table = Table(game, dict.fromkeys(SEATS, named(name)), seed=9)
    table.playing.start()
    both = [Both(table, seat) for seat in table.policies]
    chosen: list[Choice] = []
    for n in range(40):
        for positions in both:
            in_view, at_table = (named(name).choose_at(position, Random(n)) for position in positions())
            assert at_table == in_view
            chosen += [] if in_view is None else [in_view]
        if not table.playing.table.running:
            break
        table.act(table.playing.table.to_act[0])
    assert chosen
