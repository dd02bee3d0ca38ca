"""The end of a round: the reveal, the duel and the payout. (Seeds 001, part 2.)"""

from collections.abc import Generator, Iterator
from typing import ClassVar

from events.accounts import HOUSE, POT
from events.dice import Dice
from events.event import V1, Draw, Event
from events.round_events import PhaseBegan, RoundEnded
from events.table_events import CoinsMoved
from games.chapter import Chapter, Uses
from games.drawn import Drawn
from games.mechanics.coins import pay, shares
from games.mechanics.sentences import says, sentence, silent
from games.twentyone.naturals import Naturals
from games.twentyone.side_bets import SideBets
from games.twentyone.state import BUST, FOLDED, TwentyOneTable, contenders, hand_of, known, tag, total
from projections.chronicle import coins, listed, name_of
from projections.labels import Label, Labels


class DuelRolled(V1, frozen=True, kw_only=True, tag=tag):
    """A tied seat's throw in the duel: a d20 and a d4 for each die it bought."""

    seat: str
    draws: list[Draw]
    total: int


class Endgame(Chapter):
    """The highest total wins the pot; a tie is settled by a duel."""

    events: ClassVar = (DuelRolled,)
    draws: ClassVar = (Drawn(purpose="duel", sides=(4, 20), event=DuelRolled, shows={"total": "sum"}),)
    labels: ClassVar = Labels(
        phases={
            "reveal": Label("Reveal", "All covered dice are shown."),
            "duel": Label("Duel", "Those who tie throw a d20, and a d4 for each die they bought."),
            "payout": Label("Payout", "Fees are paid, then the winner takes the pot."),
        },
        outcomes={
            "won": Label("Won", "The highest total took the pot."),
            "won_in_a_duel": Label("Won in a duel", "The highest totals tied, and a duel decided."),
            "rollover": Label("Pot rolls over", "Nobody was left to win; the pot waits for the next round."),
            "house": Label("The House wins", "Nobody was left to win; the House keeps the pot."),
        },
        coins={
            "payout": Label("Winnings", "The pot goes to the winner."),
            "no_winner": Label("No winner", "The House keeps the pot."),
        },
    )
    naturals = Uses(Naturals)
    side_bets = Uses(SideBets)

    def reveal(self, table: TwentyOneTable) -> Iterator[Event]:
        """All hidden and blind dice are shown, except those of folded seats. Bust seats have already shown theirs."""
        yield PhaseBegan(phase="reveal")
        for seat in table.order:
            yield from self.show(table, seat)

    def show(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """One seat's part of the reveal."""
        if table.seats[seat].status not in (FOLDED, BUST):
            yield from self.naturals.reveal_dice(table, seat)

    _reveal_aloud = says(PhaseBegan, "The cups are lifted.", phase="reveal")

    def settle(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """The staredown is closed: a duel if the top is tied, then cleaning fees, then the payout."""
        totals = {seat: known(total(table, seat)) for seat in contenders(table)}
        winners = [seat for seat in totals if totals[seat] == max(totals.values())]
        outcome: str = "won" if winners else table.options.no_winner
        if len(winners) > 1:
            yield PhaseBegan(phase="duel")
            winners = yield from self.duel(table, dice, winners)
            outcome = "split" if len(winners) > 1 else "won_in_a_duel"
        yield PhaseBegan(phase="payout")
        for seat in table.order:
            yield from self.naturals.collect_fees(table, seat)
        yield from self.side_bets.pay_out(table, winners)
        if outcome == "house":
            yield from pay(POT, HOUSE, table.balance(POT), "no_winner")
        won_cp = shares(table.balance(POT), dict.fromkeys(winners, 1)) if winners else {}
        for seat, share_cp in won_cp.items():
            yield from pay(POT, seat, share_cp, "payout")
        yield RoundEnded(round=table.round, outcome=outcome, winners=winners, won_cp=won_cp)

    _payout_aloud = silent(CoinsMoved, reason="payout")

    @sentence(RoundEnded)
    def _end_aloud(self, table: TwentyOneTable, event: RoundEnded) -> str:
        if not event.winners:
            return f"Nobody is left to win: {coins(table.balance(POT))} waits in the pot for the next round."
        if len(event.winners) > 1:
            won = listed([f"{name_of(table, seat)} takes {coins(won_cp)}" for seat, won_cp in event.won_cp.items()])
            return f"They are still tied, and share the pot: {won}."
        [winner] = event.winners
        how = "wins the duel and" if event.outcome == "won_in_a_duel" else "wins and"
        return f"{name_of(table, winner)} {how} takes {coins(event.won_cp[winner])}."

    _kept_aloud = says(RoundEnded, "Nobody is left to win: the House keeps the pot.", outcome="house")

    def duel(self, table: TwentyOneTable, dice: Dice, tied: list[str]) -> Generator[Event, None, list[str]]:
        """Tied seats roll until one of them leads; returns the winners."""
        while len(tied) > 1:
            tied = yield from self.duel_once(table, dice, tied)
        return tied

    @staticmethod
    def duel_once(table: TwentyOneTable, dice: Dice, tied: list[str]) -> Generator[Event, None, list[str]]:
        """A d20 and a d4 for each die bought; returns the seats at the top."""
        totals: dict[str, int] = {}
        for seat in tied:
            draws = [dice.roll(seat, "duel", 20)]
            draws += [dice.roll(seat, "duel", 4) for _ in range(hand_of(table, seat).bought)]
            totals[seat] = sum(draw.face for draw in draws)
            yield DuelRolled(seat=seat, draws=draws, total=totals[seat])
        top = max(totals.values())
        return [seat for seat in tied if totals[seat] == top]

    _duel_aloud = says(PhaseBegan, "It is a tie: a duel.", phase="duel")

    @sentence(DuelRolled)
    def _duel_rolled_aloud(self, table: TwentyOneTable, event: DuelRolled) -> str:
        faces = " + ".join(str(draw.face) for draw in event.draws)
        return f"{name_of(table, event.seat)} throws {event.total} in the duel ({faces})."
