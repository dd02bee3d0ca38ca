"""The events that are Twenty-One's own."""

from typing import ClassVar

from events.audience import CLOSED, Audience
from events.event import V1, Draw, Event, HiddenV1, namespaced

_tag = namespaced("twentyone")


class SkillTried(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat tries goad, bump, foresight or profile; what comes of it may stay between few."""

    seat: str
    skill: str
    target: str | None


class DrinksTaken(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat drinks instead of paying; `total` counts its drinks this round, these included."""

    seat: str
    drinks: int
    total: int


class CheatTried(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """A seat tried to change die `n` by `change`."""

    seat: str
    n: int
    change: int
    succeeded: bool


class HeatRose(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """A seat's next cheat has this DC."""

    seat: str
    heat: int


class TableHeatSet(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """The table's one heat: anybody's next cheat has this DC."""

    heat: int


class DiePickedUp(V1, frozen=True, kw_only=True, tag=_tag):
    """Die `n` comes back into its seat's hand, to roll again there; it will be set down as visible as it was."""

    seat: str
    n: int


class MadeTwentyOne(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """Die `n`, a natural 20 on a d20, makes 21; it `counts` what was missing, which would tell the hole die."""

    guarded: ClassVar = {"counts": "counts_to"}

    seat: str
    n: int
    counts: int | None = None
    counts_to: Audience = CLOSED


class DieCounted(V1, frozen=True, kw_only=True, tag=_tag):
    """What a die that made 21 counts, open to all at last."""

    seat: str
    n: int
    counts: int


class FeeOwed(V1, frozen=True, kw_only=True, tag=_tag):
    """Die `n` shows a natural 1: its seat owes a cleaning fee, collected before the payout."""

    seat: str
    n: int
    fee_cp: int


class BettingRoundBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """Everybody who could act has had a turn; betting goes round for the `number`-th time."""

    number: int


class RetaliationOpened(V1, frozen=True, kw_only=True, tag=_tag):
    """A bump failed: `target` picks one of the bumper's dice to roll again."""

    bumper: str
    target: str


class RetaliationClosed(V1, frozen=True, kw_only=True, tag=_tag):
    """The bumper is free again. `why`: taken, waived or lapsed."""

    bumper: str
    why: str


class SideBetPlaced(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat or a watcher bets on `backed` to win."""

    seat: str
    backed: str
    amount_cp: int


class SideBetsLost(V1, frozen=True, kw_only=True, tag=_tag):
    """What a seat has bet so far is lost, and goes from the side pool into the pot."""

    seat: str
    amount_cp: int


class Accused(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat accuses another of having cheated with die `n`."""

    seat: str
    target: str
    n: int


class AccusationJudged(V1, frozen=True, kw_only=True, tag=_tag):
    """The verdict on an accusation."""

    seat: str
    target: str
    n: int
    right: bool


class StaredownPassed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat accuses nobody."""

    seat: str


class DuelRolled(V1, frozen=True, kw_only=True, tag=_tag):
    """A tied seat's throw in the duel: a d20 and a d4 for each die it bought."""

    seat: str
    draws: list[Draw]
    total: int


EVENTS: tuple[type[Event], ...] = (
    SkillTried,
    DrinksTaken,
    CheatTried,
    HeatRose,
    TableHeatSet,
    DiePickedUp,
    MadeTwentyOne,
    DieCounted,
    FeeOwed,
    BettingRoundBegan,
    RetaliationOpened,
    RetaliationClosed,
    SideBetPlaced,
    SideBetsLost,
    Accused,
    AccusationJudged,
    StaredownPassed,
    DuelRolled,
)
