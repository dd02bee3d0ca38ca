import io

from rich.console import Console

from events.audience import GM, PUBLIC, seat_viewer
from games.installed import CATALOGUE
from games.twentyone.betting import Fold, Roll
from games.twentyone.cheating import Cheat
from games.twentyone.skills import Profile
from games.twentyone.turns import LetItBe
from projections.views import DieView
from server.report.words import purse
from tests.playing import Playing
from tools.console import THEME
from tools.drawing import dice_text, die_text, table_picture


def die(face: int | None, place: str) -> DieView:
    return DieView(n=0, die="d10", face=face, hole=place in ("hole", "blind"), place=place)


def drawn(playing: Playing, viewer: str) -> str:
    out = Console(file=io.StringIO(), width=120, theme=THEME)
    with out.capture() as capture:
        asked = playing.table.to_act[0] if playing.table.to_act else None
        out.print(table_picture(playing.view(viewer, acts_for=asked), "somebody"))
    return capture.get()


def betting() -> Playing:
    """Bri shows 3 over a covered 7, Odo 9 over 5; Bri is to act."""
    playing = Playing.open(CATALOGUE, "twentyone").seat("Bri", "Odo")
    playing.load({("bri", "opening", 10): [3], ("bri", "hole", 10): [7], ("odo", "opening", 10): [9]})
    playing.load({("odo", "hole", 10): [5]})
    playing.start()
    playing.give("bri", LetItBe())
    return playing


def row_of(picture: str, name: str) -> str:
    (row,) = [line for line in picture.splitlines() if f" {name} " in line and "d10" in line]
    return row


def test_an_open_die_is_in_square_brackets_and_a_covered_one_in_round_ones() -> None:
    assert str(die_text(die(8, "open"))) == "d10[8]"
    assert str(die_text(die(8, "hole"))) == "d10(8)"
    assert str(die_text(die(8, "blind"))) == "d10(8)"
    assert str(die_text(die(8, "hand"))) == "d10‹8›"


def test_a_face_that_its_viewer_does_not_know_is_covered() -> None:
    assert str(die_text(die(None, "hole"))) == "d10(▒)"
    assert str(die_text(die(None, "blind"))) == "d10(▒)"
    assert str(die_text(die(None, "hand"))) == "d10‹▒›"


def test_an_account_below_zero_is_shown_with_its_sign() -> None:
    assert [purse(0), purse(250), purse(-250)] == ["nothing", "2 gp 5 sp", "−2 gp 5 sp"]


def test_a_seat_sees_its_own_covered_die_and_nobody_else_s() -> None:
    picture = drawn(betting(), seat_viewer("bri"))

    assert "d10[3]  d10(7)" in row_of(picture, "Bri")
    assert "d10[9]  d10(▒)" in row_of(picture, "Odo")


def test_the_gm_sees_every_die_and_what_the_seat_to_act_could_do() -> None:
    picture = drawn(betting(), GM)

    assert "d10[3]  d10(7)" in row_of(picture, "Bri")
    assert "d10[9]  d10(5)" in row_of(picture, "Odo")
    assert "Bri could" in picture
    assert "the GM could" in picture


def test_the_public_sees_no_covered_die_and_has_nothing_to_do() -> None:
    picture = drawn(betting(), PUBLIC)

    assert "(7)" not in picture
    assert "(5)" not in picture
    assert "could" not in picture


def test_the_seat_to_act_is_marked_and_named() -> None:
    picture = drawn(betting(), PUBLIC)

    assert "round 1, betting: Bri to act" in picture
    assert "▸" in row_of(picture, "Bri")
    assert "▸" not in row_of(picture, "Odo")


def test_a_caught_cheat_is_shown_once() -> None:
    playing = betting().load({("bri", "buy", 10): [4], ("bri", "cheat", 20): [1]})
    playing.give("bri", Roll(die="d10", pay="coins"))
    playing.give("bri", Cheat(n=2, change=1))

    assert row_of(drawn(playing, PUBLIC), "Bri").count("caught") == 1


def test_purses_the_pot_and_the_cost_of_actions_are_shown_in_coins() -> None:
    picture = drawn(betting(), seat_viewer("bri"))

    assert "95 gp" in row_of(picture, "Bri")
    assert "pot 20 gp" in picture
    (roll,) = [line for line in picture.splitlines() if "Buy a die" in line and "d4" in line and "coins" in line]
    assert "10 gp" in roll


