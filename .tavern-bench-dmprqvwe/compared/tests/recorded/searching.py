"""Finds the rounds that are kept under replays/recorded: few tables that together take every branch of a game's rules.

Tables are played by a random hand from a numbered secret, each under branch measurement; a small set that covers all
that was ever reached is written down. What is recorded already stays as it is: when rules change their version, run it
again to add rounds that take the branches that are new:

    python -m tests.recorded.searching twentyone --tables 3000

What a game's tables differ in stands in tests/recorded/variety.py.
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Container, Iterable, Mapping, Set
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal

import coverage
import msgspec

from events.audience import GM, seat_viewer
from events.character import Character
from events.event import Event, type_tag
from events.gaming_sets import MARKED_CARDS, WEIGHTED_DICE, GamingSet
from games.addressed_command import AddressedCommand
from games.deciding.catalogue import Catalogue
from games.deciding.decider import offers_of
from games.installed import CATALOGUE
from games.table import Sit, StartRound, timeout_of
from projections.actions import Action, Bounds, Choices, Param, Schema, Sealed, Text, narrowed
from projections.game import AnyTable
from replays.export import write_export
from replays.rebuild import replay, rounds_of
from tests.properties.samples import own_luck, value_in
from tests.recorded.replaying import LEAST_RECORDINGS, ROOT, recordings, replay_everything, sources_of
from tests.recorded.variety import OPTIONS, title_of, titles_for
from tools.bench.recording import Recorder

RECORDED: Final = ROOT / "replays" / "recorded"
_OPENED_AT: Final = datetime(2026, 1, 10, 20, 0, tzinfo=UTC)
_NAMES: Final = ("Bri", "Odo", "Cal", "Dee", "Fen")
_LONGEST_ROUND: Final = 200
"""Moves of a round that is worth keeping, at most."""
_TOO_SHORT_TO_READ: Final = 10
"""Entries of a recording that is there for reading's sake alone, at least."""
Kind = Literal["player", "gm", "npc", "watcher"]
_KINDS: Final[tuple[Kind, ...]] = ("player", "player", "player", "player", "player", "player", "npc", "gm")
Arc = tuple[str, int, int]


def secret_of(game: str, number: int) -> bytes:
    """The secret of the `number`-th table that is tried."""
    return hashlib.sha256(f"recorded {game} {number}".encode()).digest()


