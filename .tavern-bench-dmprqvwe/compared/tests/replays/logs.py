"""Logs of the toy games for the tests, and forgeries of them."""

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from events.audience import GM, seat_viewer
from events.entry import GENESIS, line_hash
from events.event import Command
from games.addressed_command import AddressedCommand
from games.table import Sit, StartRound
from tests.toys.bank import Bet, Stay
from tests.toys.catalogue import TOYS
from tests.toys.race import Bank, Roll
from tools.bench.recording import Recorder

SECRET = bytes(range(32))
START = datetime(2025, 1, 31, 20, tzinfo=UTC)

Forgery = Callable[[dict[str, Any]], object]


def at(seconds: int) -> str:
    return (START + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.000Z")


class Evening:
    """A table of a toy game at which every move comes a second after the one before."""

    def __init__(self, game: str, seats: Iterable[str] = ("Bri", "Odo"), options: dict[str, Any] | None = None) -> None:
        self.recorder = Recorder(TOYS, "table-1", SECRET)
        self.recorder.open(game, at(0), options, name="The Prancing Pony", gm="Ada")
        for name in seats:
            seat = name.lower()
            sit = Sit(name=name, kind="player", purse_cp=1_000, luck=f"{name}'s luck")
            self.recorder.play(AddressedCommand(actor=seat_viewer(seat), seat=seat, command=sit, at=self.now))

    @property
    def now(self) -> str:
        return at(self.recorder.table.seq)

    @property
    def lines(self) -> list[bytes]:
        return self.recorder.lines

    def gm(self, command: Command) -> None:
        self.recorder.play(AddressedCommand(actor=GM, seat=None, command=command, at=self.now))

    def seat(self, seat: str, command: Command) -> None:
        self.recorder.play(AddressedCommand(actor=seat_viewer(seat), seat=seat, command=command, at=self.now))


def bank_evening() -> Evening:
    """A round of Bank that is over, and one that runs: both seats bet, and then only Bri has."""
    evening = Evening("bank")
    evening.gm(StartRound())
    evening.seat("bri", Bet(on="over", amount_cp=100))
    evening.seat("odo", Bet(on="same", amount_cp=50))
    evening.gm(StartRound())
    evening.seat("bri", Stay())
    return evening


def race_evening() -> Evening:
    """A race to 8 that Bri or Odo wins."""
    evening = Evening("race", options={"target": 8})
    evening.gm(StartRound())
    table = evening.recorder.table
    while table.running:
        seat = table.to_act[0]
        evening.seat(seat, Bank() if table.state.of[seat].at_risk else Roll())
    return evening


def forged(lines: Sequence[bytes], seq: int, change: Forgery, *, resealed: bool = True) -> list[bytes]:
    """The log with entry `seq` changed; `resealed` links everything after it again, as a careful forger would."""
    log = list(lines)
    entry = msgspec.json.decode(log[seq - 1])
    change(entry)
    log[seq - 1] = msgspec.json.encode(entry)
    return reseal(log, opening=line_hash(lines[0])) if resealed else log


def reseal(lines: Iterable[bytes], *, opening: str | None = None) -> list[bytes]:
    """The lines with every `prev` made to fit, and every `opening`; or only those that were `opening` before."""
    prev, log = GENESIS, list[bytes]()
    for line in lines:
        entry = {**msgspec.json.decode(line), "prev": prev}
        events = entry.get("events")
        for one in events if log and isinstance(events, list) else ():
            if isinstance(one, dict) and "opening" in one and opening in (None, one["opening"]):
                one["opening"] = line_hash(log[0])
        log.append(msgspec.json.encode(entry))
        prev = line_hash(log[-1])
    return log


def event(entry: dict[str, Any], kind: str) -> dict[str, Any]:
    """The first event of a type in a decoded entry."""
    found: dict[str, Any] = next(event for event in entry["events"] if event["type"] == kind)
    return found
