"""Abilities that hidden faces trigger leave no trace for others until it shows, in bytes or versions. (Rulings.)"""

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec
import pytest

from events.audience import seat_viewer
from events.round_events import (
    DiceShown,
    DieLost,
    DieReplaced,
    DieRerolled,
    DieSizeShown,
    DieThrownUnseen,
    PhaseBegan,
    Told,
)
from games.trickster.abilities import UseAbility
from games.trickster.cards.card import (
    Alike,
    AllAtMost,
    Card,
    Constant,
    Downgrade,
    Lose,
    Manual,
    Pattern,
    Peek,
    Reactive,
    Reroll,
    Run,
    Showing,
    Upgrade,
    Ward,
)
from games.trickster.powers import AbilityUsedUnseen
from tests.games.trickster.table import a_game, card
from tests.playing import all_of, drawn

TWO = card("Two", ["d6", "d6"])
TO_ADA = seat_viewer("ada")
UNSEEN = AbilityUsedUnseen(to=TO_ADA, seat="ada", ability=0)


def secretive(pattern: Pattern, *effects: Reroll | Upgrade | Peek, hand: Sequence[str] = ("d4", "d6", "d6")) -> Card:
    """A card with one ability that hidden faces trigger."""
    ability = Reactive(name="Secret", on="rolled", pattern=pattern, effects=list(effects))
    return card("Secretive", hand, ability)  # type: ignore[arg-type]


def test_what_hidden_faces_trigger_follows_the_throw_and_is_for_its_owner_and_the_gm() -> None:
    playing = a_game(
        {"ada": secretive(Alike(count=3), Upgrade(die="lowest"))},
        {"ada": [3, 3, 3], "bo": [1, 2, 3, 4, 5]},
    )
    events = playing.written[-1].entry.events
    at = events.index(UNSEEN)
    [replaced] = all_of(DieThrownUnseen, events)
    assert events[at + 1] == replaced
    assert (replaced.to, replaced.n, replaced.die, replaced.draw.purpose) == (TO_ADA, 0, "d6", "unseen")
    secrets = [sentence for sentence in playing.heard("gm") if sentence.startswith("Unseen by others, ")]
    assert len(secrets) == 2
    assert secrets == [sentence for sentence in playing.heard(TO_ADA) if sentence in secrets]
    assert not set(secrets) & set(playing.heard("seat:bo"))
    own = playing.view(TO_ADA).seats[0]
    others = playing.view("seat:bo").seats[0]
    assert next((die.die, die.face) for die in own.dice) == ("d6", replaced.draw.face)
    assert next((die.die, die.face) for die in others.dice) == ("d4", None)


def test_a_die_changed_unseen_shows_what_it_is_when_the_cups_are_lifted() -> None:
    playing = a_game({"ada": secretive(Alike(count=3), Upgrade(die="lowest"))}, {"ada": [3, 3, 3]})
    playing.bet(30, 1)
    events = playing.call()
    at = events.index(PhaseBegan(phase="reveal"))
    assert events[at + 1] == DieSizeShown(seat="ada", n=0, die="d6")
    assert isinstance(events[at + 2], DiceShown)
    assert "Ada’s die 1 turns out to be a d6." in playing.heard("seat:bo")
    assert playing.view("public").seats[0].dice[0].die == "d6"
    assert playing.table.state.unseen == {}


def test_a_die_changed_unseen_shows_when_an_ability_makes_another_of_it() -> None:
    pinch = card("Pincher", ["d6"], Manual(name="Pinch", effects=[Downgrade(of="chosen", die="chosen")]))
    hidden = secretive(Alike(count=2), Upgrade(levels=2, die="lowest"), hand=("d2", "d2"))
    playing = a_game({"ada": hidden, "bo": pinch}, {"ada": [1, 1], "bo": [2]})
    assert playing.hand("ada") == ["d6", "d2"]
    [replaced] = all_of(DieReplaced, playing.uses("bo", target="ada", n=0))
    assert (replaced.die, replaced.place) == ("d4", "hole")
    playing.bet(30, 1)
    assert all_of(DieSizeShown, playing.call()) == []


