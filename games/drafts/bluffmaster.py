"""The draft of Bluffmaster's version 1: the Set as its first servers played it."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Literal

from events.accounts import POT
from events.dice import Dice
from events.event import Event, FormerEvent, namespaced, type_tag
from events.round_events import QuestionAnswered, RoundEnded, StatusChanged
from games.bluffmaster.abilities import Abilities
from games.bluffmaster.earlier import BluffmasterRules1, SplittingRules1
from games.bluffmaster.rounds import Rounds
from games.bluffmaster.rulebook import BluffmasterBetting
from games.bluffmaster.showdown import BluffmasterShowdown
from games.bluffmaster.splitting import Agree, SplitLapsed
from games.bluffmaster.state import BluffmasterTable, of_the_set
from games.chapter import Uses, varied
from games.mechanics.betting import FOLDED, BettingBegan, Call, Fold, Open, Raise, to_call
from games.mechanics.coins import pay
from games.mechanics.showdown import PotWon
from games.mechanics.side_pots import Pot
from projections.actions import Action, Bounds, Offer

_HOW = {"best": "total"}
"""Former names of what decided a pot."""


class FormerBettingBegan(FormerEvent, frozen=True, kw_only=True, tag="betting.betting_began"):
    """A betting round began; `first` was asked first."""

    v: Literal[1] = 1
    first: str

    def now(self) -> Event:
        """The first seat to be asked is now named by an event of its own."""
        return BettingBegan()


class FormerPotWon(FormerEvent, frozen=True, kw_only=True, tag=namespaced("bluffmaster")("PotWon")):
    """A seat took a pot. `how` was alone, total, or tie."""

    v: Literal[1] = 1
    number: int
    seat: str
    amount_cp: int
    contenders: list[str]
    how: str

    def now(self) -> Event:
        """The event of all showdowns, in which several seats may share a pot."""
        how = next((now for now, then in _HOW.items() if then == self.how), self.how)
        shares_cp = {self.seat: self.amount_cp}
        return PotWon(
            number=self.number, amount_cp=self.amount_cp, contenders=self.contenders, shares_cp=shares_cp, how=how
        )


def _ended(table: BluffmasterTable, outcome: str) -> Event:
    """The winners of a Set were all that were paid anything in it."""
    won_cp = {seat: cp for seat in table.order if (cp := table.state.won_cp.get(seat, 0))}
    return RoundEnded(round=table.round, outcome=outcome, winners=list(won_cp), won_cp=won_cp)


class SplittingDraft(SplittingRules1):
    """A bet, a fold or a seat's leaving ended a proposal, and the event named that seat. The second die did not."""

    def agree(self, table: BluffmasterTable, dice: Dice, seat: str, command: Agree) -> Iterator[Event]:
        """The winners of a Set that is split are those who were paid anything in it."""
        for event in super().agree(table, dice, seat, command):
            yield _ended(table, event.outcome) if isinstance(event, RoundEnded) else event

    def lapse(self, table: BluffmasterTable) -> Iterator[Event]:
        """Proposals did not lapse because the game had gone on."""
        yield from ()

    def lapse_by(self, table: BluffmasterTable, seat: str) -> Iterator[Event]:
        """A seat changed the pot, or who is in."""
        if table.state.proposal is not None:
            yield SplitLapsed(seat=seat, why="changed")


class BettingDraft(BluffmasterBetting):
    """A seat could raise even if no other seat had coins left to match it."""

    splitting = Uses(SplittingDraft)

    def begin(self, table: BluffmasterTable, dice: Dice, first: str) -> Iterator[Event]:
        """The beginning of a betting round names the seat that is asked first."""
        for event in super().begin(table, dice, first):
            yield FormerBettingBegan(first=first) if isinstance(event, BettingBegan) else event

    def _may_raise(self, table: BluffmasterTable, seat: str) -> Offer:
        owed_cp, purse_cp = to_call(table, seat), table.purse(seat)
        if purse_cp <= owed_cp:
            return super()._may_raise(table, seat)
        return Action(type="raise", params={"amount_cp": Bounds(min=1, max=purse_cp - owed_cp)}, cost_cp=owed_cp)

    def bet(self, table: BluffmasterTable, dice: Dice, seat: str, command: Open | Call | Raise) -> Iterator[Event]:
        """A bet changes the pot."""
        owed_cp = min(to_call(table, seat), table.purse(seat))
        more_cp = 0 if isinstance(command, Call) else command.amount_cp
        yield from self._pay_in(table, seat, type_tag(type(command)), owed_cp + more_cp)
        yield from self.splitting.lapse_by(table, seat)
        yield from self.go_on(table, dice, seat)

    def _fold_hand(self, table: BluffmasterTable, dice: Dice, seat: str, command: Fold) -> Iterator[Event]:
        yield StatusChanged(seat=seat, status=FOLDED, why="folded")
        yield from self.splitting.lapse_by(table, seat)
        yield from self.go_on(table, dice, seat)


class AbilitiesDraft(Abilities):
    """The last seat to choose an ability ended a proposal."""

    splitting = Uses(SplittingDraft)

    def choose(self, table: BluffmasterTable, dice: Dice, seat: str, choice: dict[str, Any]) -> Iterator[Event]:
        """Once all have chosen, a proposal lapses."""
        for event in super().choose(table, dice, seat, choice):
            yield event
            if isinstance(event, QuestionAnswered) and not table.to_act:
                yield from self.splitting.lapse_by(table, seat)


class ShowdownDraft(BluffmasterShowdown):
    """Each pot went to one seat."""

    def _pay(self, table: BluffmasterTable, number: int, pot: Pot, winners: Sequence[str], how: str) -> Iterator[Event]:
        [seat] = winners
        yield from pay(POT, seat, pot.amount_cp, "payout")
        yield FormerPotWon(
            number=number,
            seat=seat,
            amount_cp=pot.amount_cp,
            contenders=list(pot.contenders),
            how=_HOW.get(how, how),
        )


class RoundsDraft(Rounds):
    """The winners of a Set were all that were paid anything in it."""

    def _ended(self, table: BluffmasterTable, outcome: str) -> Event:
        return _ended(table, outcome)


class BluffmasterDraft(BluffmasterRules1):
    """Version 1 from before Bluffmaster shared its showdown with the other games with betting."""

    drafted_in = (1,)
    former: ClassVar = (FormerBettingBegan, FormerPotWon)
    chapters: ClassVar = varied(
        BluffmasterRules1.chapters, RoundsDraft, BettingDraft, AbilitiesDraft, ShowdownDraft, SplittingDraft
    )
    split = Uses(SplittingDraft)

    def leave(self, table: BluffmasterTable, seat: str, dice: Dice) -> Iterator[Event]:
        """A seat's leaving ends a proposal."""
        if seat in of_the_set(table):
            yield from self.split.lapse_by(table, seat)
        yield from super().leave(table, seat, dice)
