"""A challenge: dice are revealed and counted, the loser loses a die, and the last seat with dice wins. (Seeds 002.)"""

from collections.abc import Iterator
from typing import Any, ClassVar, Final, cast

from events.accounts import POT
from events.dice import Dice
from events.event import V1, Command, CommandV1, Event, namespaced
from events.round_events import (
    DiceShown,
    DiceTakenUp,
    DieSizeShown,
    PhaseBegan,
    QuestionAnswered,
    QuestionAsked,
    RoundEnded,
    StatusChanged,
)
from events.table_events import CoinsMoved
from games.chapter import Chapter, Uses, act, dice_details, fold, offers, on_timeout, round_details
from games.mechanics.coins import pay
from games.mechanics.sentences import says, sentence, silent
from games.trickster.cards.card import MOST_DICE, Size
from games.trickster.counting import bet_in_words, counted, in_braces, in_brackets, scores, value_name
from games.trickster.effects import CHALLENGE, TOO_MANY, Effects
from games.trickster.powers import Powers
from games.trickster.rounds import Rounds
from games.trickster.state import (
    LEFT,
    OUT,
    REVEAL,
    Bet,
    Challenge,
    TricksterTable,
    next_in,
    sizes,
    still_in,
    wild_faces,
)
from projections.actions import Action, Bounds, Offer, Refusal
from projections.chronicle import coins, name_of
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, ValueLabel
from projections.table import Die

_LOSE: Final = "lose"
_DROP: Final = "drop"
_NO_DICE: Final = "no_dice"
_PAYOUT: Final = "payout"
_tag = namespaced("trickster")


class GiveUpDie(CommandV1, frozen=True, kw_only=True, tag="lose_die"):
    """Put your die `n` (from 0) in the middle."""

    n: int


class LiarCalled(V1, frozen=True, kw_only=True, tag=_tag):
    """A seat called the bettor `target` a Liar."""

    seat: str
    target: str


class DiceCounted(V1, frozen=True, kw_only=True, tag=_tag):
    """The dice were counted.

    There are `count` dice of the score value `value` (by seat in `counts`), and the bettor said `amount`. If the bet
    `holds`, its bettor is the `winner` and the caller of Liar the `loser`; otherwise the other way round.
    """

    amount: int
    value: int
    count: int
    counts: dict[str, int]
    holds: bool
    winner: str
    loser: str


