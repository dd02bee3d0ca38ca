"""What players in Goblin Mode can do."""

from events.event import CommandV1
from games.mechanics import side_bets


class Roll(CommandV1, frozen=True, kw_only=True):
    """Roll the die of the stage."""


class Hold(CommandV1, frozen=True, kw_only=True):
    """Stop rolling, and keep the score."""


class Boot(CommandV1, frozen=True, kw_only=True):
    """Spend a Boot: a seat that holds plays on from the next stage."""

    target: str


COMMANDS = (Roll, Hold, Boot, *side_bets.COMMANDS)
