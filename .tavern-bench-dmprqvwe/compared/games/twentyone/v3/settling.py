"""V3.0, side bets, accusations and the end: lost bets, false accusations, and split pots. (Seeds 000.)"""

from collections.abc import Generator, Iterator
from typing import ClassVar, Final

from events.accounts import POT, SIDE_POOL
from events.dice import Dice
from events.event import V1, Event
from events.round_events import DieSetDown, StatusChanged
from events.table_events import CoinsMoved
from games.chapter import Uses, fold
from games.mechanics.coins import pay
from games.mechanics.sentences import says, silent
from games.mechanics.side_bets import staked
from games.twentyone.accusing import Accusing
from games.twentyone.endgame import Endgame
from games.twentyone.side_bets import SideBets
from games.twentyone.state import TwentyOneTable, contenders, tag
from games.twentyone.v3.state import free_of_rolls, options_of, state_of
from projections.labels import CommandLabel, Label, Labels

_LOST: Final = "side_bets_lost"


class SideBetsLost(V1, frozen=True, kw_only=True, tag=tag):
    """A seat's side bets so far are lost, and move from the side pool into the pot."""

    seat: str
    amount_cp: int


class V3SideBets(SideBets):
    """Side bets are taken until the reveal. They go into the pot, or into a pool, which a bust seat's bets leave."""

    events: ClassVar = (SideBetsLost,)
    reasons: ClassVar = {"side_bets_closed": "Side bets are taken until the reveal."}
    labels: ClassVar = Labels(
        coins={_LOST: Label("Lost side bets", "What a bust seat has bet goes into the pot.")},
    )

    def why_closed(self, table: TwentyOneTable) -> str | None:
        """Bets are taken from the Cut on."""
        return None if table.phase in ("cut", "betting") else "Side bets are taken until the reveal."

    def account(self, table: TwentyOneTable) -> str:
        """The pot, unless the GM wants a pool."""
        return POT if options_of(table).side_bets == "pot" else SIDE_POOL

    def lose(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """A seat goes bust, or is caught or accuses falsely once it is bust: its bets so far are lost."""
        staked_cp = staked(table.state.side_bets, seat)
        if staked_cp and self.account(table) == SIDE_POOL:
            yield SideBetsLost(seat=seat, amount_cp=staked_cp)
            yield from pay(SIDE_POOL, POT, staked_cp, _LOST)

    @fold(SideBetsLost)
    def _lost(self, table: TwentyOneTable, event: SideBetsLost) -> None:
        table.state.side_bets = [bet for bet in table.state.side_bets if bet.bettor != event.seat]

    _lost_aloud = says(SideBetsLost, "{seat}’s bets are lost: {amount_cp} goes from the side pool to the pot.")
    _paid_aloud = silent(CoinsMoved, reason=_LOST)


class V3Accusing(Accusing):
    """A seat may accuse as often as it can pay; a false accusation disqualifies it."""

    reasons: ClassVar = {
        "accused_already": None,
        "nothing_to_accuse": "Accusations are possible once a die that could be cheated on has been set down.",
    }
    labels: ClassVar = Labels(
        commands={
            "accuse": CommandLabel(
                "Accuse",
                "Name a die that they cheated with: right brings five antes, wrong costs two, and you are bust.",
                Accusing.labels.commands["accuse"].params,
            ),
        },
    )
    side_bets = Uses(V3SideBets)
    unheard: ClassVar = ("nothing_to_accuse", "No die that could be cheated on has been set down yet.")

    def are_heard(self, table: TwentyOneTable) -> bool:
        """A die that was re-rolled at the Cut can have been cheated on as well."""
        return state_of(table).any_set_down

    @fold(DieSetDown)
    def _set_down(self, table: TwentyOneTable, event: DieSetDown) -> None:
        state_of(table).any_set_down = True

    def has_had_its_say(self, table: TwentyOneTable, seat: str) -> bool:
        """There is no limit."""
        return False

    def wrong(self, table: TwentyOneTable, seat: str) -> Generator[Event, None, str | None]:
        """A seat that accuses falsely is bust. If it was bust before, it loses the fee and its bets since then."""
        yield from super().wrong(table, seat)
        if seat not in contenders(table):
            yield from self.side_bets.lose(table, seat)
            return None
        yield from self.naturals.set_down(table, seat)
        yield from self.naturals.bust(table, seat, "false_accusation")
        return seat

    def caught_aloud(self, table: TwentyOneTable, event: StatusChanged) -> None:
        """A later sentence says that the cheater is disqualified."""

    _slander_aloud = says(StatusChanged, "{seat} has slandered an honest die: bust!", why="false_accusation")


class V3Endgame(Endgame):
    """There is one duel roll; seats that are still tied share the pot."""

    labels: ClassVar = Labels(
        outcomes={"split": Label("Split", "The highest totals stayed tied, and shared the pot.")},
    )

    def show(self, table: TwentyOneTable, seat: str) -> Iterator[Event]:
        """No seat rolls any more."""
        yield from free_of_rolls(table, seat)
        yield from super().show(table, seat)

    def duel(self, table: TwentyOneTable, dice: Dice, tied: list[str]) -> Generator[Event, None, list[str]]:
        """The tied seats roll once; returns the winners."""
        return (yield from self.duel_once(table, dice, tied))
