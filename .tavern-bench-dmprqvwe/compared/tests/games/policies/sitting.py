"""Policies at a table of the tests' kit: each decides from its seat's own table, and what it chooses is done."""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

import msgspec

from events.event import type_tag
from games.deciding.catalogue import Catalogue
from games.deciding.seat_offers import SeatOffers
from games.installed import CATALOGUE
from games.policies import Choice, Policy
from games.policies.position import Position
from games.table import GiveCoins
from projections.views import View
from tests.playing import Silent

LONGEST_ROUND: Final = 5_000
PURSE_CP: Final = 100_000
SHORT: Final[Mapping[str, dict[str, Any]]] = {"farkle": {"target": 1_000}, "pig": {"target": 50}}
"""Options with which a game that takes long by itself is soon over."""


TALK: Final = ("bluff", "read")


def beyond_talk(policy: Policy, view: View, chance: Random) -> Choice | None:
    """What a policy chooses once it has neither a bluff nor a read in mind."""
    for _ in range(100):
        choice = policy.choose(view, chance)
        if choice is None or choice["type"] not in TALK:
            return choice
    raise AssertionError("it does nothing but talk")


class Table:
    """A table at which policies play, by seat."""

    def __init__(
        self, game: str, policies: Mapping[str, Policy], seed: int, *, catalogue: Catalogue = CATALOGUE, **given: Any
    ) -> None:
        rulebook = catalogue.rulebook(game)
        options = given.pop("options", SHORT.get(game, {}))
        self.playing = Silent.open(catalogue, game, **options).seat(*policies, purse_cp=PURSE_CP, **given)
        self.policies = {seat.lower(): policy for seat, policy in policies.items()}
        self.own = {type_tag(kind) for kind in rulebook.commands}
        self.chance = Random(seed)
        self.lent_cp = dict.fromkeys(self.policies, 0)
        self._listings: dict[str, SeatOffers] = {}
        self.done: dict[str, set[str]] = {seat: set() for seat in self.policies}

    def chosen(self, seat: str) -> Choice | None:
        """What a seat's policy chooses, from that seat's own table: that is what it chooses from the view as well."""
        own = self.playing.sight(f"seat:{seat}").table
        listing = self._listings.get(seat)
        if listing is None or listing.table is not own:
            listing = self._listings[seat] = SeatOffers(own, self.playing.catalogue.rulebooks, seat)
        return self.policies[seat].choose_at(Position.at(listing), self.chance)

    def won_cp(self, seat: str) -> int:
        """What a seat has won at the table, or (below 0) lost, in copper."""
        return self.playing.table.purse(seat) - PURSE_CP - self.lent_cp[seat]

    def act(self, seat: str) -> bool:
        """Have a seat do what its policy chooses; whether there was anything."""
        chosen = self.chosen(seat)
        if chosen is None:
            return False
        self.playing.send(seat, msgspec.json.encode(chosen))
        self.done[seat].add(chosen["type"])
        return True

    def play_round(self) -> None:
        """Plays a round to its end, after loans: the seat that is asked acts, and sometimes somebody else before."""
        for seat in self.policies:
            if (missing_cp := PURSE_CP - self.playing.table.purse(seat)) > 0:
                self.playing.give(None, GiveCoins(target=seat, amount_cp=missing_cp, reason="a loan"))
                self.lent_cp[seat] += missing_cp
        self.playing.start()
        for _ in range(LONGEST_ROUND):
            asked = self.playing.table.to_act
            if not self.playing.table.running:
                return
            others = [seat for seat in self.policies if seat not in asked]
            if not (others and self.chance.random() < 0.2 and self.act(self.chance.choice(others))):
                assert self.act(self.chance.choice(asked)), f"{asked} are asked, and have nothing to do"
        raise AssertionError("the round did not end")
