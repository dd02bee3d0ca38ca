"""Cheating in Mason: re-throws within one act, dice that never stop, and scores without the denounced."""

from events.accounts import HOUSE, POT
from events.audience import GM, PUBLIC, seat_viewer
from events.character import Character
from events.event import Event
from events.gaming_sets import GamingSet
from events.round_events import (
    DiceShown,
    DiceThrown,
    DieRerolledSecretly,
    DieWeighted,
    QuestionAnswered,
    RoundEnded,
    StatusChanged,
    TurnBegan,
)
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.mason import Throw
from games.mechanics.race import RACING, PointsBanked, PointsCounted, PointsLost
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.noticing import Denounce, EndClosing, SayNothing
from games.mechanics.tricks.palming import Cheat
from games.table import GiveSet, Leave
from games.table.sets import CrookedSet
from tests.games.tricks.racing import UNNOTICED, all_do, look_alike, plays, table, throws
from tests.games.tricks.worlds import served
from tests.playing import Playing, drawn

HIGH = GamingSet(set="weighted_high")
BRI = seat_viewer("bri")


def scores(playing: Playing, seat: str, score: int) -> None:
    """A seat throws, shows its dice, and has this score."""
    faces, dice = list[int](), 6
    while dice:
        counting = min(score, dice)
        faces += [4] * counting + [1] * (dice - counting)
        score, dice = score - counting, counting
    plays(playing, seat, *faces)


def cheats_unseen_but_by(playing: Playing, seat: str, *others: str) -> None:
    """A seat throws six dice that do not count, and one of them again; some notice it."""
    throws(playing, seat, 1, 1, 1, 1, 1, 1)
    sees = {(other, "notice", 20): [20 if other in others else 1] for other in ("bri", "odo", "cal")}
    playing.load({(seat, "sleight_of_hand", 20): [19], (seat, "palmed", 6): [1], **sees})
    playing.give(seat, Cheat(n=0))


def outcome(playing: Playing) -> RoundEnded | None:
    return next((event for event in playing.entries[-1].events if isinstance(event, RoundEnded)), None)


# What is thrown again


def test_what_is_thrown_again_falls_under_the_cup_and_is_shown_within_the_same_act() -> None:
    playing = table("mason")
    throws(playing, "bri", 4, 3, 6, 1, 5, 2, 1, 6, 3, 4, 2)

    def thrown(ns: list[int], faces: list[int], first: int) -> Event:
        draws = [drawn("bri", "mason", 6, face, n) for n, face in enumerate(faces, first)]
        return DiceThrown(seat="bri", ns=ns, die="d6", place="hand", draws=draws, draws_to=BRI)

    playing.when("bri", ShowDice()).then(
        DiceShown(seat="bri", ns=[0, 1, 2, 3, 4, 5], faces=[4, 3, 6, 1, 5, 2]),
        QuestionAnswered(seat="bri"),
        PointsCounted(seat="bri", points=3, at_risk=3),
        thrown([0, 2, 4], [1, 6, 3], 7),
        DiceShown(seat="bri", ns=[0, 2, 4], faces=[1, 6, 3]),
        PointsCounted(seat="bri", points=1, at_risk=4),
        thrown([2], [4], 10),
        DiceShown(seat="bri", ns=[2], faces=[4]),
        PointsCounted(seat="bri", points=1, at_risk=5),
        thrown([2], [2], 11),
        DiceShown(seat="bri", ns=[2], faces=[2]),
        PointsBanked(seat="bri", points=5, total=5),
        TurnBegan(seat="odo"),
    )


def test_nobody_can_cheat_between_the_throws_of_a_turn() -> None:
    """The first throw alone waits for the seat; what it cheats with is thrown again before the rest follows."""
    playing = table("mason").load({("bri", "palmed", 6): [6], **UNNOTICED})
    throws(playing, "bri", 1, 1, 1, 1, 1, 1, 2)
    events = playing.give("bri", Cheat(n=5))
    kinds = [type(event) for event in events if isinstance(event, DieRerolledSecretly | DiceThrown | TurnBegan)]
    assert kinds == [DieRerolledSecretly, DiceThrown, TurnBegan]
    assert playing.table.state.banked["bri"] == 1


def test_what_is_thrown_again_is_weighted_each_time() -> None:
    playing = table("mason", sets=[GamingSet(set="weighted_double")])
    throws(playing, "bri", 1, 2, 2, 2, 2, 2, 1, 3)
    events = playing.give("bri", ShowDice())
    assert [(event.n, event.was, event.face) for event in events if isinstance(event, DieWeighted)] == [
        (0, 1, 6), (0, 3, 3),
    ]  # fmt: skip
    assert playing.table.state.banked["bri"] == 2


