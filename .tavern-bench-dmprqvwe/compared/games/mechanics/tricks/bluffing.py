"""Bluffing, and reading an opponent, in games of hidden dice with betting. (Seeds 003, and the rulings on both.)

Both are possible at any time of a betting, also out of turn, so that a seat that has bet can sway those that still have
to answer. Everybody sees which seat bluffs which, but nobody sees a read. The results stay between the two seats and
the GM.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Final, Literal

import msgspec

from events.audience import GM_ONLY, Audience, seat_viewer
from events.dice import Dice
from events.event import V1, CommandV1, Event, HiddenV1, namespaced
from events.gaming_sets import SetKind
from events.round_events import CheckRolled, Told
from games.chapter import Chapter, act, fold, offers
from games.drawn import Drawn
from games.mechanics.betting import FOLDED, BettingBegan, contenders
from games.mechanics.checks import check_for
from games.mechanics.sentences import says, sentence
from games.mechanics.showdown import Rank
from games.mechanics.tricks.sets import skill_check
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of
from projections.game import AnyTable
from projections.labels import CommandLabel, Label, Labels, ValueLabel

Seeming = Literal["confident", "uneasy"]
CONFIDENT: Final = "confident"
UNEASY: Final = "uneasy"
SEEMS: Final = "seems"
"""What the target of a bluff learns: how the bluffer seems."""
READ: Final = "read"
"""What a reader learns: how the other feels, or nothing (None)."""
_BLUFF: Final = "bluff"
_SEE_THROUGH: Final = "see_through"
_READ: Final = "read"
_HIDE: Final = "hide_feelings"
"""The purposes of the draws."""

_FEELINGS: Final = {CONFIDENT: "Confident", UNEASY: "Uneasy"}
_tag = namespaced("tricks")


class Bluff(CommandV1, frozen=True, kw_only=True):
    """Try to make a seat believe that you feel this way."""

    target: str
    seems: Seeming


class Read(CommandV1, frozen=True, kw_only=True):
    """Find out unseen how a seat really feels about its hand."""

    target: str


class BluffTried(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat bluffs another."""

    seat: str
    target: str


