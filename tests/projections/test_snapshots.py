"""Snapshots give every table back as it was; those not to be trusted are recognised."""

import zlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from events.audience import GM, PUBLIC, seat_viewer
from events.character import Character
from events.round_events import PhaseBegan
from games.engine.catalogue import Catalogue
from games.engine.chapter import fold
from games.table import TABLE_RULES, RefuseSeat, SetGame, VoidRound
from games.twentyone import TwentyOne
from projections.game import AnyTable
from projections.snapshots import OutdatedSnapshot, Snapshots, UnusableSnapshot
from projections.viewer_projection import ViewerProjection
from tests.playing import TABLE, Playing
from tests.toys.catalogue import TOYS
from tests.toys.race import Race
from tests.toys.secret_choice import Choose, Chosen, Note, Notes, SecretChoice

ADA, BO = seat_viewer("ada"), seat_viewer("bo")


def played() -> Playing:
    """A table in the middle of a round in which somebody did something in secret."""
    playing = Playing.open(TOYS, "secret_choice").seat("Ada", "Bo").start()
    playing.give("ada", Choose(number=2))
    return playing


def snapshot_of(playing: Playing, snapshots: Snapshots, *viewers: str) -> bytes:
    sights = [playing.sight(viewer).table for viewer in viewers]
    return snapshots.write(playing.journal.head, playing.table, sights)


def test_every_table_comes_back_as_it_was() -> None:
    playing, snapshots = played(), Snapshots(TOYS.rulebooks)
    saved = snapshots.read(TABLE, 5, snapshot_of(playing, snapshots, PUBLIC, GM, ADA, BO))
    assert (saved.seq, saved.head) == (5, playing.journal.head)
    assert saved.truth() == playing.table
    for viewer in (PUBLIC, GM, ADA, BO):
        assert saved.sight(viewer) == playing.sight(viewer).table
    assert saved.truth().state.of["ada"].number == 2
    assert saved.sight(BO) != saved.sight(ADA)


def test_each_copy_is_its_askers_own() -> None:
    playing, snapshots = played(), Snapshots(TOYS.rulebooks)
    saved = snapshots.read(TABLE, 5, snapshot_of(playing, snapshots, PUBLIC))
    saved.truth().accounts.clear()
    saved.truth().state.of.clear()
    assert saved.truth() == playing.table


def test_a_player_who_was_never_there_has_the_table_that_everybody_sees() -> None:
    playing, snapshots = played(), Snapshots(TOYS.rulebooks)
    saved = snapshots.read(TABLE, 5, snapshot_of(playing, snapshots, PUBLIC))
    late = saved.sight(seat_viewer("cy"))
    assert late == playing.sight(seat_viewer("cy")).table
    assert saved.sight(ADA) is None
    assert saved.sight(GM) is None


def test_a_player_who_asked_for_a_seat_is_not_given_the_table_that_everybody_sees() -> None:
    """Their own sheet is open to them from then on."""
    playing, snapshots = Playing.open(TOYS, "secret_choice", admit="gm"), Snapshots(TOYS.rulebooks)
    playing.sit("Ada", character=Character(proficiency=3))
    saved = snapshots.read(TABLE, 2, snapshot_of(playing, snapshots, PUBLIC, ADA))
    assert saved.sight(ADA) == playing.sight(ADA).table
    assert saved.sight(ADA) != playing.sight(PUBLIC).table
    assert saved.truth() == playing.table
    assert snapshots.read(TABLE, 2, snapshot_of(playing, snapshots, PUBLIC)).sight(ADA) is None
    playing.give(None, RefuseSeat(target="ada"))
    assert snapshots.read(TABLE, 3, snapshot_of(playing, snapshots, PUBLIC)).sight(ADA) is None


def test_a_snapshot_takes_much_less_room_than_its_json() -> None:
    playing, snapshots = played(), Snapshots(TOYS.rulebooks)
    data = snapshot_of(playing, snapshots, PUBLIC, GM, ADA, BO)
    assert 3 * len(data) < len(zlib.decompress(data))


