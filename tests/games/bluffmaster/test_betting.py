"""The bets of Bluffmaster (seeds 004; the betting itself is a part with tests of its own)."""

from events.accounts import POT
from events.round_events import DieRevealed, StatusChanged
from events.table_events import CoinsMoved
from games.installed import CATALOGUE
from games.mechanics.betting import Call, Fold, GivenBack, Open, Raise
from games.mechanics.showdown import PotWon
from tests.games.bluffmaster.table import a_set
from tests.playing import all_of
from tests.recorded.scripted import BETTING_OF_THE_SAMPLE, SAMPLE, the_sample_betting


def test_the_sample_betting_goes_as_the_text_describes() -> None:
    playing = a_set()
    assert {seat.seat: seat.dice[0].face for seat in playing.table.playing()} == SAMPLE

    playing.bets(
        ("abernathy", Open(amount_cp=2_000)),
        ("bri", Call()),
        ("columbia", Raise(amount_cp=1_000)),
        ("abernathy", Call()),
        ("bri", Fold()),
    )

    assert playing.purses() == {"abernathy": 6_000, "bri": 7_000, "columbia": 6_000}
    assert playing.table.balance(POT) == 3_000 + 3_000 + 3_000 + 2_000
    assert playing.statuses() == {"abernathy": "active", "bri": "folded", "columbia": "active"}
    assert (playing.table.phase, playing.table.to_act) == ("second_betting", ["abernathy"])


def test_the_sample_is_recorded_with_the_dice_that_the_text_gives() -> None:
    entries = CATALOGUE.codec.decode_log(the_sample_betting())
    table = CATALOGUE.folding.blank("a")
    faces: dict[str, int | None] = {}
    for entry in entries:
        CATALOGUE.folding.fold_entry(table, entry)
        if not faces and table.phase == "first_betting":
            faces = {seat.seat: seat.dice[0].face for seat in table.playing()}
    assert faces == SAMPLE
    assert [body["type"] for _, body in BETTING_OF_THE_SAMPLE] == ["open", "call", "raise", "call", "fold"]


def test_the_same_seat_bets_first_in_both_bettings_unless_it_has_folded() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Raise(amount_cp=100)), ("columbia", Call()))
    playing.give("abernathy", Fold())
    assert (playing.table.phase, playing.table.to_act) == ("second_betting", ["bri"])


def test_if_only_one_is_left_that_one_wins_at_once_and_shows_nothing() -> None:
    playing = a_set()
    events = playing.bets(("abernathy", Open(amount_cp=500)), ("bri", Fold()), ("columbia", Fold()))

    assert events[:5] == [
        StatusChanged(seat="columbia", status="folded", why="folded"),
        CoinsMoved(payer=POT, payee="abernathy", amount_cp=500, reason="unmatched"),
        GivenBack(seat="abernathy", amount_cp=500),
        CoinsMoved(payer=POT, payee="abernathy", amount_cp=3_000, reason="payout"),
        PotWon(number=1, amount_cp=3_000, contenders=["abernathy"], shares_cp={"abernathy": 3_000}, how="alone"),
    ]
    assert all_of(DieRevealed, events) == []


def test_hidden_dice_of_folded_seats_are_never_shown() -> None:
    playing = a_set()
    playing.bets(("abernathy", Open(amount_cp=100)), ("bri", Fold()), ("columbia", Call()))
    playing.checks_round()
    events = playing.uses()
    assert {event.seat for event in all_of(DieRevealed, events)} == {"abernathy", "columbia"}
