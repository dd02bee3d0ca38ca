"""The events that are Bluffmaster's own. Amounts of coins are copper pieces, rounds and pots count from 1."""

from events.event import V1, Draw, HiddenV1, namespaced
from games.mechanics import betting, showdown, simultaneous

_tag = namespaced("bluffmaster")


class CardTaken(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """A seat has its ability card for the Set: dealt by a `draw`, or chosen."""

    seat: str
    ability: str
    draw: Draw | None = None


class RoundOfSetBegan(V1, frozen=True, kw_only=True, tag=_tag):
    """The Set's next round began."""

    number: int


class AbilityUsed(V1, frozen=True, kw_only=True, tag=_tag):
    """An ability card took effect: `change` is what `target`'s total gains or loses by it, 0 for a re-roll of die `n`.

    Where `lands` is false, nothing comes of it: its target is not in the round any more.
    """

    seat: str
    ability: str
    target: str
    n: int | None
    change: int
    lands: bool


class TotalReckoned(V1, frozen=True, kw_only=True, tag=_tag):
    """What a seat has at the showdown: `total` is what its dice make (`rolled`) with the `change` by abilities."""

    seat: str
    rolled: int
    change: int
    total: int


class SplitProposed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat proposed to end the Set and split the pot in `shares`, parts by seat in the order of turns."""

    seat: str
    shares: dict[str, int]


class SplitAgreed(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat agreed to the split."""

    seat: str


class SplitLapsed(V1, frozen=True, kw_only=True, tag=_tag):
    """The proposal is off the table: `why` is refused or withdrawn (by `seat`), or changed: the game has gone on."""

    seat: str | None
    why: str


class PotSplit(V1, frozen=True, kw_only=True, tag=_tag):
    """The pot was split as agreed: copper by seat."""

    shares_cp: dict[str, int]


class PowerGranted(V1, frozen=True, kw_only=True, tag=_tag):
    """From now on a seat may use an ability so many times a Set, and changes a total by `amount` with it."""

    seat: str
    ability: str
    uses: int
    amount: int


EVENTS = (
    *betting.EVENTS,
    *simultaneous.EVENTS,
    *showdown.EVENTS,
    CardTaken,
    RoundOfSetBegan,
    AbilityUsed,
    TotalReckoned,
    SplitProposed,
    SplitAgreed,
    SplitLapsed,
    PotSplit,
    PowerGranted,
)
