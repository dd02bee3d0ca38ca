"""Manual and constant abilities, and what each effect does. (Seeds 002, "Upgrading/Downgrading Dice", "Classes".)"""

import pytest

from events.audience import seat_viewer
from events.event import Command
from events.round_events import DieGained, DieLost, DieReplaced, DieRerolled, Told
from games.engine.legality import Refused
from games.trickster.abilities import UseAbility
from games.trickster.betting import CallLiar, MakeBet
from games.trickster.cards.card import (
    Ability,
    Constant,
    Downgrade,
    Effect,
    Gain,
    Lose,
    Manual,
    Peek,
    Reactive,
    Reroll,
    Upgrade,
    Ward,
    Wild,
)
from games.trickster.challenge import DiceCounted
from games.trickster.classes import ChooseClass
from games.trickster.effects import FacesWild
from games.trickster.powers import AbilityUsed
from projections.actions import Choices
from tests.games.trickster.table import TricksterGame, a_game, card, opened, thrown
from tests.playing import Playing, all_of, drawn

TWO = card("Two", ["d6", "d6"])


def with_ability(*effects: Effect, hand: tuple[str, ...] = ("d4", "d6", "d8"), **given: object) -> TricksterGame:
    """Ada has one manual ability, Bo and Cy two d6 each."""
    ability = Manual(name="Power", effects=list(effects), **given)  # type: ignore[arg-type]
    faces = {"ada": [1] * len(hand), "bo": [5, 6], "cy": [2, 3]}
    return a_game({"ada": card("Able", hand, ability), "bo": TWO, "cy": TWO}, faces, seats=3)  # type: ignore[arg-type]


def offered(playing: TricksterGame) -> list[dict[str, list[object]]]:
    """What Ada's first ability can be aimed at, as it is listed."""
    found = [one.params for one in playing.actions("ada") if one.type == "use_ability"]
    return [
        {name: param.choices for name, param in params.items() if isinstance(param, Choices) and name != "ability"}
        for params in found
    ]


def used(target: str | None = None, n: int | None = None) -> AbilityUsed:
    return AbilityUsed(seat="ada", ability=0, how="manual", target=target, n=n)


def test_an_upgraded_die_is_replaced_and_thrown_at_once_and_only_its_owner_sees_it() -> None:
    playing = with_ability(Upgrade(levels=2, die="chosen"))
    playing.load({("ada", "replaced", 10): [9]})
    assert playing.uses("ada", n=1) == [
        used(n=1),
        DieReplaced(
            seat="ada",
            n=1,
            die="d10",
            place="hole",
            why="upgrade",
            by="ada",
            draw=drawn("ada", "replaced", 10, 9),
            draw_to=seat_viewer("ada"),
        ),
    ]
    assert playing.heard() == ["Ada uses “Power” on die 2.", "Ada’s die 2 grows into a d10."]
    assert playing.heard("seat:ada")[1] == "Ada’s die 2 grows into a d10, and shows [9]."
    [ada] = [seat for seat in playing.view("public").seats if seat.seat == "ada"]
    assert [(die.die, die.face, die.place) for die in ada.dice] == [
        ("d4", None, "hole"),
        ("d10", None, "hole"),
        ("d8", None, "hole"),
    ]


def test_a_replaced_die_is_neither_lost_nor_in_the_middle() -> None:
    playing = with_ability(Downgrade(die="chosen"))
    playing.uses("ada", n=2)
    assert playing.hand("ada") == ["d4", "d6", "d6"]
    assert playing.view("public").details["middle"] == {}


def test_nothing_is_larger_than_a_d20() -> None:
    playing = with_ability(Upgrade(levels=6, die="all"), hand=("d4", "d20"))
    events = playing.uses("ada")
    assert playing.hand("ada") == ["d20", "d20"]
    assert [event.n for event in all_of(DieReplaced, events)] == [0]


def test_a_die_that_would_be_smaller_than_a_d2_is_lost_and_lies_in_the_middle() -> None:
    playing = with_ability(Downgrade(levels=3, of="chosen", die="chosen"))
    assert playing.uses("ada", target="bo", n=0) == [
        used("bo", 0),
        DieLost(seat="bo", n=0, die="d6", why="downgrade", by="ada"),
    ]
    assert playing.heard()[1] == "Bo loses a d6, too small to shrink."
    assert (playing.hand("bo"), playing.faces("bo")) == (["d6"], [6])
    assert [die.n for die in playing.table.seats["bo"].dice] == [0]
    assert playing.view("public").details["middle"] == {"bo": ["d6"]}


