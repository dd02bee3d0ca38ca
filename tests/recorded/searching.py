"""Finds the rounds that are kept under replays/recorded: few tables that together take every branch of a game's rules.

Tables are played by a random hand from a numbered secret, each under branch measurement; a small set that covers all
that was ever reached is written down. Run it again when rules change their version:

    python -m tests.recorded.searching twentyone --tables 3000
"""

import argparse
import hashlib
import random
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal

import coverage
import msgspec

from events.audience import GM, seat_viewer
from events.character import Character
from events.event import Event
from games.catalogue import Catalogue
from games.driver import offers_of
from games.installed import CATALOGUE
from games.moves import Move
from games.table_commands import Sit, StartRound
from projections.offers import Action, Bounds, Choices, Text
from projections.rulebook import AnyTable
from replays.export import write_export
from replays.rebuild import replay, rounds_of
from replays.recording import Recorder

ROOT: Final = Path(__file__).parents[2]
RECORDED: Final = ROOT / "replays" / "recorded"
_OPENED_AT: Final = datetime(2026, 1, 10, 20, 0, tzinfo=UTC)
_NAMES: Final = ("Bri", "Odo", "Cal", "Dee", "Fen")
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
        self._tastes: dict[str, float] = {}
        self._leaving = self._chance.choice([0.02, 0.05, 0.3])
        self._moves = 0
        self.recorder = Recorder(catalogue, f"{game}-{number}", secret_of(game, number))

    def _at(self) -> str:
        self._moves += 1
        moment = _OPENED_AT + timedelta(seconds=11 * self._moves)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def _play(self, actor: str, seat: str | None, command: Any) -> list[Event]:
        return self.recorder.play(Move(actor=actor, seat=seat, command=command, at=self._at()))

    def open(self, options: Mapping[str, Any]) -> None:
        chance = self._chance
        self.recorder.open(self._game, self._at(), dict(options), name="The Bent Copper", gm="Mo")
        for name in _NAMES[: chance.randint(2, 5)]:
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
        sit = Sit(name=name, kind=kind, purse_cp=purse_cp, luck=chance.choice(["seven", "owl", ""]), character=sheet)
        self._play(seat_viewer(name.lower()), name.lower(), sit)

    def round(self) -> None:
        """Play a round to its end, or until it has grown too long to keep."""
        self._play(GM, None, StartRound())
        for _ in range(120):
            if not self.recorder.table.running:
                return
            self._step()
        raise StopIteration

    def _step(self) -> None:
        table, chance = self.recorder.table, self._chance
        roll = chance.random()
        if roll < 0.05 and table.deadline is not None:
            self._wait_for_the_clock(table, table.deadline)
        elif roll < 0.07:
            self._act(table, None)
        else:
            waited_for = chance.random() < 0.8
            seats = table.to_act if waited_for else [seat.seat for seat in table.present()]
            self._act(table, chance.choice(seats))

    def _wait_for_the_clock(self, table: AnyTable, deadline: str) -> None:
        while self._at() < deadline:
            pass
        if timeout := self._catalogue.book(self._game).timeout(table):
            self._play("clock", timeout.seat, timeout.command)

    def _act(self, table: AnyTable, seat: str | None) -> None:
        offers = offers_of(table, self._catalogue.books, seat)
        actions = [offer for offer in offers if isinstance(offer, Action) and self._wants(offer.type)]
        if actions:
            action = self._chance.choice(actions)
            command = self._catalogue.read_command(self._game, msgspec.json.encode(self._filled(action)))
            self._play(GM if seat is None else seat_viewer(seat), seat, command)

    def _wants(self, kind: str) -> bool:
        rare = {"leave": self._leaving, "void_round": 0.01, "remove_seat": 0.1, "pause": 0.1, "take_coins": 0.2}
        taste = self._tastes.setdefault(kind, self._chance.choice([0.1, 0.5, 1.0, 1.0]) * rare.get(kind, 1.0))
        return self._chance.random() < taste

    def _filled(self, action: Action) -> dict[str, Any]:
        filled: dict[str, Any] = {"type": action.type}
        for name, param in action.params.items():
            match param:
                case Choices():
                    filled[name] = self._chance.choice(param.choices)
                case Bounds():
                    filled[name] = self._chance.choice([param.min, min(param.max, param.min + 333)])
                case Text():
                    filled[name] = "because"
                case _:
                    filled[name] = {}
        return filled


def play(catalogue: Catalogue, game: str, number: int) -> list[bytes] | None:
    """The lines of the `number`-th table; None where it came to nothing that is worth keeping."""
    chance = random.Random(f"options {game} {number}")
    options = {option: chance.choice(values) for option, values in _OPTIONS.get(game, {}).items()}
    hand = Hand(catalogue, game, number)
    hand.open(options)
    try:
        for _ in range(chance.choice([1, 1, 2])):
            table = hand.recorder.table
            if len(catalogue.book(game).entrants(table)) < catalogue.book(game).min_seats:
                return None
            hand.round()
    except StopIteration:
        return None
    return hand.recorder.lines