class BluffJudged(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """How the bluffer meant to seem, and whether the bluff worked on `target`."""

    seat: str
    target: str
    seems: str
    worked: bool


class ReadTried(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """A seat tried to read another."""

    seat: str
    target: str


class Bluffs(msgspec.Struct, kw_only=True):
    """Which seats each seat has bluffed in this betting and, as far as the viewer knows, read in this round."""

    bluffed: dict[str, list[str]] = {}
    read: dict[str, str] = {}


def bluffs_of(table: AnyTable) -> Bluffs:
    """The bluffs of the round."""
    bluffs: Bluffs = table.state.bluffs
    return bluffs


def median(hands: Mapping[Rank, int]) -> Rank:
    """The median of all hands, given the number of ways in which each comes. Of two in the middle, the better one."""
    before = sum(hands.values()) // 2
    for rank in sorted(hands):
        before -= hands[rank]
        if before < 0:
            return rank
    raise ValueError("there are no hands")


class Bluffing(Chapter):
    """A bluff shows one opponent something, true or false; a read finds out the truth. Both are opposed checks."""

    events: ClassVar[Sequence[type[Event]]] = (BluffTried, BluffJudged, ReadTried)
    draws: ClassVar[Sequence[Drawn]] = (
        check_for(_BLUFF, "deception"),
        check_for(_SEE_THROUGH, "insight"),
        check_for(_READ, "insight"),
        check_for(_HIDE, "deception"),
    )
    reasons: ClassVar = {
        "bluffed_already": "A seat can bluff each opponent once a betting.",
        "read_already": "A seat can read one opponent a round.",
    }
    labels: ClassVar = Labels(
        commands={
            "bluff": CommandLabel(
                "Bluff",
                "Deception against their Insight. Everybody sees that you bluff; if it fails, only they see how you "
                "feel.",
                {
                    "target": ValueLabel("Who", "An opponent who is still in.", "seat"),
                    "seems": ValueLabel("You seem", "What they should believe of your hand.", "choice", _FEELINGS),
                },
            ),
            "read": CommandLabel(
                "Read",
                "Insight against their Deception, once a round: learn unseen whether they have reason to be confident.",
                {"target": ValueLabel("Who", "An opponent who is still in.", "seat")},
            ),
        },
        notes={
            SEEMS: Label("Somebody bluffed you", "They seem so; it is true, or what they want you to believe."),
            READ: Label("You read somebody", "It is true; or you could not tell."),
        },
        checks={
            "deception": Label("Deception", "To bluff, and to hide how one feels."),
            "insight": Label("Insight", "To see through a bluff, and to read somebody."),
        },
    )

    # What a game decides

    plays_with: ClassVar[SetKind]
    """The kind of sets that the game is played with, which decides who is proficient."""

    @abstractmethod
    def is_betting(self, table: AnyTable) -> bool:
        """Whether a betting is on."""

    @abstractmethod
    def is_good(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat's hand is at least as good as the median of all such hands. Called with the whole table."""

    def marked_cards_help(self, table: AnyTable) -> bool:
        """Whether marked cards of a seat's own help it to read others."""
        return False

    # Targets, and when

    def _opponents(self, table: AnyTable, seat: str, kind: str) -> list[str] | Refusal:
        left = contenders(table)
        if seat not in left:
            if table.seats[seat].status == FOLDED:
                return Refusal(kind, "folded", "You have folded: how you feel makes no difference now.")
            return Refusal(kind, "not_in_hand", "You do not play this hand.")
        if not self.is_betting(table):
            return Refusal(kind, "no_betting_now", "There is no betting now.")
        return [other for other in left if other != seat]

    # Bluffing

    @offers(Bluff)
    def may_bluff(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Each opponent who is still in, once a betting."""
        others = self._opponents(table, seat, "bluff")
        if isinstance(others, Refusal):
            yield others
            return
        bluffed = bluffs_of(table).bluffed.get(seat, ())
        left = [other for other in others if other not in bluffed]
        if left:
            seems = Choices(choices=[CONFIDENT, UNEASY])
            yield Action(type="bluff", params={"target": Choices(choices=left), "seems": seems})
        for other in others:
            if other in bluffed:
                detail = f"You have bluffed {name_of(table, other)} in this betting."
                yield Refusal("bluff", "bluffed_already", detail, {"target": other} if left else {})

    @act(Bluff)
    def bluff(self, table: AnyTable, dice: Dice, seat: str, command: Bluff) -> Iterator[Event]:
        """The target learns what the bluffer chose or, if the bluff fails, what is true. Both look the same."""
        target = command.target
        yield BluffTried(seat=seat, target=target)
        own = self._roll(table, dice, seat, "deception", _BLUFF, seat_viewer(seat))
        yield own
        insight = self._roll(table, dice, target, "insight", _SEE_THROUGH, GM_ONLY)
        yield insight
        worked = own.total > insight.total
        yield BluffJudged(to=seat_viewer(seat), seat=seat, target=target, seems=command.seems, worked=worked)
        seems = command.seems if worked else self._truth(table, seat)
        yield Told(to=seat_viewer(target), seat=target, kind=SEEMS, facts={"about": seat, "seems": seems})

    @fold(BluffTried)
    def _bluffed(self, table: AnyTable, event: BluffTried) -> None:
        bluffs_of(table).bluffed.setdefault(event.seat, []).append(event.target)

    @fold(BettingBegan)
    def _bluffs_again(self, table: AnyTable, event: BettingBegan) -> None:
        bluffs_of(table).bluffed = {}

    _bluffed_aloud = says(BluffTried, "{seat} puts on a face for {target}.")

    @sentence(BluffJudged)
    def _judged_aloud(self, table: AnyTable, event: BluffJudged) -> str:
        seat, target = name_of(table, event.seat), name_of(table, event.target)
        believed = f"{target} believes it" if event.worked else f"{target} sees through it"
        return f"{seat} would seem {event.seems}, and {believed}."

    @sentence(Told, kind=SEEMS)
    def _seems_aloud(self, table: AnyTable, event: Told) -> str:
        return f"{name_of(table, event.facts['about'])} seems {event.facts['seems']}."

    # Reading

    @offers(Read)
    def may_read(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """One opponent a round."""
        others = self._opponents(table, seat, "read")
        if isinstance(others, Refusal):
            yield others
        elif seat in bluffs_of(table).read:
            yield Refusal("read", "read_already", "You have read somebody in this round, and can do so once.")
        else:
            yield Action(type="read", params={"target": Choices(choices=others)})

    @act(Read)
    def read(self, table: AnyTable, dice: Dice, seat: str, command: Read) -> Iterator[Event]:
        """Only the reader and the GM know. The target's roll is for the GM."""
        target, to = command.target, seat_viewer(seat)
        yield ReadTried(to=to, seat=seat, target=target)
        own = self._roll(table, dice, seat, "insight", _READ, to, with_marked_cards=self.marked_cards_help(table))
        yield own
        deception = self._roll(table, dice, target, "deception", _HIDE, GM_ONLY)
        yield deception
        seems = self._truth(table, target) if own.total > deception.total else None
        yield Told(to=to, seat=seat, kind=READ, facts={"about": target, "seems": seems})

    @fold(ReadTried)
    def _read(self, table: AnyTable, event: ReadTried) -> None:
        bluffs_of(table).read[event.seat] = event.target

    _read_aloud = says(ReadTried, "Unseen, {seat} watches {target} closely.")

    @sentence(Told, kind=READ)
    def _read_told_aloud(self, table: AnyTable, event: Told) -> str:
        about, seems = name_of(table, event.facts["about"]), event.facts["seems"]
        return f"{about} gives nothing away." if seems is None else f"{about} is {seems}."

    # Both

    def _truth(self, table: AnyTable, seat: str) -> str:
        return CONFIDENT if self.is_good(table, seat) else UNEASY

    def _roll(
        self,
        table: AnyTable,
        dice: Dice,
        seat: str,
        skill: str,
        purpose: str,
        to: Audience,
        *,
        with_marked_cards: bool = False,
    ) -> CheckRolled:
        kind = self.plays_with
        return skill_check(table, dice, seat, skill, kind, purpose=purpose, to=to, with_marked_cards=with_marked_cards)


def counted(ranks: Iterable[Rank]) -> dict[Rank, int]:
    """How often each rank occurs."""
    hands: dict[Rank, int] = {}
    for rank in ranks:
        hands[rank] = hands.get(rank, 0) + 1
    return hands
