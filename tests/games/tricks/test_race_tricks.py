"""Cheating in races: the cup, weighted dice, leaving and the closing step, in all three where they are alike."""

from typing import Any

import pytest

from events.accounts import HOUSE, POT
from events.audience import GM, PUBLIC, seat_viewer
from events.character import Character
from events.gaming_sets import GamingSet, SetName
from events.round_events import (
    DiceShown,
    DiceThrown,
    DieRerolledSecretly,
    DieWeighted,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
)
from events.table_events import CoinsMoved
from games.engine.rulebook import Timeout
from games.installed import CATALOGUE
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.noticing import Denounce, EndClosing, SayNothing
from games.mechanics.tricks.palming import Cheat
from games.pig import Bank
from games.table import Leave, LoadDice
from tests.games.tricks.racing import DICE, THROWS, UNNOTICED, all_do, faces_of, look_alike, plays, table, throws
from tests.playing import Playing
from tests.rerunning import rerun

RACES = pytest.mark.parametrize("game", THROWS)
BRI = seat_viewer("bri")
SCORING = {"pig": [5], "mason": [4, 1, 1, 2, 2, 3], "farkle": [5, 2, 2, 3, 4, 6]}
"""A throw of each game, after which its turn goes on, or it scores."""
SEEN_BY_ODO = {("bri", "sleight_of_hand", 20): [5], ("odo", "notice", 20): [6], ("cal", "notice", 20): [5]}


def noticed(game: str, *, cheats_with: int = 0, faces: list[int] | None = None, **options: Any) -> Playing:
    """Bri has cheated, and Odo alone has noticed it."""
    playing = table(game, **options)
    throws(playing, "bri", *(faces or SCORING[game]))
    playing.load(SEEN_BY_ODO)
    playing.give("bri", Cheat(n=cheats_with))
    return playing


# The cup


@RACES
def test_what_a_seat_throws_stays_under_its_cup_until_it_shows_it(game: str) -> None:
    playing = table(game)
    throws(playing, "bri", *SCORING[game])
    assert faces_of(playing, "bri", BRI) == faces_of(playing, "bri", GM) == SCORING[game]
    assert faces_of(playing, "bri", PUBLIC) == faces_of(playing, "bri", seat_viewer("odo")) == [None] * DICE[game]
    playing.give("bri", ShowDice())
    assert faces_of(playing, "bri", PUBLIC)[: DICE[game]] != [None] * DICE[game]


@RACES
def test_after_a_throw_a_seat_shows_its_dice_or_cheats_before_anything_else(game: str) -> None:
    playing = table(game)
    throws(playing, "bri", *SCORING[game])
    assert (playing.table.question, playing.table.to_act) == ("in_the_cup", ["bri"])
    playing.when("bri", THROWS[game]()).then_refused("show_first")
    own = ("show_dice", "cheat", "inspect")
    assert [action.type for action in playing.actions("bri") if action.type in own] == list(own)


@RACES
def test_dice_are_judged_once_they_are_shown(game: str) -> None:
    playing = table(game)
    [thrown, asked] = throws(playing, "bri", *SCORING[game])
    assert isinstance(thrown, DiceThrown)
    assert (thrown.place, thrown.draws_to) == ("hand", BRI)
    assert asked == QuestionAsked(seats=["bri"], question="in_the_cup")
    shown, answered, *judged = playing.give("bri", ShowDice())
    assert shown == DiceShown(seat="bri", ns=list(range(DICE[game])), faces=SCORING[game])
    assert answered == QuestionAnswered(seat="bri")
    assert judged


@RACES
def test_the_clock_shows_the_dice_and_never_cheats(game: str) -> None:
    playing = table(game, turn_seconds=60)
    throws(playing, "bri", *SCORING[game])
    assert playing.let_the_clock_act() == Timeout("bri", ShowDice())


@RACES
def test_without_dice_under_the_cup_there_is_nothing_to_show_or_to_cheat_with(game: str) -> None:
    playing = table(game)
    playing.when("bri", ShowDice()).then_refused("nothing_in_the_cup")
    playing.when("bri", Cheat(n=0)).then_refused("nothing_in_the_cup")
    throws(playing, "bri", *SCORING[game])
    playing.when("odo", ShowDice()).then_refused("not_your_turn")


@RACES
def test_a_cheater_throws_one_die_again_in_secret_and_the_second_result_stands(game: str) -> None:
    playing = table(game).load({("bri", "palmed", 6): [1], **UNNOTICED})
    throws(playing, "bri", *SCORING[game])
    n = DICE[game] - 1
    events = playing.give("bri", Cheat(n=n))
    [again] = [event for event in events if isinstance(event, DieRerolledSecretly)]
    assert (again.n, again.by, again.draw.face, again.to) == (n, "bri", 1, BRI)
    [shown] = [event for event in events if isinstance(event, DiceShown)][:1]
    assert shown.faces == [*SCORING[game][:n], 1]