def test_a_downgraded_die_of_another_is_seen_by_its_owner_and_not_by_who_did_it() -> None:
    playing = with_ability(Downgrade(of="chosen", die="smallest"))
    playing.load({("bo", "replaced", 4): [3]})
    playing.uses("ada", target="bo")
    assert playing.heard("seat:bo")[1] == "Bo’s die 1 shrinks to a d4, and shows [3]."
    assert playing.heard("seat:ada")[1] == "Bo’s die 1 shrinks to a d4."
    assert playing.hand("bo") == ["d4", "d6"]


def test_a_die_rolls_again_under_its_cup() -> None:
    playing = with_ability(Reroll(of="next", die="largest"))
    playing.load({("bo", "reroll", 6): [2]})
    assert playing.uses("ada") == [
        used(),
        DieRerolled(
            seat="bo", n=0, by="ada", why="reroll", draw=drawn("bo", "reroll", 6, 2), draw_to=seat_viewer("bo")
        ),
    ]
    assert playing.faces("bo") == [2, 6]


def test_a_peek_shows_a_die_only_to_the_seat_that_peeks() -> None:
    playing = with_ability(Peek(of="chosen", die="chosen"))
    facts = {"about": "bo", "n": 1, "die": "d6", "face": 6}
    assert playing.uses("ada", target="bo", n=1) == [
        used("bo", 1),
        Told(to=seat_viewer("ada"), seat="ada", kind="peeked", facts=facts),
    ]
    sees = {viewer: playing.view(viewer).seats[1].dice[1].face for viewer in ("seat:ada", "seat:cy", "public", "gm")}
    assert sees == {"seat:ada": 6, "seat:cy": None, "public": None, "gm": 6}
    you = playing.view("seat:ada").you
    assert you is not None
    assert [note.facts for note in you.notes] == [facts]
    assert playing.heard() == ["Ada uses “Power” on Bo’s die 2."]
    assert playing.heard("seat:ada")[1] == "Ada sees that Bo’s d6 shows [6]."


def test_what_was_seen_is_forgotten_once_the_die_rolls_again() -> None:
    playing = a_game(
        {
            "ada": card("Eye", ["d6"], Manual(name="Peep", effects=[Peek()])),
            "bo": card("Shaker", ["d6"], Manual(name="Shake", effects=[Reroll()])),
        }
    )
    playing.uses("ada", target="bo", n=0)
    playing.uses("bo", n=0)
    assert playing.view("seat:ada").seats[1].dice[0].face is None


def test_an_extra_die_lies_last_and_is_thrown_at_once() -> None:
    playing = with_ability(Gain(die="d4"), limit="game")
    playing.load({("ada", "gained", 4): [4]})
    draw = drawn("ada", "gained", 4, 4)
    gained = DieGained(seat="ada", die="d4", place="hole", draw=draw, draw_to=seat_viewer("ada"))
    assert playing.uses("ada") == [used(), gained]
    assert playing.heard() == ["Ada uses “Power”.", "Ada gets an extra d4."]
    assert playing.hand("ada") == ["d4", "d6", "d8", "d4"]
    playing.bet(50, 1)
    playing.call()
    assert thrown(playing.loses(2), "ada") == ["d4", "d4", "d6"]


def test_a_sacrifice_comes_before_what_it_pays_for() -> None:
    playing = with_ability(Lose(die="chosen"), Upgrade(levels=1, die="largest"))
    events = playing.uses("ada", n=2)
    assert events[1] == DieLost(seat="ada", n=2, die="d8", why="ability", by="ada")
    assert playing.hand("ada") == ["d4", "d8"]


def test_faces_are_wild_for_all_until_the_round_ends() -> None:
    playing = with_ability(Wild(faces=[5], of="all", sizes=["d6", "d8"]))
    assert playing.uses("ada") == [used(), FacesWild(seat="ada", faces=[5], of="all", sizes=["d6", "d8"])]
    assert playing.heard()[1] == "Wild until the round ends: [5] on all dice (d6 and d8)."
    assert playing.view("public").details["wild_faces"] == ["[5] on all dice (d6 and d8)"]
    playing.bet(2, 6)
    assert [event.count for event in all_of(DiceCounted, playing.call())] == [2]
    playing.loses()
    assert playing.view("public").details["wild_faces"] == []


