"""How a game opens: antes, classes, and who bets first. (Seeds 002, "Classes"; rulings.)"""

import msgspec

from events.accounts import POT
from events.audience import seat_viewer
from events.round_events import DiceTakenUp, DiceThrown, OpenThrown, PhaseBegan, QuestionAnswered, TurnBegan
from events.table_events import CoinsMoved
from games.trickster.cards.card import PLAIN
from games.trickster.cards.standard import STANDARD_CARDS
from games.trickster.classes import ChooseClass, ClassTaken
from games.trickster.options import deck
from games.trickster.rounds import ThrowBegan
from tests.games.trickster.table import a_game, card, opened, thrown
from tests.playing import all_of, drawn


def test_seats_choose_their_class_in_the_open_and_in_any_order() -> None:
    playing = opened("Ada", "Bo")
    playing.start()
    assert (playing.table.question, playing.table.to_act) == ("class", ["ada", "bo"])
    witch = next(one for one in STANDARD_CARDS if one.name == "Hedge Witch")
    playing.when("bo", ChooseClass(card="Hedge Witch")).then(
        ClassTaken(seat="bo", card=witch), QuestionAnswered(seat="bo")
    )
    assert playing.heard() == ["Bo plays the class Hedge Witch: 4d8."]
    playing.when("bo", ChooseClass(card="Plain")).then_refused("not_asked")
    playing.when("ada", ChooseClass(card="Nobody")).then_refused("not_offered")


def test_several_seats_may_have_the_same_class() -> None:
    playing = opened("Ada", "Bo")
    playing.start()
    for seat in ("ada", "bo"):
        playing.give(seat, ChooseClass(card="Brewer"))
    assert {one.name for one in playing.table.state.cards.values()} == {"Brewer"}


def test_the_card_stands_in_the_log_in_full() -> None:
    mine = card("Mine", ["d4", "d20"])
    playing = a_game({"ada": mine})
    [taken, *_] = [one for entry in playing.entries for one in all_of(ClassTaken, entry.events)]
    assert taken.card == mine
    assert playing.entries[0].events[0].options["cards"] == [msgspec.to_builtins(mine)]  # type: ignore[attr-defined]


def test_without_cards_all_play_plain_liars_dice() -> None:
    playing = a_game()
    assert {seat: playing.hand(seat) for seat in ("ada", "bo")} == {"ada": ["d6"] * 5, "bo": ["d6"] * 5}
    playing = opened("Ada", "Bo", standard_cards=False)
    playing.start()
    assert playing.table.state.cards == {"ada": PLAIN, "bo": PLAIN}


def test_classes_can_be_dealt_in_the_open() -> None:
    playing = opened("Ada", "Bo", classes="dealt")
    cards = len(deck(playing.table.options))
    playing.load({("ada", "class", cards): [1], ("bo", "class", cards): [cards]}).start()
    taken = all_of(ClassTaken, playing.written[-1].entry.events)
    assert [(one.seat, one.card.name) for one in taken] == [
        ("ada", STANDARD_CARDS[0].name),
        ("bo", STANDARD_CARDS[-1].name),
    ]
    assert taken[0].draw == drawn("ada", "class", cards, 1)
    assert f"Ada is dealt the class {STANDARD_CARDS[0].name}" in playing.heard()[1]


def test_each_throws_a_d20_for_the_first_bet_and_those_tied_for_the_highest_throw_again() -> None:
    playing = opened("Ada", "Bo", "Cy", classes="plain")
    playing.load({("ada", "first_bet", 20): [17, 2], ("bo", "first_bet", 20): [3], ("cy", "first_bet", 20): [17, 9]})
    playing.start()
    events = playing.written[-1].entry.events
    first, again = all_of(OpenThrown, events)
    assert first.draws == [drawn(seat, "first_bet", 20, face) for seat, face in (("ada", 17), ("bo", 3), ("cy", 17))]
    assert again.draws == [drawn("ada", "first_bet", 20, 2, 2), drawn("cy", "first_bet", 20, 9, 2)]
    assert all_of(TurnBegan, events) == [TurnBegan(seat="cy")]
    assert "Who bets first? Ada [17], Bo [3] and Cy [17]." in playing.heard()


def test_all_throw_under_their_cups_the_smallest_dice_first() -> None:
    mixed = card("Mixed", ["d8", "d4", "d8"])
    playing = a_game({"ada": mixed}, {"ada": [2, 7, 3], "bo": [1, 2, 3, 4, 5]})
    events = playing.written[-1].entry.events
    to = seat_viewer("ada")
    draws = [drawn("ada", "cup", 8, 7), drawn("ada", "cup", 8, 3, 2)]
    at = events.index(ThrowBegan(number=1))
    assert events[at : at + 5] == [
        ThrowBegan(number=1),
        PhaseBegan(phase="betting"),
        DiceTakenUp(seat="ada"),
        DiceThrown(seat="ada", ns=[0], die="d4", place="hole", draws=[drawn("ada", "cup", 4, 2)], draws_to=to),
        DiceThrown(seat="ada", ns=[1, 2], die="d8", place="hole", draws=draws, draws_to=to),
    ]
    assert thrown(events, "bo") == ["d6"] * 5


def test_all_see_which_dice_lie_under_a_cup_and_only_its_owner_how_they_fell() -> None:
    playing = a_game(faces={"ada": [1, 2, 3, 4, 5], "bo": [6, 6, 6, 6, 6]})
    for viewer, own in (("public", None), ("seat:ada", "ada"), ("seat:bo", "bo")):
        seen = {seat.seat: [(die.die, die.face) for die in seat.dice] for seat in playing.view(viewer).seats}
        for seat, faces in (("ada", [1, 2, 3, 4, 5]), ("bo", [6] * 5)):
            assert seen[seat] == [("d6", face if seat == own else None) for face in faces]


def test_an_ante_is_optional_and_paid_before_anything_else() -> None:
    assert a_game().table.balance(POT) == 0
    playing = a_game(ante_cp=500)
    assert playing.table.balance(POT) == 1_000
    paid = next(
        event for entry in playing.entries for event in all_of(CoinsMoved, entry.events) if event.reason == "ante"
    )
    assert (paid.payer, paid.payee, paid.amount_cp) == ("ada", POT, 500)


def test_a_seat_that_cannot_pay_the_ante_sits_the_game_out() -> None:
    playing = opened("Ada", "Bo", classes="plain", ante_cp=500)
    playing.seat("Cy", purse_cp=400).start()
    assert playing.table.order == ["ada", "bo"]
    playing.when("cy", ChooseClass(card="Plain")).then_refused("not_in_game")