class Challenges(Chapter):
    """From the call to the next throw, or to the end of the game."""

    events: ClassVar = (LiarCalled, DiceCounted)
    reasons: ClassVar = {"nothing_to_lose": "The seat is not asked to lose a die now."}
    labels: ClassVar = Labels(
        commands={
            "lose_die": CommandLabel(
                "Lose a die",
                "The die goes to the middle, and is out of the game.",
                {"n": ValueLabel("Die", "The die that you give up.", "die")},
            ),
        },
        questions={
            _LOSE: QuestionLabel(
                "You lose a die", "You have lost the challenge. Which die do you lose?", {"lose_die": "It is gone."}
            ),
            _DROP: QuestionLabel(
                "Too many dice",
                f"Nobody keeps more than {MOST_DICE} dice. Which die do you give up?",
                {"lose_die": "It is gone."},
            ),
        },
        phases={REVEAL: Label("Reveal", "The dice lie open; the loser loses one.")},
        outcomes={"won": Label("Won", "Only one player was left with dice.")},
        coins={
            "ante": Label("Ante", "What the game costs to join."),
            _PAYOUT: Label("Winnings", "The pot goes to the last player with dice."),
        },
        details=DetailLabels(
            table={"challenge": DetailLabel("Challenge", "What the dice said about the bet.")},
            die={"scores": DetailLabel("Counts as", "The score values of the face, * for a wildcard.")},
        ),
    )
    effects = Uses(Effects)
    powers = Uses(Powers)
    rounds = Uses(Rounds)

    # The call, and the count

    def begin(self, table: TricksterTable, dice: Dice, caller: str, bet: Bet) -> Iterator[Event]:
        """Liar is called. What that triggers happens before the cups are lifted."""
        yield LiarCalled(seat=caller, target=bet.seat)
        yield from self.powers.react(table, dice, caller, "called", rival=bet.seat)
        yield from self.powers.react(table, dice, bet.seat, "was_called", rival=caller)
        yield PhaseBegan(phase=REVEAL)
        yield from self._reveal(table)
        yield self._counted(table, caller, bet)
        for seat in still_in(table):
            yield from self.powers.react(table, dice, seat, "revealed")
        yield from self._lose_a_die(table, dice)

    def _reveal(self, table: TricksterTable) -> Iterator[Event]:
        """Dice that changed in secret show their size; then all faces are open."""
        for seat in table.playing():
            for n in sorted(map(int, table.state.unseen.get(seat.seat, ()))):
                yield DieSizeShown(seat=seat.seat, n=n, die=seat.dice[n].die)
            if seat.dice:
                faces = [die.face or 0 for die in seat.dice]
                yield DiceShown(seat=seat.seat, ns=list(range(len(faces))), faces=faces)

    def _counted(self, table: TricksterTable, caller: str, bet: Bet) -> Event:
        counts = {
            seat.seat: sum(
                counted(size, die.face or 0, bet.value, wild_faces(table, seat.seat, size))
                for size, die in zip(sizes(table, seat.seat), seat.dice, strict=True)
            )
            for seat in table.playing()
            if seat.dice
        }
        count = sum(counts.values())
        holds = count >= bet.amount
        winner, loser = (bet.seat, caller) if holds else (caller, bet.seat)
        return DiceCounted(
            amount=bet.amount, value=bet.value, count=count, counts=counts, holds=holds, winner=winner, loser=loser
        )

    @fold(DiceCounted)
    def _challenged(self, table: TricksterTable, event: DiceCounted) -> None:
        bettor = event.winner if event.holds else event.loser
        table.state.unseen = {}
        table.state.challenge = Challenge(
            bet=Bet(seat=bettor, amount=event.amount, value=event.value),
            count=event.count,
            counts=event.counts,
            holds=event.holds,
            winner=event.winner,
            loser=event.loser,
        )

    @sentence(LiarCalled)
    def _called_aloud(self, table: TricksterTable, event: LiarCalled) -> str:
        return f"{name_of(table, event.seat)} calls {name_of(table, event.target)} a Liar."

    _reveal_aloud = says(PhaseBegan, "The cups are lifted.", phase=REVEAL)

    @sentence(DiceShown)
    def _shown_aloud(self, table: TricksterTable, event: DiceShown) -> str:
        seat = event.seat
        counted_as = [
            score
            for size, face in zip(sizes(table, seat), event.faces, strict=True)
            for score in scores(size, face, wild_faces(table, seat, size))
        ]
        verb = "counts" if len(event.faces) == 1 else "count"
        counts = "" if counted_as == event.faces else f", which {verb} as {in_braces(counted_as)}"
        return f"{name_of(table, seat)} has {in_brackets(event.faces)}{counts}."

    @sentence(DiceCounted)
    def _counted_aloud(self, table: TricksterTable, event: DiceCounted) -> str:
        return f"{_verdict(event.count, event.amount, event.value)} {name_of(table, event.loser)} loses the challenge."

    # Losing a die

    def _lose_a_die(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """The loser picks a die; a last die goes without a question. A loser without dice, or gone, loses none."""
        challenge = _challenge(table)
        loser = challenge.loser
        if loser not in still_in(table) or not table.seats[loser].dice:
            yield from self._after_the_loss(table, dice)
        elif len(table.seats[loser].dice) > 1:
            yield QuestionAsked(seats=[loser], question=_LOSE)
        else:
            yield from self._lost(table, dice, loser, 0)

    def _lost(self, table: TricksterTable, dice: Dice, loser: str, n: int) -> Iterator[Event]:
        yield from self.effects.lose(table, loser, n, CHALLENGE, by=loser)
        yield from self.powers.react(table, dice, loser, "lost_die")
        yield from self._after_the_loss(table, dice)

    @offers(GiveUpDie)
    def may_lose(self, table: TricksterTable, seat: str) -> Iterator[Offer]:
        """Any of its dice."""
        if table.question in (_LOSE, _DROP) and seat in table.to_act:
            numbers = Bounds(min=0, max=len(table.seats[seat].dice) - 1)
            yield Action(type="lose_die", params={"n": numbers})
        else:
            yield Refusal("lose_die", "nothing_to_lose", "You have no die to lose now.")

    @act(GiveUpDie, question=_LOSE)
    def lose(self, table: TricksterTable, dice: Dice, seat: str, command: GiveUpDie) -> Iterator[Event]:
        """The loser of the challenge has chosen."""
        yield QuestionAnswered(seat=seat)
        yield from self._lost(table, dice, seat, command.n)

    @act(GiveUpDie, question=_DROP)
    def drop(self, table: TricksterTable, dice: Dice, seat: str, command: GiveUpDie) -> Iterator[Event]:
        """A seat drops a die; once no seat has too many, the next round begins."""
        yield from self.effects.lose(table, seat, command.n, TOO_MANY, by=seat)
        if len(table.seats[seat].dice) <= MOST_DICE:
            yield QuestionAnswered(seat=seat)
        yield from self.go_on(table, dice)

    @on_timeout(_LOSE, _DROP)
    def _lose_the_smallest(self, table: TricksterTable, seat: str) -> Command:
        return GiveUpDie(n=self.effects.smallest(table, seat))

    # The round's end

    def _after_the_loss(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """Reactions to the challenge; then seats without dice are out, and somebody may have won."""
        challenge = _challenge(table)
        yield from self.powers.react(table, dice, challenge.loser, "lost_challenge", rival=challenge.winner)
        yield from self.powers.react(table, dice, challenge.winner, "won_challenge", rival=challenge.loser)
        for seat in table.playing():
            if seat.status == LEFT and seat.dice:
                yield DiceTakenUp(seat=seat.seat)
        yield from self._remove_the_diceless(table, dice)
        with_dice = [seat for seat in still_in(table) if table.seats[seat].dice]
        if len(with_dice) == 1:
            yield from self.win(table, with_dice[0])
        elif not with_dice:
            winner = challenge.winner
            yield from self.win(table, winner if winner in still_in(table) else next_in(table, winner))
        elif too_many := [seat for seat in with_dice if len(table.seats[seat].dice) > MOST_DICE]:
            yield QuestionAsked(seats=too_many, question=_DROP)
        else:
            yield from self.rounds.begin(table, dice, challenge.loser)

    def _remove_the_diceless(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """Removes seats without dice one by one, because reactions can take or give dice. Not if none has any."""
        while any(table.seats[seat].dice for seat in still_in(table)):
            diceless = [seat for seat in still_in(table) if not table.seats[seat].dice]
            if not diceless:
                return
            yield StatusChanged(seat=diceless[0], status=OUT, why=_NO_DICE)
            left = still_in(table)
            if len(left) == 1:
                return
            for seat in left:
                yield from self.powers.react(table, dice, seat, "seat_removed")

    def go_on(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """Once no seat is asked any more, the next round begins."""
        if not table.to_act:
            yield from self.rounds.begin(table, dice, _challenge(table).loser)

    def win(self, table: TricksterTable, seat: str) -> Iterator[Event]:
        """The last seat takes the pot."""
        pot_cp = table.balance(POT)
        yield from pay(POT, seat, pot_cp, _PAYOUT)
        yield RoundEnded(round=table.round, outcome="won", winners=[seat], won_cp={seat: pot_cp})

    def go_on_without(self, table: TricksterTable, dice: Dice, seat: str) -> Iterator[Event]:
        """A seat has left while dice lie open: its question is dropped, and its dice go with the round."""
        dropping = table.question == _DROP
        if dropping:
            yield DiceTakenUp(seat=seat)
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
            yield from self.go_on(table, dice) if dropping else self._after_the_loss(table, dice)

    _out_aloud = says(StatusChanged, "{seat} has no dice left, and is out of the game.", status=OUT)
    _payout_aloud = silent(CoinsMoved, reason=_PAYOUT)

    @sentence(RoundEnded)
    def _end_aloud(self, table: TricksterTable, event: RoundEnded) -> str:
        [winner] = event.winners
        won_cp = event.won_cp[winner]
        return f"{name_of(table, winner)} wins the game{f' and takes {coins(won_cp)}' if won_cp else ''}."

    # Views

    @round_details
    def _details(self, table: TricksterTable) -> dict[str, Any]:
        challenge = table.state.challenge
        if challenge is None:
            return {"challenge": None}
        return {"challenge": _verdict(challenge.count, challenge.bet.amount, challenge.bet.value)}

    @dice_details
    def _scores(self, table: TricksterTable, seat: str) -> dict[int, dict[str, Any]]:
        """The score values of the faces that the viewer sees."""
        return {
            die.n: {"scores": in_braces(_scores_of(table, seat, die))} for die in table.seats[seat].dice if die.face
        }


def _scores_of(table: TricksterTable, seat: str, die: Die) -> tuple[int, ...]:
    size = cast("Size", die.die)
    return scores(size, die.face or 0, wild_faces(table, seat, size))


def _verdict(count: int, amount: int, value: int) -> str:
    there = f"There {'is' if count == 1 else 'are'} {count or 'no'} {value_name(value, count)}"
    return f"{there}, so {bet_in_words(amount, value)} is {'true' if count >= amount else 'a lie'}."


def _challenge(table: TricksterTable) -> Challenge:
    """The round's challenge, once Liar was called."""
    return cast("Challenge", table.state.challenge)
