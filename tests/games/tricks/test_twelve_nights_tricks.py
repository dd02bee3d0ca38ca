"""Cheating at Twelve Nights, where several seats draw at once: nothing is judged before it is shown."""

from collections.abc import Sequence
from typing import Any

from events.accounts import HOUSE
from events.audience import GM, PUBLIC, seat_viewer
from events.event import Event
from events.gaming_sets import GamingSet
from events.round_events import (
    DiceShown,
    DiceThrown,
    DieRolled,
    QuestionAnswered,
    StatusChanged,
)
from games.engine.rulebook import Timeout
from games.installed import CATALOGUE
from games.mechanics.house_bets import Bet
from games.mechanics.tricks.cup import ShowDice
from games.mechanics.tricks.inspecting import Inspect
from games.mechanics.tricks.noticing import Denounce, SayNothing
from games.mechanics.tricks.palming import Cheat
from games.table import Leave
from games.twelve_nights import Fold, Hit, Stay
from projections.actions import Action, Choices
from tests.games.tricks.worlds import alike_for, all_silent, served
from tests.playing import Playing

BET = Bet(amount_cp=500)


def dealt(
    bri: Sequence[int] = (3, 4),
    odo: Sequence[int] = (4, 5),
    *,
    again: int = 6,
    house: Sequence[int] = (5, 5),
    house_sees: bool = False,
    sets: Sequence[GamingSet] = (),
    **options: Any,
) -> Playing:
    """Bri and Odo have bet 5 gp, and draw these cards; nobody notices a cheat, unless the House does."""
    playing = Playing.open(CATALOGUE, "twelve-nights", **{"cheating": "on", **options})
    playing.sit("Bri", sets=sets)
    playing.seat("Odo").start()
    for seat, faces in (("bri", bri), ("odo", odo)):
        playing.load({(seat, "cards", 6): faces[:2], (seat, "hit", 6): faces[2:]})
    playing.load(
        {
            (HOUSE, "house", 6): house[:2],
            (HOUSE, "house_hit", 6): house[2:],
            ("bri", "palmed", 6): [again],
            ("bri", "sleight_of_hand", 20): [10, 10],
            ("odo", "notice", 20): [1],
            (HOUSE, "notice", 20): [20 if house_sees else 1],
        }
    )
    playing.give("bri", BET)
    playing.give("odo", BET)
    return playing


def shown(*given: Any, **more: Any) -> Playing:
    """Both have shown their first two cards."""
    playing = dealt(*given, **more)
    playing.give("bri", ShowDice())
    playing.give("odo", ShowDice())
    return playing


def total(playing: Playing, viewer: str, seat: str = "bri") -> int | None:
    return next(one.total for one in playing.view(viewer).seats if one.seat == seat)


def status(playing: Playing, seat: str = "bri") -> str:
    return playing.table.seats[seat].status


def of(events: Sequence[Event], *kinds: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, kinds)]


def test_the_first_two_cards_lie_face_down_and_all_are_asked_at_once() -> None:
    playing = dealt()
    thrown = [event for event in playing.entries[-1].events if isinstance(event, DiceThrown)]
    assert [(event.seat, event.place, event.draws_to) for event in thrown] == [
        ("bri", "hand", seat_viewer("bri")),
        ("odo", "hand", seat_viewer("odo")),
    ]
    assert (playing.table.question, playing.table.to_act) == ("hit_or_stay", ["bri", "odo"])


def test_only_the_seat_and_the_gm_know_what_it_has() -> None:
    playing = dealt()
    assert [total(playing, viewer) for viewer in (seat_viewer("bri"), GM, seat_viewer("odo"), PUBLIC)] == [
        7,
        7,
        None,
        None,
    ]
    playing.give("bri", ShowDice())
    assert total(playing, PUBLIC) == 7


def test_a_player_who_has_cards_face_down_may_only_show_them_or_cheat() -> None:
    playing = dealt()
    for command in (Hit(), Stay(), Fold()):
        playing.when("bri", command).then_refused("show_first")
    playing.when("bri", ShowDice()).then(DiceShown(seat="bri", ns=[0, 1], faces=[3, 4]))
    assert {"hit", "stay", "fold"} <= {action.type for action in playing.actions("bri")}
    playing.when("bri", Cheat(n=0)).then_refused("nothing_in_the_cup")