# Weighted dice


@RACES
@pytest.mark.parametrize(
    ("name", "falls_on"),
    [("weighted_double", {1: 6, 2: 2, 3: 3}), ("weighted_high", {1: 4, 2: 5, 3: 6, 4: 4})],
)
def test_double_and_high_dice_cannot_show_low_faces(game: str, name: SetName, falls_on: dict[int, int]) -> None:
    for was, shows in falls_on.items():
        playing = table(game, sets=[GamingSet(set=name)])
        throws(playing, "bri", *([was] * DICE[game]))
        assert faces_of(playing, "bri", BRI) == [shows] * DICE[game]
        weighted = [event for event in playing.entries[-1].events if isinstance(event, DieWeighted)]
        assert [(event.n, event.was, event.face, event.weight) for event in weighted] == [
            (n, was, shows, None) for n in range(DICE[game])
        ]


@RACES
@pytest.mark.parametrize(
    ("given", "favours"),
    [
        (GamingSet(set="weighted_heavy"), 6),
        (GamingSet(set="weighted_heavy", faces={"d6": 3}), 3),
        (GamingSet(set="weighted_sticky"), 6),
        (GamingSet(set="weighted_sticky", faces={"d6": 5}), 2),
    ],
)
def test_heavy_and_sticky_dice_fall_on_one_face_four_times_in_five(game: str, given: GamingSet, favours: int) -> None:
    """Of 25 faces of the second draw 20 are for the favoured face, and the last five for one of the others each."""
    others = [face for face in range(1, 7) if face != favours]
    for weight in range(1, 26):
        playing = table(game, sets=[given]).load({("bri", "weight", 25): [weight] * DICE[game]})
        throws(playing, "bri", *([4] * DICE[game]))
        expected = favours if weight <= 20 else others[weight - 21]
        assert faces_of(playing, "bri", BRI) == [expected] * DICE[game]


@RACES
def test_a_die_that_is_thrown_again_in_secret_is_as_weighted_as_before(game: str) -> None:
    playing = table(game, sets=[GamingSet(set="weighted_high")])
    throws(playing, "bri", *([4] * DICE[game]))
    playing.load({("bri", "palmed", 6): [2], **UNNOTICED})
    events = playing.give("bri", Cheat(n=0))
    [shown] = [event for event in events if isinstance(event, DiceShown)][:1]
    assert shown.faces[0] == 5


@RACES
def test_everybody_throws_with_their_own_set(game: str) -> None:
    """Only Bri has weighted dice."""
    playing = table(game, sets=[GamingSet(set="weighted_high")])
    throws(playing, "bri", *([1] * DICE[game]))
    playing.give("bri", Leave())
    throws(playing, "odo", *([1] * DICE[game]))
    assert faces_of(playing, "odo", seat_viewer("odo")) == [1] * DICE[game]


@RACES
def test_cards_change_no_throw_of_dice(game: str) -> None:
    playing = table(game, sets=[GamingSet(set="expertly_marked")])
    throws(playing, "bri", *SCORING[game])
    assert not [event for event in playing.entries[-1].events if isinstance(event, DieWeighted)]


# To everybody else, all looks the same


@RACES
@pytest.mark.parametrize("name", ["weighted_double", "weighted_heavy", "weighted_high", "weighted_sticky"])
def test_a_weighted_set_looks_to_others_like_a_common_one(game: str, name: SetName) -> None:
    """The dice are loaded to show the same."""
    falls = {"weighted_high": 5, "weighted_double": 6}.get(name, 6)
    crooked, common = (
        Playing.open(CATALOGUE, game, cheating="on", ante_cp=500, house_perception=-20) for _ in range(2)
    )
    for playing, one in ((crooked, GamingSet(set=name)), (common, GamingSet(set="common_dice"))):
        playing.sit("Bri", purse_cp=20_000, sets=[one])
        playing.seat("Odo", "Cal")
        playing.start()
    crooked.load({("bri", "weight", 25): [1] * 6})
    throws(crooked, "bri", *([{"weighted_high": 2, "weighted_double": 1}.get(name, 3)] * DICE[game]))
    throws(common, "bri", *([falls] * DICE[game]))
    assert look_alike(crooked, common)
    if game != "mason":
        crooked.give("bri", ShowDice())
        common.give("bri", ShowDice())
        assert look_alike(crooked, common)
    assert crooked.view(GM) != common.view(GM)


