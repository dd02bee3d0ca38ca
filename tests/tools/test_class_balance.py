"""No class of Trickster's Tavern wins much more than its share among equally good players."""

import pytest

from tools.cards.balance import BOUND, Deck, weigh


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_no_class_wins_more_than_one_and_a_half_times_its_share(seats: int) -> None:
    balance = weigh(Deck(), seats, 1_500, "modelling", b"another evening", 2, lambda games: None)

    for one in balance.classes:
        assert one.share.value <= BOUND, f"{one.card}: {one.share.value:.2f} in {one.played} games"


def test_a_few_games_show_no_class_far_out_of_bounds() -> None:
    balance = weigh(Deck(), 3, 30, "modelling", b"a short evening", 1, lambda games: None)

    assert sum(one.won for one in balance.classes) == 30
    assert [one.card for one in balance.classes if one.share.low is not None and one.share.low > BOUND] == []