def test_each_seat_draws_at_its_own_pace() -> None:
    playing = dealt((3, 4, 2), (4, 5))
    playing.give("bri", ShowDice())
    playing.give("bri", Hit())
    playing.when("odo", Hit()).then_refused("show_first")
    playing.give("bri", ShowDice())
    playing.give("bri", Stay())
    assert (playing.table.question, playing.table.to_act) == ("hit_or_stay", ["odo"])


def test_twelve_with_two_cards_is_called_when_it_is_shown() -> None:
    playing = dealt((6, 6))
    assert status(playing) == "active"
    playing.when("bri", ShowDice()).then(
        DiceShown(seat="bri", ns=[0, 1], faces=[6, 6]),
        StatusChanged(seat="bri", status="twelve", why="cards"),
        QuestionAnswered(seat="bri"),
    )


def test_a_card_that_is_drawn_lies_face_down_beside_those_that_were_shown() -> None:
    playing = shown((3, 4, 6))
    [card] = playing.give("bri", Hit())
    assert isinstance(card, DieRolled)
    assert (card.place, card.draw_to) == ("hand", seat_viewer("bri"))
    assert [die.face for die in playing.view(PUBLIC).seats[0].dice] == [3, 4, None]


def test_nobody_is_bust_before_the_card_is_shown() -> None:
    playing = shown((3, 4, 6))
    playing.give("bri", Hit())
    assert status(playing) == "active"
    playing.when("bri", ShowDice()).then(
        DiceShown(seat="bri", ns=[2], faces=[6]),
        StatusChanged(seat="bri", status="bust", why="hit"),
        QuestionAnswered(seat="bri"),
    )


def test_a_card_that_would_spoil_the_hand_can_be_drawn_again_in_secret() -> None:
    playing = shown((3, 4, 6), again=5)
    playing.give("bri", Hit())
    assert Action(type="cheat", params={"n": Choices(choices=[2])}) in playing.actions("bri")
    playing.give("bri", Cheat(n=2))
    assert status(playing) == "twelve"


def test_either_of_the_first_two_cards_can_be_drawn_again() -> None:
    playing = dealt((3, 6), again=6)
    playing.give("bri", Cheat(n=0))
    assert status(playing) == "twelve"


def test_if_the_house_notices_the_last_who_draws_it_draws_itself() -> None:
    playing = shown((3, 4, 6), again=2, house_sees=True)
    playing.give("odo", Stay())
    playing.give("bri", Hit())
    events = playing.give("bri", Cheat(n=2))
    assert of(events, StatusChanged) == [StatusChanged(seat="bri", status="caught", why="denounced")]
    assert [die.face for die in playing.table.house_dice] == [5, 5]
    all_silent(playing)
    assert (playing.table.purse("bri"), playing.table.purse("odo")) == (9_500, 9_500)


def test_if_only_the_denounced_have_a_hand_left_the_house_need_not_draw() -> None:
    playing = shown((3, 4, 6), again=2, house_sees=True)
    playing.give("odo", Fold())
    playing.give("bri", Hit())
    playing.give("bri", Cheat(n=2))
    assert playing.table.house_dice == []
    assert all_silent(playing).table.purse("bri") == 9_500


def test_a_twelve_of_a_denounced_cheater_is_lost() -> None:
    playing = dealt((6, 3), again=6, house_sees=True)
    playing.give("bri", Cheat(n=1))
    playing.give("odo", ShowDice())
    playing.give("odo", Stay())
    assert all_silent(playing).table.purse("bri") == 9_500


def test_a_player_who_is_bust_can_only_be_named_a_cheater() -> None:
    playing = shown((3, 4, 6), sets=[GamingSet(set="simply_marked")])
    playing.give("bri", Hit())
    playing.give("bri", ShowDice())
    playing.load({("odo", "inspect", 20): [20]}).give("odo", Inspect(target="bri"))
    playing.give("odo", Denounce(target="bri"))
    assert status(playing) == "bust"


