"""Ruler's Bluff: three hidden dice, two open ones, a betting after each, and a discard. (Seeds 003.)"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Annotated, Any, ClassVar, Final, Literal, cast

import msgspec
from msgspec import Meta

from events.accounts import HOUSE
from events.audience import seat_viewer
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import DiceThrown, DieRerolled, DieRevealed, DieRolled, QuestionAsked
from games.engine.chapter import Uses, act, fold, offers, on_timeout, seat_details
from games.engine.drawn import Drawn
from games.engine.rulebook import Barred
from games.mechanics.betting import TURN, Betting, contenders
from games.mechanics.hand_game import ORDINALS, TRICKS, HandGame, HandOptions, Hands, betting_number
from games.mechanics.sentences import sentence
from games.mechanics.showdown import Rank
from games.mechanics.throwing import throw, throw_again, throw_several, thrown_again
from games.mechanics.tricks.bluffing import counted, median
from games.mechanics.tricks.cup import Cup, in_the_cup
from games.mechanics.tricks.game import IN_THE_CUP
from games.mechanics.tricks.hidden_and_covered import HiddenOrCovered
from games.mechanics.tricks.palming import palmed
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import listed, name_of
from projections.game import AnyTable
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Labels, QuestionLabel, ValueLabel, labelled

SIDES: Final = 6
HIDDEN: Final = 3
"""The number of hidden dice. An open die follows in the second round, and another in the third."""
DICE_OF_A_HAND: Final = HIDDEN + 2
LAST_DISCARD: Final = 2
"""The last round in which a die can be discarded."""

HAND_LABELS: Final = {
    "no_pair": "No pair",
    "pair": "Pair",
    "two_pairs": "Two pairs",
    "three_of_a_kind": "Three of a kind",
    "low_straight": "Low straight",
    "high_straight": "High straight",
    "full_house": "Full house",
    "four_of_a_kind": "Four of a kind",
    "five_of_a_kind": "Five of a kind",
}
HANDS: Final = tuple(HAND_LABELS)
"""The lowest hand first."""
_STRAIGHTS: Final[Mapping[tuple[int, ...], str]] = {(5, 4, 3, 2, 1): "low_straight", (6, 5, 4, 3, 2): "high_straight"}
_ALIKE: Final = {
    (1, False): "no_pair",
    (2, False): "pair",
    (2, True): "two_pairs",
    (3, False): "three_of_a_kind",
    (3, True): "full_house",
    (4, False): "four_of_a_kind",
    (5, False): "five_of_a_kind",
}
"""Hands by how many dice show the same, and how many others do."""
_DISCARD: Final = "discard"
_SHARED: Final = "shared"
_OPEN: Final = "open"
_tag = namespaced("rulers_bluff")


class Options(HandOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Ruler's Bluff."""

    open_dice: Annotated[
        Literal["shared", "own"],
        Meta(description="Whose the open dice are: the table's, for all hands, or each seat's own"),
        labelled("Open dice", shared="The table’s", own="Each seat’s own"),
    ] = "shared"


class State(Hands, kw_only=True):
    """The hands, and the seats that have used their discard."""

    discarded: list[str] = msgspec.field(default_factory=list[str])


class Discard(CommandV1, frozen=True, kw_only=True):
    """Discard the hidden die `n`, and roll it again, once a round."""

    n: int


class LetItBe(CommandV1, frozen=True, kw_only=True):
    """Keep the dice as they are for now."""


