"""The retaliation: a bumper who failed waits until the target has picked one of the bumper's dice."""

from events.audience import ALL, PUBLIC
from events.event import Event
from events.round_events import DieRerolled
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.bump import Bump, Retaliate, RetaliationClosed, Waive
from games.twentyone.skills import Foresight, Goad, Profile
from games.twentyone.turns import BettingRoundBegan
from projections.actions import Refusal
from tests.games.twentyone.expected import asks, condition, paid, phase, revealed, round_ended, status, turn_of
from tests.games.twentyone.table import TwentyOneTable, betting
from tests.playing import drawn


def rerolled(seat: str, n: int, face: int, *, to: str = ALL) -> Event:
    """A d10 of the bumper's, rolled again by Odo."""
    draw = drawn(seat, "retaliation", 10, face)
    return DieRerolled(seat=seat, n=n, by="odo", why="retaliation", draw=draw, draw_to=to)


def locked() -> TwentyOneTable:
    """Bri has bumped Odo in vain and waits for the answer; Cal looks on."""
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.bumps("bri", "odo", 0, 5, 15)
    return table


def test_the_locked_bumper_can_do_nothing_that_belongs_to_a_turn_but_fold() -> None:
    table = locked()
    for command in (
        Roll(die="d10"),
        Hold(),
        Goad(target="odo"),
        Bump(target="odo", n=0),
        Foresight(),
        Profile(target="odo"),
        Retaliate(n=0),
    ):
        assert table.refusal("bri", command) == "retaliation_pending"
    assert [action.type for action in table.actions("bri")] == [
        "fold",
        "side_bet",
        "ask_for_coins",
        "sit_out",
        "leave",
        "dispute",
    ]
    [why] = {offer.detail for offer in table.offers("bri") if isinstance(offer, Refusal) and offer.type == "hold"}
    assert why == "Odo picks one of your dice to roll again; until then you can only fold, accuse or side bet."


def test_the_locked_bumper_may_accuse_and_the_retaliation_lapses_if_the_target_is_caught() -> None:
    table = betting(bri=(4, 9), odo=(3, 6), cal=(8, 2))
    table.rolls("odo", "d4", 2)
    table.cheats("odo", n=2, change=1, natural=15)
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.accuses("bri", "odo", 2)[-3:] == [
        RetaliationClosed(bumper="bri", why="lapsed"),
        condition("bri", "locked", on=False),
        asks("turn", "bri"),
    ]


def test_only_the_target_picks_and_any_die_of_the_bumpers() -> None:
    table = locked()
    assert table.may("odo", "retaliate") == [{"n": [0, 1]}]
    assert table.refusal("cal", Retaliate(n=0)) == "nothing_to_retaliate"
    assert table.refusal("odo", Retaliate(n=2)) == "not_offered"


def test_while_it_picks_the_target_can_do_nothing_else_of_its_turn() -> None:
    table = locked()
    for command in (Roll(die="d10"), Hold(), Fold()):
        assert table.refusal("odo", command) == "question_first"
        assert table.refusal("cal", command) == "not_your_turn"


def test_the_picked_die_rolls_again_and_the_bumper_is_free() -> None:
    table = locked()
    assert table.retaliates("odo", 0, to=(10, 7)) == [
        RetaliationClosed(bumper="bri", why="taken"),
        condition("bri", "locked", on=False),
        rerolled("bri", 0, 7),
        asks("turn", "bri"),
    ]
    assert table.view(PUBLIC).details["retaliation"] is None


def test_after_the_retaliation_the_bumpers_turn_goes_on_without_another_skill() -> None:
    table = locked()
    table.retaliates("odo", 0, to=(10, 7))
    assert table.refusal("bri", Foresight()) == "one_skill_a_turn"
    assert table.buys("bri", "d4", 2)[-1] == turn_of("odo")


def test_a_retaliation_on_the_hole_die_keeps_it_hidden() -> None:
    table = locked()
    table.retaliates("odo", 1, to=(10, 7))
    assert table.faces("bri", "seat:bri") == [4, 7]
    assert table.faces("bri", "seat:odo") == [4, None]