def test_weighted_throws_of_a_whole_turn_look_to_others_like_fair_ones() -> None:
    """The GM gave Bri the weighted set in secret, at the other table a marked set of cards."""
    crooked, fair = (Playing.open(CATALOGUE, "mason", cheating="on", ante_cp=500) for _ in range(2))
    gifts: tuple[CrookedSet, CrookedSet] = ("weighted_double", "simply_marked")
    for playing, given in zip((crooked, fair), gifts, strict=True):
        playing.seat("Bri", "Odo", "Cal", purse_cp=20_000)
        playing.give(None, GiveSet(target="bri", set=given))
        playing.start()
    throws(crooked, "bri", 1, 2, 2, 2, 2, 2, 1, 3)
    throws(fair, "bri", 6, 2, 2, 2, 2, 2, 6, 3)
    for playing in (crooked, fair):
        playing.give("bri", ShowDice())
    assert look_alike(crooked, fair)


# Dice that never stop


def test_high_dice_never_stop_and_are_exposed_after_a_hundred_throws_more() -> None:
    playing = table("mason", sets=[HIGH])
    playing.give("bri", Throw())
    events = playing.give("bri", ShowDice())
    assert sum(isinstance(event, DiceThrown) for event in events) == 100
    assert sum(isinstance(event, DiceShown) for event in events) == 101
    assert events[-4:] == [
        PointsCounted(seat="bri", points=6, at_risk=606),
        StatusChanged(seat="bri", status="exposed", why="dice_never_stop"),
        PointsLost(seat="bri", points=606),
        TurnBegan(seat="odo"),
    ]
    newest = playing.newest_seen(PUBLIC)
    assert newest is not None
    assert newest.chronicle[-3] == "Bri’s dice never stop: Bri is exposed, and out."


def test_a_seat_that_is_exposed_wins_nothing_whatever_it_has_scored() -> None:
    playing = table("mason", sets=[HIGH])
    plays(playing, "bri")
    scores(playing, "odo", 0)
    scores(playing, "cal", 1)
    all_do(playing, SayNothing())
    assert outcome(playing) == RoundEnded(round=1, outcome="won", winners=["cal"], won_cp={"cal": 1_500})


def test_the_antes_go_back_if_all_are_exposed() -> None:
    playing = Playing.open(CATALOGUE, "mason", cheating="on", ante_cp=500)
    for name in ("Bri", "Odo"):
        playing.sit(name, purse_cp=20_000, sets=[HIGH])
    playing.start()
    plays(playing, "bri")
    plays(playing, "odo")
    assert (playing.table.phase, playing.table.to_act) == ("closing", ["bri", "odo"])
    all_do(playing, SayNothing())
    assert outcome(playing) == RoundEnded(round=1, outcome="all_out", winners=[], won_cp={})
    assert [playing.table.purse(seat) for seat in ("bri", "odo")] == [20_000] * 2


def test_of_those_who_are_all_out_a_denounced_cheater_gets_no_ante_back() -> None:
    playing = table("mason", sets=[HIGH], seats=("Bri", "Odo"))
    playing.sit("Wim", kind="watcher", character=Character(skills={"perception": 20}))
    plays(playing, "bri")
    cheats_unseen_but_by(playing, "odo")
    playing.give("wim", Denounce(target="odo"))
    all_do(playing, SayNothing())
    assert outcome(playing) == RoundEnded(round=1, outcome="all_out", winners=[], won_cp={})
    assert (playing.table.purse("bri"), playing.table.balance(HOUSE), playing.table.balance(POT)) == (20_000, 500, 0)


def test_a_table_at_which_the_dice_never_stop_for_anybody_still_closes_if_all_leave() -> None:
    playing = table("mason", sets=[HIGH], seats=("Bri", "Odo"))
    plays(playing, "bri")
    playing.give("odo", Leave())
    playing.give("bri", Leave())
    assert not playing.table.running
    assert playing.table.balance(POT) == 0


# Who wins when a cheater is denounced


def test_if_the_winner_is_denounced_the_next_highest_score_wins() -> None:
    playing = table("mason")
    cheats_with_a_score(playing, "bri", 9, "odo")
    scores(playing, "odo", 3)
    scores(playing, "cal", 5)
    assert playing.table.phase == "closing"
    playing.give("odo", Denounce(target="bri"))
    all_do(playing, SayNothing())
    assert outcome(playing) == RoundEnded(round=1, outcome="won", winners=["cal"], won_cp={"cal": 1_500})


def cheats_with_a_score(playing: Playing, seat: str, score: int, *noticed_by: str) -> None:
    """A seat throws six dice that count, cheats with one, and has this score in the end."""
    assert score >= 6
    more = score - 6
    sees = {(other, "notice", 20): [20 if other in noticed_by else 1] for other in ("bri", "odo", "cal")}
    throws(playing, seat, *[4] * 6, *[4] * more, *[1] * (6 - more), *[1] * more)
    playing.load({(seat, "sleight_of_hand", 20): [19], (seat, "palmed", 6): [5], **sees})
    playing.give(seat, Cheat(n=0))
    assert playing.table.state.banked[seat] == score


