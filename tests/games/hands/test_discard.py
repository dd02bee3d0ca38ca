"""The discard of Ruler's Bluff (seeds 003, and the rulings): one hidden die, once, in the first or the second round."""

from events.audience import GM, PUBLIC, seat_viewer
from events.round_events import DieRerolled, DieRevealed, DieRolled, QuestionAsked, TurnBegan
from games.mechanics.betting import Call, Check, Fold, Open, Paid, Raise
from games.rulers_bluff import Discard, LetItBe
from games.table import Leave
from tests.games.hands.table import ANTE, HandsTable, bluff, ended, opened
from tests.playing import all_of, drawn

HIDDEN = {"ada": (1, 1, 4), "bo": (2, 3, 6), "cy": (5, 5, 2)}


def a_round(**purses_cp: int) -> HandsTable:
    """The named seats have so much copper left after the ante."""
    return bluff((6, 4), {seat: ANTE + cp for seat, cp in purses_cp.items()}, **HIDDEN)


def test_a_discarded_die_is_rolled_again_and_the_turn_goes_on() -> None:
    playing = a_round().load({("ada", "discard", 6): [6]})
    playing.when("ada", Discard(n=1)).then(
        DieRerolled(
            seat="ada", n=1, by="ada", why="discard", draw=drawn("ada", "discard", 6, 6), draw_to=seat_viewer("ada")
        )
    )
    assert (playing.table.turn, playing.table.question) == ("ada", "turn")
    playing.when("ada", Check()).then(Paid(seat="ada", move="check", amount_cp=0), TurnBegan(seat="bo"))
    assert [die.face for die in playing.seen_seat("ada", GM).dice] == [1, 6, 4]


def test_everyone_sees_that_the_discard_is_used_and_nobody_else_the_dice() -> None:
    playing = a_round().load({("ada", "discard", 6): [6]})
    playing.give("ada", Discard(n=1))
    heard = {who: seen.chronicle for who in playing.viewers() if (seen := playing.newest_seen(who))}
    without = ["Ada discards the second die, and rolls it again."]
    with_face = ["Ada discards the second die, and rolls it again: 6."]
    assert heard == {
        PUBLIC: without,
        GM: with_face,
        seat_viewer("ada"): with_face,
        seat_viewer("bo"): without,
        seat_viewer("cy"): without,
    }
    assert playing.details("ada")["discarded"]
    assert [die.face for die in playing.seen_seat("ada", seat_viewer("bo")).dice] == [None] * 3


def test_it_is_used_once_in_a_round() -> None:
    playing = a_round()
    playing.give("ada", Discard(n=0))
    playing.when("ada", Discard(n=1)).then_refused("discard_used")
    playing.checks_round()
    playing.when("ada", Discard(n=1)).then_refused("discard_used")


def test_it_can_wait_for_the_second_betting_but_no_longer() -> None:
    playing = a_round()
    playing.checks_round()
    assert "discard" in playing.may("ada")
    playing.checks_round()
    playing.when("ada", Discard(n=1)).then_refused("discard_over")


def test_the_next_round_brings_another_discard() -> None:
    playing = a_round()
    playing.give("ada", Discard(n=0))
    playing.checks_to_the_end()
    playing.start()
    assert "discard" in playing.may("ada")


def test_only_hidden_dice_can_be_discarded() -> None:
    playing = opened("rulers-bluff", {"ada": 5_000, "bo": 5_000}, open_dice="own")
    playing.start()
    playing.checks_round()
    assert len(playing.seen_seat("ada", GM).dice) == 4
    playing.when("ada", Discard(n=3)).then_refused("not_offered")


def test_it_is_for_ones_own_turn() -> None:
    playing = a_round()
    playing.when("bo", Discard(n=0)).then_refused("not_your_turn")
    playing.when("ada", LetItBe()).then_refused("not_asked")
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Fold()))
    playing.when("bo", Discard(n=0)).then_refused("folded")


def test_a_seat_that_is_all_in_on_the_ante_is_asked_for_the_discard_when_its_turn_would_come() -> None:
    playing = a_round(bo=0)
    events = playing.plays(("ada", Check()))
    assert events[-1] == QuestionAsked(seats=["bo"], question="discard")
    assert playing.may("bo") == ["bluff", "read", "discard", "let_it_be"]
    playing.when("bo", Open(amount_cp=1)).then_refused("no_betting_now")
    playing.when("bo", LetItBe()).then(Paid(seat="bo", move="stay", amount_cp=0), TurnBegan(seat="cy"))


