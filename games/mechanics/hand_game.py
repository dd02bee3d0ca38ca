"""Hands of hidden dice: an ante, three rounds each with dice and a betting, and a showdown. (Seeds 003, card games.)

A game says which dice are rolled in each round (`deal`), how hands `rank`, and what they are called (`shown`). Hands
that need not be shown stay hidden.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from events.dice import Dice
from events.event import Event
from events.gaming_sets import SetKind
from events.round_events import PhaseBegan, QuestionAnswered, RoundEnded, StatusChanged
from games.engine.chapter import Chapter, Uses, round_details
from games.mechanics.antes import Ante, able_to_pay
from games.mechanics.betting import LEFT, Bets, Betting, HandBegan, contenders
from games.mechanics.sentences import says
from games.mechanics.showdown import Showdown
from games.mechanics.tricks.bluffing import Bluffing, Bluffs
from games.mechanics.tricks.game import CLOSING, IN_THE_CUP, TrickGame, TrickOptions, Tricks, is_on, share_pot
from games.mechanics.tricks.inspecting import Inspecting
from games.mechanics.tricks.noticing import Noticing
from projections.game import AnyTable, SecretGameOptions
from projections.labels import DetailLabel, DetailLabels, Label, Labels, labelled

BETTINGS: Final = ("first_betting", "second_betting", "third_betting")
"""The phases of a round, before the showdown: each follows dice."""
ORDINALS: Final = ("first", "second", "third")
NOBODY_WON: Final = "nobody_won"
"""The outcome if all seats still in were denounced, and the reason for the others' share of the pot."""
_SHOWDOWN: Final = "showdown"


class HandOptions(SecretGameOptions, TrickOptions, frozen=True, kw_only=True):
    """The options of every game of hidden hands."""

    unseal: Annotated[
        Literal["dispute", "round"],
        Meta(
            description="When a round's seed, which reveals folded hands too, is published: only by the GM, "
            "or with its last entry"
        ),
        labelled("Show the seed", round="When the round ends", dispute="When the GM decides"),
    ] = "dispute"
    ante_cp: Ante = 500


class Hands(msgspec.Struct, kw_only=True):
    """The bets of the round, and what each seat won of them (copper)."""

    betting: Bets = msgspec.field(default_factory=Bets)
    won_cp: dict[str, int] = {}
    tricks: Tricks = msgspec.field(default_factory=Tricks)
    bluffs: Bluffs = msgspec.field(default_factory=Bluffs)


OptionsT = TypeVar("OptionsT", bound=HandOptions)
HandsT = TypeVar("HandsT", bound=Hands)


TRICKS: Final[tuple[type[Chapter], ...]] = (Noticing, Inspecting)
"""The chapters on cheating of all these games, after the one on how to cheat."""