_OPTIONS: Final[Mapping[str, Mapping[str, list[Any]]]] = {
    "twentyone": {
        "ante_cp": [500, 500, 100],
        "liquid_mode": [True, True, False],
        "house_match": [True, False],
        "no_winner": ["rollover", "house"],
        "fee_on": ["bought", "any"],
        "turn_seconds": [None, 60],
        "starting_heat": [10, 5, 15],
        "unseal": ["dispute", "round"],
    }
}


def reached_by(game: str, numbers: Iterable[int]) -> tuple[dict[int, list[bytes]], dict[int, set[Arc]]]:
    """What each table's log is, and which branches of the game's modules playing it took."""
    measured = coverage.Coverage(
        branch=True, include=[str(ROOT / "games" / game / "*")], data_file=None, config_file=False
    )
    logs: dict[int, list[bytes]] = {}
    taken: dict[int, set[Arc]] = {}
    for number in numbers:
        measured.erase()
        measured.start()
        try:
            lines = play(CATALOGUE, game, number)
            tell(lines or [])
        finally:
            measured.stop()
        if lines is not None:
            data = measured.get_data()
            logs[number] = lines
            taken[number] = {(Path(file).name, *arc) for file in data.measured_files() for arc in data.arcs(file) or ()}
    return logs, taken


def tell(lines: Iterable[bytes]) -> None:
    """Have the game tell a log, as the GM sees it."""
    entries = [CATALOGUE.codec.decode(line) for line in lines]
    for played in rounds_of(entries):
        replay(CATALOGUE, entries, GM, played)


def fewest(logs: Mapping[int, list[bytes]], taken: Mapping[int, set[Arc]]) -> list[int]:
    """Tables that take every branch that any took: those first that add most for each line."""
    missing = set().union(*taken.values())
    chosen: list[int] = []
    while missing:
        best = max(taken, key=lambda number: (len(taken[number] & missing) / (len(logs[number]) + 10), -number))
        chosen.append(best)
        missing -= taken[best]
    return chosen


def main() -> None:
    """Search, and write what was chosen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--tables", type=int, default=1500)
    asked = parser.parse_args()
    logs, taken = reached_by(asked.game, range(1, asked.tables + 1))
    folder = RECORDED / asked.game
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jsonl"):
        old.unlink()
    untitled = [*_TITLES]
    for number in sorted(fewest(logs, taken), key=lambda number: len(logs[number])):
        title = title_of(logs[number], untitled)
        path = folder / f"{number:04d}-{title}.jsonl"
        path.write_bytes(b"".join(write_export(f"{asked.game}-{number}", logs[number])))
        sys.stdout.write(f"{path.name}: {len(logs[number])} entries\n")


def title_of(lines: Iterable[bytes], untitled: list[tuple[str, str]]) -> str:
    """What is most remarkable in a log and stands in no earlier title; it is taken off the list."""
    log = b"\n".join(lines).decode()
    for title, mark in untitled:
        if mark in log:
            untitled.remove((title, mark))
            return title
    return "and-more"


_TITLES: Final = (
    ("a-table-nobody-wins", '"outcome":"house"'),
    ("a-pot-that-rolls-over", '"outcome":"rollover"'),
    ("a-duel", '"outcome":"won_in_a_duel"'),
    ("a-natural-twenty", '"type":"twentyone.made_twenty_one"'),
    ("a-fumbled-cheat", '"why":"fumbled_a_cheat"'),
    ("a-cheat-accused", '"right":true'),
    ("a-false-accusation", '"right":false'),
    ("a-reader-read", '"kind":"read_back"'),
    ("one-under-the-table", '"why":"passed_out"'),
    ("a-retaliation-lapsed", '"why":"lapsed"'),
    ("a-retaliation-waived", '"why":"waived"'),
    ("a-goaded-hold", '"why":"goaded"'),
    ("a-blind-d20", '"condition":"locked_to_a_blind_d20"'),
    ("a-blind-die", '"place":"blind"'),
    ("a-void-round", '"type":"round_voided"'),
    ("a-seat-removed", '"why":"removed"'),
    ("a-side-bet-won", '"reason":"side_bet_won"'),
    ("side-bets-returned", '"reason":"side_bet_returned"'),
    ("a-sloppy-evening", '"condition":"sloppy"'),
    ("a-cleaning-fee", '"type":"twentyone.fee_owed"'),
    ("foresight", '"kind":"foresight"'),
    ("a-bumped-table", '"why":"bumped"'),
    ("a-retaliation", '"why":"retaliation"'),
    ("an-early-goodbye", '"type":"seat_left"'),
    ("an-early-fold", '"reason":"early_fold"'),
    ("the-cut", '"why":"cut"'),
    ("a-bust", '"why":"above_21"'),
    ("a-loan", '"reason":"loan"'),
    ("the-clock", '"actor":"clock"'),
)


if __name__ == "__main__":
    main()
