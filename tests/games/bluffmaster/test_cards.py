"""Ability cards (rulings): all | dealt (one each, secretly) | chosen; and what the GM grants."""

import msgspec
import pytest

from events.round_events import PhaseBegan, QuestionAnswered, QuestionAsked
from games.bluffmaster.abilities import AbilityUsed
from games.bluffmaster.cards import CardTaken, ChooseCard
from games.bluffmaster.grants import Grant, PowerGranted
from games.bluffmaster.options import Ability
from games.bluffmaster.rounds import RoundOfSetBegan
from games.bluffmaster.state import Power
from games.table import Leave, StartRound, VoidRound
from tests.games.bluffmaster.table import EVEN, PURSE, BluffmasterSet, a_set, ability, opened
from tests.playing import all_of, drawn


def dealt(**faces: int) -> BluffmasterSet:
    """A Set in which these cards are dealt: 1 reroll, 2 subtract, 3 add."""
    playing = opened(dict.fromkeys(EVEN, PURSE), cards="dealt").throws(EVEN)
    playing.load({(seat, "card", 3): [face] for seat, face in faces.items()}).start()
    return playing


def chosen(**cards: Ability) -> BluffmasterSet:
    """A Set in which these cards are chosen."""
    playing = opened(dict.fromkeys(EVEN, PURSE), cards="chosen").throws(EVEN)
    playing.start()
    for seat, card in cards.items():
        playing.give(seat, ChooseCard(ability=card))
    return playing


def test_with_all_cards_every_seat_holds_the_three_of_them() -> None:
    playing = a_set()
    assert [list(playing.details(seat)["cards"]) for seat in EVEN] == [["reroll", "subtract", "add"]] * 3


def test_a_card_is_dealt_to_each_in_secret() -> None:
    playing = dealt(abernathy=1, bri=3, columbia=3)
    assert all_of(CardTaken, list(playing.entries[-1].events)) == [
        CardTaken(to="seat:abernathy", seat="abernathy", ability="reroll", draw=drawn("abernathy", "card", 3, 1)),
        CardTaken(to="seat:bri", seat="bri", ability="add", draw=drawn("bri", "card", 3, 3)),
        CardTaken(to="seat:columbia", seat="columbia", ability="add", draw=drawn("columbia", "card", 3, 3)),
    ]
    held = {viewer: playing.details("bri", viewer)["cards"] for viewer in playing.viewers()}
    assert held == {
        "public": None,
        "gm": ("add",),
        "seat:abernathy": None,
        "seat:bri": ("add",),
        "seat:columbia": None,
    }


def test_others_are_served_the_same_bytes_whatever_card_is_dealt() -> None:
    played = [dealt(abernathy=1, bri=face, columbia=3) for face in (1, 2, 3)]
    served = [
        [msgspec.json.encode(playing.view(viewer)) for viewer in ("public", "seat:abernathy")] for playing in played
    ]
    assert served == [served[0]] * 3


def test_an_ability_takes_its_card() -> None:
    playing = dealt(abernathy=1, bri=3, columbia=2).to_the_abilities()
    playing.when("bri", ability("subtract", "columbia")).then_refused("no_card")
    playing.when("bri", ability("reroll", "columbia", 0)).then_refused("no_card")
    playing.give("bri", ability("add", "bri"))


def test_a_player_who_has_used_the_only_card_is_asked_all_the_same() -> None:
    playing = dealt(abernathy=1, bri=3, columbia=2).to_the_abilities()
    playing.uses(bri=ability("add", "bri"))
    playing.to_the_abilities()
    assert sorted(playing.table.to_act) == sorted(EVEN)
    assert playing.may("bri") == ["use_none", "propose_split"]


def test_all_choose_a_card_at_once_in_secret_before_the_first_antes() -> None:
    playing = chosen()
    assert playing.entries[-1].events[1:] == [
        PhaseBegan(phase="choosing_cards"),
        QuestionAsked(seats=["abernathy", "bri", "columbia"], question="card"),
    ]
    playing.when("bri", ChooseCard(ability="subtract")).then(
        CardTaken(to="seat:bri", seat="bri", ability="subtract"), QuestionAnswered(seat="bri")
    )
    seen = playing.newest_seen("seat:abernathy")
    assert seen is not None
    assert seen.events == [QuestionAnswered(seat="bri")]
    assert playing.details("bri", "seat:abernathy")["cards"] is None
    playing.when("bri", ChooseCard(ability="add")).then_refused("not_asked")