def test_a_seat_that_is_all_in_and_discards_has_had_its_turn() -> None:
    playing = a_round(bo=0).load({("bo", "discard", 6): [6]})
    playing.plays(("ada", Check()))
    playing.when("bo", Discard(n=0)).then(
        DieRerolled(
            seat="bo", n=0, by="bo", why="discard", draw=drawn("bo", "discard", 6, 6), draw_to=seat_viewer("bo")
        ),
        Paid(seat="bo", move="stay", amount_cp=0),
        TurnBegan(seat="cy"),
    )
    playing.plays(("cy", Check()), ("ada", Check()))
    assert (playing.table.turn, playing.table.phase) == ("cy", "second_betting")


def test_a_seat_that_keeps_its_dice_is_asked_again_after_a_raise_and_in_the_second_but_not_the_third_betting() -> None:
    playing = a_round(bo=0)
    playing.plays(("ada", Check()), ("bo", LetItBe()), ("cy", Open(amount_cp=100)), ("ada", Raise(amount_cp=100)))
    assert (playing.table.to_act, playing.table.question) == (["bo"], "discard")
    playing.plays(("bo", LetItBe()), ("cy", Call()), ("ada", Check()))
    assert (playing.table.to_act, playing.table.question) == (["bo"], "discard")
    playing.plays(("bo", LetItBe()), ("cy", Check()), ("ada", Check()), ("cy", Check()))
    assert not playing.table.running


def test_a_seat_that_went_all_in_on_its_turn_has_had_it_unless_another_raises() -> None:
    playing = a_round(bo=50)
    playing.plays(("ada", Open(amount_cp=100)), ("bo", Call()), ("cy", Call()))
    assert (playing.table.phase, playing.table.to_act) == ("second_betting", ["ada"])


def test_if_everybody_is_all_in_all_are_asked_in_both_rounds() -> None:
    playing = a_round(ada=0, bo=0, cy=0)
    asked: list[str] = []
    events = []
    while playing.table.running:
        assert playing.table.question == "discard"
        asked += playing.table.to_act
        events += playing.give(playing.table.to_act[0], LetItBe())
    assert asked == ["ada", "bo", "cy"] * 2
    assert len(all_of(DieRolled, events)) == 2


def test_the_only_seat_with_coins_left_is_asked_for_its_discard_and_bets_nothing() -> None:
    playing = a_round(bo=0, cy=0)
    assert (playing.table.to_act, playing.table.question) == (["ada"], "discard")
    playing.when("ada", Open(amount_cp=1)).then_refused("no_betting_now")
    playing.plays(*[(seat, LetItBe()) for seat in ("ada", "bo", "cy")] * 2)
    assert not playing.table.running


def test_a_player_who_has_discarded_already_is_not_asked() -> None:
    playing = a_round(bo=50)
    playing.plays(("ada", Check()))
    playing.give("bo", Discard(n=0))
    playing.plays(("bo", Open(amount_cp=50)), ("cy", Call()), ("ada", Call()))
    playing.plays(("ada", Check()))
    assert playing.table.to_act == ["cy"]


def test_the_clock_keeps_the_dice() -> None:
    playing = opened("rulers-bluff", {"ada": ANTE, "bo": ANTE}, turn_seconds=60)
    playing.start()
    assert playing.let_the_clock_act() is not None
    assert Paid(seat="ada", move="stay", amount_cp=0) in playing.entries[-1].events
    while playing.table.running:
        playing.let_the_clock_act()
    assert all_of(DieRerolled, [event for entry in playing.entries for event in entry.events]) == []


def test_a_seat_that_leaves_while_it_is_asked_is_out_and_the_next_is_asked() -> None:
    playing = a_round(bo=0)
    playing.plays(("ada", Check()))
    playing.give("bo", Leave())
    assert (playing.table.turn, playing.table.question) == ("cy", "turn")


def test_a_player_who_is_asked_stays_asked_while_another_leaves() -> None:
    playing = a_round(bo=0)
    playing.plays(("ada", Check()))
    playing.give("ada", Leave())
    assert (playing.table.to_act, playing.table.question) == (["bo"], "discard")


def test_the_face_that_was_discarded_is_never_shown() -> None:
    playing = a_round().load({("ada", "discard", 6): [6]})
    playing.give("ada", Discard(n=1))
    events = playing.checks_to_the_end()
    assert [event.face for event in all_of(DieRevealed, events) if event.seat == "ada"] == [1, 6, 4]
    assert ended(events).winners == ["ada"]