def test_a_power_that_all_see_picks_dice_by_the_sizes_that_all_know() -> None:
    """The first of Ada's dice has grown unseen: for others, it is the first of three d6."""
    hidden = secretive(Showing(faces=[1]), Upgrade(levels=3, die="lowest"), hand=("d6", "d6", "d6"))
    taker = card("Taker", ["d6"], Manual(name="Take", effects=[Lose(of="chosen", die="smallest")]))
    for die in ("smallest", "largest"):
        shaker = card("Shaker", ["d6"], Manual(name="Shake", effects=[Reroll(of="chosen", die=die)]))
        for faces in ([3, 1, 4], [3, 2, 4]):
            playing = a_game({"ada": hidden, "bo": shaker}, {"ada": faces, "bo": [2]})
            [rolled] = all_of(DieRerolled, playing.uses("bo", target="ada"))
            assert rolled.n == 0
    playing = a_game({"ada": hidden, "bo": taker}, {"ada": [1, 3, 4], "bo": [2]})
    assert all_of(DieLost, playing.uses("bo", target="ada")) == [
        DieLost(seat="ada", n=0, die="d12", why="ability", by="bo")
    ]


def test_what_happens_unseen_to_ones_own_dice_goes_by_what_they_are() -> None:
    hidden = secretive(Alike(count=2), Upgrade(die="smallest"), Upgrade(levels=2, die="smallest"), hand=("d4", "d4"))
    playing = a_game({"ada": hidden}, {"ada": [1, 1]})
    assert playing.hand("ada") == ["d6", "d8"]
    assert [die.die for die in playing.view("seat:bo").seats[0].dice] == ["d4", "d4"]


def test_a_die_that_grew_to_a_d20_unseen_shows_when_it_can_grow_no_more() -> None:
    hidden = secretive(Alike(count=2), Upgrade(die="largest"), hand=("d12", "d12"))
    lift = Manual(name="Lift", effects=[Upgrade(of="chosen", die="chosen")])
    playing = a_game({"ada": hidden, "bo": card("Lifter", ["d6"], lift)}, {"ada": [3, 3], "bo": [2]})
    face = playing.faces("ada")[0]
    events = playing.uses("bo", target="ada", n=0)
    assert DieSizeShown(seat="ada", n=0, die="d20") in events
    assert all_of(DieReplaced, events) == []
    assert "Ada’s die 1 turns out to be a d20." in playing.heard("seat:bo")
    assert (playing.hand("ada"), playing.faces("ada")[0]) == (["d20", "d12"], face)
    shown = playing.view("public").seats[0].dice[0]
    assert (shown.die, shown.face) == ("d20", None)
    playing.bet(30, 1)
    assert all_of(DieSizeShown, playing.call()) == []


def test_a_d20_that_only_its_owner_and_who_looked_know_can_still_be_shown() -> None:
    """Others take it for a d12; once all know it, it is not offered to grow."""
    hidden = card(
        "Hidden",
        ["d12", "d12"],
        Reactive(name="Secret", on="rolled", pattern=Alike(count=2), effects=[Upgrade(die="largest")]),
        Manual(name="Grow", effects=[Upgrade(die="largest")]),
    )
    look, lift = Manual(name="Look", effects=[Peek()]), Manual(name="Lift", effects=[Upgrade(of="chosen")])
    playing = a_game({"ada": hidden, "bo": card("Both", ["d6"], look, lift)}, {"ada": [3, 3], "bo": [2]})
    playing.uses("bo", 0, target="ada", n=0)
    assert playing.view("seat:bo").seats[0].dice[0].die == "d20"
    [shown] = all_of(DieSizeShown, playing.uses("bo", 1, target="ada", n=0))
    assert (shown.seat, shown.n, shown.die) == ("ada", 0, "d20")
    playing.when("ada", UseAbility(ability=1)).then_refused("no_effect")


