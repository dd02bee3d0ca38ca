"""Reactive abilities that all see: they happen by themselves, each on its trigger. (Seeds 002, "Classes".)"""

from events.round_events import DieGained, DieLost, DieReplaced, DieRerolled, PhaseBegan, StatusChanged, TurnBegan
from games.trickster.cards.card import (
    AllAtMost,
    Downgrade,
    Effect,
    Gain,
    Lose,
    Manual,
    Reactive,
    Reroll,
    Showing,
    Size,
    Trigger,
    Upgrade,
    Wild,
)
from games.trickster.challenge import DiceCounted, LiarCalled
from games.trickster.effects import FacesWild
from games.trickster.powers import AbilityUsed
from games.trickster.rounds import ThrowBegan
from tests.games.trickster.table import TricksterGame, a_game, card
from tests.playing import all_of

TWO = card("Two", ["d6", "d6"])
ONE = card("One", ["d6"])


SIX: list[Size] = ["d6"] * 6


def with_reaction(
    on: Trigger, *effects: Effect, hand: tuple[str, ...] = ("d4", "d6", "d8"), seats: int = 2, **given: object
) -> TricksterGame:
    """Ada has one reactive ability."""
    ability = Reactive(name="Power", on=on, effects=list(effects), **given)  # type: ignore[arg-type]
    cards = {"ada": card("Able", hand, ability), "bo": TWO, "cy": ONE}  # type: ignore[arg-type]
    faces = {"ada": [1] * len(hand), "bo": [5, 6], "cy": [2]}
    names = list(faces)[:seats]
    return a_game({seat: cards[seat] for seat in names}, {seat: faces[seat] for seat in names}, seats=seats)


def happened(seat: str = "ada", ability: int = 0) -> AbilityUsed:
    return AbilityUsed(seat=seat, ability=ability, how="reactive")


def test_a_round_begins_before_the_dice_are_thrown() -> None:
    playing = with_reaction("round_began", Upgrade(die="smallest"), limit="game")
    events = playing.written[-1].entry.events
    at = events.index(ThrowBegan(number=1))
    grown = DieReplaced(seat="ada", n=0, die="d6", place="hand", why="upgrade", by="ada", draw_to="all")
    assert events[at : at + 4] == [ThrowBegan(number=1), happened(), grown, PhaseBegan(phase="betting")]
    assert playing.heard()[-4:] == [
        "Round 1 begins.",
        "Ada’s ability “Power” takes effect.",
        "Ada’s die 1 grows into a d6.",
        "All throw their dice under the cups.",
    ]
    assert playing.hand("ada") == ["d6", "d6", "d8"]


def test_the_caller_of_liar_triggers_before_the_cups_are_lifted_and_the_called_seat_after() -> None:
    rolls: list[Effect] = [Reroll(of="rival", die="largest")]
    caller = card("Caller", ["d6"], Reactive(name="Jostle", on="called", effects=rolls))
    called = card("Called", ["d6"], Reactive(name="Flinch", on="was_called", effects=[Reroll(die="smallest")]))
    playing = a_game({"ada": called, "bo": caller}, {"ada": [1], "bo": [1]})
    playing.load({("ada", "reroll", 6): [2, 3]})
    playing.bet(1, 3)
    events = playing.call()
    assert [type(event) for event in events[:6]] == [
        LiarCalled,
        AbilityUsed,
        DieRerolled,
        AbilityUsed,
        DieRerolled,
        PhaseBegan,
    ]
    assert [(event.seat, event.by, event.draw.face) for event in all_of(DieRerolled, events) if event.draw] == [
        ("ada", "bo", 2),
        ("ada", "ada", 3),
    ]
    assert [event.holds for event in all_of(DiceCounted, events)] == [True]


def test_faces_can_become_wild_when_one_is_called() -> None:
    playing = with_reaction("was_called", Wild(faces=[1]), hand=("d6", "d6"))
    playing.bet(3, 6)
    events = playing.call()
    assert FacesWild(seat="ada", faces=[1], of="own", sizes=None) in events
    assert [event.count for event in all_of(DiceCounted, events)] == [3]


def test_revealed_faces_trigger_after_the_count() -> None:
    playing = with_reaction("revealed", Upgrade(die="all"), pattern=AllAtMost(face=1))
    playing.bet(20, 1)
    events = playing.call()
    at = events.index(happened())
    assert isinstance(events[at - 1], DiceCounted)
    assert [event.die for event in all_of(DieReplaced, events)] == ["d10", "d8", "d6"]
    assert [(die.place, die.face) for die in playing.table.seats["ada"].dice] == [("hand", None)] * 3


def test_faces_that_are_not_revealed_trigger_nothing() -> None:
    playing = with_reaction("revealed", Upgrade(die="all"), pattern=Showing(faces=[2, 3], count=1))
    playing.bet(20, 1)
    assert all_of(AbilityUsed, playing.call()) == []


def test_a_die_lost_in_a_challenge_triggers_before_the_next_throw() -> None:
    playing = with_reaction("lost_die", Upgrade(die="largest"))
    playing.bet(20, 1)
    playing.call()
    events = playing.loses(0)
    at = events.index(happened())
    assert isinstance(events[at - 1], DieLost)
    assert playing.hand("ada") == ["d6", "d10"]


