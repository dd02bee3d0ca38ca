"""What a seat may do would be the same had the dice that it does not see fallen otherwise."""

import random

from games.deciding.decider import offers_of
from projections.game import AnyTable
from tests.playing import TABLE, Playing
from tests.properties.meddling import Meddler


class HiddenDice:
    """Folds for each seat the whole table, with other faces where the seat sees none. `chance`: which faces."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._otherwise: dict[str, AnyTable] = {}

    def step(self, playing: Playing) -> None:
        for seat in playing.table.names:
            whole = self._caught_up(playing, seat)
            assert list(offers_of(whole, playing.catalogue.rulebooks, seat)) == playing.offers(seat)

    def end(self, playing: Playing) -> None:
        """Nothing that a step does not show."""

    def _caught_up(self, playing: Playing, seat: str) -> AnyTable:
        folding = playing.catalogue.folding
        whole = self._otherwise.setdefault(seat, folding.blank(TABLE))
        meddler = Meddler(self._chance, playing.viewer_of(seat), list(playing.table.names))
        for written in playing.written[whole.seq :]:
            for event in written.entry.events:
                folding.fold(whole, meddler.refaced(event))
            whole.saw(written.entry.events)
            whole.seq = written.entry.seq
        return whole