def test_a_face_that_was_seen_before_the_die_changed_unseen_is_gone_once_its_size_shows() -> None:
    """Bo looks at a d12; by another roll it becomes a d20 unseen, and shows when Bo wants it to grow."""
    hidden = card(
        "Hidden",
        ["d12", "d12"],
        Reactive(name="Secret", on="rolled", pattern=Alike(count=2), effects=[Upgrade(die="largest")]),
        Manual(name="Shake", effects=[Reroll(die="chosen")]),
    )
    both = card(
        "Both",
        ["d6"],
        Manual(name="Look", effects=[Peek(of="chosen", die="chosen")]),
        Manual(name="Lift", effects=[Upgrade(of="chosen", die="chosen")]),
    )
    playing = a_game({"ada": hidden, "bo": both}, {"ada": [3, 4], "bo": [2]}, loaded={("ada", "reroll", 12): [3]})
    playing.uses("bo", 0, target="ada", n=0)
    playing.uses("ada", 1, n=1)
    assert playing.hand("ada") == ["d20", "d12"]
    seen = playing.view("seat:bo").seats[0].dice[0]
    assert (seen.die, seen.face) == ("d12", 3)
    playing.uses("bo", 1, target="ada", n=0)
    seen = playing.view("seat:bo").seats[0].dice[0]
    assert (seen.die, seen.face) == ("d20", None)


def test_a_lost_die_moves_those_that_were_changed_unseen() -> None:
    pinch = card("Pincher", ["d6"], Manual(name="Pinch", effects=[Downgrade(levels=6, of="chosen", die="chosen")]))
    hidden = secretive(Alike(count=2), Upgrade(levels=1, die="largest"), hand=("d4", "d6", "d6"))
    playing = a_game({"ada": hidden, "bo": pinch}, {"ada": [1, 1, 3], "bo": [2]})
    assert playing.table.state.unseen == {"ada": {"1": "d6"}}
    assert all_of(DieLost, playing.uses("bo", target="ada", n=0)) != []
    assert playing.table.state.unseen == {"ada": {"0": "d6"}}
    playing.bet(30, 1)
    assert all_of(DieSizeShown, playing.call()) == [DieSizeShown(seat="ada", n=0, die="d8")]


@pytest.mark.parametrize(
    ("pattern", "faces", "happens"),
    [
        (Alike(count=2), [1, 1, 5], True),
        (Alike(count=3), [1, 1, 5], False),
        (Showing(faces=[2, 6]), [1, 3, 6], True),
        (Showing(faces=[2, 6], count=2), [2, 1, 6], True),
        (Showing(faces=[2, 6], count=2), [1, 1, 6], False),
        (Run(count=3), [4, 3, 5], True),
        (Run(count=3), [4, 3, 6], False),
        (AllAtMost(face=4), [4, 4, 1], True),
        (AllAtMost(face=4), [4, 5, 1], False),
    ],
    ids=str,
)
def test_patterns_are_of_faces(pattern: Pattern, faces: list[int], happens: bool) -> None:
    playing = a_game({"ada": secretive(pattern, Reroll(die="highest"))}, {"ada": faces})
    assert (UNSEEN in playing.written[-1].entry.events) == happens


def test_a_die_rolls_again_unseen_by_its_own_sequence_of_draws() -> None:
    playing = a_game({"ada": secretive(Alike(count=2), Reroll(die="highest"))}, {"ada": [1, 1, 5]})
    [rolled] = all_of(DieThrownUnseen, playing.written[-1].entry.events)
    assert rolled == DieThrownUnseen(
        to=TO_ADA,
        seat="ada",
        n=2,
        die="d6",
        was="d6",
        why="reroll",
        draw=drawn("ada", "unseen", 6, rolled.draw.face),
    )
    assert playing.faces("ada")[2] == rolled.draw.face


def test_an_ability_happens_once_a_round_even_if_the_new_faces_would_trigger_it_again() -> None:
    hidden = secretive(Alike(count=2), Reroll(die="lowest"), hand=("d6", "d6", "d6"))
    playing = a_game({"ada": hidden}, {"ada": [5, 5, 5]})
    assert playing.written[-1].entry.events.count(UNSEEN) == 1


def test_what_one_ability_does_can_trigger_the_other() -> None:
    first = Reactive(name="First", on="rolled", pattern=Alike(count=2), effects=[Reroll(die="highest")])
    second = Reactive(name="Second", on="rolled", pattern=Showing(faces=[6]), effects=[Peek(of="next", die="smallest")])
    both = card("Both", ["d6", "d6", "d6"], second, first)
    playing = a_game({"ada": both}, {"ada": [5, 5, 2]}, loaded={("ada", "unseen", 6): [6]})
    happened = all_of(AbilityUsedUnseen, playing.written[-1].entry.events)
    assert [event.ability for event in happened] == [1, 0]
    assert playing.faces("ada") == [6, 5, 2]


