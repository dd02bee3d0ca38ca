"""Trickster's Tavern: liar's dice with dice of every size, wildcards and class cards. (Seeds 002.)"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from events.dice import Dice
from events.event import Event
from events.round_events import DiceTakenUp, QuestionAnswered, StatusChanged, TurnBegan
from games.engine.chapter import Chapter, Uses
from games.engine.rulebook import Barred, Rulebook
from games.mechanics.antes import able_to_pay, pay_antes
from games.trickster.abilities import ManualAbilities
from games.trickster.betting import Betting
from games.trickster.cards.checking import problems
from games.trickster.cards.standard import STANDARD_CARDS
from games.trickster.challenge import Challenges
from games.trickster.classes import Classes
from games.trickster.effects import Effects
from games.trickster.options import FEWEST_SEATS, MOST_SEATS, Options
from games.trickster.powers import Powers
from games.trickster.rounds import Rounds
from games.trickster.state import BETTING, CHOOSING_CLASSES, LEFT, State, TricksterTable, next_in, still_in


class Trickster(Rulebook[Options, State]):
    """Trickster's Tavern: a whole game, until one seat is left, is one round of the log."""

    id = "trickster"
    version = 1
    name = "Trickster’s Tavern"
    summary = (
        "Liar’s dice with dice of all sizes and a class of your own: bet on what lies under all cups, "
        "call the others’ bluffs, and be the last with dice."
    )
    how_to_play = (
        "Take a class, with its dice and abilities. Throw your dice under your cup.",
        "Bet how many dice of a value lie under all cups: raise the bet, or call Liar.",
        "Whoever was wrong loses a die. The last with dice wins.",
    )
    min_seats = FEWEST_SEATS
    max_seats = MOST_SEATS
    options = Options
    state = State
    chapters: ClassVar[tuple[type[Chapter], ...]] = (
        Classes,
        Rounds,
        Betting,
        Challenges,
        Effects,
        Powers,
        ManualAbilities,
    )
    reasons: ClassVar = {"not_in_game": "Only seats that are still in the game can do this."}
    classes = Uses(Classes)
    challenges = Uses(Challenges)

    def entrants(self, table: TricksterTable) -> list[str]:
        """The seats that can pay the ante."""
        return able_to_pay(table, table.options.ante_cp)

    def explain_options(self, given: Mapping[str, Any]) -> str | None:
        """What is wrong with the GM's own cards: which card, which field, and what is allowed."""
        taken = [] if given.get("standard_cards") is False else [card.name for card in STANDARD_CARDS]
        found = problems(given.get("cards", []), taken)
        return str(found[0]) if found else None

    def open_round(self, table: TricksterTable, dice: Dice) -> Iterator[Event]:
        """Antes, then classes."""
        yield from pay_antes(table.order, table.options.ante_cp)
        yield from self.classes.open(table, dice)

    def barred(self, table: TricksterTable, seat: str) -> Barred | None:
        """Seats that are out can do nothing any more."""
        if not table.seats[seat].playing:
            return Barred(code="not_in_game", detail="You do not play in this game.")
        out = seat not in still_in(table)
        return Barred(code="not_in_game", detail="You are out of this game.") if out else None

    def leave(self, table: TricksterTable, seat: str, dice: Dice) -> Iterator[Event]:
        """The dice of a seat that leaves count until the challenge, and its bet stands. The last seat left wins."""
        if seat not in still_in(table):
            return
        yield StatusChanged(seat=seat, status=LEFT, why="left")
        left = still_in(table)
        if len(left) == 1:
            yield from self.challenges.win(table, left[0])
        elif table.phase == CHOOSING_CLASSES:
            if table.seats[seat].dice:
                yield DiceTakenUp(seat=seat)
            if seat in table.to_act:
                yield QuestionAnswered(seat=seat)
            yield from self.classes.go_on(table, dice)
        elif table.phase == BETTING:
            if seat in table.to_act:
                yield TurnBegan(seat=next_in(table, seat))
        else:
            yield from self.challenges.go_on_without(table, dice, seat)
