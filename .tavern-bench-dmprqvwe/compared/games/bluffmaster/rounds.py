"""A Set and its three rounds: antes, the first bettor, and the two hidden dice. (Seeds 004.)"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from events.accounts import POT
from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, Event, namespaced
from events.round_events import DiceTakenUp, DieRolled, OrderSet, PhaseBegan, RoundEnded, RoundStarted, StatusChanged
from games.bluffmaster.options import ROUNDS_OF_A_SET, SIDES
from games.bluffmaster.splitting import Splitting
from games.bluffmaster.state import FIRST_BETTING, ORDINALS, SECOND_BETTING, BluffmasterTable, State, ahead, of_the_set
from games.chapter import Chapter, Uses, fold, round_details
from games.drawn import Drawn
from games.mechanics.betting import ACTIVE, Betting, HandBegan, contenders
from games.mechanics.sentences import says, sentence, silent
from games.mechanics.showdown import Showdown
from games.mechanics.throwing import highest_throw, highest_thrown, throw
from games.mechanics.turns import from_on
from projections.chronicle import coins, listed, name_of
from projections.labels import DetailLabel, DetailLabels, Label, Labels

_SITTING_OUT: Final = "sitting_out"
_WHO_BETS_FIRST: Final = "who_bets_first"
_BETTINGS: Final = {FIRST_BETTING: 1, SECOND_BETTING: 2}


class RoundOfSetBegan(V1, frozen=True, kw_only=True, tag=namespaced("bluffmaster")):
    """The Set's next round began."""

    number: int


