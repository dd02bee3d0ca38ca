"""The catalogue reads commands and lines, lifts old ones, and reports those that no game knows."""

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import msgspec
import pytest

from events.event import Command
from games.engine.catalogue import Catalogue, UnknownCommand, UnknownGame
from games.engine.chapter import act
from games.table import TABLE_RULES, SetLuck
from tests.replays.logs import Evening, forged
from tests.rerunning import rerun
from tests.toys.catalogue import TOYS
from tests.toys.race import Race
from tests.toys.race import Roll as RollOnce


class Roll(Command, frozen=True, kw_only=True):
    """The race's roll as a second version has it: with how many throws it is for."""

    v: Literal[2] = 2
    throws: int


def once(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "throws": 1}


class NewerRace(Race):
    """The race with another version of one command."""

    command_upcasters: ClassVar = {("roll", 1): once}

    @act(Roll)
    def roll(self, table: Any, dice: Any, seat: str, command: Any) -> Iterator[Any]:
        return super().roll(table, dice, seat, RollOnce())


NEWER = Catalogue([NewerRace()], TABLE_RULES)


def test_a_recorded_command_of_an_older_schema_is_lifted_when_it_is_read() -> None:
    assert NEWER.read_recorded("race", b'{"type":"roll","v":1}') == Roll(throws=1)
    assert NEWER.read_recorded("race", b'{"type":"roll","v":2,"throws":3}') == Roll(throws=3)


def test_a_recorded_command_of_a_newer_schema_is_not_misread() -> None:
    with pytest.raises(msgspec.ValidationError):
        TOYS.read_recorded("race", b'{"type":"roll","v":2,"throws":3}')


def test_a_client_gives_a_commands_parameters_id_and_seat_in_one_object() -> None:
    command = TOYS.read_command("race", b'{"type":"set_luck","luck":"owl","id":"x","seat":"bri"}')
    assert command == SetLuck(luck="owl", id="x", seat="bri")


def test_a_catalogue_that_is_ready_makes_nothing_more_to_read_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = Catalogue([Race()], TABLE_RULES)
    catalogue.prepare()
    monkeypatch.delattr(msgspec.json, "Decoder")
    assert catalogue.read_command("race", b'{"type":"roll"}') == RollOnce()


def test_an_unknown_command_is_reported_with_those_of_the_game() -> None:
    with pytest.raises(UnknownCommand, match=r"roll, bank, ask_for_coins.*start_round"):
        TOYS.read_command("race", b'{"type":"juggle"}')
    with pytest.raises(UnknownCommand):
        TOYS.read_command("race", b'{"type":"sit","name":"Bri","kind":"player"}')


def test_a_game_that_is_not_installed_is_reported_with_those_that_are() -> None:
    with pytest.raises(UnknownGame, match="race"):
        TOYS.rulebook("chess")


def test_a_recorded_command_stays_as_it_was_written_when_it_is_run_again() -> None:
    lines = forged(Evening("race").lines, 2, lambda entry: entry["command"].pop("v"))
    assert [outcome.result for outcome in rerun(TOYS, lines)] == ["same"] * len(lines)
