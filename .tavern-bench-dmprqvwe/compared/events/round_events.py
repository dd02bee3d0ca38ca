"""The common vocabulary, part two: events of a round that games share.

Folds apply no rules, so everything that a rule decides (whose turn it is, that a seat is bust) is an event.
"""

from typing import Any, ClassVar

import msgspec

from events.audience import CLOSED, Audience
from events.event import V1, Draw, HiddenV1, namespaced
from events.gaming_sets import Faces, GamingSet, SetKind


class LuckWord(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's luck word for a round."""

    seat: str
    luck: str


class RoundStarted(V1, frozen=True, kw_only=True):
    """A round began. `seats` play it, in table order; `sitting_out` do not.

    `luck` has the luck words of the players, in table order, as used in each draw; with sealed luck, what they
    revealed. `commitment` is the SHA-256 of the round's seed (hex), `path` its Merkle path (hex, leaf upwards) to the
    root published for `first`. `opening` is the hash (hex) of the table's first line.
    """

    round: int
    game: str
    rules: int
    seats: list[str]
    sitting_out: list[str]
    luck: list[LuckWord]
    commitment: str
    first: int
    path: list[str]
    opening: str


class Seal(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's commitment (SHA-256, hex) to its luck in one round."""

    seat: str
    seal: str


class LuckCalled(V1, frozen=True, kw_only=True):
    """With sealed luck, a round begins here: its seed is committed to and the seals of its seats are fixed.

    `seats` are to play it, in table order. `seals` has the seals of those that sealed; the others contribute nothing to
    the dice. `RoundStarted` follows, with the same commitment, once every seal was revealed or withheld. A reveal signs
    all this (`events.sealed_luck.Call`).
    """

    round: int
    game: str
    rules: int
    seats: list[str]
    seals: list[Seal]
    commitment: str
    first: int
    path: list[str]
    opening: str


class LuckRevealed(V1, frozen=True, kw_only=True):
    """A seat revealed its sealed luck: its nonce (32 hex digits), followed by its word.

    `key` is the one-time public key that was sealed with it, `signature` that of the call which it answers (both hex).
    """

    seat: str
    luck: str
    key: str
    signature: str


class LuckWithheld(V1, frozen=True, kw_only=True):
    """A seat did not reveal its sealed luck. The entry's actor decided this: the seat, the GM or the clock."""

    seat: str


class PhaseBegan(V1, frozen=True, kw_only=True):
    """The round entered a phase of its game."""

    phase: str


class OrderSet(V1, frozen=True, kw_only=True):
    """The order of turns in this round."""

    seats: list[str]


class TurnBegan(V1, frozen=True, kw_only=True):
    """A seat's turn began."""

    seat: str


class QuestionAsked(V1, frozen=True, kw_only=True):
    """The round waits for each of `seats` to answer `question` (a slug of the game)."""

    seats: list[str]
    question: str


class QuestionAnswered(V1, frozen=True, kw_only=True):
    """The round no longer waits for `seat`."""

    seat: str


class DieRolled(V1, frozen=True, kw_only=True):
    """A seat, or the House, rolled die `n` (from 0) of its dice. `place`: open, hole or hand (not yet set down)."""

    guarded: ClassVar = {"draw": "draw_to"}

    seat: str
    n: int
    die: str
    place: str
    draw: Draw | None = None
    draw_to: Audience = CLOSED


class DieRerolled(V1, frozen=True, kw_only=True):
    """Die `n` of `seat` was rolled again, because of `by`; its place and audience stay the same."""

    guarded: ClassVar = {"draw": "draw_to"}

    seat: str
    n: int
    by: str
    why: str
    draw: Draw | None = None
    draw_to: Audience = CLOSED


class DiceThrown(V1, frozen=True, kw_only=True):
    """A seat, or the House, threw several dice of one kind at once: the numbers `ns` of its dice, each with its draw.

    A number that is in use means that this die is thrown again; others are new. `place`: open, hole or hand.
    """

    guarded: ClassVar = {"draws": "draws_to"}

    seat: str
    ns: list[int]
    die: str
    place: str
    draws: list[Draw] | None = None
    draws_to: Audience = CLOSED


class DicePlaced(V1, frozen=True, kw_only=True):
    """A seat's open dice `ns` were moved without rolling them; `place` is open or aside."""

    seat: str
    ns: list[int]
    place: str


class DiceTakenUp(V1, frozen=True, kw_only=True):
    """A seat, or the House, took all its dice from the table. The next one that it rolls is number 0 again."""

    seat: str


class OpenThrown(V1, frozen=True, kw_only=True):
    """Some seats each threw a die in the open to decide something (`why`, a slug). The dice do not stay."""

    why: str
    draws: list[Draw]


class DieSetDown(V1, frozen=True, kw_only=True):
    """The die in the hand was set down; `place` is open (with its face), blind (only the GM sees it) or hole."""

    guarded: ClassVar = {"face": "face_to"}

    seat: str
    n: int
    place: str
    face: int | None = None
    face_to: Audience = CLOSED


class DiceShown(V1, frozen=True, kw_only=True):
    """Dice `ns` that a seat, or the House, had in the hand are open to everybody from now on, with these faces."""

    seat: str
    ns: list[int]
    faces: list[int]


class DieAltered(HiddenV1, frozen=True, kw_only=True):
    """Die `n` of `seat` was secretly turned from the face `was` to `face`; `why` is a slug (cheat, …)."""

    seat: str
    n: int
    was: int
    face: int
    why: str


class GamingSetInPlay(HiddenV1, frozen=True, kw_only=True):
    """The crooked set with which a seat plays this round. A seat with an honest one has no such event."""

    seat: str
    kind: SetKind
    playing_with: GamingSet


class DiceLoaded(HiddenV1, frozen=True, kw_only=True):
    """A seat loaded the sticky dice with which it plays: these kinds of dice fall with these faces down, four times in
    five. Dice that are not in play, which unsealing the round must not reveal, have `DiceLoadedOutOfPlay`."""

    seat: str
    faces: Faces


class DieWeighted(HiddenV1, frozen=True, kw_only=True):
    """Die `n` of `seat` belongs to a weighted set: a fair die would show `was`, as drawn; this one shows `face`.

    `favours` is the face that the die falls on four times in five, if any, and `weight` the draw that decided.
    """

    seat: str
    n: int
    set: str
    was: int
    face: int
    favours: int | None = None
    weight: Draw | None = None


class DieRerolledSecretly(HiddenV1, frozen=True, kw_only=True):
    """Die `n` of `seat`, or of the House, was rolled again in secret, by `by`, and the second result counts."""

    seat: str
    n: int
    by: str
    why: str
    draw: Draw


class DieReplaced(V1, frozen=True, kw_only=True):
    """Another `die` (d2 … d20) took the place of die `n` of `seat`, because of `by`; `why` is a slug.

    Without a draw it lies in the hand until the next throw; otherwise it was thrown at once, and lies in `place`.
    """

    guarded: ClassVar = {"draw": "draw_to"}

    seat: str
    n: int
    die: str
    place: str
    why: str
    by: str
    draw: Draw | None = None
    draw_to: Audience = CLOSED


class DieGained(V1, frozen=True, kw_only=True):
    """A seat got an extra `die`, the last of its dice; without a draw it lies in the hand until the next throw."""

    guarded: ClassVar = {"draw": "draw_to"}

    seat: str
    die: str
    place: str
    draw: Draw | None = None
    draw_to: Audience = CLOSED


class DieLost(V1, frozen=True, kw_only=True):
    """Die `n` of `seat`, a `die`, is out of the game; those after it move down by one.

    `why` is a slug; `by` is the seat that caused it, or the seat itself.
    """

    seat: str
    n: int
    die: str
    why: str
    by: str


class DieThrownUnseen(HiddenV1, frozen=True, kw_only=True):
    """Die `n` of `seat` was thrown again as a `die` of any size: the rules allow it, and the others do not notice.

    They see a `was` until its size (`DieSizeShown`) and face are shown. `why` is a slug.
    """

    seat: str
    n: int
    die: str
    was: str
    why: str
    draw: Draw


class DieSizeShown(V1, frozen=True, kw_only=True):
    """Die `n` of `seat`, which was thrown unseen, turns out to be a `die`."""

    seat: str
    n: int
    die: str


class DieRevealed(V1, frozen=True, kw_only=True):
    """Die `n` of `seat` is open to everybody from now on."""

    seat: str
    n: int
    face: int


class CheckRolled(HiddenV1, frozen=True, kw_only=True):
    """A d20 check: `total` = `natural` (the die that counts) + `modifier`.

    `mode` is normal, advantage or disadvantage (with two draws). `against` is the number to reach, if any.
    """

    guarded: ClassVar = {"against": "against_to"}

    seat: str
    check: str
    mode: str
    draws: list[Draw]
    natural: int
    modifier: int
    total: int
    against: int | None = None
    against_to: Audience = CLOSED


class StatusChanged(V1, frozen=True, kw_only=True):
    """A seat's status in the round changed: active, held, folded, bust, caught, …; `why` is a slug."""

    seat: str
    status: str
    why: str


class Denounced(V1, frozen=True, kw_only=True, tag=namespaced("tricks")):
    """`by`, a seat or the House, openly denounced a seat that did cheat."""

    seat: str
    by: str


class ConditionSet(HiddenV1, frozen=True, kw_only=True):
    """A condition (sloppy, goaded, …) began or ended for a seat."""

    seat: str
    condition: str
    on: bool


class Told(HiddenV1, frozen=True, kw_only=True):
    """A seat learned something: the `facts`. `kind` is a slug of the game."""

    seat: str
    kind: str
    facts: dict[str, Any]


class RoundEnded(V1, frozen=True, kw_only=True):
    """The round is over. `outcome` is a slug; `won_cp` is each winner's payout, in copper."""

    round: int
    outcome: str
    winners: list[str]
    won_cp: dict[str, int]


class RoundVoided(V1, frozen=True, kw_only=True):
    """The GM called the round off; all coins were given back."""

    round: int
    reason: str


class SeedRecorded(HiddenV1, frozen=True, kw_only=True):
    """The seed (hex) of an ended or voided round: hidden from everybody, recorded so that the log can be re-run."""

    round: int
    seed: str


class RoundUnsealed(V1, frozen=True, kw_only=True):
    """The seed (hex) of an ended or voided round was published: anyone can check every roll."""

    round: int
    seed: str


ROUND_EVENTS = (
    LuckCalled, LuckRevealed, LuckWithheld,
    RoundStarted, PhaseBegan, OrderSet, TurnBegan, QuestionAsked, QuestionAnswered, DieRolled, DieRerolled, DiceThrown,
    DicePlaced, DiceTakenUp, OpenThrown, DieSetDown, DiceShown, DieAltered, GamingSetInPlay, DiceLoaded,
    DieWeighted, DieRerolledSecretly, DieReplaced, DieGained, DieLost, DieThrownUnseen, DieSizeShown, DieRevealed,
    CheckRolled, StatusChanged, Denounced, ConditionSet, Told,
    RoundEnded, RoundVoided, SeedRecorded, RoundUnsealed,
)  # fmt: skip
