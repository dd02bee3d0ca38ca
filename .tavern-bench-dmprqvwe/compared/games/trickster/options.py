"""What a GM may set for a table of Trickster's Tavern, the cards of its deck, and the numbers of its rules."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

from msgspec import Meta

from games.mechanics.antes import OptionalAnte
from games.trickster.cards.card import MOST_CARDS, Card
from games.trickster.cards.standard import STANDARD_CARDS
from projections.game import SecretGameOptions
from projections.labels import labelled

FEWEST_SEATS: Final = 2
MOST_SEATS: Final = 12
MOST_OF_A_SEAT: Final = 18
"""A bet's amount is at most three times the six dice that each seat still in is allowed. (Rulings.)"""
FIRST_BET_SIDES: Final = 20
_NO_CARDS: Final[list[Card]] = []


class Options(SecretGameOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Trickster's Tavern. The default comes first."""

    ante_cp: OptionalAnte = 0
    classes: Annotated[
        Literal["chosen", "dealt", "plain"],
        Meta(
            description="How seats get their class before the game: they choose in the open, are dealt one, or all "
            "play with five d6 and no abilities"
        ),
        labelled("Classes", chosen="Chosen", dealt="Dealt", plain="None: five d6 each"),
    ] = "chosen"
    standard_cards: Annotated[
        bool,
        Meta(description="Whether the standard class cards are in the deck, with the GM’s own if there are any"),
        labelled("Standard cards"),
    ] = True
    cards: Annotated[
        list[Card],
        Meta(max_length=MOST_CARDS, description="The GM’s own class cards, as JSON objects"),
        labelled("Own cards"),
    ] = _NO_CARDS
    odds_hint: Annotated[
        Literal["off", "on"],
        Meta(
            description="Whether a seat sees how likely the bet is, by the dice it sees, all sizes and wild faces; "
            "abilities to come are left out"
        ),
        labelled("Odds of the bet", off="Hidden", on="Shown"),
    ] = "off"


def deck(options: Options) -> Sequence[Card]:
    """The class cards to choose from, or to be dealt: the standard ones, then the GM's own."""
    return (*(STANDARD_CARDS if options.standard_cards else ()), *options.cards)


def by_name(options: Options) -> Mapping[str, Card]:
    """The cards of the deck by their names."""
    return {card.name: card for card in deck(options)}
