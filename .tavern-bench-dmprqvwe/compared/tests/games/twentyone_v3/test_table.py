"""V3.0 at a table: its book, its views, the refusals that are its own, and turning to it from the current rules."""

import pytest

from events.audience import GM, PUBLIC
from events.event import Command, type_tag
from games.installed import CATALOGUE
from games.table import SetGame, SetOptions
from games.twentyone import TwentyOne
from games.twentyone.cheating import Cheating
from games.twentyone.opening import Cut
from games.twentyone.skills import Foreseeing
from games.twentyone.v3 import TwentyOneV3
from games.twentyone.v3.skills import Reroll, Resist
from games.twentyone.v3.state import V3Options
from tests.games.twentyone import table as twentyone
from tests.games.twentyone_v3.table import at_the_cut, betting, seated


def test_each_chapter_of_v3_is_one_of_the_current_rules_or_a_variant_of_it() -> None:
    pairs = zip(TwentyOne.chapters, TwentyOneV3.chapters, strict=True)
    assert [(current, v3) for current, v3 in pairs if not issubclass(v3, current)] == []


def test_what_v3_changes_is_changed_only_at_its_own_tables() -> None:
    current, v3 = CATALOGUE.rulebook("twentyone"), CATALOGUE.rulebook("twentyone-v3")
    assert (current.chapter(Cheating).fumble_antes, v3.chapter(Cheating).fumble_antes) == (1, 2)
    assert (current.chapter(Foreseeing).dc, v3.chapter(Foreseeing).dc) == (12, 15)


def test_its_options_are_its_own() -> None:
    assert not {"house_match", "fee_on"} & set(V3Options.__struct_fields__)
    defaults = V3Options()
    assert (defaults.ante_cp, defaults.starting_heat, defaults.goad_resist, defaults.side_bets, defaults.unseal) == (
        500,
        10,
        "one_ante",
        "pot",
        "dispute",
    )
    table = seated("bri", "odo")
    assert table.refusal(None, SetOptions(options={"house_match": True})) == "bad_options"


def test_its_commands_are_those_of_the_current_rules_and_two_more() -> None:
    current, v3 = CATALOGUE.rulebook("twentyone"), CATALOGUE.rulebook("twentyone-v3")
    assert tuple(v3.commands) == (*current.commands, Resist, Reroll)


def test_the_current_rules_neither_offer_nor_refuse_what_only_v3_has() -> None:
    table = twentyone.betting(bri=(4, 9), odo=(6, 3))
    assert {offer.type for offer in table.offers("bri")} & {"resist", "reroll"} == set()


@pytest.mark.parametrize(
    ("command", "code"),
    [(Resist(), "nothing_to_resist"), (Reroll(n=0), "nothing_to_reroll"), (Cut(), "not_at_the_cut")],
)
def test_what_nobody_asks_for_is_refused(command: Command, code: str) -> None:
    assert betting(bri=(4, 9), odo=(6, 3)).refusal("bri", command) == code


def test_a_player_who_sits_the_round_out_can_only_bet() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    for kind in CATALOGUE.rulebook("twentyone-v3").commands:
        if type_tag(kind) != "side_bet":
            assert table.refusal_codes("wat", type_tag(kind)) == ["not_in_round"]
    assert table.may("wat", "side_bet")


def test_the_gm_sees_every_die_in_the_hand_and_the_table_s_heat() -> None:
    table = at_the_cut(bri=(4, 9), odo=(6, 3))
    table.cuts("bri", 2)
    assert table.faces("bri", GM) == [4, 2]
    assert table.view(GM).details == {
        "rounds": 1,
        "heat": 10,
        "betting_round": 0,
        "side_pool_cp": 0,
        "side_bets": [],
        "retaliation": None,
    }
    assert table.seat_view("bri", PUBLIC).details["in_hand"] == 1


def test_the_gm_turns_from_the_current_rules_to_v3_between_rounds_and_the_pot_stays() -> None:
    table = twentyone.betting(bri=(4, 9), odo=(6, 3))
    table.rolls("bri", "d4", 2)
    table.cheats("bri", n=2, change=1, natural=15)
    table.buys("odo", "d20", 19)
    table.accuses("odo", "bri", 2)
    pot_cp = table.pot
    assert pot_cp > 0
    table.give(None, SetGame(game="twentyone-v3"))
    assert isinstance(table.table.options, V3Options)
    table.start_round(bri=(4, 9), odo=(6, 3))
    assert table.pot == pot_cp + 1_000
    assert table.table_heat == 10
