"""The clock (rulings): check where that is possible, else fold; no ability; the first card; it agrees to nothing."""

from games.bluffmaster.abilities import UseNone
from games.bluffmaster.cards import ChooseCard
from games.bluffmaster.splitting import ProposeSplit
from games.engine.rulebook import Timeout
from tests.games.bluffmaster.table import EVEN, PURSE, a_set, opened


def test_the_clock_plays_no_card() -> None:
    playing = a_set(turn_seconds=60).to_the_abilities()
    assert playing.let_the_clock_act() == Timeout("abernathy", UseNone())


def test_the_clock_takes_the_first_card() -> None:
    playing = opened(dict.fromkeys(EVEN, PURSE), cards="chosen", turn_seconds=60)
    playing.start()
    assert playing.let_the_clock_act() == Timeout("abernathy", ChooseCard(ability="reroll"))


def test_the_clock_agrees_to_nothing_and_a_proposal_gives_nobody_more_time() -> None:
    playing = a_set(turn_seconds=60)
    deadline = playing.table.deadline
    playing.give("columbia", ProposeSplit(shares={"columbia": 1}))
    assert playing.table.deadline == deadline
    for _ in range(3):
        playing.let_the_clock_act()
    assert playing.table.state.agreed == []
    assert playing.table.phase == "second_betting"
