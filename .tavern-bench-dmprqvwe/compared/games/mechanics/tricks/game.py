"""What tricks require of a game, and the options and state that all games with tricks share."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal

import msgspec
from msgspec import Meta

from events.accounts import HOUSE, POT
from events.audience import seat_viewer
from events.dice import Dice
from events.event import Event
from events.gaming_sets import SetKind
from events.round_events import GamingSetInPlay, RoundEnded
from games.chapter import fold
from games.mechanics.coins import pay, payee_of, shares
from games.mechanics.tricks.sets import crooked_set
from games.rulebook import Barred, Rulebook
from projections.actions import Offer, Refusal
from projections.game import AnyTable, TableOptions
from projections.labels import labelled
from projections.table import OptionsT, StateT

CAUGHT: Final = "caught"
"""The status of a cheater who was denounced and has forfeited the round."""


_WITHOUT_A_SHARE: Final = ("forfeited", "left", "exposed")
"""The statuses of seats that have forfeited a round, in any game."""
OUT_OF_THE_ROUND: Final = ("out_of_round", "You are out of this round, and neither denounce nor inspect anybody.")

IN_THE_CUP: Final = "in_the_cup"
"""The question after a throw that is still covered."""
CLOSING: Final = "closing"
"""The phase, and its question, in which cheats can still be denounced."""

HAND: Final = "hand"
"""The place of a die that is still covered."""
PALMED: Final = "palmed"
"""The purpose and reason of a throw that is repeated in secret."""

OF_CHEATS: Final = ("show_dice", "cheat", "denounce", "say_nothing", "inspect")
"""The tags of the commands that exist only where cheating is on."""
END_CLOSING: Final = "end_closing"
"""The tag of the GM's command that ends the closing step."""
AT_ANY_TIME: Final = ("denounce", "inspect")
"""Those of them that do not depend on whose turn it is."""
_CLOSING: Final = Barred(
    code="round_closing", detail="The round is about to be paid out.", but_for=("say_nothing", *AT_ANY_TIME)
)
_OFF: Final = ("cheating_is_off", "Everybody plays fair at this table: the option cheating is off.")


class TrickOptions(TableOptions, frozen=True, kw_only=True):
    """The options of every game with cheating.

    Seeds would reveal who cheated, so a table with `cheating: on` publishes none by itself: its `unseal` is `dispute`,
    whatever was asked for. (Rulings, "What a crooked die is in the log".)
    """

    cheating: Annotated[
        Literal["off", "on"],
        Meta(
            description="Whether dice and cards can be crooked and thrown again in secret; seeds are then published "
            "only by the GM"
        ),
        labelled("Cheating", off="Everybody plays fair", on="If you dare"),
    ] = "off"
    caught: Annotated[
        Literal["forfeit", "nothing"],
        Meta(description="What happens to a cheater who is denounced: out of the round without its stake, or nothing"),
        labelled("A denounced cheater", forfeit="Is out of the round", nothing="Plays on, and everybody knows"),
    ] = "forfeit"
    house_perception: Annotated[
        int,
        Meta(ge=-20, le=40, description="What the House adds to its d20 to notice a cheat"),
        labelled("The House’s Perception"),
    ] = 2

    def __post_init__(self) -> None:
        if self.cheating == "on":
            msgspec.structs.force_setattr(self, "unseal", "dispute")


class Tricks(msgspec.Struct, kw_only=True):
    """The tricks of a round, as far as the viewer knows them.

    `cheated`: the seats that have cheated. `noticed`: by seat, the seats whose cheats or crooked sets it has noticed.
    `inspected`: by seat, the seats whose sets it has inspected. `denounced`: the seats that were denounced.
    `instructions`: by seat, the die of the House that it will throw again if it would lose. `set_kinds`: by seat, the
    kind of the crooked set with which it plays the round.
    """

    cheated: list[str] = []
    noticed: dict[str, list[str]] = {}
    inspected: dict[str, list[str]] = {}
    denounced: list[str] = []
    instructions: dict[str, int] = {}
    set_kinds: dict[str, SetKind] = {}


def tricks_of(table: AnyTable) -> Tricks:
    """The tricks of the round."""
    tricks: Tricks = table.state.tricks
    return tricks