def test_those_who_share_the_highest_score_without_the_denounced_winner_throw_again() -> None:
    playing = table("mason")
    cheats_with_a_score(playing, "bri", 9, "odo")
    scores(playing, "odo", 5)
    scores(playing, "cal", 5)
    playing.give("odo", Denounce(target="bri"))
    all_do(playing, SayNothing())
    assert (playing.table.phase, playing.table.turn) == ("racing", "odo")
    scores(playing, "odo", 1)
    scores(playing, "cal", 2)
    all_do(playing, SayNothing())
    assert outcome(playing) == RoundEnded(round=1, outcome="won", winners=["cal"], won_cp={"cal": 1_500})


def tied_cheats(*others: int) -> Playing:
    """Bri and Odo cheat, share the highest score, and Bri wins the throw-off; the others had these scores."""
    playing = Playing.open(CATALOGUE, "mason", cheating="on", ante_cp=500)
    playing.seat("Bri", "Odo", "Cal", "Dee").start()
    for seat in ("bri", "odo"):
        cheats_with_a_score(playing, seat, 9, "cal")
    for seat, score in zip(("cal", "dee"), others, strict=True):
        scores(playing, seat, score)
    scores(playing, "bri", 2)
    scores(playing, "odo", 1)
    for seat in ("bri", "odo"):
        playing.give("cal", Denounce(target=seat))
    return playing


def test_if_all_who_shared_the_highest_score_are_denounced_the_best_of_the_beaten_wins() -> None:
    playing = tied_cheats(5, 4)
    all_do(playing, SayNothing())
    assert outcome(playing) == RoundEnded(round=1, outcome="won", winners=["cal"], won_cp={"cal": 2_000})


def test_beaten_seats_that_share_the_lead_without_the_denounced_throw_again() -> None:
    playing = tied_cheats(5, 5)
    all_do(playing, SayNothing())
    assert (playing.table.phase, playing.table.turn) == ("racing", "cal")
    assert playing.table.with_status(RACING) == ["cal", "dee"]
    scores(playing, "cal", 1)
    scores(playing, "dee", 2)
    all_do(playing, SayNothing())
    assert outcome(playing) == RoundEnded(round=1, outcome="won", winners=["dee"], won_cp={"dee": 2_000})


def test_a_beaten_seat_that_has_left_is_not_among_them() -> None:
    playing = tied_cheats(5, 4)
    playing.give("cal", Leave())
    all_do(playing, SayNothing())
    assert outcome(playing) == RoundEnded(round=1, outcome="won", winners=["dee"], won_cp={"dee": 2_000})


def test_a_player_who_has_left_at_the_closing_step_does_not_throw_again_for_a_tie() -> None:
    playing = table("mason")
    cheats_with_a_score(playing, "bri", 9, "odo")
    scores(playing, "odo", 5)
    scores(playing, "cal", 5)
    playing.give("odo", Denounce(target="bri"))
    playing.give("cal", Leave())
    playing.give(None, EndClosing())
    assert outcome(playing) == RoundEnded(round=1, outcome="won", winners=["odo"], won_cp={"odo": 1_500})


def test_a_score_still_counts_that_was_made_before_leaving_at_the_closing_step() -> None:
    playing = table("mason")
    cheats_with_a_score(playing, "bri", 9, "odo")
    scores(playing, "odo", 3)
    scores(playing, "cal", 5)
    playing.give("cal", Leave())
    playing.give("odo", Denounce(target="bri"))
    playing.give(None, EndClosing())
    assert CoinsMoved(payer=POT, payee="outside", amount_cp=1_500, reason="payout") in playing.entries[-1].events


def test_high_round_mason_goes_on_if_the_only_one_at_the_target_is_denounced() -> None:
    playing = table("mason", target=20)
    playing.load({("bri", "mason", 6): [4] * 24 + [1] * 6})
    playing.give("bri", Throw())
    playing.load({("bri", "sleight_of_hand", 20): [19], ("bri", "palmed", 6): [4], ("odo", "notice", 20): [20]})
    playing.load({("cal", "notice", 20): [1]})
    playing.give("bri", Cheat(n=0))
    assert playing.table.state.banked["bri"] >= 20
    scores(playing, "odo", 3)
    scores(playing, "cal", 5)
    playing.give("odo", Denounce(target="bri"))
    all_do(playing, SayNothing())
    assert (playing.table.phase, playing.table.turn) == ("racing", "odo")
    assert playing.table.state.banked == {"bri": 24, "odo": 3, "cal": 5}


def test_only_its_seat_and_the_gm_see_what_is_under_the_cup_while_the_rest_is_thrown() -> None:
    """The dice of a turn that was lost to a denouncement are taken off the table unseen."""
    playing = table("mason")
    throws(playing, "bri", 6, 6, 6, 6, 6, 6)
    assert b'"face":6' not in served(playing, PUBLIC)
    assert b'"face":6' in served(playing, GM)