@RACES
def test_a_cheat_looks_to_others_like_an_honest_throw(game: str) -> None:
    honest, crooked = table(game), table(game)
    faces = SCORING[game]
    throws(honest, "bri", *faces)
    throws(crooked, "bri", 2, *faces[1:])
    for playing in (honest, crooked):
        again = {("bri", game, 6): [1, 2, 3, 1, 2]} if game == "mason" else {}
        playing.load({("bri", "palmed", 6): [faces[0]], **UNNOTICED, **again})
    honest.give("bri", ShowDice())
    crooked.give("bri", Cheat(n=0))
    assert look_alike(honest, crooked)
    assert honest.view(GM) != crooked.view(GM)


@RACES
def test_others_do_not_learn_that_sticky_dice_are_loaded_again(game: str) -> None:
    sticky = [GamingSet(set="weighted_sticky")]
    once, again = table(game, sets=sticky), table(game, sets=sticky)
    again.give("bri", LoadDice(die="d6", face=3))
    for playing, weight in ((once, 20 + SCORING[game][0]), (again, 20)):
        playing.load({("bri", "weight", 25): [weight] * DICE[game]})
    for playing in (once, again):
        throws(playing, "bri", *SCORING[game])
    assert faces_of(again, "bri", BRI) == [4] * DICE[game]
    # Others do not see what names the hidden entry either: the views themselves are compared.
    for viewer in (PUBLIC, seat_viewer("odo"), seat_viewer("cal")):
        first, second = once.view(viewer), again.view(viewer)
        assert [seat.dice for seat in first.seats] == [seat.dice for seat in second.seats]
        assert [seat.details for seat in first.seats] == [seat.details for seat in second.seats]
        assert [one.events for one in once.seen(viewer)] == [one.events for one in again.seen(viewer)]


# Leaving


@RACES
def test_a_seat_that_leaves_with_dice_under_its_cup_forfeits_and_never_shows_them(game: str) -> None:
    playing = table(game)
    throws(playing, "bri", *SCORING[game])
    events = playing.give("bri", Leave())
    assert StatusChanged(seat="bri", status="forfeited", why="left") in events
    assert not [event for event in events if isinstance(event, DiceShown)]
    assert (playing.table.turn, playing.table.to_act) == ("odo", ["odo"])


@RACES
def test_the_last_one_racing_wins_once_nobody_else_has_anything_to_say(game: str) -> None:
    playing = table(game, seats=("Bri", "Odo"))
    throws(playing, "bri", *SCORING[game])
    playing.give("bri", Leave())
    assert (playing.table.phase, playing.table.to_act) == ("closing", ["odo"])
    playing.give("odo", SayNothing())
    assert playing.table.result is not None
    assert playing.table.result.winners == ["odo"]
    assert playing.table.purse("odo") == 20_500


# Denounced


@RACES
def test_a_cheater_who_is_denounced_on_its_turn_is_out_and_the_next_one_plays(game: str) -> None:
    playing = table(game)
    throws(playing, "bri", *SCORING[game])
    playing.load({("bri", "palmed", 6): [SCORING[game][0]], **SEEN_BY_ODO})
    if game == "mason":
        playing.load({("bri", "mason", 6): [1]})
    playing.give("bri", Cheat(n=0))
    playing.give("odo", Denounce(target="bri"))
    assert (playing.table.seats["bri"].status, playing.table.turn) == ("caught", "odo")
    playing.when("bri", THROWS[game]()).then_refused("not_in_race")


@RACES
def test_a_cheater_noticed_by_the_house_is_out_before_its_throw_counts(game: str) -> None:
    playing = table(game, house_perception=2)
    throws(playing, "bri", *SCORING[game])
    playing.load({("bri", "sleight_of_hand", 20): [5], (HOUSE, "notice", 20): [4]})
    playing.give("bri", Cheat(n=0))
    assert playing.table.seats["bri"].status == "caught"
    assert playing.table.state.banked["bri"] == 0
    assert (playing.table.turn, playing.table.state.at_risk) == ("odo", 0)


@RACES
def test_a_denounced_seat_can_leave_and_gets_nothing_of_its_ante(game: str) -> None:
    playing = noticed(game)
    playing.give("odo", Denounce(target="bri"))
    playing.give("bri", Leave())
    assert playing.table.balance(POT) == 1_500
    assert playing.table.balance("outside") == -(3 * 20_000) + 19_500


def _won_by_bri_with_odo_crooked(*more: str) -> Playing:
    """Bri and Odo have both cheated, Cal has noticed both, and Bri has banked what wins."""
    playing = table("pig", *more, target=50)
    sees = {("cal", "notice", 20): [20], (HOUSE, "notice", 20): [1]}
    quiet = {(name.lower(), "notice", 20): [1] for name in ("Bri", "Odo", *more)}
    playing.load({**quiet, **sees, ("bri", "sleight_of_hand", 20): [19], ("bri", "palmed", 6): [1]})
    throws(playing, "bri", 2)
    playing.give("bri", Cheat(n=0))
    playing.load({**quiet, **sees, ("odo", "sleight_of_hand", 20): [19], ("odo", "palmed", 6): [1]})
    throws(playing, "odo", 2)
    playing.give("odo", Cheat(n=0))
    for seat in ("cal", *map(str.lower, more)):
        plays(playing, seat, 1)
    for _ in range(9):
        plays(playing, "bri", 6)
    playing.give("bri", Bank())
    assert playing.table.phase == "closing"
    return playing