def test_constant_wild_faces_hold_for_their_owners_dice_until_the_last_one_is_gone() -> None:
    always = Constant(name="Always", effects=[Wild(faces=[5])])
    pinch = Manual(name="Pinch", effects=[Lose(of="next", die="smallest")])
    cards = {"ada": card("Pincher", ["d6"], pinch), "bo": card("Wild", ["d6", "d6"], always), "cy": TWO}
    playing = a_game(cards, {"ada": [5], "bo": [5, 5], "cy": [5, 1]}, seats=3)
    assert playing.view("public").details["wild_faces"] == ["[5] on Bo’s dice"]
    assert playing.view("gm").seats[1].dice[0].details == {"scores": "{*}"}
    playing.uses("ada")
    playing.bet(2, 1)
    [counted] = all_of(DiceCounted, playing.call())
    assert counted.counts == {"ada": 0, "bo": 1, "cy": 1}
    single = {**cards, "bo": card("Wild", ["d6"], Constant(name="Always", effects=[Wild(faces=[5], of="all")]))}
    playing = a_game(single, {"ada": [5], "bo": [5], "cy": [5, 1]}, seats=3)
    playing.uses("ada")
    playing.bet(1, 1)
    [counted] = all_of(DiceCounted, playing.call())
    assert counted.counts == {"ada": 0, "cy": 1}


def test_a_ward_keeps_the_abilities_of_others_away() -> None:
    ward = card("Warded", ["d6", "d6"], Constant(name="Ward", effects=[Ward()]))
    for effect in (Downgrade(of="chosen", die="chosen"), Peek(of="next", die="largest")):
        ability = Manual(name="Power", effects=[effect])
        playing = a_game({"ada": card("Able", ["d6"], ability), "bo": ward, "cy": TWO}, seats=3)
        if effect.of == "chosen":
            [action] = [one for one in playing.actions("ada") if one.type == "use_ability"]
            assert action.params["target"] == Choices(choices=["cy"])
            playing.when("ada", UseAbility(ability=0, target="bo", n=0)).then_refused("warded")
        else:
            playing.when("ada", UseAbility(ability=0)).then_refused("no_effect")
    own = Manual(name="Shake", effects=[Reroll(die="chosen")])
    warded = card("Warded", ["d6"], Constant(name="Ward", effects=[Ward()]), own)
    playing = a_game({"ada": warded})
    assert all_of(DieRerolled, playing.uses("ada", 1, n=0)) != []


def test_abilities_are_offered_with_what_their_owner_chooses() -> None:
    assert offered(with_ability(Reroll(die="all"))) == [{}]
    assert offered(with_ability(Reroll(die="chosen"))) == [{"n": [0, 1, 2]}]
    assert offered(with_ability(Peek(die="largest"))) == [{"target": ["bo", "cy"]}]
    assert offered(with_ability(Peek())) == [{"target": ["bo", "cy"], "n": [0, 1]}]


def test_seats_with_other_numbers_of_dice_are_offered_apart() -> None:
    cards = {"ada": card("Able", ["d6"], Manual(name="Power", effects=[Peek()])), "bo": TWO, "cy": card("One", ["d6"])}
    assert offered(a_game(cards, seats=3)) == [{"target": ["bo"], "n": [0, 1]}, {"target": ["cy"], "n": [0]}]


def test_a_d20_is_not_offered_to_grow() -> None:
    playing = with_ability(Upgrade(die="chosen"), hand=("d4", "d20", "d20"))
    assert offered(playing) == [{"n": [0]}]
    there = why_not(playing, "ada", UseAbility(ability=0, n=1))
    assert there == ("no_effect", "“Power” would do nothing there.")
    assert why_not(playing, "ada", UseAbility(ability=0, n=3))[0] == "not_offered"
    for die in ("chosen", "smallest", "all"):
        playing = with_ability(Upgrade(die=die), hand=("d20", "d20"))
        assert offered(playing) == []
        nothing = why_not(playing, "ada", UseAbility(ability=0, n=0 if die == "chosen" else None))
        assert nothing == ("no_effect", "“Power” would do nothing now.")


def test_a_seat_whose_dice_would_all_stay_as_they_are_is_no_target() -> None:
    for die in ("all", "largest"):
        grow = Manual(name="Grow", effects=[Upgrade(of="chosen", die=die)])
        giant = card("Giant", ["d20", "d20"])
        playing = a_game({"ada": card("Grower", ["d6"], grow), "bo": giant, "cy": TWO}, seats=3)
        assert offered(playing) == [{"target": ["cy"]}]
        playing.when("ada", UseAbility(ability=0, target="bo")).then_refused("no_effect")


