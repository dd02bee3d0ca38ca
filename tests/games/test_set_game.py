"""A table turns to another game between rounds: its people, purses and pot stay, and nothing else of the old game."""

from typing import Any

import msgspec
import pytest

from events.accounts import OUTSIDE, POT
from events.audience import GM, HOUSE
from events.event import Command
from events.round_events import PhaseBegan, QuestionAsked, RoundStarted
from events.table_events import CoinsMoved, GameSet, TableClosed
from games.engine.catalogue import Catalogue
from games.engine.legality import Refused
from games.table import TABLE_RULES, CloseTable, Leave, SetGame, SetOptions, StartRound, VoidRound
from projections.actions import Refusal
from projections.snapshots import Snapshots
from projections.standings import standings_of
from projections.viewer_projection import ViewerProjection
from replays.audit import audit
from tests.playing import TABLE, Playing, view_by
from tests.rerunning import rerun
from tests.toys.bank import Bank, Bet, Stay
from tests.toys.catalogue import TOYS
from tests.toys.race import Race, Roll
from tests.toys.secret_choice import Choose, SecretChoice

RACE_DEFAULTS = {
    "turn_seconds": None,
    "next_round_seconds": None,
    "unseal": "round",
    "admit": "auto",
    "watch": "open",
    "luck": "open",
    "withheld": "plays",
    "ante_cp": 100,
    "target": 20,
}


class BankAsRewritten(Bank):
    """The bank, whose rules have changed since they were first written."""

    version = 4


def a_choice(catalogue: Catalogue = TOYS, **options: Any) -> Playing:
    return Playing.open(catalogue, "secret_choice", **options).seat("Ada", "Bo")


def play_a_choice(playing: Playing, ada: int, bo: int) -> None:
    playing.start()
    playing.give("ada", Choose(number=ada))
    playing.give("bo", Choose(number=bo))


def turn_to(playing: Playing, game: str, **options: Any) -> None:
    playing.give(None, SetGame(game=game, options=options))


def test_the_gm_turns_to_another_game_with_its_version_and_all_its_options() -> None:
    a_choice().when(None, SetGame(game="race")).then(GameSet(game="race", rules=1, options=RACE_DEFAULTS))


def test_options_of_the_other_game_can_be_given_along() -> None:
    a_choice().when(None, SetGame(game="race", options={"target": 30, "unseal": "dispute"})).then(
        GameSet(game="race", rules=1, options={**RACE_DEFAULTS, "target": 30, "unseal": "dispute"})
    )


def test_the_clock_and_the_door_stay_as_they_are_set() -> None:
    playing = a_choice(turn_seconds=60, admit="gm", watch="closed")
    playing.when(None, SetGame(game="race")).then(
        GameSet(
            game="race",
            rules=1,
            options={**RACE_DEFAULTS, "turn_seconds": 60, "admit": "gm", "watch": "closed"},
        )
    )


def test_the_clock_and_the_door_can_be_changed_along_with_the_game() -> None:
    playing = a_choice(turn_seconds=60, admit="gm", watch="closed")
    turn_to(playing, "race", turn_seconds=None, admit="auto", watch="open")
    assert msgspec.to_builtins(playing.table.options) == RACE_DEFAULTS


def test_when_seeds_are_published_falls_back_to_what_the_other_game_has_it() -> None:
    playing = a_choice(unseal="dispute")
    turn_to(playing, "race")
    assert playing.table.options.unseal == "round"


def test_options_that_both_games_have_fall_back_to_the_other_games_default() -> None:
    playing = a_choice(ante_cp=700)
    turn_to(playing, "race")
    assert playing.table.options.ante_cp == 100


