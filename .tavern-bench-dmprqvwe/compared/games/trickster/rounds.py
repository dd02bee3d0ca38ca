"""A game and its rounds: the first bettor, and all dice thrown under the cups. (Seeds 002, "How to Play".)"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final

from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, Event, namespaced
from events.round_events import (
    DiceTakenUp,
    DiceThrown,
    OpenThrown,
    PhaseBegan,
    RoundStarted,
    StatusChanged,
    TurnBegan,
)
from games.chapter import Chapter, Uses, fold, round_details
from games.drawn import Drawn
from games.mechanics.sentences import says, sentence, silent
from games.mechanics.throwing import highest_throw, highest_thrown, throw_several
from games.trickster.cards.card import by_size
from games.trickster.counting import in_brackets, sides_of
from games.trickster.effects import ALL_SIDES, wild_in_words
from games.trickster.options import FIRST_BET_SIDES
from games.trickster.powers import Powers
from games.trickster.state import BETTING, HOLE, LEFT, OUT, State, TricksterTable, next_in, sizes, still_in, wild_rules
from projections.chronicle import listed, name_of
from projections.labels import DetailLabel, DetailLabels, Label, Labels

_FIRST_BET: Final = "first_bet"
_CUP: Final = "cup"


class ThrowBegan(V1, frozen=True, kw_only=True, tag=namespaced("trickster")):
    """The game's next round began: all dice are thrown."""

    number: int


class Rounds(Chapter):
    """A round: a throw, bets, and a challenge. In the log, a whole game is one round."""

    events: ClassVar = (ThrowBegan,)
    draws: ClassVar = (
        highest_thrown(_FIRST_BET, FIRST_BET_SIDES),
        Drawn(purpose=_CUP, sides=ALL_SIDES, event=DiceThrown, where={"place": (HOLE,)}),
    )
    labels: ClassVar = Labels(
        phases={BETTING: Label("Betting", "The dice lie under the cups until somebody calls Liar.")},
        statuses={
            "active": Label("In the game", "Has dice, or lost the last one in this round."),
            OUT: Label("Out of the game", "Has no dice left."),
            LEFT: Label("Gone", "Has left; its dice count until the challenge."),
        },
        details=DetailLabels(
            table={
                "round_of_game": DetailLabel("Round", "How often all dice have been thrown.", "count"),
                "wild_faces": DetailLabel("Wild faces", "Faces that count as every score value.", "list"),
                "wild": DetailLabel(
                    "Wild faces",
                    "The same as data: faces, and the seat and the sizes if they do not hold for all.",
                    "list",
                    show=False,
                ),
                "middle": DetailLabel("In the middle", "The dice that were lost.", "object"),
            }
        ),
    )
    powers = Uses(Powers)

    @fold(RoundStarted)
    def _game_began(self, table: TricksterTable, event: RoundStarted) -> None:
        table.state = State()

    @sentence(RoundStarted)
    def _game_aloud(self, table: TricksterTable, event: RoundStarted) -> str:
        names = listed([name_of(table, seat) for seat in event.seats])
        out = listed([name_of(table, seat) for seat in event.sitting_out]) if event.sitting_out else ""
        return f"A game begins: {names} play.{f' Sitting out: {out}.' if out else ''}"

    def begin_the_first(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """Each seat throws a d20 in the open; the highest bets first."""
        first = yield from highest_throw(dice, still_in(table), _FIRST_BET, FIRST_BET_SIDES)
        yield from self.begin(table, dice, first)

    def begin(self, table: TricksterTable, dice: Dice, first: str) -> Iterator[Event]:
        """A round begins with all dice under the cups. `first` bets, or the next seat if that one is out."""
        yield ThrowBegan(number=table.state.throw + 1)
        for seat in still_in(table):
            yield from self.powers.react(table, dice, seat, "round_began")
        yield PhaseBegan(phase=BETTING)
        for seat in still_in(table):
            yield from self._throw(table, dice, seat)
        yield from self.powers.react_unseen(table, dice)
        yield TurnBegan(seat=first if first in still_in(table) else next_in(table, first))

    def _throw(self, table: TricksterTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat throws its dice, the smallest first; only it sees how they fall."""
        hand = by_size(sizes(table, seat))
        yield DiceTakenUp(seat=seat)
        for size in dict.fromkeys(hand):
            numbers = [n for n, held in enumerate(hand) if held == size]
            sides, to = sides_of(size), seat_viewer(seat)
            yield from throw_several(dice, seat, _CUP, sides, numbers, place=HOLE, to=to)

    @fold(ThrowBegan)
    def _began(self, table: TricksterTable, event: ThrowBegan) -> None:
        state = table.state
        state.throw = event.number
        state.bets, state.wild, state.unseen, state.challenge = [], [], {}, None

    _began_aloud = says(ThrowBegan, "Round {number} begins.")
    _betting_aloud = says(PhaseBegan, "All throw their dice under the cups.", phase=BETTING)
    _taken_up_aloud = silent(DiceTakenUp)

    @sentence(OpenThrown, why=_FIRST_BET)
    def _thrown_aloud(self, table: TricksterTable, event: OpenThrown) -> str:
        thrown = listed([f"{name_of(table, draw.seat)} {in_brackets([draw.face])}" for draw in event.draws])
        return f"Who bets first? {thrown}."

    @sentence(DiceThrown)
    def _cup_aloud(self, table: TricksterTable, event: DiceThrown) -> str | None:
        if event.draws is None:
            return None
        faces = in_brackets(draw.face for draw in event.draws)
        return f"Under {name_of(table, event.seat)}’s cup: {len(event.ns)}{event.die} {faces}."

    _left_aloud = says(StatusChanged, "{seat} leaves the game.", status=LEFT)

    @round_details
    def _details(self, table: TricksterTable) -> dict[str, Any]:
        middle: dict[str, list[str]] = {}
        for lost in table.state.middle:
            middle.setdefault(lost.seat, []).append(lost.die)
        wild = [wild_in_words(table, rule.faces, rule.seat, rule.sizes) for rule in wild_rules(table)]
        data = [{"faces": rule.faces, "seat": rule.seat, "sizes": rule.sizes} for rule in wild_rules(table)]
        return {"round_of_game": table.state.throw, "wild_faces": wild, "wild": data, "middle": middle}
