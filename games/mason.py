"""Mason: throw six dice; those that show 4 or more count and are thrown again, until none does. (Seeds 003.)"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal, get_args

import msgspec
from msgspec import Meta

from events.accounts import HOUSE, POT
from events.dice import Dice
from events.event import Command, CommandV1, Event
from events.round_events import PhaseBegan, RoundEnded, StatusChanged, TurnBegan
from games.engine.chapter import Chapter, act, fold, offers, on_timeout, seat_details
from games.mechanics.coins import pay, payee_of, shares
from games.mechanics.race import (
    FORFEITED,
    RACING,
    RACING_PHASE,
    TRICKS,
    Points,
    PointsCounted,
    Race,
    RaceGame,
    RaceOptions,
    dice_of_a_race,
)
from games.mechanics.sentences import says
from games.mechanics.tricks.game import CAUGHT, has_forfeited, is_on
from projections.actions import Action, Offer
from projections.labels import NEVER, CommandLabel, DetailLabel, DetailLabels, Label, Labels, QuestionLabel, labelled
from projections.table import Table

DICE: Final = 6
SIDES: Final = 6
COUNTS_FROM: Final = 4
"""The lowest face that counts, and is thrown again."""
MOST_THROWN_AGAIN: Final = 100
"""How often dice are thrown again in one turn before it is certain that they never stop."""

Target = Literal[
    0, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
    48, 49, 50,
]  # fmt: skip
"""The target of High-Round Mason; 0: one round decides."""

EXPOSED: Final = "exposed"
BEATEN: Final = "beaten"
REJOINED: Final = "others_denounced"
"""The reason why a beaten seat is in play again."""


class Throw(CommandV1, frozen=True, kw_only=True):
    """Throw the six dice, and those that count again, until none does."""


class Options(RaceOptions, frozen=True, kw_only=True):
    """What a GM may set for a table of Mason."""

    target: Annotated[
        Target,
        Meta(description="The score that wins High-Round Mason, 20 to 50; 0: one round decides"),
        labelled(
            "High-Round target", **{str(score): str(score) if score else "One round" for score in get_args(Target)}
        ),
    ] = 0


class Scores(Points):
    """Points, and by seat the faces that counted in each throw of its last turn."""

    counted: dict[str, list[list[int]]] = msgspec.field(default_factory=dict[str, list[list[int]]])


MasonTable = Table[Options, Scores]


class Rounds(Race):
    """Everybody throws in turn. Only a completed round of throws decides, so going first is no advantage."""

    contest = "game"
    labels: ClassVar = Labels(
        phases={"racing": Label("Throwing", "Everybody throws in turn, and the highest score wins.")},
        statuses={
            RACING: Label("In play", "Can still win."),
            FORFEITED: Label("Forfeited", "Has left the game, and its ante stays in the pot."),
            BEATEN: Label("Beaten", "Others are tied above it, and throw again among themselves."),
            EXPOSED: Label("Exposed", "Its dice never stopped counting, and it is out of the game."),
        },
        outcomes={
            "won": Label("Won", "Somebody had the highest score, or was the last seat in play."),
            "nobody_won": NEVER,
            "all_out": Label("Nobody", "All were out, and the antes went back."),
        },
        coins={
            "ante": Label("Ante", "What the game costs to join."),
            "nobody_won": NEVER,
            "ante_returned": Label("Ante back", "All were out, and nobody won the pot."),
        },
        details=DetailLabels(
            table={
                "at_risk": DetailLabel("Counted", "The dice that have counted this turn.", "count", show=False),
                "target": DetailLabel("Target", "The score that wins High-Round Mason.", "count"),
            },
            seat={
                "points": DetailLabel("Score", "How many of its dice have counted.", "count"),
                "counted": DetailLabel(
                    "Dice that counted", "In each throw of its last turn, in their order.", "list", show=False
                ),
            },
        ),
    )

    @fold(TurnBegan)
    def _throws_anew(self, table: MasonTable, event: TurnBegan) -> None:
        table.state.counted[event.seat] = []

    @fold(PointsCounted)
    def _counting_dice(self, table: MasonTable, event: PointsCounted) -> None:
        """They lie open until they are thrown again."""
        dice = table.seats[event.seat].dice
        faces = [die.face for die in dice if die.face is not None and die.face >= COUNTS_FROM]
        table.state.counted.setdefault(event.seat, []).append(faces)

    @seat_details
    def _counted_details(self, table: MasonTable, seat: str) -> dict[str, Any]:
        counted = table.state.counted.get(seat)
        return {"counted": counted} if counted else {}

    def after_banking(self, table: MasonTable, seat: str) -> Iterator[Event]:
        """Nobody wins before all have thrown."""
        return self.next_turn(table, seat)

    def next_turn(self, table: MasonTable, seat: str) -> Iterator[Event]:
        """The next seat in order throws, and its dice stay where they are. After the last one, the round counts."""
        behind = table.order[table.order.index(seat) + 1 :]
        waiting = [other for other in behind if table.seats[other].status == RACING]
        if waiting:
            yield TurnBegan(seat=waiting[0])
        else:
            yield from self._count_up(table, table.with_status(RACING))

    def _count_up(self, table: MasonTable, racing: list[str]) -> Iterator[Event]:
        """With a target, once it is reached, the highest score wins. Seats that share it throw again, and no others."""
        if not racing:
            yield from self.noticing.close(table) if is_on(table) else self.nobody_wins(table)
            return
        leading = self.leading(table, racing)
        if len(leading) == 1:
            yield from self.win(table, leading[0])
            return
        yield from self.throw_off(table, racing, leading)

    def leading(self, table: MasonTable, racing: Sequence[str]) -> Sequence[str]:
        """All seats until the target is reached, then those with the highest score. A single leader has won."""
        scores = {seat: table.state.banked[seat] for seat in racing}
        best = max(scores.values())
        return [seat for seat in racing if scores[seat] == best] if best >= self.target(table) else racing

    def throw_off(self, table: MasonTable, racing: Sequence[str], leading: Sequence[str]) -> Iterator[Event]:
        """Only the leading seats throw again."""
        for seat in racing:
            if seat not in leading:
                yield StatusChanged(seat=seat, status=BEATEN, why="fewer_points")
        yield TurnBegan(seat=leading[0])

    def winner_among(self, table: MasonTable, racing: Sequence[str]) -> str | None:
        """The scores of the seats that were not denounced decide, or those of beaten seats if there are no others."""
        left = racing or _rejoining(table)
        leading: Sequence[str] = self.leading(table, left) if left else ()
        return leading[0] if len(leading) == 1 else None

    def race_on(self, table: MasonTable, racing: Sequence[str]) -> Iterator[Event]:
        """Without the denounced winner, several seats share the highest score, or none has reached the target."""
        return self.throw_off(table, racing, self.leading(table, racing))

    def nobody_wins(self, table: MasonTable) -> Iterator[Event]:
        """Beaten seats that share the lead throw on. If all are out, antes go back; the House keeps a cheater's."""
        rejoining = _rejoining(table)
        if rejoining:
            leading = self.leading(table, rejoining)
            yield PhaseBegan(phase=RACING_PHASE)
            for seat in leading:
                yield StatusChanged(seat=seat, status=RACING, why=REJOINED)
            yield TurnBegan(seat=leading[0])
            return
        for seat, share_cp in shares(table.balance(POT), dict.fromkeys(table.order, 1)).items():
            lost = has_forfeited(table, seat)
            yield from pay(POT, HOUSE if lost else payee_of(table, seat), share_cp, "ante_returned")
        yield RoundEnded(round=table.round, outcome="all_out", winners=[], won_cp={})

    _beaten_aloud = says(StatusChanged, "{seat} is beaten.", status=BEATEN)
    _rejoined_aloud = says(StatusChanged, "{seat} is in play again.", status=RACING, why=REJOINED)
    _exposed_aloud = says(StatusChanged, "{seat}’s dice never stop: {seat} is exposed, and out.", status=EXPOSED)