def test_every_viewer_sees_the_other_game_and_its_options() -> None:
    playing = a_choice()
    turn_to(playing, "race", target=30)
    shown = [playing.view(viewer) for viewer in playing.viewers()]
    assert [(view.game, view.rules, msgspec.to_builtins(view.options)) for view in shown] == [
        ("race", 1, {**RACE_DEFAULTS, "target": 30})
    ] * len(shown)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("race", {"target": 1}),
        ("race", {"target": "far"}),
        ("race", {"highest": 3}),
        ("race", {"turn_seconds": 1}),
        ("bank", {"ante_cp": 100}),
    ],
)
def test_options_that_do_not_fit_the_other_game_are_refused(game: str, options: dict[str, Any]) -> None:
    a_choice().when(None, SetGame(game=game, options=options)).then_refused("bad_options")


def test_no_game_is_set_while_a_round_runs_whatever_it_is_and_with_whatever_options() -> None:
    playing = a_choice().start()
    playing.when(None, SetGame(game="race")).then_refused("round_running")
    playing.when(None, SetGame(game="chess")).then_refused("round_running")
    playing.when(None, SetGame(game="race", options={"target": 1})).then_refused("round_running")
    playing.when(None, SetOptions(options={"highest": 99})).then_refused("round_running")


@pytest.mark.parametrize("game", ["chess", ""])
def test_a_game_that_is_unknown_is_refused(game: str) -> None:
    a_choice().when(None, SetGame(game=game)).then_refused("not_offered")


def test_the_game_that_is_played_already_is_refused_with_how_its_options_are_changed() -> None:
    with pytest.raises(Refused) as refused:
        a_choice().give(None, SetGame(game="secret_choice"))
    assert (refused.value.code, refused.value.detail) == (
        "same_game",
        "The table already plays Secret choice: change its options instead.",
    )


def test_if_only_one_game_is_installed_there_is_no_other_to_turn_to() -> None:
    playing = a_choice(Catalogue.of([SecretChoice()], TABLE_RULES))
    for game in ("secret_choice", "race"):
        playing.when(None, SetGame(game=game)).then_refused("no_other_game")


def test_a_closed_table_turns_to_no_game() -> None:
    playing = a_choice()
    playing.give(None, CloseTable())
    playing.when(None, SetGame(game="race")).then_refused("table_closed")


def test_the_commands_of_the_old_game_are_none_any_more() -> None:
    playing = a_choice()
    turn_to(playing, "race")
    offered = [(offer.type, offer.code if isinstance(offer, Refusal) else None) for offer in playing.offers("ada")]
    assert offered[:3] == [("roll", "no_round"), ("bank", "no_round"), ("ask_for_coins", None)]


def test_purses_stay_and_so_does_a_pot_that_waits() -> None:
    playing = a_choice()
    play_a_choice(playing, 1, 1)
    before = dict(playing.table.accounts)
    turn_to(playing, "race")
    assert playing.table.accounts == before == {"ada": 9_900, "bo": 9_900, OUTSIDE: -20_000, POT: 200}
    assert [playing.view(viewer).pot_cp for viewer in playing.viewers()] == [200] * 4


def test_the_other_game_plays_for_the_pot_that_waited() -> None:
    playing = a_choice()
    play_a_choice(playing, 1, 1)
    turn_to(playing, "race", target=2)
    playing.start()
    assert playing.when("bo", Leave()).events[1] == CoinsMoved(payer=POT, payee="ada", amount_cp=400, reason="winnings")


def test_a_voided_round_of_the_other_game_leaves_the_pot_that_waited() -> None:
    playing = a_choice()
    play_a_choice(playing, 1, 1)
    turn_to(playing, "race")
    playing.start().give(None, VoidRound())
    assert playing.table.accounts["pot"] == 200
    assert moved_at_the_close(playing)[:2] == [(POT, "ada", 100, "pot_split"), (POT, "bo", 100, "pot_split")]


def test_a_pot_that_waited_through_another_games_rounds_is_split_among_those_of_the_round_it_came_from() -> None:
    playing = a_choice()
    play_a_choice(playing, 1, 1)
    turn_to(playing, "bank")
    playing.sit("Cy")
    playing.start()
    for seat in ("ada", "bo", "cy"):
        playing.give(seat, Stay())
    assert playing.table.order == ["ada", "bo", "cy"]
    assert moved_at_the_close(playing) == [
        (POT, "ada", 100, "pot_split"),
        (POT, "bo", 100, "pot_split"),
        ("ada", OUTSIDE, 10_000, "cash_out"),
        ("bo", OUTSIDE, 10_000, "cash_out"),
        ("cy", OUTSIDE, 10_000, "cash_out"),
    ]


