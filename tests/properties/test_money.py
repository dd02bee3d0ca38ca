"""Architecture, "What must hold", 3: after every entry the accounts balance, and no purse goes below zero."""

from hypothesis import given

from events.accounts import HOUSE, OUTSIDE, POT, UNBOUNDED
from events.round_events import RoundVoided
from events.table_events import CoinsMoved
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk, lengths, seeds, usual


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_the_accounts_sum_to_zero_and_none_but_the_houses_goes_below_it(
    subject: Subject, seed: int, length: int
) -> None:
    for playing in Walk(subject, seed).steps(length):
        accounts = playing.table.accounts
        assert sum(accounts.values()) == 0
        assert {name: balance for name, balance in accounts.items() if balance < 0 and name not in UNBOUNDED} == {}


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_between_rounds_coins_lie_with_those_at_the_table_and_in_the_pot_alone(
    subject: Subject, seed: int, length: int
) -> None:
    for playing in Walk(subject, seed).steps(length):
        table = playing.table
        if not table.running:
            theirs = {HOUSE, OUTSIDE, POT, *(seat.seat for seat in table.present())}
            assert {name: balance for name, balance in table.accounts.items() if balance and name not in theirs} == {}
        if table.closed:
            assert {
                name: balance for name, balance in table.accounts.items() if balance and name not in UNBOUNDED
            } == {}


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_nobody_is_offered_what_they_cannot_pay(subject: Subject, seed: int, length: int) -> None:
    for playing in Walk(subject, seed).steps(length):
        for seat in playing.table.present():
            dearest = max((action.cost_cp for action in playing.actions(seat.seat)), default=0)
            assert dearest <= playing.table.purse(seat.seat)


@every_game
@usual
@given(seed=seeds, length=lengths)
def test_a_voided_round_gives_everything_back(subject: Subject, seed: int, length: int) -> None:
    before: dict[str, int] = {}
    for playing in Walk(subject, seed).steps(length):
        table = playing.table
        events = playing.entries[-1].events
        for event in events:
            if isinstance(event, CoinsMoved) and OUTSIDE in (event.payer, event.payee):
                before[event.payer] = before.get(event.payer, 0) - event.amount_cp
                before[event.payee] = before.get(event.payee, 0) + event.amount_cp
        if any(isinstance(event, RoundVoided) for event in events):
            keepers = [POT, *(seat.seat for seat in table.present())]
            assert {name: table.balance(name) for name in keepers} == {name: before.get(name, 0) for name in keepers}
        if not table.running:
            before = dict(table.accounts)
