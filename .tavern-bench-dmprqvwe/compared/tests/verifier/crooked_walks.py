"""Random play at tables where one can cheat: seats bring crooked sets, and watchers have sheets."""

from typing import Final

import msgspec

from events.gaming_sets import FAVOURING, MARKED_CARDS, WEIGHTED_DICE, GamingSet
from games.installed import CATALOGUE
from games.table import Unseal
from replays.rebuild import rounds_of
from tests.playing import Playing
from tests.properties.subjects import Subject
from tests.properties.walking import Walk

GAMES_WITH_CHEATING = sorted(
    rulebook.id
    for rulebook in CATALOGUE.rulebooks.values()
    if any(field.name == "cheating" for field in msgspec.structs.fields(rulebook.options))
)
LOADED: Final = 0.6
"""How often somebody who can loads dice before anything else happens."""


class CrookedWalk(Walk):
    """A walk at whose table nearly everybody brings a set that is crooked."""

    def _sit(self, **given: object) -> bool:
        purse_cp = self.chance.choice([5_000, 20_000])
        kind = self.chance.choice(["player", "player", "watcher"])
        return super()._sit(**{"purse_cp": purse_cp, "kind": kind, "sets": self._crooked(), **given})

    def step(self) -> None:
        """Now and then, somebody with sticky dice loads them first."""
        if self.chance.random() < LOADED:
            seats = [seat.seat for seat in self.playing.table.present()]
            loads = {seat: [one for one in self.playing.actions(seat) if one.type == "load_dice"] for seat in seats}
            if any(loads.values()):
                seat = self.chance.choice([seat for seat in seats if loads[seat]])
                self._do(seat, loads[seat])
        super().step()

    def _crooked(self) -> list[GamingSet]:
        chosen = [
            # Only sticky dice can be loaded.
            self.chance.choice(["weighted_sticky", self.chance.choice([*WEIGHTED_DICE, "ivory_dice"])]),
            self.chance.choice([*MARKED_CARDS, "fancy_cards"]),
        ]
        return [self._made(name) for name in chosen]

    def _made(self, name: str) -> GamingSet:
        faces = {"d6": self.chance.randint(1, 6)} if name in FAVOURING and self.chance.random() < 0.5 else {}
        return msgspec.convert({"set": name, "faces": faces}, GamingSet)


def crooked_play(game: str, seed: int, steps: int = 90) -> Playing:
    """A table of a game with `cheating: on` after a random walk, its rounds that are over unsealed."""
    subject = Subject(catalogue=CATALOGUE, game=game, options={"cheating": "on", "turn_seconds": 60})
    walk = CrookedWalk(subject, seed)
    walk.play(steps)
    if walk.playing.table.running:
        walk.finish_the_round()
    for played in rounds_of(walk.playing.entries):
        if played.last is not None and not played.unsealed and not walk.playing.table.closed:
            walk.playing.give(None, Unseal(round=played.round))
    return walk.playing
