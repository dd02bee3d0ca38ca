"""Random play: seats, the GM and the clock do whatever they are offered, so that rounds end and begin again.

At every other table the GM keeps the door. The game stays, but on an evening that turns to several.
"""

import hashlib
import random
from collections.abc import Iterator
from typing import Any, Final

import msgspec
from hypothesis import settings
from hypothesis import strategies as st

from events.audience import GM, seat_viewer
from events.character import Character
from events.event import Command, type_tag
from events.gaming_sets import MARKED_CARDS, WEIGHTED_DICE, GamingSet
from games.table import SealLuck, SetGame, SetLuck, WithholdLuck
from games.table.luck import is_revealing
from projections.actions import Action, Offer
from tests.playing import LoadedDealer, Playing, Silent
from tests.properties.samples import LOST, NAMES, body_of, text, value_in
from tests.properties.subjects import Subject
from tests.sealing import WORD, OwnLuck

PLAYERS_AT_FIRST: Final = 3
CROWD: Final = 6
"""Nobody more sits down where so many are."""
_SHEETS: Final = msgspec.json.schema(Character)
_LONGEST: Final = 80

_IN_A_ROUND: Final = {
    "play": 80,
    "clock": 6,
    "gm_plays": 6,
    "gm": 5,
    "sit": 3,
    "door": 4,
    "leave": 4,
    "void": 1,
    "dispute": 2,
    "judge": 2,
    "refresh": 2,
}
_BETWEEN_ROUNDS: Final = {
    "start": 60,
    "lend": 12,
    "gm": 10,
    "luck": 8,
    "sit": 12,
    "door": 8,
    "leave": 2,
    "dispute": 8,
    "judge": 12,
}
_SEALING: Final = 60
"""How often luck is sealed, where it has to be sealed for each round."""
_ON_AN_EVENING: Final = {**_BETWEEN_ROUNDS, "game": 40}
_OF_THE_GM: Final = {
    "door": ["admit_seat", "admit_seat", "refuse_seat"],
    "judge": ["rule_on_dispute", "rule_on_dispute", "unseal"],
}
_BY_THE_GM: Final = {"start": "start_round", "void": "void_round", "lend": "give_coins"}
_AS_TESTED: Final = 0.8
"""How often a game that is turned to has the options under which it is put to the test, and not any."""


_HONEST: Final = 0.8
"""How often a player reveals what they sealed."""
_SERVED: Final = 0.2
"""How often an NPC sits down."""


SECRETS: Final = 12
"""How many secrets walks have: a secret's tree takes longer to hash than a short walk. Luck words vary the dice."""


def secret_of(seed: int) -> bytes:
    """The secret of a walk's table."""
    return hashlib.sha256(f"secret {seed % SECRETS}".encode()).digest()


class Walked(Silent):
    """A table that is only played on: what is offered is listed once after each entry, for all who ask."""

    def __init__(self, *made_of: Any) -> None:
        super().__init__(*made_of)
        self._offered: dict[str | None, tuple[int, list[Offer]]] = {}

    def offers(self, seat: str | None) -> list[Offer]:
        kept = self._offered.get(seat)
        if kept is None or kept[0] != len(self.written):
            kept = self._offered[seat] = (len(self.written), super().offers(seat))
        return kept[1]


class Reporting(Walked):
    """A table that is played on, and reports every entry to every viewer."""

    seen, newest_seen, _take_in = Playing.seen, Playing.newest_seen, Playing._take_in


