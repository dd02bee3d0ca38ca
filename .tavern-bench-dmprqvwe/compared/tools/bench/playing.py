"""A game to measure with: rounds played once at random, to be repeated at every table.

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
from games.addressed_command import AddressedCommand
from games.deciding.catalogue import Catalogue
from games.deciding.decider import offers_of
from games.table import GiveCoins, Sit, StartRound
from projections.actions import Action
from tools.bench.recording import Recorder
from tools.choosing import choose_command

SEATS: Final = ("Bri", "Odo", "Mirela", "Cal")
FULL: Final = (*SEATS, "Wren", "Mo", "Ash", "Fenn", "Tilda", "Bo", "Rook", "Ida")
"""A full table of Twenty-One."""
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

    game: str
    table: str
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


def play(
    catalogue: Catalogue,
    game: str,
    commands: int,
    *,
    seed: int = 1,
    names: Sequence[str] = SEATS,
    rounds: int = 0,
    stop_early: bool = False,
) -> Game:
    """Play whole rounds at random, until at least `commands` commands were sent and `rounds` rounds played.

    `stop_early` stops in the middle of a round after `commands` commands.
    """
    secret = random.Random(seed).randbytes(32)
    table = _Table(catalogue, Recorder(catalogue, TABLE, secret), random.Random(seed))
    table.recorder.open(game, table.now())
    for name in names:
        sit = Sit(name=name, kind="player", purse_cp=PURSE_CP)
        table.recorder.play(
            AddressedCommand(actor=seat_viewer(name.lower()), seat=name.lower(), command=sit, at=table.now())
        )
    while len(table.sent) < commands or table.recorder.table.round < rounds:
        table.play_round(commands if stop_early else None)
    return Game(game, TABLE, secret, [name.lower() for name in names], table.sent, table.recorder)


class _Table:
    def __init__(self, catalogue: Catalogue, recorder: Recorder, chance: random.Random) -> None:
        self._catalogue = catalogue
        self._chance = chance
        self.recorder = recorder
        self.sent: list[Sent] = []

    def now(self) -> str:
        moment = _STARTED_AT + timedelta(seconds=self.recorder.table.seq)
        return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")

    def play_round(self, most: int | None) -> None:
        for seat in self.recorder.table.present():
            if self.recorder.table.purse(seat.seat) < PURSE_CP // 2:
                self._give(None, GiveCoins(target=seat.seat, amount_cp=PURSE_CP, reason="a loan"))
        self._give(None, StartRound())
        for _ in range(_LONGEST_ROUND):
            if not self.recorder.table.running or (most is not None and len(self.sent) >= most):
                return
            self._act(self._chance.choice(self.recorder.table.to_act))
        self._send(None, {"type": "void_round", "reason": "closing time"})

    def _act(self, seat: str) -> None:
        command = choose_command(self._actions(seat), self._chance)
        if command is not None:
            self._send(seat, command)

    def _actions(self, seat: str) -> list[dict[str, Any]]:
        seen = self.recorder.seen_by(seat_viewer(seat))
        offers = offers_of(seen, self._catalogue.rulebooks, seat)
        return [msgspec.to_builtins(offer) for offer in offers if isinstance(offer, Action)]

    def _give(self, seat: str | None, command: Command) -> None:
        self._send(seat, msgspec.to_builtins(command))

    def _send(self, seat: str | None, command: dict[str, Any]) -> None:
        body = msgspec.json.encode({"type": command.pop("type"), **command})
        decoded = self._catalogue.read_command(self.recorder.table.game, body)
        actor = GM if seat is None else seat_viewer(seat)
        everybody = self.recorder.seen_by(PUBLIC)
        before = everybody.version
        self.recorder.play(AddressedCommand(actor=actor, seat=seat, command=decoded, at=self.now()))
        self.sent.append(Sent(seat, body, everybody.version > before))
