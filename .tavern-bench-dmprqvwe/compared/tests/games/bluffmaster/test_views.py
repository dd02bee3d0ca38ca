"""What the views show of a Set."""

from events.audience import GM, PUBLIC
from games.bluffmaster.splitting import ProposeSplit
from games.bluffmaster.state import Play
from games.mechanics.betting import Call, Open
from tests.games.bluffmaster.table import EVEN, PURSE, a_set, ability, opened, viewer


def test_a_hidden_die_is_for_its_seat_and_the_gm() -> None:
    playing = a_set()
    seen = {who: playing.seen_seat("bri", who) for who in playing.viewers()}
    assert {who: (seat.dice[0].face, seat.total) for who, seat in seen.items()} == {
        PUBLIC: (None, None),
        GM: (7, 7),
        viewer("abernathy"): (None, None),
        viewer("bri"): (7, 7),
        viewer("columbia"): (None, None),
    }


def test_a_seat_shows_its_bets_and_the_price_of_calling_if_it_is_asked() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=500)))
    assert playing.details("abernathy") == {
        "granted": {},
        "cards": ("reroll", "subtract", "add"),
        "uses_left": {"reroll": 1, "subtract": 1, "add": 1},
        "choice": None,
        "paid_cp": 1_500,
        "bet_cp": 500,
        "change": 0,
    }
    assert playing.details("bri")["to_call_cp"] == 500


def test_the_round_shows_the_state_of_the_set() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=500)), ("bri", Call()))
    playing.give("columbia", ProposeSplit(shares={"bri": 3}))
    assert playing.view(PUBLIC).details == {
        "round_of_set": 1,
        "betting": 1,
        "level_cp": 500,
        "abilities": [],
        "won_cp": {},
        "proposal": {"seat": "columbia", "shares": {"bri": 3}, "leaving": None, "agreed": []},
    }


def test_what_was_played_and_won_stays_in_view_until_the_next_round() -> None:
    playing = a_set(purses=dict.fromkeys(EVEN, 1_000))
    playing.uses(bri=ability("add", "columbia"))
    details = playing.view(PUBLIC).details
    assert details["abilities"] == [Play(seat="bri", ability="add", target="columbia", n=None, change=3, lands=True)]
    assert details["won_cp"] == {"columbia": 3_000}
    assert playing.seen_seat("columbia", PUBLIC).total == 24
    assert playing.details("bri")["choice"] == {"ability": "add", "target": "columbia", "n": None}


def test_a_seat_that_does_not_play_shows_only_what_it_was_granted() -> None:
    playing = opened(dict.fromkeys(EVEN, PURSE))
    playing.start()
    playing.sit("Wat", kind="watcher")
    assert playing.details("wat") == {"granted": {}}
