"""V3.0 at a table: its book, its views, the refusals that are its own, and turning to it from the current rules."""

from collections.abc import Iterator

import msgspec
import pytest

from events.audience import GM, PUBLIC
from events.event import Command, type_tag
from games.table import SetGame, SetOptions
from games.twentyone import TwentyOne, TwentyOneV3
from games.twentyone.commands import SEAT_COMMANDS, V3_SEAT_COMMANDS, Cut, Reroll, Resist
from games.twentyone.options import Options, V3Options
from games.twentyone.variants import CURRENT, V3, HouseRules, rules_of
from projections.game import SecretGameOptions
from tests.games.twentyone import table as twentyone
from tests.games.twentyone_v3.table import at_the_cut, betting, seated


def all_options(kind: type[SecretGameOptions]) -> Iterator[SecretGameOptions]:
    """The default options, and those with one choice made otherwise: each of what has choices, or is on or off."""
    yield kind()
    for name, field in msgspec.json.schema(kind)["$defs"][kind.__name__]["properties"].items():
        for value in field.get("enum") or ([True, False] if field.get("type") == "boolean" else []):
            yield msgspec.convert({name: value}, kind)


def answers(rules: HouseRules, kind: type[SecretGameOptions], field: str) -> object:
    """What a field of the house rules says: of one that asks the options, all that it says of any."""
    value = getattr(rules, field)
    return {value(options) for options in all_options(kind)} if callable(value) else value


def test_the_two_house_rules_differ_in_every_field() -> None:
    told = {field: (answers(CURRENT, Options, field), answers(V3, V3Options, field)) for field in V3.__struct_fields__}
    assert [field for field, (current, v3) in told.items() if current == v3] == []
    assert {field: told[field] for field in told if callable(getattr(V3, field))} == {
        "house_matches": ({True, False}, {False}),
        "fees_on_any": ({True, False}, {False}),
        "goads_can_be_resisted": ({False}, {True, False}),
        "side_bets_into": ({"side_pool"}, {"pot", "side_pool"}),
    }


def test_each_table_plays_by_the_rules_of_its_game() -> None:
    assert rules_of(twentyone.seated("bri").table) is CURRENT
    assert rules_of(seated("bri").table) is V3


def test_its_options_are_its_own() -> None:
    assert not {"house_match", "fee_on"} & set(V3Options.__struct_fields__)
    defaults = V3Options()
    assert (defaults.ante_cp, defaults.starting_heat, defaults.goad_resist, defaults.side_bets, defaults.unseal) == (
        500,
        10,
        "off",
        "pot",
        "dispute",
    )
    table = seated("bri", "odo")
    assert table.refusal(None, SetOptions(options={"house_match": True})) == "bad_options"


def test_its_commands_are_those_of_the_current_rules_and_two_more() -> None:
    assert (*SEAT_COMMANDS, Resist, Reroll) == V3_SEAT_COMMANDS
    assert TwentyOne.commands == SEAT_COMMANDS
    assert TwentyOneV3.commands == V3_SEAT_COMMANDS


def test_the_current_rules_neither_offer_nor_refuse_what_v3_alone_has() -> None:
    table = twentyone.betting(bri=(4, 9), odo=(6, 3))
    assert {offer.type for offer in table.offers("bri")} & {"resist", "reroll"} == set()


@pytest.mark.parametrize(
    ("command", "code"),
    [(Resist(), "nothing_to_resist"), (Reroll(n=0), "nothing_to_reroll"), (Cut(), "not_at_the_cut")],
)
def test_what_nobody_asks_for_is_refused(command: Command, code: str) -> None:
    assert betting(bri=(4, 9), odo=(6, 3)).refusal("bri", command) == code


def test_who_sits_the_round_out_can_only_bet() -> None:
    table = betting(bri=(4, 9), odo=(6, 3), watching=("wat",))
    for kind in V3_SEAT_COMMANDS:
        if type_tag(kind) != "side_bet":
            assert table.told_why_not("wat", type_tag(kind)) == ["not_in_round"]
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
