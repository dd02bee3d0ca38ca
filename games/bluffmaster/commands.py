"""What players of Bluffmaster, and the GM, can do."""

from typing import Annotated, Literal

from msgspec import Meta

from events.event import CommandV1
from games.mechanics import betting

Ability = Literal["reroll", "subtract", "add"]
MOST_PARTS = 1_000_000
Parts = Annotated[int, Meta(ge=1, le=MOST_PARTS)]


class ChooseCard(CommandV1, frozen=True, kw_only=True):
    """Take an ability card for this Set, in secret."""

    ability: Ability


class UseAbility(CommandV1, frozen=True, kw_only=True):
    """Play an ability card on a seat in secret: a re-roll of its die `n`, or more or less for its total."""

    ability: Ability
    target: str
    n: int | None = None


class UseNone(CommandV1, frozen=True, kw_only=True):
    """Play no ability card in this round."""


class ProposeSplit(CommandV1, frozen=True, kw_only=True):
    """Propose to end the Set now and to split the pot: so many parts of it for each seat that is named."""

    shares: Annotated[dict[str, Parts], Meta(min_length=1)]


class Agree(CommandV1, frozen=True, kw_only=True):
    """Agree to the split that was proposed."""


class RefuseSplit(CommandV1, frozen=True, kw_only=True):
    """Refuse the split that was proposed, or take one's own proposal back: the Set goes on."""


class Grant(CommandV1, frozen=True, kw_only=True):
    """Set how often a Set a seat may use an ability, by how much it changes a total, or both (the GM)."""

    target: str
    ability: Ability
    uses: int | None = None
    amount: int | None = None


SEAT_COMMANDS = (*betting.COMMANDS, ChooseCard, UseAbility, UseNone, ProposeSplit, Agree, RefuseSplit)
GM_COMMANDS = (Grant,)