def test_a_die_lost_to_an_ability_triggers_too_and_under_the_cup_the_new_die_is_thrown() -> None:
    pinch = card("Pincher", ["d6"], Manual(name="Pinch", effects=[Lose(of="chosen", die="chosen"), Reroll(die="all")]))
    grows = Reactive(name="Grow", on="lost_die", effects=[Upgrade(die="smallest")])
    playing = a_game({"ada": card("Grower", ["d6", "d6"], grows), "bo": pinch})
    events = playing.uses("bo", target="ada", n=0)
    assert [type(event) for event in events] == [AbilityUsed, DieLost, DieRerolled, AbilityUsed, DieReplaced]
    replaced = all_of(DieReplaced, events)[0]
    assert (replaced.die, replaced.place, replaced.draw is not None) == ("d8", "hole", True)


def test_dice_that_are_one_too_many_trigger_nothing() -> None:
    more = Reactive(name="More", on="won_challenge", limit="game", effects=[Gain(die="d4")])
    grows = Reactive(name="Grow", on="lost_die", effects=[Upgrade(die="all")])
    playing = a_game({"ada": card("Rich", SIX, more, grows), "bo": TWO}, {"ada": [1] * 6})
    playing.bet(6, 1)
    playing.call()
    playing.loses()
    assert playing.table.question == "drop"
    assert all_of(AbilityUsed, playing.loses(6)) == []


def test_a_lost_challenge_triggers_after_the_loss_and_a_won_one_after_that() -> None:
    won = card(
        "Winner", ["d6"], Reactive(name="Won", on="won_challenge", effects=[Downgrade(of="rival", die="largest")])
    )
    lost = card("Loser", ["d6", "d8"], Reactive(name="Lost", on="lost_challenge", effects=[Upgrade(die="smallest")]))
    playing = a_game({"ada": lost, "bo": won})
    playing.bet(20, 1)
    playing.call()
    events = playing.loses(0)
    assert [type(event) for event in events[1:6]] == [DieLost, AbilityUsed, DieReplaced, AbilityUsed, DieReplaced]
    assert [(event.seat, event.die, event.by) for event in all_of(DieReplaced, events)] == [
        ("ada", "d10", "ada"),
        ("ada", "d8", "bo"),
    ]


def test_another_seat_that_is_out_triggers() -> None:
    playing = with_reaction("seat_removed", Gain(die="d20"), limit="game", seats=3)
    playing.bet(1, 1)
    playing.bet(2, 1)
    playing.bet(30, 1)
    events = playing.call()
    at = events.index(StatusChanged(seat="cy", status="out", why="no_dice"))
    assert events[at + 1 : at + 3] == [happened(), DieGained(seat="ada", die="d20", place="hand", draw_to="all")]


def test_the_removal_that_ends_the_game_triggers_nothing_more() -> None:
    extra = Reactive(name="More", on="seat_removed", limit="game", effects=[Gain(die="d4")])
    playing = a_game({"ada": card("Heir", ["d6"], extra), "bo": ONE}, {"ada": [1], "bo": [1]})
    playing.bet(2, 1)
    events = playing.call()
    assert StatusChanged(seat="bo", status="out", why="no_dice") in events
    assert all_of(AbilityUsed, events) == []


def test_a_removal_can_cost_others_their_last_die_and_remove_them_too() -> None:
    drag = Reactive(name="Drag", on="seat_removed", effects=[Lose(of="next", die="largest")])
    playing = a_game({"ada": card("Undertow", ["d6", "d6"], drag), "bo": ONE, "cy": ONE, "dee": ONE}, seats=4)
    for amount in (1, 2, 3, 40):
        playing.bet(amount, 1)
    events = playing.call()
    assert [event.seat for event in all_of(StatusChanged, events)] == ["dee", "bo"]
    assert playing.table.with_status("active") == ["ada", "cy"]
    assert playing.table.to_act == ["ada"]


def test_limits_hold_for_what_happens_by_itself() -> None:
    for limit, times in (("round", 2), ("game", 1)):
        playing = with_reaction("round_began", Upgrade(die="smallest"), limit=limit)
        playing.bet(20, 1)
        playing.call()
        playing.loses()
        count = sum(len(all_of(AbilityUsed, entry.events)) for entry in playing.entries)
        assert count == times


def test_some_happen_only_to_those_with_few_dice() -> None:
    playing = with_reaction("round_began", Upgrade(die="all"), dice_at_most=2)
    assert playing.hand("ada") == ["d4", "d6", "d8"]
    playing.bet(20, 1)
    playing.call()
    playing.loses(0)
    assert playing.hand("ada") == ["d8", "d10"]


def test_a_rival_that_has_left_is_nobodys_rival() -> None:
    won = card(
        "Winner", ["d6"], Reactive(name="Won", on="won_challenge", effects=[Downgrade(of="rival", die="largest")])
    )
    playing = a_game({"ada": TWO, "bo": won, "cy": TWO}, seats=3)
    playing.bet(40, 1)
    playing.gone("ada")
    events = playing.call()
    assert happened("bo") in events
    assert all_of(DieReplaced, events) == []


def test_a_seat_that_has_left_has_no_powers() -> None:
    flinch = card("Called", ["d6", "d6"], Reactive(name="Flinch", on="was_called", effects=[Reroll(die="all")]))
    playing = a_game({"ada": flinch, "bo": TWO, "cy": TWO}, seats=3)
    playing.bet(40, 1)
    playing.gone("ada")
    assert all_of(AbilityUsed, playing.call()) == []
    assert all_of(TurnBegan, playing.written[-1].entry.events) == [TurnBegan(seat="bo")]