def _rejoining(table: MasonTable) -> list[str]:
    """The beaten seats still at the table, once all above them are out and at least one of these was denounced."""
    beaten = table.with_status(BEATEN) if table.with_status(CAUGHT) else []
    return [seat for seat in beaten if not table.seats[seat].gone]


class Mason(RaceGame[Options, Scores]):
    """A turn is one command: the only decision is when to throw."""

    id = "mason"
    version = 1
    name = "Mason"
    summary = "Throw six dice, and those that show 4 or more again and again: each of them counts, and the most win."
    how_to_play = (
        "Throw six dice: each 4, 5 or 6 is a point, and is thrown again.",
        "That goes on until no die shows 4 or more. Then the next seat throws.",
        "The highest score wins. Seats that share it throw again.",
    )
    options = Options
    state = Scores
    chapters: ClassVar[tuple[type[Chapter], ...]] = (Rounds, *TRICKS)
    labels: ClassVar = Labels(
        commands={
            "throw": CommandLabel(
                "Throw",
                f"Throw six dice, then those from {COUNTS_FROM} on again, until there are none. Each of them counts.",
            ),
        },
        questions={
            "turn": QuestionLabel("Your turn", "Throw your dice.", {"throw": "All your dice fall, to the last."}),
        },
    )
    draws: ClassVar = dice_of_a_race("mason", SIDES)

    @offers(Throw)
    def may_throw(self, table: MasonTable, seat: str) -> Iterator[Offer]:
        """Once, on the seat's own turn."""
        yield Action(type="throw")

    @act(Throw)
    def throw(self, table: MasonTable, dice: Dice, seat: str, command: Throw) -> Iterator[Event]:
        """All six dice fall."""
        return self.race.throw(table, dice, seat, "mason", SIDES, range(DICE))

    def when_shown(self, table: MasonTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The dice that count are thrown again until none does. Dice that never stop expose the seat, which is out.

        All these throws are one act, so nobody can cheat between them. Weighted dice fall as their set makes them.
        """
        for _ in range(MOST_THROWN_AGAIN):
            ns = counting(table, seat)
            if not ns:
                break
            yield from self.race.count(table, seat, len(ns))
            yield from self.cup.throw_several(table, dice, seat, "mason", SIDES, ns)
            yield from self.cup.uncover(table, seat)
        still = counting(table, seat)
        if not still:
            yield from self.race.bank(table, seat)
            return
        yield from self.race.count(table, seat, len(still))
        yield StatusChanged(seat=seat, status=EXPOSED, why="dice_never_stop")
        yield from self.race.lose_turn(table, seat)

    @on_timeout()
    def _throw_for_slow_seats(self, table: MasonTable, seat: str) -> Command:
        return Throw()


def counting(table: MasonTable, seat: str) -> list[int]:
    """The dice of a seat that count, and are thrown again."""
    return [die.n for die in table.seats[seat].dice if (die.face or 0) >= COUNTS_FROM]
