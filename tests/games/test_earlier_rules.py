"""Earlier versions of rules: what each changed since, as it was; their recorded rounds are run again elsewhere."""

from typing import Any

import pytest
from games.bluffmaster.earlier import BluffmasterRules1
from games.goblin.earlier import GoblinRules1
from games.one_page.earlier import MasonRules1, RulersBluffRules1, TriangleRules1
from games.twentyone.earlier import TwentyOneRules1
from games.twentyone.v3.earlier import TwentyOneV3Rules2

from events.event import Command
from games.bluffmaster.splitting import Agree, ProposeSplit
from games.deciding.catalogue import Catalogue
from games.installed import CATALOGUE
from games.legality import Refused
from games.mechanics.side_bets import SideBet
from games.rulebook import AnyRulebook
from games.table import TakeOver
from games.twentyone.accusing import Accuse
from games.twentyone.betting import Roll
from games.twentyone.bump import Bump
from games.twentyone.turns import LetItBe
from tests.playing import Playing

EARLIER = (
    TwentyOneRules1,
    TwentyOneV3Rules2,
    GoblinRules1,
    BluffmasterRules1,
    MasonRules1,
    RulersBluffRules1,
    TriangleRules1,
)


def playing(rulebook: AnyRulebook, **options: Any) -> Playing:
    return Playing.open(Catalogue([rulebook]), rulebook.id, **options)


def given(table: Playing, seat: str, *commands: Command) -> None:
    for command in commands:
        table.give(seat, command)


@pytest.mark.parametrize("kind", EARLIER)
def test_an_earlier_version_is_at_hand_and_differs_from_the_current_one_in_its_number(kind: type[AnyRulebook]) -> None:
    assert isinstance(CATALOGUE.rulebooks.under(kind.id, kind.version), kind)
    assert CATALOGUE.rulebook(kind.id).version > kind.version


@pytest.mark.parametrize("kind", [TwentyOneRules1, GoblinRules1])
def test_the_house_matched_antes_while_the_gm_played_an_npc(kind: type[AnyRulebook]) -> None:
    table = playing(kind()).seat("Bri", "Odo", purse_cp=10_000)
    table.sit_npc("Cal", "cautious", purse_cp=10_000)
    table.give(None, TakeOver(target="cal"))
    table.start()
    assert table.table.balance("house") == -1_000


def test_a_locked_bumper_could_neither_accuse_nor_bet() -> None:
    table = playing(TwentyOneRules1()).seat("Bri", "Odo", purse_cp=10_000)
    table.load({("bri", "opening", 10): [1], ("odo", "opening", 10): [9], ("bri", "bump", 20): [2]})
    table.load({("odo", "bump_defence", 20): [19]}).start()
    given(table, "bri", LetItBe(), Bump(target="odo", n=0))
    for command in (Accuse(target="odo", n=0), SideBet(target="odo", amount_cp=500)):
        with pytest.raises(Refused, match="until then you can only fold"):
            table.give("bri", command)


def test_a_slanderer_that_was_bust_already_kept_its_bets() -> None:
    table = playing(TwentyOneV3Rules2(), side_bets="pool").seat("Bri", "Odo", "Cal", purse_cp=10_000)
    table.load({("bri", "opening", 10): [8], ("bri", "hole", 10): [9], ("odo", "opening", 10): [9]})
    table.load({("cal", "opening", 10): [9], ("bri", "bought", 10): [9]}).start()
    given(table, "bri", LetItBe(), Roll(die="d10"), LetItBe(), SideBet(target="odo", amount_cp=500))
    given(table, "bri", Accuse(target="odo", n=0))
    assert table.table.balance("side_pool") == 500


def test_an_agreed_split_always_ended_a_set_of_bluffmaster() -> None:
    table = playing(BluffmasterRules1()).seat("Bri", "Odo", "Cal", purse_cp=10_000).start()
    with pytest.raises(Refused, match="“Who leaves” cannot be given now"):
        table.give("bri", ProposeSplit(shares={"odo": 1}, leaving=["odo"]))
    given(table, "bri", ProposeSplit(shares={"odo": 1}))
    given(table, "odo", Agree())
    given(table, "cal", Agree())
    assert not table.table.running