class HandGame(Bluffing, Betting, Showdown, TrickGame[OptionsT, HandsT]):
    """Everybody bets on dice that nobody else sees; seats that fold show nothing. Equal hands share a pot.

    `chapters` begin with those on how to cheat, and end with `TRICKS`.
    """

    labels: ClassVar = Labels(
        phases={
            BETTINGS[0]: Label("First betting", "On the dice of the first round."),
            BETTINGS[1]: Label("Second betting", "On the dice of two rounds."),
            BETTINGS[2]: Label("Third betting", "On all dice; the showdown follows."),
            _SHOWDOWN: Label("Showdown", "Those still in show their dice; the best hand takes the pot."),
        },
        outcomes={
            "won": Label("Won", "One seat took all that lay in the pot."),
            "split": Label("Split", "Several seats won a pot, or a share of one."),
            NOBODY_WON: Label(
                "All denounced", "Nobody could win any more: the others share the pot, or the House takes it."
            ),
        },
        coins={NOBODY_WON: Label("Share of the pot", "All who were still in were denounced.")},
        details=DetailLabels(
            table={"betting": DetailLabel("Betting", "The first, the second or the third of the round.", "count")}
        ),
    )
    min_seats = 2
    max_seats = 12
    plays_with: ClassVar[SetKind] = "card"
    noticing = Uses(Noticing)

    # What a game decides

    @abstractmethod
    def deal(self, table: AnyTable, dice: Dice, number: int) -> Iterator[Event]:
        """The dice of the first, second or third round (`number` 1 to 3). Dice under cups are asked about here."""

    @abstractmethod
    def shown(self, table: AnyTable, seat: str) -> Event:
        """The hand that a seat shows at the showdown."""

    # A round: antes, dice and a betting three times, and the showdown

    def entrants(self, table: AnyTable) -> list[str]:
        """The seats that can pay the ante."""
        return able_to_pay(table, table.options.ante_cp)

    def open_round(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """Everybody pays the ante before the first dice."""
        yield HandBegan()
        yield from self.set_out(table)
        for seat in table.order:
            yield from self.ante(table, seat, table.options.ante_cp)
        yield from self._bet_on(table, dice, 1)

    def _bet_on(self, table: AnyTable, dice: Dice, number: int) -> Iterator[Event]:
        """All seats still in get dice, even all-in ones. The betting opens once no dice are under a cup."""
        yield from self.deal(table, dice, number)
        if not (table.question == IN_THE_CUP and table.to_act):
            yield from self._open_betting(table, dice, number)

    def _open_betting(self, table: AnyTable, dice: Dice, number: int) -> Iterator[Event]:
        """The first seat still in begins."""
        yield PhaseBegan(phase=BETTINGS[number - 1])
        yield from self.begin(table, dice, table.order[0])

    def after(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """The next dice follow. After the third betting, or if only one seat is left, the round ends."""
        number = betting_number(table)
        if len(contenders(table)) > 1 and number < len(BETTINGS):
            yield from self._bet_on(table, dice, number + 1)
            return
        if len(contenders(table)) > 1:
            yield from self._show_hands(table)
        yield from self.noticing.close(table) if is_on(table) else self.finish(table, dice)

    def finish(self, table: AnyTable, dice: Dice) -> Iterator[Event]:
        """The pots are won, and the round is over. If all seats still in were denounced, the others share the pot."""
        if not contenders(table):
            yield from share_pot(table, NOBODY_WON)
            return
        yield from self.win_pots(table, dice)
        won_cp = dict(table.state.won_cp)
        outcome = "won" if len(won_cp) == 1 else "split"
        yield RoundEnded(round=table.round, outcome=outcome, winners=list(won_cp), won_cp=won_cp)

    def _show_hands(self, table: AnyTable) -> Iterator[Event]:
        yield PhaseBegan(phase=_SHOWDOWN)
        yield from self.show_hidden_dice(table)
        for seat in contenders(table):
            yield self.shown(table, seat)

    @round_details
    def _betting_number(self, table: AnyTable) -> dict[str, Any]:
        return {"betting": betting_number(table) or None}

    _second_aloud = says(PhaseBegan, "The second betting opens.", phase=BETTINGS[1])
    _third_aloud = says(PhaseBegan, "The third and last betting opens.", phase=BETTINGS[2])
    _showdown_aloud = says(PhaseBegan, "The hands are shown.", phase=_SHOWDOWN)

    # Leaving

    def leave(self, table: AnyTable, seat: str, dice: Dice) -> Iterator[Event]:
        """A seat that leaves folds: what it paid stays, and its dice stay hidden. In the closing step it cannot
        fold."""
        if table.phase != CLOSING and seat in contenders(table):
            yield StatusChanged(seat=seat, status=LEFT, why="left")
            yield from self.play_on_without(table, dice, seat)
        if table.phase == CLOSING:
            yield from self.noticing.without(table, dice, seat)

    def play_on_without(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The round continues without a seat, in a betting or while dice are under cups."""
        if table.question != IN_THE_CUP:
            yield from self.go_on_without(table, dice, seat)
            return
        if seat in table.to_act:
            yield QuestionAnswered(seat=seat)
        yield from self.when_shown(table, dice, seat)

    # Dice under cups

    def when_shown(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """Once all dice are uncovered, the next betting opens. A seat left alone has won."""
        if len(contenders(table)) < 2:
            yield from self.after(table, dice)
        elif not table.to_act:
            yield from self._open_betting(table, dice, betting_number(table) + 1)

    # Bluffing

    def is_betting(self, table: AnyTable) -> bool:
        """Not while dice are under cups, nor once the hands are shown."""
        return betting_number(table) > 0 and table.question != IN_THE_CUP

    def marked_cards_help(self, table: AnyTable) -> bool:
        """Where cheating is on."""
        return is_on(table)

    # Cheating

    def is_still_in(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat contests a pot."""
        return seat in contenders(table)

    def forfeit(self, table: AnyTable, dice: Dice, seat: str) -> Iterator[Event]:
        """The others play on for the pot."""
        if table.phase != CLOSING:
            yield from self.play_on_without(table, dice, seat)


def betting_number(table: AnyTable) -> int:
    """The number of the current betting, from 1; 0 if there is none now."""
    return BETTINGS.index(table.phase) + 1 if table.phase in BETTINGS else 0
