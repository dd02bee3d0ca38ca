"""What comes of the bets: after the first betting a second die and betting, then the abilities. (Seeds 004.)"""

from collections.abc import Iterator

from events.dice import Dice
from events.event import Event
from games.bluffmaster.abilities import Abilities
from games.bluffmaster.rounds import Rounds
from games.bluffmaster.splitting import Splitting
from games.bluffmaster.state import FIRST_BETTING, SECOND_BETTING, BluffmasterTable
from games.chapter import Uses
from games.mechanics.betting import Betting, contenders


class BluffmasterBetting(Betting):
    """Two bettings, one on each hidden die."""

    abilities = Uses(Abilities)
    rounds = Uses(Rounds)
    splitting = Uses(Splitting)

    def before_the_next(self, table: BluffmasterTable) -> Iterator[Event]:
        """Another pot, or other seats in it: a proposed split is off."""
        return self.splitting.lapse(table)

    def after(self, table: BluffmasterTable, dice: Dice) -> Iterator[Event]:
        """The only seat left wins the round; else the second die and betting, then the abilities."""
        left = contenders(table)
        if len(left) == 1:
            yield from self.rounds.win_alone(table, dice, left[0])
        elif table.phase == FIRST_BETTING:
            yield from self.rounds.bet(table, dice, SECOND_BETTING)
        else:
            yield from self.abilities.begin(table)