def test_dice_to_choose_from_are_shown_as_they_lie_and_counted_from_one() -> None:
    playing = betting().load({("bri", "bought", 10): [4]})
    playing.give("bri", Roll(die="d10", pay="coins"))

    (hole, hand) = [line for line in drawn(playing, seat_viewer("bri")).splitlines() if "Cheat" in line]
    assert "die 2 d10(7)   change" in hole
    assert "die 3 d10‹4›   change" in hand
    (accused,) = [line for line in drawn(playing, seat_viewer("odo")).splitlines() if "Accuse" in line]
    assert "who bri   die 1 d10[3] | 2 d10(▒) " in accused


def test_dice_that_are_not_thrown_yet_have_their_names() -> None:
    playing = Playing.open(CATALOGUE, "twins", cheating="on").seat("Bri", "Odo").start()

    assert "die The black one | The white one" in drawn(playing, seat_viewer("bri"))


def test_numbers_of_dice_count_from_one() -> None:
    playing = betting().load({("bri", "bought", 10): [4], ("bri", "cheat", 20): [15]})
    playing.give("bri", Roll(die="d10", pay="coins"))
    playing.give("bri", Cheat(n=2, change=1))
    assert "own cheats: 3" in row_of(drawn(playing, seat_viewer("bri")), "Bri")

    playing.load({("odo", "profile", 20): [20]}).give("odo", Profile(target="bri"))
    assert "cheated true, dice [3]" in drawn(playing, seat_viewer("odo"))


def test_a_refused_action_is_shown_with_the_reason() -> None:
    picture = drawn(betting(), seat_viewer("odo"))

    (refused,) = [line for line in picture.splitlines() if "not: buy a die, hold," in line]
    assert "turn" in refused


def test_a_table_before_its_first_round_can_be_drawn() -> None:
    picture = drawn(Playing.open(CATALOGUE, "twentyone").seat("Bri"), PUBLIC)

    assert "before the first round" in picture
    assert "Bri" in picture


def test_a_finished_round_is_shown_with_its_outcome() -> None:
    playing = betting()
    playing.give("bri", Fold())

    assert "round 1 is over: won" in drawn(playing, PUBLIC)


def test_dice_that_were_set_aside_stand_apart_from_the_rest() -> None:
    lying = ((1, "aside"), (2, "open"), (5, "aside"), (6, "open"))
    dice = [DieView(n=n, die="d6", face=face, hole=False, place=place) for n, (face, place) in enumerate(lying)]

    assert str(dice_text(dice)) == "d6[2]  d6[6]   aside d6[1]  d6[5]"
    assert str(dice_text(dice[::2])) == "aside d6[1]  d6[5]"


def test_dice_to_set_aside_are_shown_by_their_faces_with_their_score() -> None:
    playing = Playing.open(CATALOGUE, "farkle").seat("Bri", "Odo").start()
    playing.load({("bri", "farkle", 6): [1, 1, 2, 3, 4, 6]})
    playing.give("bri", CATALOGUE.read_command("farkle", b'{"type":"throw"}'))
    picture = drawn(playing, seat_viewer("bri"))

    assert "dice 1 1 | 1 " in picture
    assert "What scores  faces 1 1, points 200, dice left 4" in picture


def test_the_house_s_dice_are_shown_and_the_bets_of_seats_in_coins() -> None:
    playing = Playing.open(CATALOGUE, "mountains").seat("Bri", "Odo").start()
    playing.load({("house", "house", 8): [2, 6]})
    for seat in ("bri", "odo"):
        playing.give(seat, CATALOGUE.read_command("mountains", b'{"type":"bet","amount_cp":500}'))
    picture = drawn(playing, PUBLIC)

    assert "The House  d8[2]  d8[6]" in picture
    (row,) = [line for line in picture.splitlines() if " Bri " in line and "gp" in line]
    assert "bet: amount 5 gp" in row


def test_a_game_without_totals_has_no_column_for_them() -> None:
    playing = Playing.open(CATALOGUE, "farkle").seat("Bri", "Odo").start()

    assert "total" not in drawn(playing, GM)
    assert "total" in drawn(betting(), GM)
