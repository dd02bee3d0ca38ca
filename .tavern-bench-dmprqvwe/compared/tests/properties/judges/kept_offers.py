"""What was listed for a seat is what would be listed now, whatever has happened at the table since."""

import random

from events.event import type_tag
from games.deciding.catalogue import client_commands
from games.deciding.seat_offers import SeatOffers
from games.mechanics.tricks.game import OF_CHEATS
from games.table.luck import SEALED_LUCK
from projections.actions import Offer
from tests.playing import Playing


class KeptOffers:
    """Keeps what all seats of a table are offered for as long as their own tables are. `chance`: what is asked for."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._kept: dict[str, SeatOffers] = {}

    def step(self, playing: Playing) -> None:
        chance, kinds = self._chance, [type_tag(kind) for kind in client_commands(playing.rulebook)]
        for seat in playing.table.names:
            # Not all is asked for each time: what is asked for later must not be what was listed earlier.
            asked = chance.sample(kinds, chance.randint(0, len(kinds)))
            kept, now = self._of(playing, seat), playing.offers(seat)
            about: dict[str, list[Offer]] = {}
            for offer in now:
                about.setdefault(offer.type, []).append(offer)
            for kind in asked:
                # What is refused without being listed is refused to who asks.
                is_listed = kind not in (*SEALED_LUCK, *OF_CHEATS, "load_dice")
                asked_alone = about.get(kind, []) if is_listed else playing.offers_about(seat, kind)
                assert list(kept.about(kind)) == asked_alone
            if chance.random() < 0.5:
                assert list(kept.whole()) == now

    def end(self, playing: Playing) -> None:
        """Nothing that a step does not show."""

    def _of(self, playing: Playing, seat: str) -> SeatOffers:
        own = playing.sight(playing.viewer_of(seat)).table
        kept = self._kept.get(seat)
        if kept is None or kept.table is not own:
            kept = self._kept[seat] = SeatOffers(own, playing.catalogue.rulebooks, seat)
        return kept