def test_the_seat_after_the_denounced_winner_plays_on_whichever_was_denounced_last() -> None:
    playing = _won_by_bri_with_odo_crooked("Dee")
    playing.give("cal", Denounce(target="bri"))
    playing.give("cal", Denounce(target="odo"))
    all_do(playing, SayNothing())
    assert playing.table.running
    assert (playing.table.phase, playing.table.turn) == ("racing", "cal")


def test_a_seat_that_has_left_at_the_closing_step_does_not_race_on() -> None:
    playing = _won_by_bri_with_odo_crooked("Dee", "Eve")
    playing.give("cal", Denounce(target="bri"))
    playing.give("dee", Leave())
    playing.give(None, EndClosing())
    assert playing.table.seats["dee"].status == "forfeited"
    assert playing.table.turn == "odo"
    for seat in ("odo", "cal", "eve"):
        plays(playing, seat, 1)
    assert playing.table.turn == "odo"


def test_a_player_who_is_left_alone_at_the_closing_step_wins_even_after_leaving() -> None:
    playing = _won_by_bri_with_odo_crooked()
    playing.give("cal", Denounce(target="bri"))
    playing.give("cal", Denounce(target="odo"))
    playing.give("cal", Leave())
    playing.give(None, EndClosing())
    assert playing.table.result is not None
    assert playing.table.result.winners == ["cal"]
    assert playing.table.balance(POT) == 0
    assert playing.entries[-1].events[0] == QuestionAnswered(seat="bri")


def _seen_by_a_watcher(*cheaters: str) -> Playing:
    """Bri and Odo play Pig; these have cheated, and a watcher has noticed it."""
    playing = Playing.open(CATALOGUE, "pig", cheating="on", ante_cp=500, house_perception=-20).seat("Bri", "Odo")
    playing.sit("Wim", kind="watcher", character=Character(skills={"perception": 20}))
    playing.start()
    for seat in cheaters:
        while playing.table.turn != seat:
            plays(playing, playing.table.turn or "", 1)
        throws(playing, seat, 2)
        playing.load({(seat, "palmed", 6): [1], (seat, "sleight_of_hand", 20): [20], ("wim", "notice", 20): [20]})
        playing.give(seat, Cheat(n=0))
    return playing


def test_if_the_last_one_racing_is_denounced_who_forfeited_does_not_take_the_pot() -> None:
    playing = _seen_by_a_watcher("bri")
    playing.give("odo", Leave())
    assert (playing.table.phase, playing.table.to_act) == ("closing", ["bri"])
    playing.give("wim", Denounce(target="bri"))
    playing.when("bri", SayNothing()).then(
        QuestionAnswered(seat="bri"),
        CoinsMoved(payer=POT, payee=HOUSE, amount_cp=1_000, reason="nobody_won"),
        RoundEnded(round=1, outcome="nobody_won", winners=[], won_cp={}),
        *playing.closing(),
    )


def test_the_house_takes_the_pot_if_everybody_was_denounced() -> None:
    playing = _seen_by_a_watcher("bri", "odo")
    playing.give("wim", Denounce(target="bri"))
    assert playing.table.phase == "closing"
    playing.give("wim", Denounce(target="odo"))
    all_do(playing, SayNothing())
    assert playing.table.result is not None
    assert (playing.table.result.outcome, playing.table.result.winners) == ("nobody_won", [])
    assert (playing.table.balance(HOUSE), playing.table.balance(POT)) == (1_000, 0)


@RACES
def test_all_of_it_re_runs_to_the_same_bytes(game: str) -> None:
    """Bri cheats with heavy dice, Odo with sticky ones that it loads; then Odo leaves."""
    playing = Playing.open(CATALOGUE, game, cheating="on", ante_cp=500, house_perception=-20)
    for name, brought in (("Bri", GamingSet(set="weighted_heavy")), ("Odo", GamingSet(set="weighted_sticky"))):
        playing.sit(name, sets=[brought])
    playing.start().give("odo", LoadDice(die="d6", face=6))
    while playing.table.turn != "odo":
        if playing.table.question == "in_the_cup" and not playing.table.state.tricks.cheated:
            playing.give("bri", Cheat(n=0))
        else:
            playing.let_the_clock_act()
    playing.give("odo", THROWS[game]())
    playing.give("odo", Leave())
    assert {outcome.result for outcome in rerun(CATALOGUE, playing.lines)} <= {"same", "running"}