def test_a_player_who_has_left_since_gets_a_share_of_the_pot_that_waited_outside() -> None:
    playing = a_choice()
    play_a_choice(playing, 1, 1)
    turn_to(playing, "bank")
    playing.give("bo", Leave())
    playing.start()
    playing.give("ada", Stay())
    assert moved_at_the_close(playing)[:2] == [(POT, "ada", 100, "pot_split"), (POT, OUTSIDE, 100, "pot_split")]


def moved_at_the_close(playing: Playing) -> list[tuple[str, str, int, str]]:
    events = playing.give(None, CloseTable())
    assert events[-1] == TableClosed()
    return [(e.payer, e.payee, e.amount_cp, e.reason) for e in events if isinstance(e, CoinsMoved)]


def test_no_viewer_sees_anything_of_the_old_game_on_the_table() -> None:
    playing = Playing.open(TOYS, "race").seat("Ada", "Bo").load({("ada", "race", 6): [4]}).start()
    playing.give("ada", Roll())
    playing.give(None, VoidRound())
    assert [view.seats[0].dice[0].face for view in views_of(playing)] == [4] * 4

    turn_to(playing, "bank")

    for view in views_of(playing):
        assert [(seat.status, seat.playing, seat.dice, seat.details) for seat in view.seats] == [
            ("waiting", False, [], {"bet": None})
        ] * 2
        assert (view.order, view.fair.commitment, view.details) == ([], None, {})


def test_what_lay_covered_before_the_house_is_gone_for_the_gm_too() -> None:
    playing = Playing.open(TOYS, "bank").seat("Ada", "Bo").load({(HOUSE, "hole", 6): [5]}).start()
    playing.give(None, VoidRound())
    assert [die.face for die in playing.view(GM).house_dice][1] == 5
    turn_to(playing, "race")
    assert [view.house_dice for view in views_of(playing)] == [[]] * 4


def test_a_game_chosen_again_starts_from_the_beginning() -> None:
    playing = a_choice()
    play_a_choice(playing, 3, 2)
    turn_to(playing, "race")
    turn_to(playing, "secret_choice")
    assert [seat.details for view in views_of(playing) for seat in view.seats] == [{"wrote": None}] * 8
    play_a_choice(playing, 1, 2)
    assert playing.table.accounts == {"ada": 10_000, "bo": 10_000, OUTSIDE: -20_000, POT: 0}


def views_of(playing: Playing) -> list[Any]:
    return [playing.view(viewer) for viewer in playing.viewers()]


def test_the_result_of_the_old_game_is_gone_for_the_other_has_no_words_for_it() -> None:
    playing = a_choice()
    play_a_choice(playing, 3, 2)
    assert [view.result.winners for view in views_of(playing)] == [["ada"]] * 4
    turn_to(playing, "race")
    assert [view.result for view in views_of(playing)] == [None] * 4


def test_the_next_round_is_the_other_games_by_its_own_rules_and_counts_on() -> None:
    playing = a_choice(Catalogue.of([SecretChoice(), BankAsRewritten()], TABLE_RULES))
    play_a_choice(playing, 3, 2)
    turn_to(playing, "bank")
    started, phase, *_, question = playing.start().entries[-1].events
    assert isinstance(started, RoundStarted)
    assert (started.round, started.game, started.rules, started.seats) == (2, "bank", 4, ["ada", "bo"])
    assert phase == PhaseBegan(phase="betting")
    assert question == QuestionAsked(seats=["ada", "bo"], question="bet")


