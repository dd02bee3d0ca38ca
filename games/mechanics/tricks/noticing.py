"""Noticing a cheat, denouncing it, and the closing step in which everybody can. (Seeds 003, "Cheating".)"""

from collections.abc import Generator, Iterator
from typing import Any, ClassVar, Final

from events.accounts import HOUSE
from events.audience import GM_ONLY, seat_viewer
from events.dice import Dice
from events.event import CommandV1, Event, HiddenV1, namespaced
from events.round_events import Denounced, PhaseBegan, QuestionAnswered, QuestionAsked, StatusChanged, Told
from games.engine.chapter import Chapter, Uses, act, fold, gm_act, gm_offers, offers, on_timeout, seat_details
from games.engine.rulebook import Timeout
from games.mechanics.checks import check_for, roll_check
from games.mechanics.sentences import says, sentence, silent
from games.mechanics.tricks.game import (
    CAUGHT,
    CLOSING,
    OUT_OF_THE_ROUND,
    AnyTrickGame,
    TrickGame,
    has_forfeited,
    is_on,
    is_out,
    tricks_of,
)
from games.mechanics.tricks.sets import has_sheet, skill_check
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import name_of, opening_name
from projections.game import AnyTable
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, ValueLabel

NOTICED: Final = "cheat_noticed"
"""The note of a seat that noticed a cheat."""
INSPECTED: Final = "set_inspected"
"""The note of a seat that inspected a set; `found` is whether it is crooked."""

_tag = namespaced("tricks")


class Denounce(CommandV1, frozen=True, kw_only=True):
    """Say aloud that a seat cheats: you have noticed it, or found its set to be crooked."""

    target: str


class SayNothing(CommandV1, frozen=True, kw_only=True):
    """Denounce nobody before the round is paid out."""


class EndClosing(CommandV1, frozen=True, kw_only=True):
    """Pay the round out without waiting for the other seats."""


class CheatTried(HiddenV1, frozen=True, kw_only=True, tag=_tag):
    """A seat cheated."""

    seat: str