def test_a_player_who_has_folded_keeps_half_the_bet() -> None:
    playing = shown(sets=[GamingSet(set="simply_marked")])
    playing.give("bri", Fold())
    playing.load({("odo", "inspect", 20): [20]}).give("odo", Inspect(target="bri"))
    playing.give("odo", Denounce(target="bri"))
    assert status(playing) == "folded"
    assert playing.table.balance(HOUSE) == 250


def test_whose_marked_cards_are_found_before_they_are_dealt_any_is_dealt_none() -> None:
    playing = Playing.open(CATALOGUE, "twelve-nights", cheating="on")
    playing.sit("Bri", sets=[GamingSet(set="simply_marked")])
    playing.seat("Odo").load({("odo", "inspect", 20): [20]}).start()
    playing.give("bri", BET)
    playing.give("odo", Inspect(target="bri"))
    playing.give("odo", Denounce(target="bri"))
    playing.when("bri", Fold()).then_refused("nothing_to_fold")
    playing.give("odo", BET)
    assert playing.table.seats["bri"].dice == []
    assert playing.table.to_act == ["odo"]


def test_a_player_who_leaves_shows_the_cards_and_folds() -> None:
    playing = dealt()
    events = playing.give("bri", Leave())
    assert of(events, DiceShown) == [DiceShown(seat="bri", ns=[0, 1], faces=[3, 4])]
    assert status(playing) == "folded"


def test_a_player_who_leaves_with_a_spoilt_hand_is_bust_and_has_nothing_to_fold() -> None:
    playing = shown((3, 4, 6))
    playing.give("bri", Hit())
    playing.give("bri", Leave())
    assert status(playing) == "bust"
    assert playing.table.purse("bri") == 0


def test_a_player_who_leaves_with_twelve_has_won() -> None:
    playing = dealt((6, 6))
    playing.give("bri", Leave())
    playing.give("odo", ShowDice())
    playing.give("odo", Stay())
    all_silent(playing)
    assert playing.table.result is not None
    assert playing.table.result.won_cp["bri"] == 1_000


def test_the_last_who_is_asked_may_leave() -> None:
    playing = shown()
    playing.give("odo", Stay())
    playing.give("bri", Leave())
    assert (playing.table.phase, playing.table.to_act) == ("closing", ["odo"])
    playing.give("odo", SayNothing())
    assert not playing.table.running


def test_the_clock_shows_the_cards_and_stays() -> None:
    playing = dealt(turn_seconds=60)
    assert [playing.let_the_clock_act() for _ in range(3)] == [
        Timeout("bri", ShowDice()),
        Timeout("bri", Stay()),
        Timeout("odo", ShowDice()),
    ]


def test_the_house_draws_its_own_cards_in_the_open() -> None:
    playing = shown(house=(2, 3, 6))
    playing.give("bri", Stay())
    events = playing.give("odo", Stay())
    assert [event.place for event in events if isinstance(event, (DiceThrown, DieRolled))] == ["open", "open"]


# Twin worlds


def test_a_good_hand_looks_to_others_like_a_bad_one_until_it_is_shown() -> None:
    assert alike_for(dealt((6, 6)), dealt((2, 2)), "odo")
    good, bad = shown((3, 4, 5)), shown((3, 4, 6))
    for playing in (good, bad):
        playing.give("bri", Hit())
        playing.give("odo", Hit())
    assert alike_for(good, bad, "odo")


def test_a_card_drawn_again_looks_to_others_like_one_that_is_shown() -> None:
    honest, crooked = shown((3, 4, 5)), shown((3, 4, 6), again=5)
    for playing in (honest, crooked):
        playing.give("bri", Hit())
    honest.give("bri", ShowDice())
    crooked.give("bri", Cheat(n=2))
    assert alike_for(honest, crooked, "odo")
    for playing in (honest, crooked):
        playing.give("odo", Stay())
        all_silent(playing)
    assert alike_for(honest, crooked, "odo")
    assert served(honest, seat_viewer("bri")) != served(crooked, seat_viewer("bri"))