def has_forfeited(table: AnyTable, seat: str) -> bool:
    """Whether a seat was denounced, perhaps after it was out, and cannot win or share the pot."""
    return table.options.caught == "forfeit" and seat in tricks_of(table).denounced


def is_out(table: AnyTable, seat: str) -> bool:
    """Whether a seat is out of the round: as a denounced cheater, or in another way that forfeits it."""
    return has_forfeited(table, seat) or table.seats[seat].status in _WITHOUT_A_SHARE


def share_pot(table: AnyTable, outcome: str) -> Iterator[Event]:
    """All who could win were denounced: the other seats of the round share the pot equally, or the House takes it.

    Seats that have forfeited the round, for example by leaving before it was decided, have no share. The result names
    everybody who was paid.
    """
    in_the_round = [seat for seat in table.order if table.seats[seat].status not in _WITHOUT_A_SHARE]
    honest = [seat for seat in in_the_round if not has_forfeited(table, seat)]
    pot_cp = table.balance(POT)
    won_cp = {seat: cp for seat, cp in shares(pot_cp, dict.fromkeys(honest, 1)).items() if cp} if honest else {}
    for seat, share_cp in won_cp.items():
        yield from pay(POT, payee_of(table, seat), share_cp, outcome)
    yield from pay(POT, HOUSE, table.balance(POT), outcome)
    yield RoundEnded(round=table.round, outcome=outcome, winners=list(won_cp), won_cp=won_cp)


def is_on(table: AnyTable) -> bool:
    """Whether cheating is on at a table, with the dice or cards in play or with crooked ones."""
    return bool(table.options.cheating == "on")


def is_in_play(table: AnyTable, seat: str, kind: SetKind) -> bool:
    """Whether a seat plays the running round with a crooked set of this kind, according to the round's log."""
    tricks = getattr(table.state, "tricks", None) if table.running else None
    return isinstance(tricks, Tricks) and tricks.set_kinds.get(seat) == kind


class TrickGame(Rulebook[OptionsT, StateT]):
    """A game with cheating; its `state` has `tricks`, its options are `…TrickOptions`."""

    reasons: ClassVar = {
        "cheating_is_off": "Nobody can cheat at this table.",
        "round_closing": "The round is about to be paid out.",
    }
    plays_with: ClassVar[SetKind]
    """The kind of sets that the game is played with, which decides who is proficient."""

    def set_out(self, table: AnyTable) -> Iterator[Event]:
        """Where cheating is on, a round begins by recording which seats play with crooked sets."""
        if is_on(table):
            for seat in table.order:
                own = crooked_set(table.seats[seat], self.plays_with)
                if own is not None:
                    to = seat_viewer(seat)
                    yield GamingSetInPlay(to=to, seat=seat, kind=self.plays_with, playing_with=own)

    @fold(GamingSetInPlay)
    def _set_out(self, table: AnyTable, event: GamingSetInPlay) -> None:
        tricks_of(table).set_kinds[event.seat] = event.kind

    def barred(self, table: AnyTable, seat: str) -> Barred | None:
        """Nothing can be played while a round is about to be paid out."""
        return _CLOSING if table.phase == CLOSING else None

    def choices(self, table: AnyTable, seat: str, command: str | None = None) -> Iterator[Offer]:
        """Where cheating is off, no view lists commands of cheats; they are refused only when they are asked about."""
        offered = super().choices(table, seat, command)
        if is_on(table):
            return offered
        if command in OF_CHEATS:
            return (Refusal(tag, *_OFF) for tag in OF_CHEATS)
        return (offer for offer in offered if offer.type not in OF_CHEATS)

    def has_command(self, table: AnyTable, command: str) -> bool:
        """Where cheating is off, commands of cheats are not listed."""
        return is_on(table) or command not in (*OF_CHEATS, END_CLOSING)

    @abstractmethod
    def is_still_in(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat could still win, or has a bet that could."""

    def when_shown(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """What follows when a seat's thrown dice are shown; nothing in games in which seats do not throw."""
        yield from ()

    @abstractmethod
    def forfeit(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A denounced cheater, whose status is now `caught`, is out of the round. Its stake stays where it is."""

    @abstractmethod
    def finish(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """The closing step is over: the round is paid out and ends, or continues without the denounced."""


AnyTrickGame = TrickGame[Any, Any]