def test_a_retaliation_that_busts_the_bumper_ends_the_turn() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d8", 8)
    table.holds("odo", "cal")
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.retaliates("odo", 0, to=(10, 9))[2:] == [
        rerolled("bri", 0, 9),
        status("bri", "bust", "above_21"),
        revealed("bri", 1, 9),
        phase("reveal"),
        revealed("odo", 1, 3),
        revealed("cal", 1, 2),
        phase("staredown"),
        asks("staredown", "bri", "odo", "cal"),
    ]


def test_a_retaliation_that_busts_the_bumper_passes_the_turn_on_where_others_can_act() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d8", 8)
    table.buys("odo", "d4", 2)
    table.holds("cal")
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.retaliates("odo", 0, to=(10, 9))[-1] == turn_of("odo")


def test_a_retaliation_can_be_taken_on_a_die_that_made_21() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d20", 20)
    table.holds("odo", "cal")
    table.bumps("bri", "odo", 0, 5, 15)
    table.retaliates("odo", 2, to=(20, 3))
    assert table.total("bri", "seat:bri") == 16


def test_the_gm_may_waive_a_retaliation() -> None:
    table = locked()
    assert table.may(None, "waive") == [{}]
    assert table.waives() == [
        RetaliationClosed(bumper="bri", why="waived"),
        condition("bri", "locked", on=False),
        asks("turn", "bri"),
    ]
    assert table.may("bri", "hold") == [{}]


def test_there_is_nothing_to_waive_without_a_failed_bump() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    assert table.refusal(None, Waive()) == "nothing_to_retaliate"


def test_a_locked_bumper_who_folds_ends_the_retaliation_and_the_turn() -> None:
    table = locked()
    assert table.folds("bri") == [
        status("bri", "folded", "fold"),
        RetaliationClosed(bumper="bri", why="lapsed"),
        condition("bri", "locked", on=False),
        turn_of("odo"),
    ]


def test_a_locked_bumper_who_folds_before_one_opponent_loses_to_them() -> None:
    table = betting(bri=(4, 9), odo=(6, 3))
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.folds("bri")[3:] == [
        phase("reveal"),
        revealed("odo", 1, 3),
        phase("staredown"),
        phase("payout"),
        paid("pot", "odo", 2_000, "payout"),
        round_ended("won", "odo", 2_000),
        *table.closing(),
    ]


def test_the_retaliation_lapses_when_the_target_is_caught() -> None:
    table = betting(bri=(6, 3), odo=(4, 9), cal=(8, 2))
    table.rolls("odo", "d4", 2)
    table.cheats("odo", n=2, change=1, natural=15)
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.accuses("cal", "odo", 2)[-4:] == [
        status("odo", "caught", "accused"),
        RetaliationClosed(bumper="bri", why="lapsed"),
        condition("bri", "locked", on=False),
        asks("turn", "bri"),
    ]


def test_a_locked_bumper_who_is_caught_is_free_and_out() -> None:
    table = betting(bri=(4, 3), odo=(6, 3), cal=(8, 2))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=5)
    table.buys("odo", "d4", 2)
    table.buys("cal", "d4", 2)
    table.bumps("bri", "odo", 0, 5, 15)
    assert table.accuses("odo", "bri", 2)[-4:] == [
        status("bri", "caught", "accused"),
        RetaliationClosed(bumper="bri", why="lapsed"),
        condition("bri", "locked", on=False),
        turn_of("odo"),
    ]


def test_a_third_seat_that_is_caught_meanwhile_holds_up_nobody() -> None:
    table = betting(bri=(6, 3), odo=(7, 3), cal=(4, 2))
    table.rolls("cal", "d4", 2)
    table.cheats("cal", n=2, change=1, natural=5)
    table.bumps("bri", "odo", 0, 5, 15)
    table.accuses("odo", "cal", 2)
    assert table.asked == ("retaliation", ["odo"])
    table.retaliates("odo", 1, to=(10, 1))
    assert table.asked == ("turn", ["bri"])


def test_the_next_round_of_betting_knows_nothing_of_the_bump() -> None:
    table = locked()
    table.retaliates("odo", 0, to=(10, 7))
    table.holds("bri")
    table.buys("odo", "d4", 2)
    assert table.buys("cal", "d4", 2)[-2:] == [BettingRoundBegan(number=2), turn_of("odo")]