class HandRanked(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat's hand at the showdown, with the faces of all its dice in the order in which equal hands compare."""

    seat: str
    hand: str
    faces: list[int]


def hand_of(faces: Sequence[int]) -> tuple[str, list[int]]:
    """The hand that up to five dice make, and their faces: first those that make it, then the others, highest first."""
    count = Counter(faces)
    ordered = sorted(faces, key=lambda face: (count[face], face), reverse=True)
    most, second, *_ = *sorted(count.values(), reverse=True), 0
    return _STRAIGHTS.get(tuple(ordered)) or _ALIKE[most, second > 1], ordered


def rank_of(faces: Sequence[int]) -> Rank:
    """How good a hand is. Equal hands compare the dice that make them, then the others."""
    hand, ordered = hand_of(faces)
    return HANDS.index(hand), *ordered


@cache
def median_of(count: int) -> Rank:
    """The middle one of all hands of this many dice."""
    return median(counted(rank_of(faces) for faces in product(range(1, SIDES + 1), repeat=count)))


class RulersBluff(HandGame[Options, State]):
    """The best hand of three hidden and two open dice wins."""

    id = "rulers-bluff"
    version = 1
    name = "Ruler’s Bluff"
    summary = "Bet on three hidden dice and two open ones, and discard one of yours if you dare: the best hand wins."
    how_to_play = (
        "You get three hidden dice and bet; then two open dice come, one after the other.",
        "Bet after each of them. Once, before the last, you may roll a hidden die again.",
        "The best hand of five takes the pot: pairs, straights, up to five of a kind.",
    )
    options = Options
    state = State
    chapters: ClassVar = (HiddenOrCovered, *TRICKS)
    events: ClassVar = (HandRanked,)
    draws: ClassVar = (
        Drawn(purpose="hidden", sides=(SIDES,), event=DiceThrown, most=HIDDEN, where={"place": ("hole",)}),
        Drawn(purpose=_SHARED, sides=(SIDES,), event=DieRolled, by="house", most=2, where={"place": ("open",)}),
        Drawn(purpose=_OPEN, sides=(SIDES,), event=DieRolled, most=2, where={"place": ("open", "hand"), "n": (3, 4)}),
        thrown_again(_DISCARD, (SIDES,), most=1),
        palmed(SIDES),
    )
    reasons: ClassVar = {
        "discard_over": "Dice can be discarded in the first and the second betting.",
        "discard_used": "The seat has used its discard for this round.",
        "not_asked": "The seat is not asked for that now.",
    }
    labels: ClassVar = Labels(
        commands={
            "discard": CommandLabel(
                "Discard a die",
                "Roll one of your hidden dice again, once a round; the others see that you do.",
                {"n": ValueLabel("Die", "The die that rolls again.", "die")},
            ),
            "let_it_be": CommandLabel("Let it be", "Keep your dice as they are for now."),
        },
        questions={
            TURN: QuestionLabel(
                "Your turn",
                "It is your turn: bet, and discard a die first if you like.",
                {**Betting.labels.questions[TURN].answers, "discard": "A die rolls again; then you bet."},
            ),
            _DISCARD: QuestionLabel(
                "Discard",
                "You have nothing to bet. Do you discard a die?",
                {"discard": "The die rolls again under the cup.", "let_it_be": "You keep your dice for now."},
            ),
        },
        details=DetailLabels(
            seat={
                "discarded": DetailLabel("Discard used", "Whether it has rolled a die again.", "flag"),
                "hand": DetailLabel("Hand", "What its dice make with the open ones.", "choice", HAND_LABELS),
            },
        ),
    )

    cup = Uses(Cup)

    def barred(self, table: AnyTable, seat: str) -> Barred | None:
        """A seat's own open die must be shown before anything else."""
        return self.cup.must_show(table, seat) or super().barred(table, seat)

    # The dice of a round

    def deal(self, table: AnyTable, dice: Dice, number: int) -> Iterator[Event]:
        """First three hidden dice for each seat; then twice an open die: the table's, or each seat's own.

        Where cheating is on, a seat's own open die lies under its cup first.
        """
        if number > 1 and table.options.open_dice == "shared":
            yield from throw(table, dice, HOUSE, _SHARED, SIDES)
            return
        for seat in contenders(table):
            if number == 1:
                to = seat_viewer(seat)
                yield from throw_several(dice, seat, "hidden", SIDES, range(HIDDEN), place="hole", to=to)
            else:
                yield from self.cup.throw(table, dice, seat, _OPEN, SIDES)
        if any(in_the_cup(table, seat) for seat in contenders(table)):
            yield QuestionAsked(seats=contenders(table), question=IN_THE_CUP)

    # The discard

    @offers(Discard, LetItBe)
    def may_discard(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """One hidden die, once, on the seat's turn in the first or second betting."""
        asked = table.question == _DISCARD and seat in table.to_act
        if not asked and not self.is_turn_of(table, seat):
            yield Refusal("discard", *self.why_not_now(table, seat))
        elif seat in table.state.discarded:
            yield Refusal("discard", "discard_used", "You have already discarded a die in this round.")
        elif betting_number(table) > LAST_DISCARD:
            yield Refusal("discard", "discard_over", "Dice can be discarded only before the last one has fallen.")
        else:
            yield Action(type="discard", params={"n": Choices(choices=list(range(HIDDEN)))})
        keep = Refusal("let_it_be", "not_asked", "You are asked this only if you have nothing to bet.")
        yield Action(type="let_it_be") if asked else keep

    @act(Discard)
    def _discard(self, table: AnyTable, dice: Dice, seat: str, command: Discard) -> Iterator[Event]:
        """Everybody sees that a die rolls again, but only its owner how it falls. A seat that can bet still has to."""
        asked = table.question == _DISCARD
        yield from throw_again(table, dice, seat, command.n, why=_DISCARD, by=seat, to=seat_viewer(seat))
        if asked:
            yield from self.stay(table, dice, seat)

    @act(LetItBe)
    def _let_it_be(self, table: AnyTable, dice: Dice, seat: str, command: LetItBe) -> Iterator[Event]:
        yield from self.stay(table, dice, seat)

    @on_timeout(_DISCARD)
    def _keep_the_dice(self, table: AnyTable, seat: str) -> Command:
        return LetItBe()

    def waits_for(self, table: AnyTable, seat: str) -> bool:
        """A seat that cannot bet also gets a turn while it can discard."""
        return super().waits_for(table, seat) or (
            seat in contenders(table)
            and seat not in table.state.betting.spoken
            and seat not in table.state.discarded
            and betting_number(table) <= LAST_DISCARD
        )

    def ask(self, table: AnyTable, seat: str) -> Iterator[Event]:
        """A seat that cannot bet is asked only for its discard."""
        if super().waits_for(table, seat):
            yield from super().ask(table, seat)
        else:
            yield QuestionAsked(seats=[seat], question=_DISCARD)

    @fold(DieRerolled)
    def _discarded(self, table: AnyTable, event: DieRerolled) -> None:
        table.state.discarded.append(event.seat)

    @sentence(DieRerolled)
    def _discarded_aloud(self, table: AnyTable, event: DieRerolled) -> str:
        face = f": {event.draw.face}" if event.draw else ""
        return f"{name_of(table, event.seat)} discards the {ORDINALS[event.n]} die, and rolls it again{face}."

    # The hands

    def _faces(self, table: AnyTable, seat: str) -> list[int | None]:
        return [die.face for die in (*table.dice_of(seat), *table.house_dice)]

    def rank(self, table: AnyTable, seat: str) -> Rank:
        """Among equal hands, the higher dice that make them win, then the other dice."""
        return rank_of(cast("list[int]", self._faces(table, seat)))

    def is_good(self, table: AnyTable, seat: str) -> bool:
        """Compared with all hands of as many dice."""
        faces = cast("list[int]", self._faces(table, seat))
        return rank_of(faces) >= median_of(len(faces))

    def shown(self, table: AnyTable, seat: str) -> Event:
        """The name of the hand, and all its dice."""
        hand, faces = hand_of(cast("list[int]", self._faces(table, seat)))
        return HandRanked(seat=seat, hand=hand, faces=faces)

    @sentence(HandRanked)
    def _hand_aloud(self, table: AnyTable, event: HandRanked) -> str:
        hand = HAND_LABELS[event.hand].lower()
        article = "" if event.hand in _WITHOUT_ARTICLE else "a "
        return f"{name_of(table, event.seat)} has {article}{hand}: {listed([str(face) for face in event.faces])}."

    @sentence(DieRolled)
    def _open_die_aloud(self, table: AnyTable, event: DieRolled) -> str:
        face = event.draw.face if event.draw else ""
        return f"The open die shows {face}." if event.seat == HOUSE else f"{name_of(table, event.seat)} rolls {face}."

    @sentence(DieRevealed)
    def _die_aloud(self, table: AnyTable, event: DieRevealed) -> str:
        return f"{name_of(table, event.seat)}’s {ORDINALS[event.n]} die shows {event.face}."

    @seat_details
    def _hand_details(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """The hand, if the viewer sees all its dice, and whether the discard is used."""
        if not table.seats[seat].playing:
            return {}
        faces = self._faces(table, seat)
        known = [face for face in faces if face is not None]
        hand = hand_of(known)[0] if known and len(known) == len(faces) else None
        return {"hand": hand, "discarded": seat in table.state.discarded}


_WITHOUT_ARTICLE: Final = ("no_pair", "two_pairs", "three_of_a_kind", "four_of_a_kind", "five_of_a_kind")