def test_an_ability_is_offered_if_a_later_effect_would_do_something() -> None:
    both = with_ability(Upgrade(die="chosen"), Gain(die="d4"), hand=("d6", "d20"), limit="game")
    assert offered(both) == [{"n": [0]}]
    gain_alone = with_ability(Upgrade(die="chosen"), Gain(die="d4"), hand=("d20", "d20"), limit="game")
    assert offered(gain_alone) == [{"n": [0, 1]}]
    gain_alone.uses("ada", n=1)
    assert gain_alone.hand("ada") == ["d20", "d20", "d4"]
    lost_first = with_ability(Lose(die="chosen"), Upgrade(die="all"), hand=("d20", "d20"))
    assert offered(lost_first) == [{"n": [0, 1]}]


def test_faces_that_are_wild_already_do_not_become_wild_again() -> None:
    def wild(*effects: Wild, hand: tuple[str, ...] = ("d6",), also: tuple[Ability, ...] = ()) -> TricksterGame:
        one = card("Able", hand, Manual(name="Power", effects=list(effects)), *also)  # type: ignore[arg-type]
        return a_game({"ada": one, "bo": one, "cy": TWO}, seats=3)

    for_all = wild(Wild(faces=[1, 2], of="all"))
    for_all.uses("bo")
    for_all.when("ada", UseAbility(ability=0)).then_refused("no_effect")
    own = wild(Wild(faces=[1]))
    own.uses("bo")
    assert offered(own) == [{}]
    of_a_size = wild(Wild(faces=[1, 2], of="all", sizes=["d6"]), Wild(faces=[2], sizes=["d8"]))
    of_a_size.uses("bo")
    assert offered(of_a_size) == [{}]
    always = wild(Wild(faces=[1]), also=(Constant(name="Always", effects=[Wild(faces=[1])]),))
    always.when("ada", UseAbility(ability=0)).then_refused("no_effect")
    nowhere = wild(Wild(faces=[7], sizes=["d6", "d4"]))
    nowhere.when("ada", UseAbility(ability=0)).then_refused("no_effect")


def test_without_dice_no_face_of_ones_own_becomes_wild() -> None:
    burn, brew = Manual(name="Burn", effects=[Lose(die="chosen")]), Manual(name="Brew", effects=[Wild(faces=[1])])
    playing = a_game({"ada": card("Brewer", ["d6"], burn, brew)})
    playing.uses("ada", n=0)
    playing.when("ada", UseAbility(ability=1)).then_refused("no_effect")


def test_a_manual_ability_is_used_on_anyones_turn_from_the_throw_until_liar_is_called() -> None:
    playing = with_ability(Reroll(die="chosen"))
    playing.bet(1, 1)
    playing.uses("ada", n=0)
    playing.bet(30, 1)
    playing.give("cy", CallLiar())
    playing.when("ada", UseAbility(ability=0, n=0)).then_refused("not_under_the_cup")


def test_some_abilities_are_for_ones_own_turn() -> None:
    playing = with_ability(Reroll(die="chosen"), turn="own")
    playing.bet(1, 1)
    playing.when("ada", UseAbility(ability=0, n=0)).then_refused("wrong_turn")
    playing.bet(2, 1)
    playing.bet(3, 1)
    playing.uses("ada", n=0)
    assert playing.table.to_act == ["ada"]


@pytest.mark.parametrize(("limit", "again"), [("round", True), ("game", False)])
def test_an_ability_is_used_once_a_round_or_once_a_game(limit: str, again: bool) -> None:
    playing = with_ability(Reroll(die="chosen"), limit=limit)
    playing.uses("ada", n=0)
    playing.when("ada", UseAbility(ability=0, n=0)).then_refused("ability_used")
    playing.bet(40, 1)
    playing.call()
    playing.loses()
    outcome = playing.when("ada", UseAbility(ability=0, n=0))
    assert bool(outcome.events) == again
    if not again:
        outcome.then_refused("ability_used")


def test_some_abilities_are_for_those_with_few_dice() -> None:
    playing = with_ability(Reroll(die="chosen"), dice_at_most=2)
    playing.when("ada", UseAbility(ability=0, n=0)).then_refused("too_many_dice")
    playing.bet(40, 1)
    playing.call()
    playing.loses()
    playing.uses("ada", n=0)


def test_a_seat_without_a_manual_ability_is_refused() -> None:
    always: Ability = Constant(name="Always", effects=[Wild(faces=[5])])
    playing = a_game({"ada": card("Always", ["d6"], always)})
    playing.when("ada", UseAbility(ability=0)).then_refused("not_by_hand")
    playing.when("ada", UseAbility(ability=1)).then_refused("no_manual_ability")
    playing.when("bo", UseAbility(ability=0)).then_refused("no_manual_ability")


