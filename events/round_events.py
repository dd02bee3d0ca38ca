"""The common vocabulary, second part: what happens in a round, shared by the games as far as it goes.

Folding computes no rule, so whatever a rule decides (whose turn it is, that a seat is bust) is an event here.
"""

from typing import Any, ClassVar

import msgspec

from events.audience import CLOSED, Audience
from events.event import V1, Draw, HiddenV1


class LuckWord(msgspec.Struct, frozen=True, kw_only=True):
    """A seat's luck word as it was fixed for a round."""

    seat: str
    luck: str


class RoundStarted(V1, frozen=True, kw_only=True):
    """A round began. `seats` play it, in table order; `sitting_out` could not or do not.

    `luck` holds the luck words of those who play, in table order, as they enter each die's draw. `commitment` is the
    SHA-256 of the round's seed (hex), `path` its Merkle path (hex, leaf upwards) to the root published for `first`.
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


class PhaseBegan(V1, frozen=True, kw_only=True):
    """The round entered a phase of its game."""

    phase: str


class OrderSet(V1, frozen=True, kw_only=True):
    """The order of turns for this round."""

    seats: list[str]


class TurnBegan(V1, frozen=True, kw_only=True):
    """It became a seat's turn."""

    seat: str


class QuestionAsked(V1, frozen=True, kw_only=True):
    """The round waits for each of `seats` to answer `question` (a slug of the game's own)."""

    seats: list[str]
    question: str


class QuestionAnswered(V1, frozen=True, kw_only=True):
    """The round no longer waits for `seat`."""

    seat: str


class DieRolled(V1, frozen=True, kw_only=True):
    """A seat rolled a die, which lies as number `n` (from 0) of its dice. `seat` may be the House.

    `place` says where it lies: open, hole or hand (not yet set down).
    """

    guarded: ClassVar = {"draw": "draw_to"}

    seat: str
    n: int
    die: str
    place: str
    draw: Draw | None = None
    draw_to: Audience = CLOSED


class DieRerolled(V1, frozen=True, kw_only=True):
    """Die `n` of `seat` was rolled again, because of `by`; it stays where it lies, as hidden as it was."""

    guarded: ClassVar = {"draw": "draw_to"}

    seat: str
    n: int
    by: str
    why: str
    draw: Draw | None = None
    draw_to: Audience = CLOSED


class DiceThrown(V1, frozen=True, kw_only=True):
    """A seat threw several dice of one kind at once, which lie as the numbers `ns` of its dice, each with its draw.

    A die that already lies under its number is thrown again; others take the next free numbers. `seat` may be the
    House; `place` says where they lie: open, hole or hand.
    """

    guarded: ClassVar = {"draws": "draws_to"}

    seat: str
    ns: list[int]
    die: str
    place: str
    draws: list[Draw] | None = None
    draws_to: Audience = CLOSED


class DicePlaced(V1, frozen=True, kw_only=True):
    """Some of a seat's open dice, the numbers `ns`, were laid elsewhere, as they are; `place` is open or aside."""

    seat: str
    ns: list[int]
    place: str


class DiceTakenUp(V1, frozen=True, kw_only=True):
    """A seat took all its dice from the table; `seat` may be the House. What it rolls next is number 0 again."""

    seat: str


class OpenThrown(V1, frozen=True, kw_only=True):
    """Some seats threw a die each in the open, which decides something (`why`, a slug) and stays on no table."""

    why: str
    draws: list[Draw]


class DieSetDown(V1, frozen=True, kw_only=True):
    """The die in the hand was set down: `place` open, with its face, blind (open to the GM alone), or hole."""

    guarded: ClassVar = {"face": "face_to"}

    seat: str
    n: int
    place: str
    face: int | None = None
    face_to: Audience = CLOSED


class DieAltered(HiddenV1, frozen=True, kw_only=True):
    """Die `n` of `seat` was secretly turned from the face `was` to `face`; `why` is a slug (cheat, …).

    With the draws, these steps account for every face that ever lay on the table.
    """

    seat: str
    n: int
    was: int
    face: int
    why: str


class DieRevealed(V1, frozen=True, kw_only=True):
    """Die `n` of `seat` lies open to all from now on."""

    seat: str
    n: int
    face: int


class CheckRolled(HiddenV1, frozen=True, kw_only=True):
    """A d20 check: `total` = `natural` (the die that counts) + `modifier`.

    `mode` is normal, advantage or disadvantage; the latter two have two draws. `against` is the number to reach,
    if it is recorded at all.
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
    """A seat's standing in the round: active, held, folded, bust, caught, …; `why` is a slug."""

    seat: str
    status: str
    why: str


class ConditionSet(HiddenV1, frozen=True, kw_only=True):
    """A condition (sloppy, goaded, …) began or ended for a seat."""

    seat: str
    condition: str
    on: bool


class Told(HiddenV1, frozen=True, kw_only=True):
    """A seat learned something; `kind` is a slug of the game's own and `facts` what was learned."""

    seat: str
    kind: str
    facts: dict[str, Any]


class RoundEnded(V1, frozen=True, kw_only=True):
    """The round is over. `outcome` is a slug; `won_cp` says what each winner was paid, in copper."""

    round: int
    outcome: str
    winners: list[str]
    won_cp: dict[str, int]


class RoundVoided(V1, frozen=True, kw_only=True):
    """The GM called the round off; everything was given back."""

    round: int
    reason: str


class SeedRecorded(HiddenV1, frozen=True, kw_only=True):
    """The seed (hex) of an ended or voided round: open to nobody, so that the log replays by itself."""

    round: int
    seed: str


class RoundUnsealed(V1, frozen=True, kw_only=True):
    """The seed (hex) of an ended or voided round was published: anyone can check every roll."""

    round: int
    seed: str


ROUND_EVENTS = (
    RoundStarted, PhaseBegan, OrderSet, TurnBegan, QuestionAsked, QuestionAnswered, DieRolled, DieRerolled, DiceThrown,
    DicePlaced, DiceTakenUp, OpenThrown, DieSetDown, DieAltered, DieRevealed, CheckRolled, StatusChanged, ConditionSet,
    Told, RoundEnded, RoundVoided, SeedRecorded, RoundUnsealed,
)  # fmt: skip
