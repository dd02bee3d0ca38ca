"""Architecture, "What must hold", 3: after every entry the accounts balance, and no purse goes below zero."""

from events.accounts import HOUSE, OUTSIDE, POT, UNBOUNDED
from events.round_events import RoundVoided
from events.table_events import CoinsMoved
from tests.playing import Playing


class Money:
    """Coins are where they may be. Knows what everybody had when the round began, and what came from outside since."""

    def __init__(self) -> None:
        self._before: dict[str, int] = {}

    def step(self, playing: Playing) -> None:
        the_accounts_sum_to_zero_and_none_but_the_houses_goes_below_it(playing)
        between_rounds_coins_lie_with_those_at_the_table_and_in_the_pot_alone(playing)
        nobody_is_offered_what_they_cannot_pay(playing)
        self.voided_rounds_give_everything_back(playing)

    def end(self, playing: Playing) -> None:
        """Nothing that a step does not show."""

    def voided_rounds_give_everything_back(self, playing: Playing) -> None:
        table, before = playing.table, self._before
        events = playing.written[-1].entry.events
        for event in events:
            if isinstance(event, CoinsMoved) and OUTSIDE in (event.payer, event.payee):
                before[event.payer] = before.get(event.payer, 0) - event.amount_cp
                before[event.payee] = before.get(event.payee, 0) + event.amount_cp
        if any(isinstance(event, RoundVoided) for event in events):
            keepers = [POT, *(seat.seat for seat in table.present())]
            assert {name: table.balance(name) for name in keepers} == {name: before.get(name, 0) for name in keepers}
        if not table.running:
            self._before = dict(table.accounts)


def the_accounts_sum_to_zero_and_none_but_the_houses_goes_below_it(playing: Playing) -> None:
    accounts = playing.table.accounts
    assert sum(accounts.values()) == 0
    assert {name: balance for name, balance in accounts.items() if balance < 0 and name not in UNBOUNDED} == {}


def between_rounds_coins_lie_with_those_at_the_table_and_in_the_pot_alone(playing: Playing) -> None:
    table = playing.table
    if not table.running:
        theirs = {HOUSE, OUTSIDE, POT, *(seat.seat for seat in table.present())}
        assert {name: balance for name, balance in table.accounts.items() if balance and name not in theirs} == {}
    if table.closed:
        assert {name: balance for name, balance in table.accounts.items() if balance and name not in UNBOUNDED} == {}


def nobody_is_offered_what_they_cannot_pay(playing: Playing) -> None:
    for seat in playing.table.present():
        dearest = max((action.cost_cp for action in playing.actions(seat.seat)), default=0)
        assert dearest <= playing.table.purse(seat.seat)