def test_folding_on_from_a_snapshot_comes_to_the_same() -> None:
    playing, snapshots = played(), Snapshots(TOYS.rulebooks)
    saved = snapshots.read(TABLE, 5, snapshot_of(playing, snapshots, PUBLIC, BO))
    table, truth = saved.sight(BO), saved.truth()
    assert table is not None
    playing.give("bo", Choose(number=1))
    ViewerProjection(TOYS.folding, table).skip(playing.entries[-1])
    TOYS.folding.fold_entry(truth, playing.entries[-1])
    assert table == playing.sight(BO).table
    assert truth == playing.table


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda data: data[:-1], "broken"),
        (lambda data: data[:40] + b"\0" + data[41:], "broken"),
        (lambda data: b"", "broken"),
        (lambda data: zlib.compress(b"{}"), "broken"),
        (lambda data: zlib.compress(b"\xff"), "broken"),
        (lambda data: zlib.compress(b'{"a":' * 5000), "broken"),
        (lambda data: zlib.compress(zlib.decompress(data).replace(b'"of":{', b'"of":[')), "broken"),
        (
            lambda data: zlib.compress(zlib.decompress(data).replace(b'"round":1', b'"round":"1"')),
            "does not fit",
        ),
    ],
)
def test_a_broken_snapshot_is_recognised(spoil: Callable[[bytes], bytes], reason: str) -> None:
    playing, snapshots = played(), Snapshots(TOYS.rulebooks)
    data = spoil(snapshot_of(playing, snapshots, PUBLIC))
    with pytest.raises(UnusableSnapshot, match=reason):
        snapshots.read(TABLE, 5, data)


def test_a_snapshot_of_another_entry_table_game_or_shape_is_recognised() -> None:
    playing, snapshots = played(), Snapshots(TOYS.rulebooks)
    data = snapshot_of(playing, snapshots, PUBLIC)
    with pytest.raises(UnusableSnapshot, match="belongs to another entry"):
        snapshots.read(TABLE, 6, data)
    with pytest.raises(UnusableSnapshot, match="belongs to another entry"):
        snapshots.read("another-table", 5, data)
    with pytest.raises(OutdatedSnapshot, match="not installed"):
        Snapshots(Catalogue.of([Race()], TABLE_RULES).rulebooks).read(TABLE, 5, data)

    class LargerNotes(Notes, kw_only=True):
        spare: int = 0

    class Newer(SecretChoice):
        version = 2

    class Larger(SecretChoice):
        state = LargerNotes

    for rulebook in (Newer(), Larger(), Remembering()):
        with pytest.raises(OutdatedSnapshot, match="another version"):
            Snapshots({rulebook.id: rulebook}).read(TABLE, 5, data)


class Forgetful(SecretChoice):
    """Keeps nothing while the table plays another game."""

    remembers = ()


class Remembering(SecretChoice):
    """Keeps who has chosen, and what."""

    remembers = ("of",)


def away_from(rulebook: SecretChoice) -> tuple[Playing, Snapshots]:
    """A table that has turned away from a game in the midst of which somebody had chosen."""
    catalogue = Catalogue.of([rulebook, Race()], TABLE_RULES)
    playing = Playing.open(catalogue, "secret_choice").seat("Ada", "Bo").start()
    playing.give("ada", Choose(number=2))
    playing.give(None, VoidRound())
    playing.give(None, SetGame(game="race"))
    return playing, Snapshots(catalogue.rulebooks)


def test_a_snapshot_from_when_another_game_kept_something_else_is_recognised() -> None:
    class Newer(Remembering):
        version = 2

    class Otherwise(msgspec.Struct, kw_only=True):
        of: dict[str, int] = {}

    class Retyped(Remembering):
        state: Any = Otherwise

    class Both(msgspec.Struct, kw_only=True):
        of: dict[str, Note] = {}
        also_of: dict[str, Note] = {}

    class Renamed(Remembering):
        state: Any = Both
        remembers = ("also_of",)

    playing, snapshots = away_from(Remembering())
    data = snapshot_of(playing, snapshots, PUBLIC)
    for rulebook in (Forgetful(), Newer(), Retyped(), Renamed()):
        with pytest.raises(UnusableSnapshot, match="another version"):
            Snapshots({**playing.catalogue.rulebooks, rulebook.id: rulebook}).read(TABLE, playing.table.seq, data)