def test_each_entry_names_the_game_and_the_rules_that_decided_it() -> None:
    playing = a_choice(Catalogue.of([SecretChoice(), BankAsRewritten()], TABLE_RULES))
    turn_to(playing, "bank")
    playing.start()
    assert [(entry.game, entry.rules) for entry in playing.entries[-2:]] == [("secret_choice", 1), ("bank", 4)]


def test_standings_count_on_from_game_to_game() -> None:
    playing = a_choice()
    play_a_choice(playing, 3, 2)
    turn_to(playing, "race")
    playing.start().give("bo", Leave())
    assert [(s.seat, s.rounds, s.wins, s.coins_cp) for s in standings_of(playing.table, {})] == [
        ("ada", 2, 2, 200),
        ("bo", 2, 0, -200),
    ]


def test_the_chronicle_names_the_game_that_is_turned_to() -> None:
    playing = a_choice()
    turn_to(playing, "race")
    newest = [playing.newest_seen(viewer) for viewer in playing.viewers()]
    assert [seen and seen.chronicle for seen in newest] == [["The table turns to another game: Race."]] * 4


def an_evening() -> Playing:
    """Three games, one after the other and one of them twice, with a pot that waits and a round that was called off."""
    playing = a_choice(turn_seconds=60)
    play_a_choice(playing, 2, 2)
    turn_to(playing, "bank", least_cp=10)
    playing.start()
    playing.give("ada", Bet(on="same", amount_cp=500))
    playing.give("bo", Stay())
    playing.start().give(None, VoidRound())
    turn_to(playing, "race", target=5, unseal="dispute")
    playing.start()
    while playing.table.running:
        due = playing.rulebook.timeout(playing.table)
        assert due is not None
        playing.give(due.seat, due.command)
    turn_to(playing, "secret_choice")
    play_a_choice(playing, 1, 3)
    return playing


def test_an_evening_of_several_games_runs_again_byte_for_byte_and_is_sound() -> None:
    playing = an_evening()
    assert [(outcome.result, outcome.detail) for outcome in rerun(TOYS, playing.lines)] == [("same", "")] * len(
        playing.lines
    )
    assert audit(TOYS, playing.lines).findings == []


def test_the_history_shows_every_step_of_such_an_evening_as_it_was() -> None:
    live, folding = an_evening(), TOYS.folding
    for viewer in live.viewers():
        sight = ViewerProjection(folding, folding.blank(TABLE, viewer))
        for entry in live.entries:
            sight.skip(entry)
        assert msgspec.json.encode(view_by(TOYS, sight.table)) == msgspec.json.encode(live.view(viewer))


def test_a_table_put_away_before_and_after_the_change_comes_back_as_it_was() -> None:
    playing, snapshots = a_choice(), Snapshots(TOYS.rulebooks)
    play_a_choice(playing, 1, 1)
    commands: list[Command] = [SetGame(game="race"), StartRound()]
    for command in commands:
        saved = snapshots.read(TABLE, playing.table.seq, written(playing, snapshots))
        truth, sights = saved.truth(), {viewer: saved.sight(viewer) for viewer in playing.viewers()}
        playing.give(None, command)
        TOYS.folding.fold_entry(truth, playing.entries[-1])
        assert truth == playing.table
        for viewer, table in sights.items():
            assert table is not None
            sight = ViewerProjection(TOYS.folding, table)
            sight.skip(playing.entries[-1])
            assert sight.table == playing.sight(viewer).table


def written(playing: Playing, snapshots: Snapshots) -> bytes:
    return snapshots.write(
        playing.journal.head, playing.table, [playing.sight(viewer).table for viewer in playing.viewers()]
    )


def test_a_log_whose_next_game_is_not_installed_here_still_folds() -> None:
    lines = an_evening().lines
    without = Catalogue.of([SecretChoice(), Race()], TABLE_RULES)
    table = without.folding.blank(TABLE)
    for entry in without.codec.decode_log(lines[:7]):
        without.folding.fold_entry(table, entry)
    assert (table.game, table.round, table.accounts[POT]) == ("bank", 1, 200)
