"""Accusations: a fee, a verdict at once, and a bounty if it is true; and the staredown. (Seeds 001, part 4.)"""

from collections.abc import Generator, Iterator
from typing import ClassVar, Final

from events.accounts import ESCROW, POT
from events.dice import Dice
from events.event import V1, CommandV1, Event
from events.round_events import PhaseBegan, QuestionAnswered, QuestionAsked, StatusChanged
from events.table_events import CoinsMoved
from games.chapter import Chapter, Uses, act, explains, fold, gm_act, gm_offers, offers, on_timeout
from games.mechanics.coins import fine, pay
from games.mechanics.sentences import says, sentence, silent
from games.rulebook import Timeout
from games.twentyone.endgame import Endgame
from games.twentyone.naturals import Naturals
from games.twentyone.state import CAUGHT, FOLDED, TwentyOneTable, die_name, explain_being_out, hand_of, tag
from games.twentyone.turns import Turns, Why
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import coins, name_of
from projections.labels import CommandLabel, Label, Labels, QuestionLabel, ValueLabel

FEE_ANTES: Final = 2
BOUNTY_ANTES: Final = 5
_FEE: Final = "accusation_fee"


class Accuse(CommandV1, frozen=True, kw_only=True):
    """Accuse a seat of having cheated with die `n`."""

    target: str
    n: int


class Pass(CommandV1, frozen=True, kw_only=True):
    """Accuse nobody in the staredown."""


class CloseStaredown(CommandV1, frozen=True, kw_only=True):
    """End the staredown (the GM, or the clock)."""


class Accused(V1, frozen=True, kw_only=True, tag=tag):
    """A seat accuses another of having cheated with die `n`."""

    seat: str
    target: str
    n: int


class AccusationJudged(V1, frozen=True, kw_only=True, tag=tag):
    """The verdict on an accusation."""

    seat: str
    target: str
    n: int
    right: bool


class StaredownPassed(V1, frozen=True, kw_only=True, tag=tag):
    """A seat accuses nobody."""

    seat: str


