"""Drafts of the games against the House: Middle's 7 and Mountains as their first servers played them."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from events.accounts import ESCROW, HOUSE
from events.event import Event, FormerEvent, namespaced
from events.round_events import QuestionAnswered, RoundEnded
from games.mechanics.bank import AgainstTheHouse, BankOptions
from games.mechanics.coins import pay, payee_of
from games.mechanics.house_bets import BetPlaced, BetSettled, Stakes
from games.one_page.middles_seven import MiddlesSeven
from games.one_page.mountains import Mountains
from projections.game import AnyTable

_tag = namespaced("stakes")


class FormerBetPlaced(FormerEvent, frozen=True, kw_only=True, tag=_tag("BetPlaced")):
    """A bet; `on` was empty in a game without a choice."""

    v: Literal[1] = 1
    seat: str
    on: str
    amount_cp: int

    def now(self) -> Event:
        """The same event under its present name."""
        return BetPlaced(seat=self.seat, on=self.on or None, amount_cp=self.amount_cp)


class FormerBetSettled(FormerEvent, frozen=True, kw_only=True, tag=_tag("BetSettled")):
    """The result of a bet."""

    v: Literal[1] = 1
    seat: str
    amount_cp: int
    back_cp: int

    def now(self) -> Event:
        """The same event under its present name."""
        return BetSettled(seat=self.seat, amount_cp=self.amount_cp, back_cp=self.back_cp)


class AgainstTheHouseDraft(AgainstTheHouse[BankOptions, Stakes]):
    """The round's end recorded each winner's winnings without the bet; now it records all that they were paid."""

    drafted_in = (1,)
    former: ClassVar = (FormerBetPlaced, FormerBetSettled)

    def place(self, seat: str, on: str | None, amount_cp: int) -> Iterator[Event]:
        """A seat lays coins on the table."""
        yield from pay(seat, ESCROW, amount_cp, "stake")
        yield FormerBetPlaced(seat=seat, on=on or "", amount_cp=amount_cp)

    def pay_out(self, table: AnyTable) -> Iterator[Event]:
        """Every bet is settled; the round is over."""
        won_cp: dict[str, int] = {}
        for stake in list(table.state.placed):
            back_cp = self.back_cp(table, stake)
            payee, own_cp = payee_of(table, stake.seat), min(back_cp, stake.amount_cp)
            yield from pay(ESCROW, HOUSE, stake.amount_cp - own_cp, "lost_bet")
            yield from pay(ESCROW, payee, own_cp, "stake_back")
            yield from pay(HOUSE, payee, back_cp - own_cp, "winnings")
            yield from self.settled(stake.seat, stake.amount_cp, back_cp)
            if back_cp > stake.amount_cp:
                won_cp[stake.seat] = back_cp - stake.amount_cp
        yield RoundEnded(round=table.round, outcome=self.outcome(table), winners=list(won_cp), won_cp=won_cp)

    def outcome(self, table: AnyTable) -> str:
        """How the round ends."""
        return "settled" if table.state.placed else "no_bets"

    def settled(self, seat: str, amount_cp: int, back_cp: int) -> Iterator[Event]:
        """The result of a bet is recorded."""
        yield FormerBetSettled(seat=seat, amount_cp=amount_cp, back_cp=back_cp)


class MiddlesSevenFirstDraft(AgainstTheHouseDraft, MiddlesSeven):
    """Version 1 as it began: no event recorded the result of a bet, nor that a seat did not bet."""

    def room(self, table: AnyTable, limit_cp: int) -> Mapping[str | None, int]:
        """Each bet reduced the room of all others by the most that it could win."""
        left_cp = limit_cp - sum(self.could_win(table, stake) for stake in table.state.placed)
        return {call: left_cp // (2 if call == "middles_7" else 1) for call in self.calls(table)}

    def _pass(self, table: AnyTable, seat: str, why: str) -> Iterator[Event]:
        yield QuestionAnswered(seat=seat)

    def outcome(self, table: AnyTable) -> str:
        """Rounds without bets were settled too."""
        return "settled"

    def settled(self, seat: str, amount_cp: int, back_cp: int) -> Iterator[Event]:
        """Only the coins showed the result."""
        yield from ()


class MiddlesSevenDraft(AgainstTheHouseDraft, MiddlesSeven):
    """Version 1 with bets under their first name."""


class MountainsDraft(AgainstTheHouseDraft, Mountains):
    """Version 1 with bets under their first name."""