class Rounds(Chapter):
    """A Set has three rounds with the same seats. In the log, a Set is one round."""

    events: ClassVar = (RoundOfSetBegan,)
    draws: ClassVar = (
        highest_thrown(_WHO_BETS_FIRST, SIDES),
        Drawn(
            purpose="hidden",
            sides=(SIDES,),
            event=DieRolled,
            most=2 * ROUNDS_OF_A_SET,
            where={"place": ("hole",), "n": (0, 1)},
        ),
    )
    labels: ClassVar = Labels(
        phases={
            FIRST_BETTING: Label("First betting", "On the first hidden die."),
            SECOND_BETTING: Label("Second betting", "On both hidden dice."),
        },
        statuses={_SITTING_OUT: Label("Sitting out", "Could not pay the ante of this round.")},
        outcomes={
            "played": Label("Played", "All three rounds were played."),
            "too_few": Label("Too few could pay", "The Set ended early."),
        },
        details=DetailLabels(
            table={
                "round_of_set": DetailLabel("Round of the Set", "A Set has three.", "count"),
                "betting": DetailLabel("Betting", "The first or the second of this round.", "count"),
            }
        ),
    )
    betting = Uses(Betting)
    showdown = Uses(Showdown)
    splitting = Uses(Splitting)

    @fold(RoundStarted)
    def _set_began(self, table: BluffmasterTable, event: RoundStarted) -> None:
        table.state = State(powers=table.state.powers)

    @sentence(RoundStarted)
    def _set_aloud(self, table: BluffmasterTable, event: RoundStarted) -> str:
        names = listed([name_of(table, seat) for seat in event.seats])
        out = listed([name_of(table, seat) for seat in event.sitting_out]) if event.sitting_out else ""
        return f"A Set begins: {names} play.{f' Sitting out: {out}.' if out else ''}"

    # A round: antes, the first bettor, and the first die

    def begin(self, table: BluffmasterTable, dice: Dice, number: int) -> Iterator[Event]:
        """Round `number` of the Set begins with the seats that can pay the ante, at least two."""
        able = [seat for seat in of_the_set(table) if table.purse(seat) >= table.options.ante_cp]
        if len(able) < 2:
            if able and table.balance(POT):
                yield from self.showdown.win_alone(table, able[0])
            yield self._ended(table, "too_few")
            return
        yield from self._pay_antes(table, number, able)
        # The highest throw bets first; turns go round from there.
        first = yield from highest_throw(dice, contenders(table), _WHO_BETS_FIRST, SIDES)
        yield OrderSet(seats=from_on(table.order, first))
        yield from self.bet(table, dice, FIRST_BETTING)

    def _pay_antes(self, table: BluffmasterTable, number: int, able: list[str]) -> Iterator[Event]:
        """Seats take up their dice; a seat that cannot pay sits the round out."""
        yield RoundOfSetBegan(number=number)
        yield HandBegan()
        for holder in table.playing():
            if holder.dice:
                yield DiceTakenUp(seat=holder.seat)
        for seat in of_the_set(table):
            status = ACTIVE if seat in able else _SITTING_OUT
            if table.seats[seat].status != status:
                yield StatusChanged(seat=seat, status=status, why="ante")
            if seat in able:
                yield from self.betting.ante(table, seat, table.options.ante_cp)

    @fold(RoundOfSetBegan)
    def _round_began(self, table: BluffmasterTable, event: RoundOfSetBegan) -> None:
        state = table.state
        state.set_round = event.number
        state.chosen, state.changes, state.plays = {}, {}, []

    @sentence(RoundOfSetBegan)
    def _round_aloud(self, table: BluffmasterTable, event: RoundOfSetBegan) -> str:
        return f"The {ORDINALS[event.number - 1]} round of the Set."

    _sitting_out_aloud = says(
        StatusChanged, "{seat} cannot pay the ante, and sits this round out.", status=_SITTING_OUT
    )
    _back_in_aloud = silent(StatusChanged, status=ACTIVE, why="ante")

    @sentence(OrderSet)
    def _first_bettor_aloud(self, table: BluffmasterTable, event: OrderSet) -> str:
        return f"{name_of(table, event.seats[0])} will bet first."

    # A hidden die and the betting on it, twice

    def bet(self, table: BluffmasterTable, dice: Dice, phase: str) -> Iterator[Event]:
        """Each seat still in, even all-in, rolls another hidden die; then they bet. A proposed split lapses."""
        yield from self.splitting.lapse(table)
        for seat in contenders(table):
            yield from throw(table, dice, seat, "hidden", SIDES, place="hole", to=seat_viewer(seat))
        yield PhaseBegan(phase=phase)
        yield from self.betting.begin(table, dice, table.order[0])

    @sentence(DieRolled)
    def _die_aloud(self, table: BluffmasterTable, event: DieRolled) -> str:
        face = f": {event.draw.face}" if event.draw else ""
        return f"{name_of(table, event.seat)} rolls the {ORDINALS[event.n]} die under the cup{face}."

    _second_betting_aloud = says(PhaseBegan, "The second betting opens.", phase=SECOND_BETTING)

    # The end of a round and of the Set

    def win_alone(self, table: BluffmasterTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The only seat left wins the round, and shows nothing."""
        yield from self.showdown.win_alone(table, seat)
        yield from self.end(table, dice)

    def end(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """The next round of the Set begins; after the third, the Set is over."""
        if table.state.set_round == ROUNDS_OF_A_SET:
            yield self._ended(table, "played")
        else:
            yield from self.begin(table, dice, table.state.set_round + 1)

    def _ended(self, table: BluffmasterTable, outcome: str) -> Event:
        won_cp = ahead(table)
        return RoundEnded(round=table.round, outcome=outcome, winners=list(won_cp), won_cp=won_cp)

    @sentence(RoundEnded)
    def _end_aloud(self, table: BluffmasterTable, event: RoundEnded) -> str:
        if not event.winners:
            return f"The Set is over{', and nobody is ahead' if table.state.set_round else ' before it began'}."
        won = listed([f"{name_of(table, seat)} ({coins(event.won_cp[seat])} won)" for seat in event.winners])
        return f"The Set is over, and {won} {'is' if len(event.winners) == 1 else 'are'} ahead."

    @round_details
    def _round_details(self, table: BluffmasterTable) -> dict[str, Any]:
        return {"round_of_set": table.state.set_round, "betting": _BETTINGS.get(table.phase)}