class Walk:
    """One table, played at random: the same `seed`, the same play. A `dealer` has dice of its own."""

    def __init__(
        self, subject: Subject, seed: int, dealer: LoadedDealer | None = None, kind: type[Walked] = Walked
    ) -> None:
        self.chance = random.Random(seed)
        self._subject = subject
        dealer = dealer or LoadedDealer(secret_of(seed))
        self.options = {
            "admit": self.chance.choice(["auto", "gm"]),
            "luck": self.chance.choice(["open", "sealed"]),
            "withheld": self.chance.choice(["plays", "sits_out"]),
            **subject.options_of(seed),
        }
        self.playing: Playing = kind.open(subject.catalogue, subject.game, dealer=dealer, **self.options)
        for _ in range(max(PLAYERS_AT_FIRST, self.playing.rulebook.min_seats)):
            self._sit(actor=GM, kind="player", purse_cp=self.chance.choice([5_000, 20_000]))

    def steps(self, count: int) -> Iterator[Playing]:
        """The table as it was opened, then after each of at most `count` steps; fewer where it is closed."""
        yield self.playing
        for _ in range(count):
            if self.playing.table.closed:
                return
            self.step()
            yield self.playing

    def play(self, count: int) -> Playing:
        """The table after as many steps."""
        for _ in self.steps(count):
            pass
        return self.playing

    def step(self) -> None:
        """Somebody does something that is offered."""
        between = _ON_AN_EVENING if self._subject.turns_to else _BETWEEN_ROUNDS
        weights = _IN_A_ROUND if self.playing.table.running else between
        if not self.playing.table.running and self.playing.table.options.luck == "sealed":
            weights = {**between, "luck": _SEALING}
        while True:
            kind = self.chance.choices(list(weights), list(weights.values()))[0]
            if self._try(kind):
                return

    def _try(self, kind: str) -> bool:
        match kind:
            case "play":
                return self._play(actor=None)
            case "gm_plays":
                return self._play(actor=GM)
            case "clock":
                return self.playing.let_the_clock_act() is not None
            case "start" | "void" | "lend" | "gm":
                return self._of_gm(_BY_THE_GM.get(kind))
            case "door" | "judge":
                return self._of_gm(self.chance.choice(_OF_THE_GM[kind]))
            case "luck" | "leave" | "dispute":
                return self._luck() if kind == "luck" else self._of_some_seat(kind)
            case "game":
                return self._turn_to_another_game()
            case "refresh":
                return self._refresh()
            case _:
                return self._sit()

    def _play(self, actor: str | None) -> bool:
        table = self.playing.table
        seats = [seat.seat for seat in table.present()]
        waited_for = [seat for seat in table.to_act if seat in seats]
        if not seats:
            return False
        if is_revealing(table):
            return self._reveal(self.chance.choice(waited_for), actor)
        seat = self.chance.choice(waited_for if waited_for and self.chance.random() < 0.9 else seats)
        own_commands = {type_tag(kind) for kind in self.playing.rulebook.commands}
        return self._do(seat, [a for a in self.playing.actions(seat) if a.type in own_commands], actor)

    def _of_some_seat(self, kind: str) -> bool:
        seats = [seat.seat for seat in self.playing.table.present()]
        if not seats:
            return False
        seat = self.chance.choice(seats)
        return self._do(seat, [action for action in self.playing.actions(seat) if action.type == kind])

    def _luck(self) -> bool:
        """A player sets a word, or seals its `OwnLuck`; now and then it seals something else."""
        table = self.playing.table
        players = [seat.seat for seat in table.present() if seat.kind in ("player", "gm") and not seat.npc]
        if not players or table.running:
            return False
        seat = self.chance.choice(players)
        if table.options.luck == "open":
            command: Command = SetLuck(luck=text(self.chance, 8))
        else:
            word = WORD if self.chance.random() < _HONEST else LOST
            command = SealLuck(seal=OwnLuck(table.table, table.round + 1, seat, word).seal)
        self.playing.give(seat, command, actor=seat_viewer(seat))
        return True

    def _reveal(self, seat: str, actor: str | None) -> bool:
        """A seat reveals its luck, if it can and does not withhold it."""
        table = self.playing.table
        luck = OwnLuck(table.table, table.round, seat)
        knows = luck.seal == table.seals[seat]
        if knows and actor is None and self.chance.random() < _HONEST:
            self.playing.give(seat, luck.reveal(table), actor=seat_viewer(seat))
        else:
            self.playing.give(seat, WithholdLuck(), actor=actor or seat_viewer(seat))
        return True

    def _of_gm(self, kind: str | None = None) -> bool:
        left_out = {"set_game", *(("close_table", "void_round") if self.chance.random() < 0.9 else ())}
        actions = self.playing.actions(None)
        return self._do(None, [a for a in actions if (a.type == kind if kind else a.type not in left_out)])

    def _turn_to_another_game(self) -> bool:
        others = [other for other in self._subject.turns_to if other.game != self.playing.table.game]
        if not others:
            return False
        other = self.chance.choice(others)
        options = other.options
        if self.chance.random() > _AS_TESTED:
            schema = msgspec.json.schema(self.playing.catalogue.rulebook(other.game).options)
            options = value_in(self.chance, schema, schema["$defs"])
        self.playing.give(None, SetGame(game=other.game, options=options))
        return True

    def _do(self, seat: str | None, actions: list[Action], actor: str | None = None) -> bool:
        if not actions:
            return False
        body = body_of(self.chance, self.chance.choice(actions))
        self.playing.send(seat, msgspec.json.encode(body), actor=actor)
        return True

    def _refresh(self) -> bool:
        if self.playing.table.deadline is None:
            return False
        self.playing.refresh_the_deadline()
        return True

    def _sit(self, **given: Any) -> bool:
        table = self.playing.table
        if len(table.present()) + len(table.asking) >= CROWD:
            return False
        if not given and self.chance.random() < _SERVED:
            self.playing.sit_npc(self.chance.choice(NAMES), self.chance.choice(["bully", "drunkard"]))
            return True
        resolved: dict[str, Any] = {
            "kind": self.chance.choice(["player", "player", "gm", "npc", "watcher"]),
            "purse_cp": self.chance.choice([0, 1, 333, 5_000, 20_000]),
            "luck": text(self.chance, 8),
            "actor": self.chance.choice([None, None, None, GM]),
            "character": msgspec.convert(value_in(self.chance, _SHEETS, _SHEETS["$defs"]), Character),
        }
        resolved |= given
        if getattr(table.options, "cheating", "off") == "on":
            resolved["sets"] = self._sets()
        self.playing.sit(self.chance.choice(NAMES), **resolved)
        return True

    def _sets(self) -> list[GamingSet]:
        """A set of dice and one of cards, mostly crooked ones, or only one of them."""
        named: list[Any] = [
            self.chance.choice([*sets, "ivory_dice" if sets == WEIGHTED_DICE else "fancy_cards"])
            for sets in (WEIGHTED_DICE, MARKED_CARDS)
        ]
        return [GamingSet(set=name) for name in named[self.chance.choice([0, 0, 1]) :]]

    def finish_the_round(self) -> Playing:
        """The round that runs, if any, is played to its end by the clock."""
        while self.playing.table.running:
            if self.playing.let_the_clock_act() is None:
                the_gm_goes_on(self.playing)
        return self.playing


def what_the_gm_can_go_on_with(playing: Playing) -> list[Action]:
    """The actions of the GM's that are of the game's own."""
    own = {type_tag(kind) for kind in playing.rulebook.gm_commands}
    return [action for action in playing.actions(None) if action.type in own]


def waits_for_the_gm_alone(playing: Playing) -> bool:
    """Whether nobody else is asked anything, and the GM has something to do."""
    return not playing.table.to_act and bool(what_the_gm_can_go_on_with(playing))


def the_gm_goes_on(playing: Playing) -> None:
    """The GM does what the round waits for, where it waits for nobody else."""
    assert waits_for_the_gm_alone(playing)
    body = body_of(random.Random(0), what_the_gm_can_go_on_with(playing)[0])
    playing.send(None, msgspec.json.encode(body))


seeds = st.integers(min_value=0, max_value=2**32 - 1)
lengths = st.integers(min_value=0, max_value=_LONGEST)
usual = settings()
"""For properties that every game passes: there are many games, and each walk is long."""
dear = settings(max_examples=max(1, settings().max_examples // 3))
"""For properties that cost several times as much as others."""
