"""Luck: what the players contribute to the dice, in the open or sealed.

With `luck: sealed`, players commit to a number before the server's seed for the round is fixed, and reveal it
afterwards. As long as one honest player takes part, nobody can choose a roll, not even the operator together with all
the others. They can only withhold what they sealed, which everybody sees.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from events.event import CommandV1, Event
from events.round_events import (
    LuckCalled,
    LuckRevealed,
    LuckWithheld,
    LuckWord,
    QuestionAnswered,
    QuestionAsked,
    RoundStarted,
    RoundVoided,
    Seal,
)
from events.sealed_luck import MOST_WORD, SIGNATURE_BYTES, Call
from events.table_events import LuckSealed, LuckSet
from games.engine.chapter import Chapter, act, offers
from games.engine.command_fields import KeyHex, Luck, Revealed, SealHex, SignatureHex
from games.engine.rulebooks import Context
from games.table.reasons import BETWEEN_ROUNDS
from projections.actions import Action, Offer, Refusal, Schema, Sealed, Text
from projections.game import AnyTable
from projections.labels import CommandLabel, Label, Labels, QuestionLabel, ValueLabel
from projections.table import Root, Seat

REVEAL: Final = "reveal_luck"
"""The question that a round with sealed luck begins with."""
NOT_REVEALED: Final = ("luck_not_revealed", "The round begins when the luck is revealed.")
_LUCK_IS_SEALED: Final = ("luck_is_sealed", "Luck is sealed at this table: seal yours.")
_LUCK_IS_OPEN: Final = ("luck_is_open", "Luck is open at this table: choose a luck word.")
_NO_SEAL: Final = ("no_seal", "You have nothing to reveal now.")
_HASH: Final = Schema(schema={"type": "string", "pattern": "^[0-9a-f]{64}$"})
_SIGNATURE: Final = Schema(schema={"type": "string", "pattern": f"^[0-9a-f]{{{2 * SIGNATURE_BYTES}}}$"})
NOT_YOUR_LUCK: Final = ("not_your_luck", "Only a player sets, seals and reveals their own luck.")


class SetLuck(CommandV1, frozen=True, kw_only=True):
    """Choose another luck word for later rounds."""

    luck: Luck


class SealLuck(CommandV1, frozen=True, kw_only=True):
    """Commit to your luck in the next round: `seal` is the SHA-256 (hex) of it and a one-time key, as the page on dice
    specifies."""

    seal: SealHex


class RevealLuck(CommandV1, frozen=True, kw_only=True):
    """Reveal what you sealed: the nonce, 32 hex digits, followed by your word; and the `key` (hex) that you sealed with
    it. `signature` (hex) is that of the call that you answer."""

    luck: Revealed
    key: KeyHex
    signature: SignatureHex


class WithholdLuck(CommandV1, frozen=True, kw_only=True):
    """Begin the round without what this seat sealed. Everybody sees it."""


SEALED_LUCK: Final = frozenset({"seal_luck", "reveal_luck", "withhold_luck"})
"""The tags of the commands for sealed luck. Where luck is open, views do not list them, even as refused."""
OWN_LUCK: Final = ("set_luck", "seal_luck", "reveal_luck")
"""The tags of the commands that nobody can give for somebody else."""


class LuckOfTheTable(Chapter):
    """Luck words, and sealed luck from its sealing to the first die of a round."""

    reasons: ClassVar = {
        "luck_is_open": "Luck is not sealed at this table.",
        "luck_is_sealed": "Luck is sealed at this table.",
        "luck_not_revealed": "The round begins when the luck is revealed.",
        "no_seal": "The seat has nothing sealed that could be revealed now.",
        "not_your_luck": "Only a player sets, seals and reveals their own luck.",
    }
    labels: ClassVar = Labels(
        commands={
            "set_luck": CommandLabel(
                "Choose a luck word",
                "It is mixed into the dice of the rounds to come; everybody can read it.",
                {"luck": ValueLabel("Luck word", "Any word or sentence.", "text")},
            ),
            "seal_luck": CommandLabel(
                "Seal your luck",
                "Commit to a secret number for the next round, so that nobody can choose its dice.",
                {"seal": ValueLabel("Seal", "Made by your client.", "text")},
            ),
            "reveal_luck": CommandLabel(
                "Reveal your luck",
                "Show what you sealed; the round begins once all have.",
                {
                    "luck": ValueLabel("Sealed luck", "Kept by your client.", "text"),
                    "key": ValueLabel("Key", "Sealed with it, and kept by your client.", "text"),
                    "signature": ValueLabel("Signature", "Made by your client, for this call of the round.", "text"),
                },
            ),
            "withhold_luck": CommandLabel(
                "Withhold the luck", "The round begins without what was sealed, and everybody sees it.", grave=True
            ),
        },
        questions={
            REVEAL: QuestionLabel(
                "Reveal your luck",
                "The round begins once everybody has revealed what they sealed.",
                {
                    "reveal_luck": "Your number is mixed into the dice.",
                    "withhold_luck": "The dice fall without your number, and everybody sees it.",
                },
            ),
        },
        phases={"luck": Label("Revealing luck", "The round begins once the sealed luck is revealed.")},
    )

    # Luck words

    @offers(SetLuck)
    def may_set_luck(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """A luck word is fixed while a round runs."""
        if table.options.luck == "sealed":
            yield Refusal("set_luck", *_LUCK_IS_SEALED)
        elif table.running:
            yield Refusal("set_luck", *BETWEEN_ROUNDS)
        else:
            yield Action(type="set_luck", params={"luck": Text(text=MOST_WORD)})

    @act(SetLuck)
    def set_luck(self, table: AnyTable, context: Context, seat: str, command: SetLuck) -> Iterator[Event]:
        """The word counts from the next round on."""
        yield LuckSet(seat=seat, luck=command.luck)

    # Sealing

    @offers(SealLuck)
    def may_seal(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Between rounds; a later seal replaces an earlier one."""
        if table.options.luck == "open":
            yield Refusal("seal_luck", *_LUCK_IS_OPEN)
        elif table.running:
            yield Refusal("seal_luck", *BETWEEN_ROUNDS)
        elif table.seats[seat].kind in ("player", "gm"):
            yield Action(type="seal_luck", params={"seal": _HASH})

    @act(SealLuck)
    def seal(self, table: AnyTable, context: Context, seat: str, command: SealLuck) -> Iterator[Event]:
        """The seal is public, and the next round uses it up in any case."""
        yield LuckSealed(seat=seat, seal=command.seal)

    def call(self, table: AnyTable, context: Context, number: int, seats: list[str]) -> Iterator[Event]:
        """A round begins: its seed and the seals are fixed before anybody reveals. Without seals it starts at once."""
        root = root_of(table, number)
        commitment, path = context.dealer.commitment(number, root)
        sealed = [seat for seat in seats if table.seats[seat].seal is not None]
        seals = [Seal(seat=seat, seal=table.seats[seat].seal or "") for seat in sealed]
        yield LuckCalled(
            round=number,
            game=context.rulebook.id,
            rules=context.rulebook.version,
            seats=seats,
            seals=seals,
            commitment=commitment,
            first=root.first,
            path=path,
            opening=context.opening,
        )
        if sealed:
            yield QuestionAsked(seats=sealed, question=REVEAL)
        else:
            yield from self.start(table, context)

    # Revealing

    @offers(RevealLuck)
    def may_reveal(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Only what the seat sealed for this round."""
        if not is_asked(table, seat):
            yield Refusal("reveal_luck", *_NO_SEAL)
        else:
            call = call_of(table).digest().hex()
            sealed = Sealed(seal=table.seals[seat], table=table.table, round=table.round, seat=seat, call=call)
            yield Action(type="reveal_luck", params={"luck": sealed, "key": _HASH, "signature": _SIGNATURE})

    @act(RevealLuck)
    def reveal(self, table: AnyTable, context: Context, seat: str, command: RevealLuck) -> Iterator[Event]:
        """The last seat to reveal starts the round."""
        yield LuckRevealed(seat=seat, luck=command.luck, key=command.key, signature=command.signature)
        yield from self._answered(table, context, seat)

    @offers(WithholdLuck)
    def may_withhold(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Instead of revealing: by the seat, by the GM for a seat that does not answer, or by the clock."""
        if is_asked(table, seat):
            yield Action(type="withhold_luck")
        else:
            yield Refusal("withhold_luck", *_NO_SEAL)

    @act(WithholdLuck)
    def withhold(self, table: AnyTable, context: Context, seat: str, command: WithholdLuck) -> Iterator[Event]:
        """The seat contributes nothing to this round."""
        yield LuckWithheld(seat=seat)
        yield from self._answered(table, context, seat)

    def leave(self, table: AnyTable, context: Context, seat: str) -> Iterator[Event]:
        """A seat that leaves before the round starts does not play."""
        if is_asked(table, seat):
            yield LuckWithheld(seat=seat)
            yield from self._answered(table, context, seat, leaving=seat)

    def _answered(self, table: AnyTable, context: Context, seat: str, leaving: str | None = None) -> Iterator[Event]:
        yield QuestionAnswered(seat=seat)
        if not table.to_act:
            yield from self.start(table, context, leaving)

    def start(self, table: AnyTable, context: Context, leaving: str | None = None) -> Iterator[Event]:
        """The round starts with what was revealed. A seat does not play if it is `leaving`, or if a ruling has left it
        without enough coins.

        Every seat that was called still counts in the luck, so that withdrawing changes no draw.
        """
        rulebook, number = context.rulebook, table.round
        out = {leaving, *(table.withheld if table.options.withheld == "sits_out" else ())}
        able = rulebook.entrants(table)
        seats = [seat for seat in table.called if seat in able and seat not in out]
        if len(seats) < rulebook.min_seats:
            yield RoundVoided(round=number, reason="Too few revealed their luck.")
            return
        words = [LuckWord(seat=seat, luck=table.revealed.get(seat, "")) for seat in table.called]
        yield started(table, context, number, seats, words)
        yield from rulebook.open_round(table, context.dealer.dice(table))


def started(table: AnyTable, context: Context, number: int, seats: list[str], luck: list[LuckWord]) -> RoundStarted:
    """The event that starts a round with these seats."""
    root = root_of(table, number)
    commitment, path = context.dealer.commitment(number, root)
    return RoundStarted(
        round=number,
        game=context.rulebook.id,
        rules=context.rulebook.version,
        seats=seats,
        sitting_out=[
            seat.seat
            for seat in table.present()
            if seat.kind != "watcher" and not seat.sits_out and seat.seat not in seats
        ],
        luck=luck,
        commitment=commitment,
        first=root.first,
        path=path,
        opening=context.opening,
    )


def call_of(table: AnyTable) -> Call:
    """How the running round was called, which a reveal answers."""
    root = root_of(table, table.round)
    return Call(
        table=table.table,
        round=table.round,
        game=table.game,
        rules=table.rules,
        opening=table.opening or "",
        root=root.root,
        first=root.first,
        commitment=table.commitment or "",
        seats=table.called,
        seals=table.seals,
    )


def root_of(table: AnyTable, number: int) -> Root:
    """The published root that covers a round."""
    return next(root for root in table.roots if root.first <= number <= root.last)


def why_not_by_gm(seat: Seat, command: str) -> tuple[str, str] | None:
    """Why the GM cannot give this command (its tag) for a seat, as code and sentence; None if they can."""
    return NOT_YOUR_LUCK if command in OWN_LUCK and seat.kind != "gm" else None


def left_to_gm(seat: Seat, offers: Iterable[Offer]) -> Iterator[Offer]:
    """The offers of a seat that the GM may take up for it."""
    for offer in offers:
        why = why_not_by_gm(seat, offer.type)
        yield offer if why is None else Refusal(offer.type, *why)


def is_asked(table: AnyTable, seat: str) -> bool:
    """Whether a seat is being asked to reveal its luck."""
    return is_revealing(table) and seat in table.to_act


def is_revealing(table: AnyTable) -> bool:
    """Whether the round waits for luck to be revealed, and its game has not begun."""
    return table.running and table.question == REVEAL
