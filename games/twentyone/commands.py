"""What players of Twenty-One, and the GM, can do."""

from typing import Literal

from events.event import CommandV1

DieName = Literal["d20", "d10", "d8", "d6", "d4"]


class Cut(CommandV1, frozen=True, kw_only=True):
    """Re-roll the own hole die at the Cut."""


class LetItBe(CommandV1, frozen=True, kw_only=True):
    """Leave things as they are: at the Cut, when asked about a cheat, and whatever else is asked of a seat."""


class Roll(CommandV1, frozen=True, kw_only=True):
    """Buy a die, with coins or on the tab."""

    die: DieName
    pay: Literal["coins", "drinks"] = "coins"


class Cheat(CommandV1, frozen=True, kw_only=True):
    """Secretly change die `n`, the one in the hand or the hole die, by `change`."""

    n: int
    change: int


class Hold(CommandV1, frozen=True, kw_only=True):
    """Stop rolling."""


class Fold(CommandV1, frozen=True, kw_only=True):
    """Leave the round."""


class Goad(CommandV1, frozen=True, kw_only=True):
    """Force a seat to roll."""

    target: str
    skill: Literal["intimidation", "persuasion"] = "intimidation"


class Bump(CommandV1, frozen=True, kw_only=True):
    """Bump the table, so that die `n` of a seat rolls again."""

    target: str
    n: int


class Foresight(CommandV1, frozen=True, kw_only=True):
    """Sense how the next dice will fall."""


class Profile(CommandV1, frozen=True, kw_only=True):
    """Read whether a seat has cheated."""

    target: str


class Retaliate(CommandV1, frozen=True, kw_only=True):
    """Pick the die of a clumsy bumper that rolls again."""

    n: int


class Accuse(CommandV1, frozen=True, kw_only=True):
    """Accuse a seat of having cheated with die `n`."""

    target: str
    n: int


class Pass(CommandV1, frozen=True, kw_only=True):
    """Accuse nobody in the staredown."""


class SideBet(CommandV1, frozen=True, kw_only=True):
    """Bet on a seat to win."""

    target: str
    amount_cp: int


class Resist(CommandV1, frozen=True, kw_only=True):
    """Pay an ante to shrug a Goad off."""


class Reroll(CommandV1, frozen=True, kw_only=True):
    """Roll the own die `n` again, for nothing, after a bump with a natural 20."""

    n: int


class Waive(CommandV1, frozen=True, kw_only=True):
    """Let a retaliation lapse that nobody takes (the GM, or the clock)."""


class CloseStaredown(CommandV1, frozen=True, kw_only=True):
    """End the staredown (the GM, or the clock)."""


SEAT_COMMANDS = (
    Cut,
    LetItBe,
    Roll,
    Cheat,
    Hold,
    Fold,
    Goad,
    Bump,
    Foresight,
    Profile,
    Retaliate,
    Accuse,
    Pass,
    SideBet,
)
V3_SEAT_COMMANDS = (*SEAT_COMMANDS, Resist, Reroll)
GM_COMMANDS = (Waive, CloseStaredown)
