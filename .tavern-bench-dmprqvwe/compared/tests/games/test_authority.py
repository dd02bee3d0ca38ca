"""Who may give which command, whatever a server let through or a log claims."""

import pytest

from events.event import Command
from games.addressed_command import AddressedCommand
from games.deciding.decider import decide
from games.installed import CATALOGUE
from games.legality import Refused
from games.table import Dispute, GiveBack, Leave, OpenTable, RefreshDeadline, SeatNpc, SetLuck, Sit, TakeOver, VoidRound
from games.twentyone.accusing import CloseStaredown
from games.twentyone.betting import Fold, Hold
from games.twentyone.turns import LetItBe
from tests.playing import Playing, context_of, time_of


def running(*, served: bool = False) -> Playing:
    """Odo, a possible NPC, is at the Cut; the clock runs."""
    faces = {("odo", "opening", 10): [2], ("bri", "opening", 10): [9]}
    playing = Playing.open(CATALOGUE, "twentyone", turn_seconds=60).seat("Bri")
    if served:
        playing.sit_npc("Odo")
    else:
        playing.sit("Odo")
    return playing.load(faces).start()


def refusal(playing: Playing, actor: str, seat: str | None, command: Command) -> str:
    move = AddressedCommand(actor=actor, seat=seat, command=command, at=time_of(playing.commands))
    with pytest.raises(Refused) as refused:
        decide(context_of(CATALOGUE, playing.table, move.command), CATALOGUE.folding, playing.table, move)
    return refused.value.code


@pytest.mark.parametrize(
    ("actor", "seat", "command"),
    [
        ("seat:bri", "odo", LetItBe()),
        ("seat:mallory", "odo", LetItBe()),
        ("npc:bri", "odo", LetItBe()),
        ("npc:odo", "odo", LetItBe()),
        ("house", "odo", LetItBe()),
        ("\x1b[31mgm", "odo", LetItBe()),
        ("seat:odo", None, VoidRound()),
        ("clock", None, VoidRound()),
        ("clock", "odo", Fold()),
        ("clock", "bri", LetItBe()),
        ("clock", None, CloseStaredown()),
        ("gm", None, RefreshDeadline()),
        ("gm", None, OpenTable(name="", gm="", game="twentyone", options={}, seeded=False)),
        ("seat:cal", "dee", Sit(name="Dee", kind="player")),
        ("gm", None, Sit(name="Dee", kind="player")),
        ("gm", "pot", Sit(name="Pot", kind="player")),
        ("gm", "side_pool", Sit(name="Pool", kind="player")),
        ("gm", "bri", Sit(name="Bri", kind="player")),
        ("gm", "B r i", Sit(name="Bri", kind="player")),
        ("seat:dee", "dee", SeatNpc(name="Dee", temperament="bully")),
        ("npc:dee", "dee", SeatNpc(name="Dee", temperament="bully")),
        ("gm", "bri", SeatNpc(name="Bri", temperament="bully")),
    ],
)
def test_a_command_is_refused_whose_actor_cannot_have_given_it(actor: str, seat: str | None, command: Command) -> None:
    assert refusal(running(), actor, seat, command) == "not_authorized"


@pytest.mark.parametrize("actor", ["seat:odo", "gm", "clock"])
def test_for_a_seat_act_its_holder_the_gm_and_the_clock(actor: str) -> None:
    playing = running()
    playing.give("odo", LetItBe(), actor=actor)
    assert playing.entries[-1].actor == actor


@pytest.mark.parametrize("actor", ["npc:odo", "gm", "clock"])
def test_for_a_seat_that_the_server_plays_act_the_server_the_gm_and_the_clock(actor: str) -> None:
    playing = running(served=True)
    playing.give("odo", LetItBe(), actor=actor)
    assert playing.entries[-1].actor == actor


def test_nobody_sits_where_the_server_plays() -> None:
    playing = running(served=True)
    for command in (LetItBe(), Leave(), SetLuck(luck="owl")):
        assert refusal(playing, "seat:odo", "odo", command) == "npc_seat"


def test_a_seat_that_was_taken_over_is_the_gms_to_play_until_it_is_given_back() -> None:
    playing = running()
    playing.give(None, TakeOver(target="odo"))
    assert refusal(playing, "seat:odo", "odo", LetItBe()) == "seat_taken_over"
    playing.give(None, GiveBack(target="odo"))
    playing.give("odo", LetItBe(), actor="seat:odo")


def test_the_server_plays_no_seat_that_was_taken_over() -> None:
    playing = running(served=True)
    playing.give(None, TakeOver(target="odo"))
    assert refusal(playing, "npc:odo", "odo", LetItBe()) == "not_authorized"
    playing.give("odo", LetItBe(), actor="gm")


def test_the_clock_plays_for_a_seat_that_was_taken_over() -> None:
    playing = running()
    playing.give(None, TakeOver(target="odo"))
    playing.let_the_clock_act()
    assert playing.entries[-1].actor == "clock"


@pytest.mark.parametrize("command", [Leave(), Dispute(round=1, text="That was mine.")])
def test_a_player_whose_seat_was_taken_over_can_still_leave_and_dispute(command: Command) -> None:
    playing = running()
    playing.give(None, TakeOver(target="odo"))
    playing.give("odo", command, actor="seat:odo")
    assert playing.entries[-1].actor == "seat:odo"


def test_the_clock_does_what_the_rulebook_has_it_do_and_nothing_else() -> None:
    playing = running()
    playing.give("odo", LetItBe())
    assert refusal(playing, "clock", "odo", Fold()) == "not_authorized"
    playing.give("odo", Hold(), actor="clock")


def test_the_house_restarts_no_deadline_where_there_is_none() -> None:
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo").start()
    assert refusal(playing, "house", None, RefreshDeadline()) == "not_authorized"


def test_nothing_happens_at_a_table_before_it_is_opened() -> None:
    blank = CATALOGUE.folding.blank("t")
    blank.game = "twentyone"
    move = AddressedCommand(actor="gm", seat="bri", command=Sit(name="Bri", kind="player"), at=time_of(1))
    with pytest.raises(Refused, match="cannot do that"):
        decide(context_of(CATALOGUE, blank, move.command), CATALOGUE.folding, blank, move)