class Accusing(Chapter):
    """A seat may name a die with which another seat cheated: once a round, until the staredown closes."""

    events: ClassVar = (Accused, AccusationJudged, StaredownPassed)
    reasons: ClassVar = {
        "accused_already": "A seat can accuse only once a round.",
        "cannot_be_accused": "That seat, or that die, cannot be accused now.",
        "no_staredown": "There is no staredown.",
        "nothing_to_accuse": "Accusations are possible once a die has been bought.",
        "purse_too_small": "It costs more than is in the purse.",
    }
    labels: ClassVar = Labels(
        commands={
            "accuse": CommandLabel(
                "Accuse",
                "Name a die that they cheated with: right brings five antes, wrong costs two.",
                {
                    "target": ValueLabel("Who", "The seat that you accuse.", "seat"),
                    "n": ValueLabel("Die", "The die that you say they cheated with.", "die"),
                },
            ),
            "pass": CommandLabel("Accuse nobody", "Look away; the round is settled once all have."),
            "close_staredown": CommandLabel("Close the staredown", "Nobody accuses any more; the round is settled."),
        },
        questions={
            "staredown": QuestionLabel(
                "Staredown",
                "The dice are on the table. Did anybody cheat?",
                {"accuse": "You name a seat and a die.", "pass": "You accuse nobody."},
            ),
        },
        phases={"staredown": Label("Staredown", "The last chance to accuse before the pot is paid out.")},
        coins={
            _FEE: Label("Accusation", "What it costs to accuse; it goes into the pot if the accusation is wrong."),
            "accusation_refund": Label("Accusation fee back", "The accusation was right."),
            "bounty": Label("Bounty", "A caught cheater pays it to the accuser."),
        },
    )
    unheard: ClassVar[Why] = ("nothing_to_accuse", "Accusations are possible once a die has been bought.")
    endgame = Uses(Endgame)
    naturals = Uses(Naturals)
    turns = Uses(Turns)

    # Who can accuse and be accused

    def are_heard(self, table: TwentyOneTable) -> bool:
        """Whether there is a die yet that could have been cheated on."""
        return table.state.any_bought

    def has_had_its_say(self, table: TwentyOneTable, seat: str) -> bool:
        """Whether a seat has used up its accusations."""
        return hand_of(table, seat).accused

    @staticmethod
    def cost_cp(table: TwentyOneTable) -> int:
        """What an accusation costs, in copper."""
        return FEE_ANTES * table.options.ante_cp

    @staticmethod
    def _is_done_with(table: TwentyOneTable, seat: str) -> bool:
        """Whether a seat can neither accuse nor be accused any more, because it has folded or was caught."""
        return table.seats[seat].status == FOLDED or hand_of(table, seat).caught

    def _could_be_accused(self, table: TwentyOneTable, accuser: str) -> dict[str, list[int]]:
        """The seats that `accuser` could accuse, each with the dice that it could name: all except one in the hand."""
        return {
            seat.seat: [n for n, die in enumerate(seat.dice) if die.place != "hand"]
            for seat in table.playing()
            if seat.seat != accuser and not self._is_done_with(table, seat.seat)
        }

    def has_a_say(self, table: TwentyOneTable, seat: str) -> bool:
        """Whether a seat could still accuse somebody, and has not passed."""
        could_accuse = any(isinstance(offer, Action) for offer in self.may_accuse(table, seat))
        return could_accuse and not hand_of(table, seat).passed

    # The staredown

    def open_staredown(self, table: TwentyOneTable, dice: Dice) -> Iterator[Event]:
        """The reveal is over: seats get a last chance to accuse."""
        yield PhaseBegan(phase="staredown")
        yield from self._ask_or_settle(table, dice)

    def _ask_or_settle(self, table: TwentyOneTable, dice: Dice, *, leaving: str | None = None) -> Iterator[Event]:
        """Ask every seat that can accuse, except the one leaving; settle the round if there is none.

        A loan during the staredown may enable more seats to accuse.
        """
        asked = [seat for seat in table.order if seat != leaving and self.has_a_say(table, seat)]
        if asked:
            yield QuestionAsked(seats=asked, question="staredown")
        else:
            yield from self.endgame.settle(table, dice)

    def go_on_staring(self, table: TwentyOneTable, dice: Dice, *, leaving: str | None = None) -> Iterator[Event]:
        """The staredown waits only for seats that can still accuse, and closes when there is none."""
        for seat in list(table.to_act):
            if not self.has_a_say(table, seat):
                yield QuestionAnswered(seat=seat)
        if not table.to_act:
            yield from self._ask_or_settle(table, dice, leaving=leaving)

    @offers(Pass)
    def may_pass(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """A seat that is asked in the staredown may accuse nobody."""
        asked = seat in table.to_act and table.question == "staredown"
        detail = "You are not being asked whether to accuse anybody."
        yield Action(type="pass") if asked else Refusal("pass", "no_staredown", detail)

    @act(Pass)
    def _pass_on(self, table: TwentyOneTable, dice: Dice, seat: str, command: Pass) -> Iterator[Event]:
        yield StaredownPassed(seat=seat)
        yield from self.go_on_staring(table, dice)

    @gm_offers(CloseStaredown)
    def may_close(self, table: TwentyOneTable) -> Iterator[Offer]:
        """The GM may close a staredown that takes too long."""
        none = Refusal("close_staredown", "no_staredown", "There is no staredown to close.")
        yield Action(type="close_staredown") if table.phase == "staredown" else none

    @gm_act(CloseStaredown)
    def _close(self, table: TwentyOneTable, dice: Dice, command: CloseStaredown) -> Iterator[Event]:
        return self.endgame.settle(table, dice)

    @on_timeout("staredown")
    def _closed_by_the_clock(self, table: TwentyOneTable, seat: str) -> Timeout:
        return Timeout(None, CloseStaredown())

    @fold(StaredownPassed)
    def _passed(self, table: TwentyOneTable, event: StaredownPassed) -> None:
        hand_of(table, event.seat).passed = True

    _staredown_aloud = says(
        QuestionAsked, "Eyes go round the table. Will {seats} accuse anybody?", question="staredown"
    )
    _passed_aloud = says(StaredownPassed, "{seat} looks away.")

    # The accusation

    @offers(Accuse)
    def may_accuse(self, table: TwentyOneTable, seat: str) -> Iterator[Offer]:
        """Any seat that has neither folded nor been caught may accuse and be accused, even a bust one."""
        cost_cp, purse_cp = self.cost_cp(table), table.purse(seat)
        if table.phase not in ("betting", "staredown") or not self.are_heard(table):
            yield Refusal("accuse", *self.unheard)
        elif self._is_done_with(table, seat):
            status = table.seats[seat].status
            yield Refusal("accuse", *self.turns.out[FOLDED if status == FOLDED else CAUGHT])
        elif self.has_had_its_say(table, seat):
            yield Refusal("accuse", "accused_already", "You have already accused this round.")
        elif purse_cp < cost_cp:
            detail = f"An accusation costs {coins(cost_cp)}, and you have {coins(purse_cp)}."
            yield Refusal("accuse", "purse_too_small", detail)
        elif not (accusable := self._could_be_accused(table, seat)):
            yield Refusal("accuse", "cannot_be_accused", "Nobody is left for you to accuse.")
        else:
            for target, dice in accusable.items():
                params = {"target": Choices(choices=[target]), "n": Choices(choices=dice)}
                yield Action(type="accuse", params=params, cost_cp=cost_cp)

    @explains(Accuse)
    def _explain(self, table: TwentyOneTable, seat: str, command: Accuse) -> Refusal | None:
        target = command.target
        if target not in table.seats:
            return None
        name = table.names[target]
        if target == seat:
            detail = "Nobody accuses themselves."
        elif not table.seats[target].playing or self._is_done_with(table, target):
            detail = f"{name} {explain_being_out(table, target)}."
        elif command.n == hand_of(table, target).in_hand:
            detail = f"{name} still has that die in hand: only dice that were set down can be accused."
        else:
            return None
        return Refusal("accuse", "cannot_be_accused", detail)

    @act(Accuse)
    def accuse(self, table: TwentyOneTable, dice: Dice, seat: str, command: Accuse) -> Iterator[Event]:
        """An accusation is true if the seat tried to cheat with that die, whether it worked or not."""
        target, n = command.target, command.n
        yield Accused(seat=seat, target=target, n=n)
        yield from pay(seat, ESCROW, self.cost_cp(table), _FEE)
        right = n in hand_of(table, target).cheats
        yield AccusationJudged(seat=seat, target=target, n=n, right=right)
        out = yield from self.right(table, seat, target) if right else self.wrong(table, seat)
        if table.phase == "staredown":
            yield from self.go_on_staring(table, dice)
        elif out is not None:
            yield from self.turns.drop_out(table, dice, out)

    def right(self, table: TwentyOneTable, seat: str, target: str) -> Generator[Event, None, str | None]:
        """The fee comes back, with a bounty of 5 antes or all that the cheater has. Returns the cheater, who is out."""
        yield from pay(ESCROW, seat, self.cost_cp(table), "accusation_refund")
        yield from fine(table, target, seat, BOUNTY_ANTES * table.options.ante_cp, "bounty")
        yield StatusChanged(seat=target, status=CAUGHT, why="accused")
        yield from self.naturals.put_down(table, target)
        return target

    def wrong(self, table: TwentyOneTable, seat: str) -> Generator[Event, None, str | None]:
        """The fee goes into the pot. Returns the seat that this puts out of the round, if any."""
        yield from pay(ESCROW, POT, self.cost_cp(table), _FEE)
        return None

    @fold(Accused)
    def _accused(self, table: TwentyOneTable, event: Accused) -> None:
        hand_of(table, event.seat).accused = True

    @fold(AccusationJudged)
    def _judged(self, table: TwentyOneTable, event: AccusationJudged) -> None:
        judged = hand_of(table, event.target).judged
        if event.n not in judged:
            judged.append(event.n)

    @sentence(Accused)
    def _accused_aloud(self, table: TwentyOneTable, event: Accused) -> str:
        accuser, target = name_of(table, event.seat), name_of(table, event.target)
        return f"{accuser} points at {target}’s {die_name(table, event.target, event.n)}: “You cheated with that!”"

    _right_aloud = says(AccusationJudged, "It is true: {target} cheated with it.", right=True)
    _wrong_aloud = says(
        AccusationJudged, "It is not true of that die, and {seat}’s fee goes into the pot.", right=False
    )
    caught_aloud = says(StatusChanged, "{seat} is a cheat, and is out of the round.", why="accused")
    _fee_aloud = silent(CoinsMoved, reason=_FEE)
