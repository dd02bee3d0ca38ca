"""The dealer keeps the dice of a round from command to command; they fall as freshly made ones would."""

from events.round_events import LuckWord
from games.dealer import SecretDealer, seeded_dice
from projections.game import AnyTable
from projections.table import Table

SECRET = b"s" * 32


def in_round(number: int, luck: str = "", drawn: dict[str, int] | None = None) -> AnyTable:
    """A table in a round, with one luck word and draws counted so far."""
    words = [LuckWord(seat="ada", luck=luck)]
    return Table(table="t", viewer="house", round=number, luck=words, drawn=drawn or {}, options=None, state=None)


def fresh(table: AnyTable) -> list[int]:
    """What dice that nobody kept roll next for a seat."""
    dice = seeded_dice(table, SecretDealer(SECRET).seed(table.round))
    return [dice.roll("ada", "bought", 20).face for _ in range(8)]


def kept(dealer: SecretDealer, table: AnyTable) -> list[int]:
    """What the dealer's dice roll next for a seat."""
    dice = dealer.dice(table)
    return [dice.roll("ada", "bought", 20).face for _ in range(8)]


def test_dice_that_are_kept_go_on_from_what_was_recorded() -> None:
    dealer, table = SecretDealer(SECRET), in_round(1)
    first = dealer.dice(table)
    assert kept(dealer, table) == fresh(table), "nothing was recorded yet"
    table.drawn["ada bought 20"] = 3
    assert kept(dealer, table) == fresh(table)
    assert dealer.dice(table) is first


def test_another_round_has_other_dice() -> None:
    dealer = SecretDealer(SECRET)
    for number in (1, 2, 1):
        assert kept(dealer, in_round(number)) == fresh(in_round(number))


def test_two_tables_with_one_dealer_have_each_their_own_dice() -> None:
    dealer, tables = SecretDealer(SECRET), [in_round(1), in_round(1, "clover"), in_round(1, drawn={"ada bought 20": 5})]
    for table in (*tables, *tables):
        assert kept(dealer, table) == fresh(table)