def test_when_all_have_chosen_the_first_round_begins() -> None:
    playing = chosen(abernathy="add", bri="add")
    events = playing.give("columbia", ChooseCard(ability="reroll"))
    assert RoundOfSetBegan(number=1) in events
    assert playing.table.phase == "first_betting"


def test_a_player_who_leaves_while_cards_are_chosen_is_not_waited_for() -> None:
    playing = opened({**dict.fromkeys(EVEN, PURSE), "dee": PURSE}, cards="chosen")
    playing.start()
    for seat in EVEN:
        playing.give(seat, ChooseCard(ability="add"))
    events = playing.give("dee", Leave())
    assert RoundOfSetBegan(number=1) in events
    assert "dee" not in playing.table.with_status("active", "all_in")


def test_if_but_one_is_left_when_cards_are_chosen_the_set_is_over_before_it_began() -> None:
    playing = chosen(abernathy="add")
    playing.give("bri", Leave())
    playing.give("abernathy", Leave())
    assert not playing.table.running
    assert (playing.result.outcome, playing.result.winners) == ("too_few", [])


def test_no_card_is_chosen_where_cards_are_not_chosen() -> None:
    a_set().when("abernathy", ChooseCard(ability="add")).then_refused("not_asked")


def test_the_gm_grants_more_uses_of_an_ability() -> None:
    playing = a_set()
    playing.when(None, Grant(target="bri", ability="add", uses=2)).then(
        PowerGranted(seat="bri", ability="add", uses=2, amount=3)
    )
    playing.to_the_abilities().uses(bri=ability("add", "bri"))
    playing.to_the_abilities().uses(bri=ability("add", "bri"))
    playing.to_the_abilities()
    playing.when("bri", ability("add", "bri")).then_refused("card_used")


def test_the_gm_grants_a_larger_amount_for_subtract_and_add() -> None:
    playing = a_set()
    playing.give(None, Grant(target="bri", ability="subtract", amount=7))
    events = playing.to_the_abilities().uses(bri=ability("subtract", "columbia"))
    [used] = all_of(AbilityUsed, events)
    assert used.change == -7


def test_uses_and_amount_are_granted_apart_and_add_up() -> None:
    playing = a_set()
    playing.give(None, Grant(target="bri", ability="add", amount=5))
    playing.when(None, Grant(target="bri", ability="add", uses=3)).then(
        PowerGranted(seat="bri", ability="add", uses=3, amount=5)
    )
    playing.when(None, Grant(target="bri", ability="reroll", amount=5)).then_refused("not_offered")
    playing.when(None, Grant(target="bri", ability="add")).then_refused("not_offered")


def test_grants_are_made_between_sets_too_and_are_open_to_all() -> None:
    playing = opened(dict.fromkeys(EVEN, PURSE))
    playing.give(None, Grant(target="bri", ability="add", uses=2))
    assert playing.details("bri")["granted"] == {"add": Power(uses=2, amount=3)}
    assert playing.details("abernathy")["granted"] == {}


def test_a_grant_outlasts_the_set_as_long_as_its_seat_stays() -> None:
    playing = a_set()
    playing.give(None, Grant(target="bri", ability="add", uses=2))
    playing.give(None, VoidRound(reason="a fire"))
    playing.give(None, StartRound())
    assert playing.details("bri")["uses_left"] == {"reroll": 1, "subtract": 1, "add": 2}

    playing.give("bri", Leave())
    assert playing.table.state.powers == {}


@pytest.mark.parametrize(
    "command", [Grant(target="bri", ability="add", uses=11), Grant(target="wat", ability="add", uses=2)]
)
def test_grants_have_their_bounds_and_are_for_players(command: Grant) -> None:
    playing = opened(dict.fromkeys(EVEN, PURSE))
    playing.sit("Wat", kind="watcher")
    playing.when(None, command).then_refused("not_offered")


def test_if_nobody_plays_nobody_is_granted_anything() -> None:
    playing = opened({})
    playing.when(None, Grant(target="bri", ability="add", uses=2)).then_refused("nobody_plays")