def test_an_unseen_peek_is_a_note_for_its_owner() -> None:
    playing = a_game(
        {"ada": secretive(Alike(count=2), Peek(of="next", die="largest")), "bo": TWO}, {"ada": [1, 1, 1], "bo": [6, 2]}
    )
    facts = {"about": "bo", "n": 0, "die": "d6", "face": 6}
    assert Told(to=TO_ADA, seat="ada", kind="peeked", facts=facts) in playing.written[-1].entry.events
    assert playing.view(TO_ADA).seats[1].dice[0].face == 6
    assert playing.view("public").seats[1].dice[0].face is None


def test_a_ward_keeps_unseen_eyes_away_too() -> None:
    ward = card("Warded", ["d6", "d6"], Constant(name="Ward", effects=[Ward()]))
    playing = a_game({"ada": secretive(Alike(count=2), Peek(of="next", die="largest")), "bo": ward}, {"ada": [1, 1, 1]})
    assert all_of(Told, playing.written[-1].entry.events) == []


def test_dice_that_an_ability_has_thrown_again_can_trigger_too() -> None:
    shaker = Manual(name="Shake", effects=[Reroll(of="next", die="all")])
    hidden = secretive(Alike(count=2), Reroll(die="highest"), hand=("d6", "d6"))
    playing = a_game({"ada": hidden, "bo": card("Shaker", ["d6"], shaker)}, {"ada": [1, 2], "bo": [6]})
    assert UNSEEN not in playing.written[-1].entry.events
    playing.load({("ada", "reroll", 6): [4, 4]})
    assert UNSEEN in playing.uses("bo")


EFFECTS: Final[Mapping[str, Sequence[Reroll | Upgrade | Peek]]] = {
    "reroll": [Reroll(die="highest")],
    "upgrade": [Upgrade(levels=3, die="all")],
    "peek": [Peek(of="next", die="all"), Peek(of="previous", die="largest")],
    "all": [Upgrade(die="smallest"), Reroll(die="all"), Peek(of="next", die="smallest")],
}


@pytest.mark.parametrize("effects", EFFECTS.values(), ids=EFFECTS)
def test_others_are_served_the_same_bytes_whether_it_happened_or_not(
    effects: Sequence[Reroll | Upgrade | Peek],
) -> None:
    """Two worlds that differ in Ada's hidden faces alone, in one of which they trigger her ability."""
    worlds = []
    for faces in ([1, 5, 5], [1, 5, 6]):
        playing = a_game(
            {"ada": secretive(Alike(count=2), *effects), "bo": TWO, "cy": TWO},
            {"ada": faces, "bo": [1, 2], "cy": [3, 4]},
            seats=3,
        )
        happened = UNSEEN in playing.written[-1].entry.events
        assert happened == (faces == [1, 5, 5])
        playing.bet(1, 1)
        playing.bet(2, 2)
        worlds.append(playing)
    for viewer in ("public", "seat:bo", "seat:cy"):
        served = [
            (msgspec.json.encode(playing.seen(viewer)), msgspec.json.encode(playing.view(viewer))) for playing in worlds
        ]
        assert served[0] == served[1]
    own = [msgspec.json.encode(playing.view(TO_ADA)) for playing in worlds]
    assert own[0] != own[1]


def test_an_ability_that_hidden_faces_used_up_looks_unused_to_others() -> None:
    playing = a_game({"ada": secretive(Alike(count=2), Reroll(die="lowest"))}, {"ada": [1, 1, 5]})
    texts = [playing.view(viewer).seats[0].details["abilities"]["Secret"] for viewer in (TO_ADA, "public", "gm")]
    assert ["Used up" in text for text in texts] == [True, False, True]


def test_the_clock_does_not_know_of_dice_that_were_changed_unseen() -> None:
    """By the sizes that all see a bet on six sixes is a lie; with three d20 it might be true."""
    for faces in ([1, 1, 1], [1, 2, 3]):
        hidden = secretive(Alike(count=3), Upgrade(levels=6, die="all"), hand=("d4", "d4", "d4"))
        playing = a_game({"ada": hidden, "bo": TWO}, {"ada": faces, "bo": [1, 2]}, turn_seconds=60)
        playing.bet(2, 6)
        timeout = playing.let_the_clock_act()
        assert timeout is not None
        assert type(timeout.command).__name__ == "CallLiar"