class Hand:
    """A random hand that plays a table: everything that is offered, with tastes that differ from table to table."""

    def __init__(self, catalogue: Catalogue, game: str, number: int) -> None:
        self._chance = random.Random(f"{game} {number}")
        self._catalogue = catalogue
        self._game = game
        self._rulebook = catalogue.rulebook(game)
        self._tastes: dict[str, float] = {}
        self._leaving = self._chance.choice([0.02, 0.05, 0.3])
        self._moves = 0
        self.recorder = Recorder(catalogue, f"{game}-{number}", secret_of(game, number))

    def _at(self) -> str:
        self._moves += 1
        moment = _OPENED_AT + timedelta(seconds=11 * self._moves)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def _play(self, actor: str, seat: str | None, command: Any) -> list[Event]:
        return self.recorder.play(AddressedCommand(actor=actor, seat=seat, command=command, at=self._at()))

    def open(self, options: Mapping[str, Any]) -> None:
        chance = self._chance
        self.recorder.open(self._game, self._at(), dict(options), name="The Bent Copper", gm="Mo")
        for name in _NAMES[: chance.randint(self._rulebook.min_seats, len(_NAMES))]:
            kind: Kind = chance.choice(_KINDS)
            self._sit(name, kind, chance.choice([500, 700, 1500, 3000, 6000]))
        if chance.random() < 0.5:
            self._sit("Wat", "watcher", 2000)

    def _sit(self, name: str, kind: Kind, purse_cp: int) -> None:
        chance = self._chance
        sheet = Character(
            abilities={ability: chance.randint(-1, 4) for ability in ("str", "con", "wis", "cha", "int", "dex")},
            skills={"sleight_of_hand": chance.randint(0, 9), "insight": chance.randint(-2, 4)},
        )
        luck, sets = chance.choice(["seven", "owl", ""]), self._sets()
        sit = Sit(name=name, kind=kind, purse_cp=purse_cp, luck=luck, character=sheet, sets=sets or msgspec.UNSET)
        self._play(seat_viewer(name.lower()), name.lower(), sit)

    def _sets(self) -> list[GamingSet]:
        """Where one can cheat, some bring a crooked set of dice or cards."""
        if getattr(self.recorder.table.options, "cheating", "off") == "off" or self._chance.random() < 0.5:
            return []
        name: Any = self._chance.choice([*WEIGHTED_DICE, *MARKED_CARDS])
        return [GamingSet(set=name)]

    def round(self) -> None:
        """Play a round to its end. Raises `TooLong` where it has grown too long to keep."""
        if self._rulebook.gm_commands and self._chance.random() < 0.3:
            self._gm_plays()
        self._play(GM, None, StartRound())
        for _ in range(_LONGEST_ROUND):
            if not self.recorder.table.running:
                return
            self._step()
        raise TooLong

    def _step(self) -> None:
        table, chance = self.recorder.table, self._chance
        roll = chance.random()
        if roll < 0.05 and table.deadline is not None:
            self._wait_for_the_clock(table, table.deadline)
        elif roll < 0.07:
            self._act(table, None)
        elif self._rulebook.gm_commands and (roll < 0.1 or not table.to_act):
            self._gm_plays()
        else:
            waited_for = chance.random() < 0.8
            seats = table.to_act if waited_for else [seat.seat for seat in table.present()]
            self._act(table, chance.choice(seats))

    def _gm_plays(self) -> None:
        self._act(self.recorder.table, None, {type_tag(kind) for kind in self._rulebook.gm_commands})

    def _wait_for_the_clock(self, table: AnyTable, deadline: str) -> None:
        while self._at() < deadline:
            pass
        if timeout := timeout_of(table, self._rulebook):
            self._play("clock", timeout.seat, timeout.command)

    def _act(self, table: AnyTable, seat: str | None, only: Container[str] | None = None) -> None:
        offers = offers_of(table, self._catalogue.rulebooks, seat)
        open_to = [offer for offer in offers if isinstance(offer, Action) and (only is None or offer.type in only)]
        actions = [action for action in open_to if self._wants(action.type)]
        if actions:
            action = self._chance.choice(actions)
            command = self._catalogue.read_command(self._game, msgspec.json.encode(self._filled(action)))
            by_the_gm = seat is None or table.seats[seat].played_by != "player"
            self._play(GM if by_the_gm else seat_viewer(seat or ""), seat, command)

    def _wants(self, kind: str) -> bool:
        rare = {"leave": self._leaving, "void_round": 0.01, "remove_seat": 0.1, "pause": 0.1, "take_coins": 0.2}
        taste = self._tastes.setdefault(kind, self._chance.choice([0.1, 0.5, 1.0, 1.0]) * rare.get(kind, 1.0))
        return self._chance.random() < taste

    def _filled(self, action: Action) -> dict[str, Any]:
        chance = self._chance
        given = {name: param for name, param in action.params.items() if not param.optional or chance.random() < 0.5}
        body: dict[str, Any] = {"type": action.type}
        for name, param in given.items():
            body[name] = self._value_of(narrowed(param, body))
            if isinstance(param, Sealed):
                return {**body, **own_luck(param).params(bytes.fromhex(param.call))}
        return body

    def _value_of(self, param: Param) -> Any:
        chance = self._chance
        match param:
            case Choices():
                return chance.choice(param.choices)
            case Bounds():
                steps = chance.choice([0, 0, 333, 333, param.max]) // param.step
                return param.min + param.step * min(steps, (param.max - param.min) // param.step)
            case Text():
                return "because"
            case Sealed():
                return own_luck(param).text
            case Schema():
                return value_in(chance, param.schema, param.schema.get("$defs", {}))


class TooLong(Exception):
    """A round has gone on for longer than a recording should."""


def play(catalogue: Catalogue, game: str, number: int) -> list[bytes] | None:
    """The lines of the `number`-th table; None where it came to nothing that is worth keeping."""
    chance = random.Random(f"options {game} {number}")
    options = {option: chance.choice(values) for option, values in OPTIONS.get(game, {}).items()}
    hand = Hand(catalogue, game, number)
    hand.open(options)
    try:
        for _ in range(chance.choice([1, 1, 2])):
            table = hand.recorder.table
            if len(catalogue.rulebook(game).entrants(table)) < catalogue.rulebook(game).min_seats:
                return None
            hand.round()
    except TooLong:
        return None
    return hand.recorder.lines


def reached_by(game: str, numbers: Iterable[int]) -> tuple[dict[int, list[bytes]], dict[int, set[Arc]]]:
    """What each table's log is, and which branches of the game's modules playing it took."""
    measured = coverage.Coverage(branch=True, include=_sources(game), data_file=None, config_file=False)
    logs: dict[int, list[bytes]] = {}
    taken: dict[int, set[Arc]] = {}
    for number in numbers:
        measured.erase()
        measured.start()
        try:
            lines = play(CATALOGUE, game, number)
            fold_for_the_gm(lines or [])
        finally:
            measured.stop()
        if lines is not None:
            logs[number] = lines
            taken[number] = _arcs(measured)
    return logs, taken


def fold_for_the_gm(lines: Iterable[bytes]) -> None:
    """Folds a log and writes its chronicle, as the GM sees it."""
    entries = CATALOGUE.codec.decode_log(lines)
    for played in rounds_of(entries):
        replay(CATALOGUE, entries, GM, played)


def recorded(game: str) -> set[Arc]:
    """The branches that running the recorded rounds again takes."""
    if not recordings(game):
        return set()
    measured = coverage.Coverage(branch=True, include=_sources(game), data_file=None, config_file=False)
    measured.start()
    for _ in replay_everything(game):
        pass
    measured.stop()
    return _arcs(measured)


def _sources(game: str) -> list[str]:
    return [str(source) for source in sources_of(game)]


def _arcs(measured: coverage.Coverage) -> set[Arc]:
    data = measured.get_data()
    return {(Path(file).name, *arc) for file in data.measured_files() for arc in data.arcs(file) or ()}


def fewest(logs: Mapping[int, list[bytes]], taken: Mapping[int, set[Arc]], known: Set[Arc]) -> list[int]:
    """Tables that take every branch that any took, but for those known: those first that add most for each line."""
    missing = set().union(*taken.values()) - known
    chosen: list[int] = []
    while missing:
        best = max(taken, key=lambda number: (len(taken[number] & missing) / (len(logs[number]) + 10), -number))
        chosen.append(best)
        missing -= taken[best]
    return chosen


def made_up_to(least: int, logs: Mapping[int, list[bytes]], chosen: list[int], marks: Iterable[str]) -> list[int]:
    """`chosen`, with more tables where they are fewer than `least`: the shortest that have each mark, then any."""

    def dullness(number: int) -> tuple[bool, int, int]:
        return len(logs[number]) < _TOO_SHORT_TO_READ, len(logs[number]), number

    others = sorted(set(logs) - set(chosen), key=dullness)
    marked = [[number for number in others if mark in b"\n".join(logs[number]).decode()] for mark in marks]
    first = [numbers[0] for numbers in marked if numbers]
    more = list(dict.fromkeys([*first, *others]))
    return [*chosen, *more[: max(0, least - len(chosen))]]


def main() -> None:
    """Search, and write what was chosen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--tables", type=int, default=1500)
    parser.add_argument("--title", action="append", default=[], help="write a round that deserves this title, too")
    asked = parser.parse_args()
    logs, taken = reached_by(asked.game, range(1, asked.tables + 1))
    folder = RECORDED / asked.game
    folder.mkdir(parents=True, exist_ok=True)
    there = [path.stem.partition("-") for path in recordings(asked.game)]
    for number in [int(number) for number, _, _ in there if number.isdigit()]:
        logs.pop(number, None)
        taken.pop(number, None)
    titles = {title for _, _, title in there}
    untitled = [mark for mark in titles_for(asked.game) if mark[0] not in titles]
    wanted = [mark for mark in untitled if mark[0] in asked.title]
    untitled = [*wanted, *(mark for mark in untitled if mark not in wanted)]
    least = max(LEAST_RECORDINGS - len(there), 0)
    chosen = made_up_to(least, logs, fewest(logs, taken, recorded(asked.game)), [mark for _, mark in untitled])
    for _, mark in wanted:
        with_it = [number for number, lines in logs.items() if mark in b"\n".join(lines).decode()]
        if with_it and not any(number in with_it for number in chosen):
            chosen.append(min(with_it, key=lambda number: (len(logs[number]), number)))
    for number in sorted(chosen, key=lambda number: len(logs[number])):
        title = title_of(logs[number], untitled)
        path = folder / f"{number:04d}-{title}.jsonl"
        path.write_bytes(b"".join(write_export(f"{asked.game}-{number}", logs[number])))
        sys.stdout.write(f"{path.name}: {len(logs[number])} entries\n")


if __name__ == "__main__":
    main()
