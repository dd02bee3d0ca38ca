"""The catalogue reads commands and lines, lifts old ones, and reports those that no game knows."""

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

import msgspec
import pytest

from events.codec import Opaque
from events.event import V1, Command, CommandV1, namespaced
from games.engine.catalogue import Catalogue, UnknownCommand, UnknownGame
from games.engine.chapter import act, offers
from games.engine.rulebook import AnyRulebook
from games.installed import CATALOGUE
from games.table import TABLE_RULES, SetLuck
from projections.snapshots import Snapshots
from tests.replays.logs import Evening, forged, race_evening
from tests.rerunning import rerun
from tests.toys.bank import Bank
from tests.toys.catalogue import TOYS
from tests.toys.race import Race, Scored
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


NEWER = Catalogue.of([NewerRace()], TABLE_RULES)


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
    catalogue = Catalogue.of([Race()], TABLE_RULES)
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


class OnDemand:
    """A catalogue of two games, and which of them have been made."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.catalogue = Catalogue({"race": self._race, "bank": self._bank}, TABLE_RULES)

    def _race(self) -> Iterator[AnyRulebook]:
        self.made.append("race")
        yield Race()

    def _bank(self) -> Iterator[AnyRulebook]:
        self.made.append("bank")
        yield Bank()


def test_a_log_loads_the_game_that_its_first_line_names_and_no_other() -> None:
    games = OnDemand()
    assert list(games.catalogue.rulebooks) == ["race", "bank"]
    assert games.made == []

    assert len(games.catalogue.codec.decode_log(race_evening().lines)) > 3
    assert games.made == ["race"]


def test_a_line_from_the_middle_of_a_log_loads_the_game_that_it_names() -> None:
    games = OnDemand()

    assert isinstance(games.catalogue.codec.decode(a_throw()).events[-1], Scored)
    assert games.made == ["race"]


def test_an_event_alone_is_found_in_whichever_game_has_it() -> None:
    assert OnDemand().catalogue.codec.kind_of("race.scored") is Scored
    assert OnDemand().catalogue.codec.kind_of("race.juggled") is None
    scored = Scored(seat="bri", at_risk=2, banked=0)
    assert OnDemand().catalogue.codec.decode_event(msgspec.json.encode(scored)) == scored


def test_a_line_of_a_game_that_is_not_installed_loads_every_game_and_stays_opaque() -> None:
    games = OnDemand()
    unknown = a_throw().replace(b'"race.scored"', b'"chess.mated"')

    for _ in range(2):
        assert isinstance(games.catalogue.codec.decode(unknown).events[-1], Opaque)
    assert sorted(games.made) == ["bank", "race"]


def test_a_game_that_cannot_be_made_is_an_error_each_time_and_not_taken_for_one_that_is_missing() -> None:
    def broken() -> list[AnyRulebook]:
        raise KeyError("race")

    catalogue = Catalogue({"race": broken}, TABLE_RULES)
    assert "race" in catalogue.rulebooks
    for _ in range(2):
        with pytest.raises(RuntimeError, match="the rulebooks of race cannot be made"):
            catalogue.codec.decode(a_throw())
    with pytest.raises(RuntimeError):
        catalogue.rulebook("race")


def test_whether_a_game_is_installed_is_said_without_loading_it() -> None:
    games = OnDemand()
    assert "race" in games.catalogue.rulebooks
    assert "chess" not in games.catalogue.rulebooks
    assert Snapshots(games.catalogue.rulebooks).can_write("bank")
    assert not Snapshots(games.catalogue.rulebooks).can_write("chess")
    assert games.made == []


def a_throw() -> bytes:
    """A line of a race in which somebody scores."""
    return next(line for line in race_evening().lines if b'"race.scored"' in line)


class Shout(CommandV1, frozen=True, kw_only=True):
    """What a race had once."""


class Cheered(V1, frozen=True, kw_only=True, tag=namespaced("race")):
    """What a race has got."""


class EarlierRace(Race):
    """The race with a command that it no longer has."""

    version = 0

    @offers(Shout)
    def may_shout(self, table: Any, seat: str) -> Iterator[Any]:
        yield from ()

    @act(Shout)
    def shout(self, table: Any, dice: Any, seat: str, command: Shout) -> Iterator[Any]:
        yield from ()


class LaterRace(Race):
    """The race with an event that it did not have."""

    version = 2
    events: ClassVar[Any] = (*Race.events, Cheered)


def test_of_several_versions_the_newest_is_current_and_the_others_are_read_too() -> None:
    catalogue = Catalogue.of([Race(), LaterRace(), EarlierRace()], TABLE_RULES)

    assert [one.version for one in catalogue.rulebooks.versions("race")] == [0, 1, 2]
    assert catalogue.rulebook("race").version == 2
    assert catalogue.codec.kind_of("race.cheered") is Cheered
    assert catalogue.read_recorded("race", b'{"type":"shout","v":1}') == Shout()
    with pytest.raises(UnknownCommand):
        catalogue.read_command("race", b'{"type":"shout"}')


class LaterBank(Bank):
    version = Bank.version + 1


def test_rulebooks_of_other_versions_are_current_or_the_version_is_not_available() -> None:
    rulebooks = Catalogue.of([Race(), LaterRace(), Bank(), LaterBank()], TABLE_RULES).rulebooks

    assert rulebooks.as_of({"race": 2, "bank": LaterBank.version}) is rulebooks
    earlier = rulebooks.as_of({"race": 1})
    assert (earlier["race"].version, earlier["bank"].version) == (1, LaterBank.version)
    still_earlier = earlier.as_of({"bank": Bank.version})
    assert (still_earlier["race"].version, still_earlier["bank"].version) == (1, Bank.version)
    for versions in ({"race": 1, "bank": 99}, {"race": 3}, {"race": 1, "chess": 1}):
        with pytest.raises(LookupError):
            rulebooks.as_of(versions)


def test_a_catalogue_that_is_ready_has_every_game() -> None:
    games = OnDemand()
    games.catalogue.prepare()
    assert sorted(games.made) == ["bank", "race"]


def test_every_installed_game_is_listed_under_its_own_id() -> None:
    assert {game: rulebook.id for game, rulebook in CATALOGUE.rulebooks.items()} == {
        game: game for game in CATALOGUE.rulebooks
    }