def test_a_snapshot_from_when_another_game_kept_nothing_yet_is_recognised() -> None:
    playing, snapshots = away_from(Forgetful())
    data = snapshot_of(playing, snapshots, PUBLIC)
    assert snapshots.read(TABLE, playing.table.seq, data).truth() == playing.table
    rulebooks = {**playing.catalogue.rulebooks, "secret_choice": Remembering()}
    with pytest.raises(UnusableSnapshot, match="another version"):
        Snapshots(rulebooks).read(TABLE, playing.table.seq, data)


def test_a_table_whose_former_game_is_not_installed_has_snapshots_until_it_is() -> None:
    playing, installed = away_from(Forgetful())
    alone = Catalogue.of([Race()], TABLE_RULES)
    table = alone.folding.blank(TABLE)
    for entry in playing.entries:
        alone.folding.fold_entry(table, entry)
    assert table.remembered == {"secret_choice": {}}
    snapshots = Snapshots(alone.rulebooks)
    data = snapshots.write(playing.journal.head, table, [])

    assert snapshots.read(TABLE, table.seq, data).truth() == table
    with pytest.raises(OutdatedSnapshot, match="another version"):
        installed.read(TABLE, table.seq, data)


def test_a_snapshot_does_not_depend_on_games_that_its_table_never_played() -> None:
    playing, snapshots = away_from(Forgetful())
    data = snapshot_of(playing, snapshots, PUBLIC)
    games: dict[str, Any] = {**playing.catalogue.rulebooks, "never_played": None}
    assert Snapshots(games).read(TABLE, playing.table.seq, data).truth() == playing.table


def test_what_a_game_kept_comes_back_from_a_snapshot_as_what_it_was() -> None:
    playing, snapshots = away_from(Remembering())
    saved = snapshots.read(TABLE, playing.table.seq, snapshot_of(playing, snapshots, PUBLIC, ADA))
    own = saved.sight(ADA)
    playing.give(None, SetGame(game="secret_choice"))
    assert own is not None
    for table, kept in ((saved.truth(), playing.table), (own, playing.sight(ADA).table)):
        playing.catalogue.folding.fold_all(table, playing.entries[-1].events)
        assert (table.state, table.remembered) == (kept.state, {"race": {}})
        assert table.state.of["ada"].number == 2


class Numbered(msgspec.Struct, kw_only=True):
    """What was written down, and how often each number was."""

    of: dict[str, Note] = {}
    times: dict[int, int] = {}


class Counting(SecretChoice):
    """Keeps how often each number was chosen."""

    state: Any = Numbered
    remembers = ("times",)

    @fold(PhaseBegan)
    def _began(self, table: AnyTable, event: PhaseBegan) -> None:
        table.state = Numbered(times=table.state.times)

    @fold(Chosen)
    def _counted(self, table: AnyTable, event: Chosen) -> None:
        table.state.times[event.number] = table.state.times.get(event.number, 0) + 1


def test_what_a_game_kept_by_numbers_is_the_same_from_a_snapshot_and_from_the_log() -> None:
    playing, snapshots = away_from(Counting())
    saved = snapshots.read(TABLE, playing.table.seq, snapshot_of(playing, snapshots, PUBLIC))
    assert saved.truth() == playing.table
    playing.give(None, SetGame(game="secret_choice"))
    truth = saved.truth()
    playing.catalogue.folding.fold_all(truth, playing.entries[-1].events)
    assert truth.state == playing.table.state
    assert truth.state.times == {2: 1}


def test_a_table_in_the_middle_of_the_hard_game_comes_back_as_it_was() -> None:
    catalogue = Catalogue.of([TwentyOne()], TABLE_RULES)
    playing = Playing.open(catalogue, "twentyone").seat("Ada", "Bo", "Cy").start()
    snapshots = Snapshots(catalogue.rulebooks)
    saved = snapshots.read(TABLE, 5, snapshot_of(playing, snapshots, PUBLIC, GM, ADA))
    assert saved.truth() == playing.table
    assert [saved.sight(viewer) for viewer in (PUBLIC, GM, ADA)] == [playing.sight(v).table for v in (PUBLIC, GM, ADA)]
