"""Gaming sets after sitting down: the GM's secret gifts, and loading sticky dice. (Seeds 003.)"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Final, Literal, get_args

from msgspec import Meta

from events.audience import seat_viewer
from events.event import CommandV1, Event
from events.gaming_sets import FAVOURING, MARKED_CARDS, WEIGHTED_DICE, DieName, Faces, GamingSet
from events.round_events import DiceLoaded
from events.table_events import DiceLoadedOutOfPlay, GamingSetGiven
from games.chapter import Chapter
from games.mechanics.tricks.game import is_in_play
from games.mechanics.tricks.sets import COMMON, SETS
from games.rulebook import Rulebooks
from games.table.chapter import BETWEEN_ROUNDS, NO_SEATS, Context, act, gm_act, gm_offers, offers
from games.table.luck import is_revealing
from projections.actions import Action, Bounds, Choices, Offer, Param, Refusal, Schema
from projections.game import AnyTable
from projections.labels import CommandLabel, Labels, ValueLabel
from projections.table import Seat, SeatSet

CrookedSet = Literal[
    "weighted_double", "weighted_heavy", "weighted_high", "weighted_sticky", "simply_marked", "expertly_marked"
]


_NAMES: Final = {name: SETS[name].label for name in get_args(CrookedSet)}


class GiveSet(CommandV1, frozen=True, kw_only=True):
    """Secretly give a seat a crooked set, which looks like the common one that it replaces."""

    target: str
    set: CrookedSet
    faces: Faces | None = None

    def __post_init__(self) -> None:
        self.given()

    def given(self) -> GamingSet:
        """The set. Raises `ValueError` if it cannot have such faces."""
        return GamingSet(set=self.set, faces=self.faces or {})


class LoadDice(CommandV1, frozen=True, kw_only=True):
    """Load your sticky dice in secret: the `die` falls with this face down, four times in five."""

    die: DieName
    face: Annotated[int, Meta(ge=1, le=20)]


def has_sticky_dice(seat: Seat) -> bool:
    """Whether a seat has sticky dice, as far as the table's viewer knows."""
    held = seat.sets.get("dice")
    return held is not None and held.own is not None and held.own.set == "weighted_sticky"


class GamingSets(Chapter):
    """Changes to sets once their owners have sat down."""

    reasons: ClassVar = {
        "no_sticky_dice": "The seat has no sticky dice.",
        "dice_not_in_play": "The seat does not play the running round with its sticky dice.",
        "set_looks_otherwise": "No crooked set looks like what the seat plays with.",
    }
    labels: ClassVar = Labels(
        commands={
            "give_set": CommandLabel(
                "Give a crooked set",
                "In secret: only you and the seat know. It looks like a common one.",
                {
                    "target": ValueLabel("To whom", "A seat that plays with a common set.", "seat"),
                    "set": ValueLabel("Set", "What is given.", "choice", _NAMES),
                    "faces": ValueLabel("Faces", "The faces that heavy dice favour, or sticky ones lie on.", "object"),
                },
            ),
            "load_dice": CommandLabel(
                "Load the dice",
                "In secret: your sticky dice fall with this face down, four times in five.",
                {
                    "die": ValueLabel("Die", "Which of your dice.", "choice"),
                    "face": ValueLabel("Face", "The face that lies down; the one opposite shows.", "count"),
                },
            ),
        },
    )

    # A gift

    @gm_offers(GiveSet)
    def may_give(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Between rounds, to seats whose set looks common."""
        if table.running:
            yield Refusal("give_set", *BETWEEN_ROUNDS)
            return
        seats = table.present()
        for kind, sets, faces in _GIFTS:
            looks_common = [seat.seat for seat in seats if seat.sets.get(kind, SeatSet()).look == COMMON]
            if looks_common:
                params = {"target": Choices(choices=looks_common), "set": Choices(choices=list(sets)), **faces}
                yield Action(type="give_set", params=params)
        if not seats:
            yield Refusal("give_set", *NO_SEATS)
        for seat in seats:
            if any(held.look != COMMON for held in seat.sets.values()):
                detail = f"No crooked set looks like what {seat.name} plays with."
                yield Refusal("give_set", "set_looks_otherwise", detail, {"target": seat.seat})

    @gm_act(GiveSet)
    def give(self, table: AnyTable, context: Context, command: GiveSet) -> Iterator[Event]:
        """Only the seat and the GM see it; no coin moves."""
        given = command.given()
        to = seat_viewer(command.target)
        yield GamingSetGiven(to=to, seat=command.target, kind=SETS[given.set].kind, given=given)

    # Sticky dice

    @offers(LoadDice)
    def may_load(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """By a seat with sticky dice, at any time, except in a round in which they do nothing.

        Such a round's proof would show that somebody acted in secret, and the dice can just as well be loaded after it.
        """
        if not has_sticky_dice(table.seats[seat]):
            yield Refusal("load_dice", "no_sticky_dice", "You have no sticky dice that you could load.")
            return
        if table.running and not _can_load_in_round(table, seat):
            detail = "You do not play this round with your sticky dice: load them when it is over."
            yield Refusal("load_dice", "dice_not_in_play", detail)
            return
        for die, sides in _DICE.items():
            yield Action(type="load_dice", params={"die": Choices(choices=[die]), "face": Bounds(min=1, max=sides)})

    @act(LoadDice)
    def load(self, table: AnyTable, context: Context, seat: str, command: LoadDice) -> Iterator[Event]:
        """A knock on the table's edge. When a round is unsealed, it shows only what concerned it."""
        kind = DiceLoaded if _can_load_in_round(table, seat) else DiceLoadedOutOfPlay
        yield kind(to=seat_viewer(seat), seat=seat, faces={command.die: command.face})


def _can_load_in_round(table: AnyTable, seat: str) -> bool:
    return is_in_play(table, seat, "dice") and not is_revealing(table)


_DICE: Final = {die: int(die.removeprefix("d")) for die in get_args(DieName)}
"""The kinds of dice, with their sides."""
_FACES: Final = Schema(
    schema={
        "type": "object",
        "properties": {die: {"type": "integer", "minimum": 1, "maximum": sides} for die, sides in _DICE.items()},
        "additionalProperties": False,
    },
    optional=True,
)
_GIFTS: Final[Sequence[tuple[str, Sequence[str], Mapping[str, Param]]]] = (
    ("dice", [name for name in WEIGHTED_DICE if name not in FAVOURING], {}),
    ("dice", FAVOURING, {"faces": _FACES}),
    ("card", MARKED_CARDS, {}),
)
"""What can be given, by the kind of set. Sets that favour a face take the faces as well."""
