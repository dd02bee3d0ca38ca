"""A failed bump locks the bumper until the target has retaliated."""

from events.audience import PUBLIC
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.bump import Retaliate, RetaliationClosed, RetaliationOpened
from games.twentyone.skills import Goad
from tests.games.twentyone.expected import (
    asks,
    condition,
    status,
)
from tests.games.twentyone.table import TwentyOneTable
from tests.games.twentyone_v3.expected import (
    picked_up,
    rerolled,
)
from tests.games.twentyone_v3.table import betting


def locked() -> TwentyOneTable:
    """Bri's bump has failed, and Odo is to pick one of Bri's dice; Bri has bought a d4 before."""
    table = betting(bri=(4, 5), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d4", 2)
    table.holds("odo", "cal")
    table.bumps("bri", "odo", 0, 5, 15)
    return table


def test_a_failed_bump_locks_the_bumper_until_the_target_has_picked() -> None:
    table = locked()
    assert table.written[-1].entry.events[-3:] == [
        RetaliationOpened(bumper="bri", target="odo"),
        condition("bri", "locked"),
        asks("retaliation", "odo"),
    ]
    for command in (Fold(), Hold(), Roll(die="d4"), Goad(target="cal")):
        assert table.refusal("bri", command) == "retaliation_pending"


def test_the_picked_die_rolls_in_the_bumpers_hand_and_a_cheat_is_asked_about() -> None:
    table = locked()
    assert table.retaliates("odo", 2, to=(4, 4)) == [
        RetaliationClosed(bumper="bri", why="taken"),
        condition("bri", "locked", on=False),
        picked_up("bri", 2),
        rerolled("bri", 2, 4, 4, by="odo", why="retaliation", to="seat:bri"),
        asks("cheat", "bri"),
    ]
    table.cheats("bri", n=2, change=-1, natural=15)
    assert table.faces("bri", PUBLIC) == [4, None, 3]
    assert table.asked == ("turn", ["bri"])


def test_a_retaliation_that_busts_ends_the_turn() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), cal=(8, 2))
    table.buys("bri", "d8", 8)
    table.holds("odo", "cal")
    table.bumps("bri", "odo", 0, 5, 15)
    table.retaliates("odo", 0, to=(10, 9))
    table.lets_it_be("bri")
    assert table.status("bri") == "bust"
    assert table.table.phase == "staredown"


def test_a_player_who_is_locked_can_leave() -> None:
    table = locked()
    table.leaves("bri")
    assert table.table.phase == "staredown"


def test_a_locked_bumper_who_slanders_is_out_and_the_retaliation_lapses() -> None:
    table = locked()
    events = table.accuses("bri", "cal", 0)
    assert status("bri", "bust", "false_accusation") in events
    assert RetaliationClosed(bumper="bri", why="lapsed") in events
    assert table.refusal("odo", Retaliate(n=0)) in ("nothing_to_retaliate", "not_possible_now")
