"""Cheating with the House's dice: an instruction given in secret with the bet. (Rulings, "Cheat".)"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

from events.accounts import HOUSE
from events.audience import GM_ONLY, seat_viewer
from events.dice import Dice
from events.event import CommandV1, Event, HiddenV1, namespaced
from events.round_events import DiceShown, DiceThrown, DieRerolledSecretly
from games.chapter import Chapter, Uses, act, fold, offers, seat_details
from games.drawn import Drawn
from games.mechanics.house_bets import GONE, HouseBets
from games.mechanics.sentences import says, sentence
from games.mechanics.throwing import throw_several
from games.mechanics.tricks.game import CAUGHT, HAND, PALMED, tricks_of
from games.mechanics.tricks.noticing import Noticing
from projections.actions import Action, Choices, Offer, Refusal
from projections.chronicle import listed, name_of
from projections.game import AnyTable
from projections.labels import CommandLabel, DetailLabel, DetailLabels, Labels, ValueLabel

MOST_CHEATS: Final = 12
"""How often cheats can throw the House's dice again in a round: once for each seat."""


BY_NUMBER: Final = {"0": "Die 1", "1": "Die 2", "2": "Die 3"}
"""The names of the House's dice in games in which they look alike."""


def planned_with(names: Mapping[str, str]) -> DetailLabel:
    """The label of the detail that has a seat's planned cheat."""
    return DetailLabel("Plans to cheat", "The House’s die that it throws again if it would lose.", "die", names)


class Cheat(CommandV1, frozen=True, kw_only=True):
    """Throw the House's die `n` again in secret if you would lose."""

    n: int


class CheatPlanned(HiddenV1, frozen=True, kw_only=True, tag=namespaced("tricks")):
    """A seat plans to throw the House's die `n` again if it would lose."""

    seat: str
    n: int


class HouseThrows(HouseBets):
    """Bets on the House's next throw. A game says which dice it throws, and how sentences show their faces."""

    @abstractmethod
    def thrown(self, table: AnyTable) -> tuple[int, int]:
        """How many dice the House throws, and with how many sides."""

    def in_words(self, faces: Sequence[int]) -> str:
        """The faces of the House's dice, in the order of their numbers."""
        return listed([str(face) for face in faces])


class HouseDice(Chapter):
    """A cheat is planned before the throw and carried out unseen, so the throw shows nothing of it."""

    events: ClassVar = (CheatPlanned,)
    reasons: ClassVar = {
        "cheated_already": "A seat can cheat once a round.",
        "not_betting_now": "Cheats are planned while bets are made.",
    }
    labels: ClassVar = Labels(
        commands={
            "cheat": CommandLabel(
                "Plan a cheat",
                "If you would lose, throw a die of the House again: Sleight of Hand against everybody’s Perception.",
                {"n": ValueLabel("Die", "Which of the House’s dice.", "die", BY_NUMBER)},
            ),
        },
        details=DetailLabels(seat={"plans": planned_with(BY_NUMBER)}),
    )
    noticing = Uses(Noticing)
    bets = Uses(HouseThrows)

    @offers(Cheat)
    def may_cheat(self, table: AnyTable, seat: str) -> Iterator[Offer]:
        """Once a round, by a seat that is asked for its bet."""
        if seat not in table.to_act or table.question not in self.bets.bet_questions:
            yield Refusal("cheat", "not_betting_now", "Plan a cheat while you are asked for your bet.")
        elif seat in tricks_of(table).instructions:
            yield Refusal("cheat", "cheated_already", "You have planned a cheat for this round.")
        else:
            count, sides = self.bets.thrown(table)
            dice = Choices(choices=list(range(count)), of=HOUSE, die=f"d{sides}")
            yield Action(type="cheat", params={"n": dice})

    @act(Cheat)
    def cheat(self, table: AnyTable, dice: Dice, seat: str, command: Cheat) -> Iterator[Event]:
        """Only the seat and the GM know."""
        yield CheatPlanned(to=seat_viewer(seat), seat=seat, n=command.n)

    @fold(CheatPlanned)
    def _planned(self, table: AnyTable, event: CheatPlanned) -> None:
        tricks_of(table).instructions[event.seat] = event.n

    _planned_aloud = says(CheatPlanned, "In secret, {seat} plans to throw one of the House’s dice again.")

    def throw(self, table: AnyTable, dice: Dice, count: int, sides: int) -> Iterator[Event]:
        """The House throws. Seats that planned to cheat and would lose do so in turn; then the dice are shown."""
        yield from throw_several(dice, HOUSE, "house", sides, range(count), place=HAND, to=GM_ONLY)
        noticed: list[str] = []
        for seat in table.order:
            n = tricks_of(table).instructions.get(seat)
            if n is None or table.seats[seat].status in (GONE, CAUGHT) or not self._would_lose(table, seat):
                continue
            seen = yield from self.noticing.attempt(table, dice, seat)
            draw = dice.roll(HOUSE, PALMED, sides)
            yield DieRerolledSecretly(to=GM_ONLY, seat=HOUSE, n=n, by=seat, why=PALMED, draw=draw)
            noticed += [seat] if seen else []
        shown = [die.face or 0 for die in table.house_dice]
        yield DiceShown(seat=HOUSE, ns=list(range(count)), faces=shown)
        for seat in noticed:
            yield from self.noticing.denounced(table, dice, seat, by=HOUSE)

    def _would_lose(self, table: AnyTable, seat: str) -> bool:
        """Whether a seat would get back less than it has bet."""
        stakes = self.bets.stakes_of(table, seat)
        return sum(self.bets.back_cp(table, stake) - stake.amount_cp for stake in stakes) < 0

    @sentence(DiceThrown, seat=HOUSE, place=HAND)
    def _thrown_aloud(self, table: AnyTable, event: DiceThrown) -> str:
        if event.draws is None:
            return "The House throws."
        return f"The House throws {self.bets.in_words([draw.face for draw in event.draws])}, still covered."

    @sentence(DieRerolledSecretly, seat=HOUSE)
    def _palmed_aloud(self, table: AnyTable, event: DieRerolledSecretly) -> str:
        return f"In secret, {name_of(table, event.by)} throws a die of the House again: {event.draw.face}."

    @sentence(DiceShown, seat=HOUSE)
    def _shown_aloud(self, table: AnyTable, event: DiceShown) -> str:
        return f"The House’s dice show {self.bets.in_words(event.faces)}."

    @seat_details
    def _details(self, table: AnyTable, seat: str) -> dict[str, Any]:
        planned = tricks_of(table).instructions.get(seat)
        return {} if planned is None else {"plans": planned}


def house_covered(count: int, *sides: int) -> tuple[Drawn, ...]:
    """The declarations of the House's one throw in a round, and of its dice that seats throw again in secret.

    Each of twelve seats can do so once.
    """
    where = {"place": ("open", HAND)}
    return (
        Drawn(purpose="house", sides=sides, event=DiceThrown, by="house", most=count, where=where),
        Drawn(
            purpose=PALMED,
            sides=sides,
            event=DieRerolledSecretly,
            by="house",
            most=MOST_CHEATS,
            where={"why": (PALMED,)},
        ),
    )
