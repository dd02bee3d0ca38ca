"""Who wins (seeds 004): the highest total, ties by an open d20; side pots; coins that another game left."""

from events.accounts import OUTSIDE, POT
from events.entry import Entry
from events.event import Event
from events.round_events import OpenThrown
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.mechanics.betting import Call, Open
from games.mechanics.showdown import PotWon
from tests.games.bluffmaster.table import BluffmasterSet, a_set, won
from tests.playing import all_of
from tests.recorded.scripted import a_pot_from_another_game


def throws_for_the_pot(events: list[Event]) -> list[list[tuple[str, int]]]:
    thrown = [event for event in all_of(OpenThrown, events) if event.why == "the_pot"]
    return [[(draw.seat, draw.face) for draw in throw.draws] for throw in thrown]


def test_a_tie_is_broken_by_an_open_throw_of_those_who_tie() -> None:
    playing = a_set({"abernathy": (12, 10, 10), "bri": (5, 1, 1), "columbia": (8, 11, 9)})
    playing.load({("abernathy", "the_pot", 20): [4], ("columbia", "the_pot", 20): [11]})
    events = playing.to_the_abilities().uses()
    assert throws_for_the_pot(events) == [[("abernathy", 4), ("columbia", 11)]]
    assert won(events) == [("columbia", 3_000, "tie")]


def test_a_player_who_ties_again_throws_again() -> None:
    playing = a_set({"abernathy": (12, 10, 10), "bri": (5, 12, 8), "columbia": (8, 11, 9)})
    playing.load(
        {
            ("abernathy", "the_pot", 20): [14, 3],
            ("bri", "the_pot", 20): [13],
            ("columbia", "the_pot", 20): [14, 2],
        }
    )
    events = playing.to_the_abilities().uses()
    assert throws_for_the_pot(events) == [
        [("abernathy", 14), ("bri", 13), ("columbia", 14)],
        [("abernathy", 3), ("columbia", 2)],
    ]
    assert won(events) == [("abernathy", 3_000, "tie")]


def test_the_same_seats_throw_once_for_all_their_pots() -> None:
    playing = a_set({"abernathy": (12, 10, 10), "bri": (5, 1, 1), "columbia": (8, 11, 9)}, purses={"bri": 1_500})
    playing.bets(("abernathy", Open(amount_cp=1_000)), ("bri", Call()), ("columbia", Call()))
    playing.load({("abernathy", "the_pot", 20): [4], ("columbia", "the_pot", 20): [11]})
    events = playing.to_the_abilities().uses()
    assert throws_for_the_pot(events) == [[("abernathy", 4), ("columbia", 11)]]
    assert won(events) == [("columbia", 4_500, "tie"), ("columbia", 1_000, "tie")]


def test_other_seats_that_tie_for_another_pot_throw_again_for_it() -> None:
    playing = a_set({"abernathy": (12, 10, 10), "bri": (5, 12, 8), "columbia": (8, 11, 9)}, purses={"bri": 1_500})
    playing.bets(("abernathy", Open(amount_cp=1_000)), ("bri", Call()), ("columbia", Call()))
    playing.load(
        {
            ("abernathy", "the_pot", 20): [4, 8],
            ("bri", "the_pot", 20): [15],
            ("columbia", "the_pot", 20): [11, 7],
        }
    )
    events = playing.to_the_abilities().uses()
    assert throws_for_the_pot(events) == [
        [("abernathy", 4), ("bri", 15), ("columbia", 11)],
        [("abernathy", 8), ("columbia", 7)],
    ]
    assert won(events) == [("bri", 4_500, "tie"), ("abernathy", 1_000, "tie")]


def with_coins_in_the_pot(**purses_cp: int) -> BluffmasterSet:
    """A table whose pot already holds 7 gp: what a round of another game left there."""
    playing = a_set(purses=purses_cp or None)
    left = [CoinsMoved(payer=OUTSIDE, payee=POT, amount_cp=700, reason="left_in_the_pot")]
    playing.catalogue.folding.fold_all(playing.table, left)
    for viewer in playing.viewers():
        playing.catalogue.folding.fold_all(playing.sight(viewer).table, left)
    return playing


def test_coins_that_another_game_left_belong_to_the_first_main_pot() -> None:
    playing = with_coins_in_the_pot(bri=1_500)
    playing.bets(("abernathy", Open(amount_cp=1_000)), ("bri", Call()), ("columbia", Call()))
    events = playing.to_the_abilities().uses()
    assert [(pot.number, pot.amount_cp, pot.contenders) for pot in all_of(PotWon, events)] == [
        (1, 4_500 + 700, ["abernathy", "bri", "columbia"]),
        (2, 1_000, ["abernathy", "columbia"]),
    ]


def test_a_player_who_is_left_alone_before_the_antes_takes_what_another_game_left() -> None:
    entries = CATALOGUE.codec.decode_log(a_pot_from_another_game())
    left_cp = pot_after(entries[:-1])
    assert left_cp > 0
    [pot] = all_of(PotWon, list(entries[-1].events))
    assert (pot.shares_cp, pot.how, pot.amount_cp) == ({"columbia": left_cp}, "alone", left_cp)


def pot_after(entries: list[Entry[Event]]) -> int:
    table = CATALOGUE.folding.blank("a")
    for entry in entries:
        CATALOGUE.folding.fold_entry(table, entry)
    return table.balance(POT)