def why_not(playing: Playing, seat: str, command: Command) -> tuple[str, str]:
    """The code and the sentence with which a command is refused."""
    with pytest.raises(Refused) as refused:
        playing.give(seat, command)
    return refused.value.code, refused.value.detail


def test_an_unknown_ability_is_refused_whether_or_not_there_is_another_to_use() -> None:
    playing = with_ability(Reroll(die="chosen"))
    for number in (-1, 1, 5):
        reason = why_not(playing, "ada", UseAbility(ability=number, n=0))
        assert reason == ("no_such_ability", f"Your class has no ability {number}.")
    playing.uses("ada", n=0)
    reason = why_not(playing, "ada", UseAbility(ability=5))
    assert reason == ("no_such_ability", "Your class has no other ability that you use yourself.")


def test_an_ability_that_is_not_used_by_hand_is_refused_by_its_name() -> None:
    own = card(
        "Busy",
        ["d6", "d6"],
        Reactive(name="Sleeve", on="called", effects=[Reroll(of="rival", die="largest")]),
        Manual(name="Power", effects=[Reroll(die="chosen")]),
    )
    playing = a_game({"ada": own, "bo": card("Still", ["d6"], Constant(name="Blessing", effects=[Ward()]))})
    sleeve = ("not_by_hand", "“Sleeve” happens by itself.")
    assert why_not(playing, "ada", UseAbility(ability=0)) == sleeve
    assert why_not(playing, "bo", UseAbility(ability=0)) == ("not_by_hand", "“Blessing” is always in effect.")
    playing.uses("ada", 1, n=0)
    assert why_not(playing, "ada", UseAbility(ability=0)) == sleeve
    assert why_not(playing, "ada", UseAbility(ability=1))[0] == "ability_used"


def test_while_classes_are_chosen_nothing_else_can_be_done() -> None:
    playing = opened("Ada", "Bo").start()
    playing.give("ada", ChooseClass(card="Cutpurse"))
    for seat in ("ada", "bo"):
        for command in (UseAbility(ability=0, target="bo"), MakeBet(amount=1, value=1), CallLiar()):
            code, detail = why_not(playing, seat, command)
            assert code == "choosing_classes"
            assert detail.startswith("Classes are still being chosen")


def test_without_dice_of_ones_own_there_is_nothing_to_use_an_ability_on() -> None:
    playing = with_ability(Lose(die="chosen"), hand=("d6",), limit="round")
    playing.uses("ada", n=0)
    playing = a_game(
        {"ada": card("Burner", ["d6"], *(Manual(name=name, effects=[Lose(die="chosen")]) for name in ("A", "B")))}
    )
    playing.uses("ada", 0, n=0)
    playing.when("ada", UseAbility(ability=1, n=0)).then_refused("no_die")


def test_without_anybody_elses_dice_there_is_no_target() -> None:
    ward = card("Warded", ["d6"], Constant(name="Ward", effects=[Ward()]))
    playing = a_game({"ada": card("Eye", ["d6"], Manual(name="Peep", effects=[Peek()])), "bo": ward})
    playing.when("ada", UseAbility(ability=0, target="bo", n=0)).then_refused("no_target")


def test_powers_resolve_in_the_order_of_the_log() -> None:
    grow = Manual(name="Grow", effects=[Upgrade(die="chosen")])
    pinch = Manual(name="Pinch", effects=[Downgrade(levels=3, of="chosen", die="chosen")])
    for first, left in (("ada", ["d2"]), ("bo", [])):
        playing = a_game({"ada": card("Grower", ["d6"], grow), "bo": card("Pincher", ["d6"], pinch)})
        playing.uses(*(("ada", 0, None, 0) if first == "ada" else ("bo", 0, "ada", 0)))
        if first == "ada":
            playing.uses("bo", 0, "ada", 0)
        else:
            playing.when("ada", UseAbility(ability=0, n=0)).then_refused("no_die")
        assert playing.hand("ada") == left


def test_views_say_what_a_class_can_do_and_what_is_used_up() -> None:
    playing = with_ability(Reroll(die="chosen"))
    assert playing.view("public").seats[0].details == {
        "class": "Able",
        "abilities": {"Power": "Once a round, on any turn: roll one of your dice again."},
    }
    playing.uses("ada", n=0)
    assert (
        playing.view("public").seats[0].details["abilities"]["Power"].endswith("again. Used up until the next throw.")
    )
