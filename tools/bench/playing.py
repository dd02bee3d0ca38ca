"""A game of Twenty-One to measure with: rounds played once at random, to be repeated at every table.

Dice follow from a table's secret, so tables with the same secret accept the same commands. The sender need not read the
answers, so that the server is measured and not the sender.
"""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec

from events.audience import GM, PUBLIC, seat_viewer
from events.event import Command
from games.engine.addressed_command import AddressedCommand
from games.engine.decider import offers_of
from games.installed import CATALOGUE
from games.table import GiveCoins, Sit, StartRound
from projections.actions import Action
from tools.bench.recording import Recorder
from tools.choosing import choose_command

SEATS: Final = ("Bri", "Odo", "Mirela", "Cal")
GAME: Final = "twentyone"
TABLE: Final = "bench"
PURSE_CP: Final = 1_000_000
_STARTED_AT: Final = datetime(2026, 1, 10, 20, tzinfo=UTC)
_LONGEST_ROUND: Final = 150


class Sent(msgspec.Struct, frozen=True):
    """A command as sent by the GM (seat None) or a seat. `public`: every viewer saw something of it."""

    seat: str | None
    body: bytes
    public: bool


class Game(msgspec.Struct, frozen=True):
    """A table's log, and the commands that made it, except for sitting down.

    `recorder` has the table at its end.
    """

    secret: bytes
    seats: Sequence[str]
    sent: Sequence[Sent]
    recorder: Recorder

    @property
    def lines(self) -> list[bytes]:
        """The log's lines."""
        return self.recorder.lines

    @property
    def seated(self) -> int:
        """The number of lines up to the last seat taken."""
        return 1 + len(self.seats)


def play(commands: int, *, seed: int = 1, names: Sequence[str] = SEATS, rounds: int = 0) -> Game:
    """Play whole rounds at random, until at least `commands` commands were sent and `rounds` rounds played."""
    secret = random.Random(seed).randbytes(32)
    table = _Table(Recorder(CATALOGUE, TABLE, secret), random.Random(seed))
    table.recorder.open(GAME, table.now())
    for name in names:
        sit = Sit(name=name, kind="player", purse_cp=PURSE_CP)
        table.recorder.play(
            AddressedCommand(actor=seat_viewer(name.lower()), seat=name.lower(), command=sit, at=table.now())
        )
    while len(table.sent) < commands or table.recorder.table.round < rounds:
        table.play_round()
    return Game(secret, [name.lower() for name in names], table.sent, table.recorder)


class _Table:
    def __init__(self, recorder: Recorder, chance: random.Random) -> None:
        self._chance = chance
        self.recorder = recorder
        self.sent: list[Sent] = []

    def now(self) -> str:
        moment = _STARTED_AT + timedelta(seconds=self.recorder.table.seq)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def play_round(self) -> None:
        for seat in self.recorder.table.present():
            if self.recorder.table.purse(seat.seat) < PURSE_CP // 2:
                self._give(GiveCoins(target=seat.seat, amount_cp=PURSE_CP, reason="a loan"))
        self._give(StartRound())
        for _ in range(_LONGEST_ROUND):
            if not self.recorder.table.running:
                return
            self._act(self._chance.choice(self.recorder.table.to_act))
        self._send(None, {"type": "void_round", "reason": "closing time"})

    def _act(self, seat: str) -> None:
        command = choose_command(self._actions(seat), self._chance)
        if command is not None:
            self._send(seat, command)

    def _actions(self, seat: str) -> list[dict[str, Any]]:
        seen = self.recorder.seen_by(seat_viewer(seat))
        offers = offers_of(seen, CATALOGUE.rulebooks, seat)
        return [msgspec.to_builtins(offer) for offer in offers if isinstance(offer, Action)]

    def _give(self, command: Command) -> None:
        self._send(None, msgspec.to_builtins(command))

    def _send(self, seat: str | None, command: dict[str, Any]) -> None:
        body = msgspec.json.encode({"type": command.pop("type"), **command})
        decoded = CATALOGUE.read_command(GAME, body)
        actor = GM if seat is None else seat_viewer(seat)
        everybody = self.recorder.seen_by(PUBLIC)
        before = everybody.version
        self.recorder.play(AddressedCommand(actor=actor, seat=seat, command=decoded, at=self.now()))
        self.sent.append(Sent(seat, body, everybody.version > before))