class Noticing(Chapter):
    """Anybody who rolls higher than the cheater notices, and can denounce the cheat until the round is paid out."""

    events: ClassVar = (CheatTried,)
    draws: ClassVar = (
        check_for("sleight_of_hand", "sleight_of_hand"),
        check_for("notice", "perception", by="anybody"),
    )
    reasons: ClassVar = {
        "nothing_noticed": "The seat has noticed no cheat that it could denounce.",
        "out_of_round": "The seat is out of the round: it neither denounces nor inspects.",
        "round_not_closing": "The round is not at its closing step.",
    }
    labels: ClassVar = Labels(
        commands={
            "denounce": CommandLabel(
                "Denounce",
                "Say aloud that somebody cheats, as you have noticed.",
                {"target": ValueLabel("Who", "The cheater.", "seat")},
            ),
            "say_nothing": CommandLabel("Say nothing", "Denounce nobody: the round can be paid out."),
            "end_closing": CommandLabel("Pay out", "Pay the round out without waiting for the other seats."),
        },
        questions={
            CLOSING: QuestionLabel(
                "Before the round is paid out",
                "If you noticed a cheat, denounce it now; otherwise say nothing.",
                {"denounce": "Everybody learns of it.", "say_nothing": "You denounce nobody."},
            ),
        },
        phases={CLOSING: Label("Closing", "Cheats can still be denounced before the round is paid out.")},
        statuses={CAUGHT: Label("Denounced", "Was denounced as a cheater, and is out of the round.")},
        notes={
            NOTICED: Label("You noticed a cheat", "You can denounce it until the round is paid out."),
        },
        checks={
            "sleight_of_hand": Label("Sleight of Hand", "To cheat unseen."),
            "perception": Label("Perception", "To notice a cheat."),
        },
        details=DetailLabels(
            seat={
                "cheated": DetailLabel("Cheated", "Has cheated in this round; it and the GM know.", "flag"),
                "denounced": DetailLabel("Denounced", "Was denounced as a cheater in this round.", "flag"),
            }
        ),
    )
    game: Uses[AnyTrickGame] = Uses(TrickGame)

    # Cheating, and who notices

    def attempt(self, table: AnyTable, dice: Dice, seat: str) -> Generator[Event, None, bool]:
        """A seat cheats: Sleight of Hand against the Perception of everybody else, including the House and watchers.

        Seats that roll higher get a note. Only the GM sees the rolls of the others. Returns whether the House
        has noticed, which denounces the cheat at once.
        """
        kind = self.game.plays_with
        yield CheatTried(to=seat_viewer(seat), seat=seat)
        hidden = skill_check(
            table,
            dice,
            seat,
            "sleight_of_hand",
            kind,
            purpose="sleight_of_hand",
            to=seat_viewer(seat),
            with_marked_cards=True,
        )
        yield hidden
        for other in self._watchful(table, seat):
            seen = skill_check(table, dice, other, "perception", kind, purpose="notice", to=GM_ONLY)
            yield seen
            if seen.total > hidden.total:
                yield Told(to=seat_viewer(other), seat=other, kind=NOTICED, facts={"about": seat})
        perception = table.options.house_perception
        house = roll_check(dice, HOUSE, "perception", perception, purpose="notice", to=GM_ONLY)
        yield house
        return house.total > hidden.total

    @staticmethod
    def _watchful(table: AnyTable, seat: str) -> list[str]:
        """All others at the table, but only those watchers that have a character sheet."""
        others = [other for other in table.present() if other.seat != seat]
        return [other.seat for other in others if other.kind != "watcher" or has_sheet(other)]

    @fold(CheatTried)
    def _tried(self, table: AnyTable, event: CheatTried) -> None:
        tricks_of(table).cheated.append(event.seat)

    @fold(Told)
    def _told(self, table: AnyTable, event: Told) -> None:
        if event.kind == NOTICED or (event.kind == INSPECTED and event.facts["found"]):
            tricks_of(table).noticed.setdefault(event.seat, []).append(event.facts["about"])

    _tried_aloud = says(CheatTried, "In secret, {seat} cheats.")

    @sentence(Told, kind=NOTICED)
    def _noticed_aloud(self, table: AnyTable, event: Told) -> str:
        return f"{name_of(table, event.seat)} notices that {name_of(table, event.facts['about'])} cheats."

    # Denouncing

    @offers(Denounce)
    def may_denounce(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """At any time of the round: a seat whose cheat was noticed, or whose set was found to be crooked.

        Being denounced settles all that was noticed before. With `caught: nothing`, later cheats can be denounced, too.
        """
        noticed = dict.fromkeys(tricks_of(table).noticed.get(seat, ()))
        left = [one for one in noticed if not has_forfeited(table, one)]
        if left and is_out(table, seat):
            yield Refusal("denounce", *OUT_OF_THE_ROUND)
        elif left:
            yield Action(type="denounce", params={"target": Choices(choices=left)})
        else:
            yield Refusal("denounce", "nothing_noticed", "You have noticed no cheat that you could denounce.")

    @act(Denounce)
    def denounce(self, table: AnyTable, dice: Dice, seat: str, command: Denounce) -> Iterator[Event]:
        """Everybody learns of it; with `caught: forfeit`, the cheater is out."""
        return self.denounced(table, dice, command.target, by=seat)

    def denounced(self, table: AnyTable, dice: Dice, seat: str, by: str) -> Iterator[Event]:
        """A cheater is denounced, by a seat or the House; once is enough for a cheater who forfeits the round."""
        if has_forfeited(table, seat):
            return
        yield Denounced(seat=seat, by=by)
        if table.options.caught == "forfeit" and self.game.is_still_in(table, seat):
            yield StatusChanged(seat=seat, status=CAUGHT, why="denounced")
            yield from self.game.forfeit(table, dice, seat)

    @fold(Denounced)
    def _denounced(self, table: AnyTable, event: Denounced) -> None:
        tricks = tricks_of(table)
        tricks.denounced.append(event.seat)
        tricks.noticed = {seat: [one for one in seen if one != event.seat] for seat, seen in tricks.noticed.items()}

    @sentence(Denounced)
    def _denounced_aloud(self, table: AnyTable, event: Denounced) -> str:
        return f"{opening_name(table, event.by)} denounces {name_of(table, event.seat)} as a cheater."

    _caught_aloud = says(StatusChanged, "{seat} is out of the round.", status=CAUGHT, why="denounced")

    @seat_details
    def _details(self, table: AnyTable, seat: str) -> dict[str, Any]:
        """`cheated`: shown to the seat itself and the GM. `denounced`: shown to all."""
        tricks = tricks_of(table)
        known: dict[str, Any] = {"cheated": True} if seat in tricks.cheated else {}
        return {**known, "denounced": True} if seat in tricks.denounced else known

    # The closing step

    def close(self, table: AnyTable) -> Iterator[Event]:
        """Where cheating is on, a round is paid out once everybody has had the chance to denounce a cheater.

        All are asked, so that nobody can see who has noticed something.
        """
        yield PhaseBegan(phase=CLOSING)
        yield QuestionAsked(seats=[seat.seat for seat in table.playing() if not seat.gone], question=CLOSING)

    @offers(SayNothing)
    def may_say_nothing(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Once, at the closing step."""
        if table.question == CLOSING and seat in table.to_act:
            yield Action(type="say_nothing")
        else:
            yield Refusal("say_nothing", "round_not_closing", "You are asked before the round is paid out.")

    @act(SayNothing)
    def say_nothing(self, table: AnyTable, dice: Dice, seat: str, command: SayNothing) -> Iterator[Event]:
        """The last seat to say nothing ends the closing step."""
        return self.without(table, dice, seat)

    def without(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The closing step no longer waits for a seat, which has said nothing or left."""
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
            if not table.to_act:
                yield from self.game.finish(table, dice)

    @on_timeout(CLOSING)
    def _close_for_slow_seats(self, table: AnyTable, seat: str) -> Timeout:
        return Timeout(None, EndClosing())

    @gm_offers(EndClosing)
    def may_end(self, table: AnyTable) -> Iterator[Offer]:
        """The GM need not wait for everybody."""
        if table.phase == CLOSING:
            yield Action(type="end_closing")
        elif is_on(table):
            yield Refusal("end_closing", "round_not_closing", "The round is not about to be paid out.")

    @gm_act(EndClosing)
    def end(self, table: AnyTable, dice: Dice, command: EndClosing) -> Iterator[Event]:
        """The closing step ends without the remaining answers."""
        for seat in list(table.to_act):
            yield QuestionAnswered(seat=seat)
        yield from self.game.finish(table, dice)

    _closing_aloud = says(PhaseBegan, "Before the round is paid out, cheats can be denounced.", phase=CLOSING)
    _said_nothing_aloud = silent(QuestionAnswered)
