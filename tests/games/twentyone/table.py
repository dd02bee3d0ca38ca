"""Given, when, then at a table of Twenty-One: each act names the faces that fall, and no other die falls.

table = betting(bri=(4, 9), odo=(6, 3))     # open die and hole die; the Cut let be
table.rolls("bri", "d10", 7)                # into the hand
events = table.lets_it_be("bri")
"""

from collections.abc import Mapping
from typing import Any, Final, cast

import msgspec
import pytest

from events.accounts import POT
from events.audience import GM, HOUSE, Viewer, seat_viewer
from events.character import ABILITIES, NOBODY_SPECIAL, Character
from events.event import Command, Event
from games.engine.aggregate import TableAggregate
from games.engine.decider import offers_of
from games.engine.legality import Refused
from games.installed import CATALOGUE
from games.mechanics.side_bets import SideBet
from games.table import (
    CloseTable,
    GiveCoins,
    Leave,
    OpenTable,
    RemoveSeat,
    SetOptions,
    StartRound,
    TakeCoins,
    VoidRound,
    resolve_options,
)
from games.twentyone.accusing import Accuse, CloseStaredown, Pass
from games.twentyone.betting import Fold, Hold, Roll
from games.twentyone.bump import Bump, Retaliate, Waive
from games.twentyone.cheating import Cheat
from games.twentyone.opening import Cut
from games.twentyone.skills import Foresight, Goad, Profile
from games.twentyone.state import Hand
from games.twentyone.turns import LetItBe
from games.twentyone.v3.skills import Reroll, Resist
from projections.actions import Action, Refusal
from projections.table import Note, Seat
from projections.views import DieView, SeatView
from tests.playing import TABLE, Playing, Sequence, StrictDealer, copied

ANTE: Final = 500
PURSE: Final = 10_000

Opening = tuple[int, int]
"""The open die and the hole die with which a seat begins."""
D20 = int | tuple[int, int]
"""A d20, or the two of a check at disadvantage."""


class TwentyOneTable(Playing):
    """A table of Twenty-One where nothing falls by chance."""

    @classmethod
    def opened(cls, game: str = "twentyone", **options: Any) -> "TwentyOneTable":
        """A table that was just opened, for these house rules."""
        dealer = StrictDealer()
        table = cls(CATALOGUE, TableAggregate(CATALOGUE, CATALOGUE.folding.blank(TABLE), dealer), dealer)
        resolved = resolve_options(CATALOGUE.rulebook(game), options)
        table.give(None, OpenTable(name="The Bent Copper", gm="Mo", game=game, options=resolved, seeded=True))
        return table

    def give(self, seat: str | None, command: Command, *, actor: str | None = None) -> list[Event]:
        events = super().give(seat, command, actor=actor)
        assert sum(self.table.accounts.values()) == 0
        assert self._somebody_can_act()
        assert self._offers_leak_nothing()
        assert self._goes_through_json()
        return events

    def _somebody_can_act(self) -> bool:
        if not self.table.running:
            return not self.table.to_act
        able = [
            seat
            for seat in self.table.to_act
            if any(action.type not in ("leave", "dispute") for action in self.actions(seat))
        ]
        return bool(able) and able == self.table.to_act

    def _offers_leak_nothing(self) -> bool:
        """What each seat is offered from what it sees is what it would be offered from the whole table."""
        rulebooks = self.catalogue.rulebooks
        return all(list(offers_of(self.table, rulebooks, seat)) == self.offers(seat) for seat in self.table.seats)

    def _goes_through_json(self) -> bool:
        """What is recorded reads back as it was written, and so does the table in a snapshot."""
        written = self.written[-1]
        read = self.catalogue.codec.decode(written.line)
        return list(read.events) == list(written.entry.events) and copied(self.catalogue, self.table) == self.table

    # The round

    def start_round(self, **openings: Opening) -> list[Event]:
        """Start a round in which each seat's open and hole die fall like this."""
        for seat, (visible, hole) in openings.items():
            self.load({(seat, "opening", 10): [visible], (seat, "hole", 10): [hole]})
        return self.give(None, StartRound())

    def cuts(self, seat: str, face: int) -> list[Event]:
        return self._with({(seat, "cut", 10): [face]}, seat, Cut())

    def rolls(self, seat: str, die: str, face: int, *, pay: str = "coins", save: int | None = None) -> list[Event]:
        """Buy a die that falls like this; `save` is the d20 of the save, where it is drunk for."""
        faces: dict[Sequence, list[int]] = {(seat, "bought", int(die[1:])): [face]}
        if save is not None:
            faces[seat, "tab", 20] = [save]
        command = Roll(die=cast("Any", die), pay=cast("Any", pay))
        return self._with(faces, seat, command)

    def drinks(self, seat: str, die: str, face: int, *, save: int) -> list[Event]:
        return self.rolls(seat, die, face, pay="drinks", save=save)

    def lets_it_be(self, seat: str) -> list[Event]:
        return self.give(seat, LetItBe())

    def buys(self, seat: str, die: str, face: int) -> list[Event]:
        """Buy a die and let it be; the events of its being set down."""
        self.rolls(seat, die, face)
        return self.lets_it_be(seat)

    def cheats(self, seat: str, n: int, change: int, natural: D20) -> list[Event]:
        return self._with({(seat, "cheat", 20): _faces(natural)}, seat, Cheat(n=n, change=change))

    def holds(self, *seats: str) -> list[Event]:
        """One after the other; the events of the last."""
        events: list[Event] = []
        for seat in seats:
            events = self.give(seat, Hold())
        return events

    def folds(self, *seats: str) -> list[Event]:
        """One after the other; the events of the last."""
        events: list[Event] = []
        for seat in seats:
            events = self.give(seat, Fold())
        return events

    def goads(self, seat: str, target: str, own: D20, insight: D20, *, skill: str = "intimidation") -> list[Event]:
        faces = {(seat, "goad", 20): _faces(own), (target, "goad_defence", 20): _faces(insight)}
        return self._with(faces, seat, Goad(target=target, skill=cast("Any", skill)))

    def bumps(
        self, seat: str, target: str, n: int, own: D20, defence: D20, *, to: tuple[int, int] | None = None
    ) -> list[Event]:
        """Bump die `n` of the target; `to` is (sides, face) of how it rolls again, where it does."""
        faces = {(seat, "bump", 20): _faces(own), (target, "bump_defence", 20): _faces(defence)}
        if to is not None:
            faces[target, "bumped", to[0]] = [to[1]]
        return self._with(faces, seat, Bump(target=target, n=n))

    def retaliates(self, seat: str, n: int, *, to: tuple[int, int]) -> list[Event]:
        """Pick die `n` of the bumper; `to` is (sides, face) of how it rolls again."""
        bumper = self.table.state.retaliation.bumper if self.table.state.retaliation else ""
        return self._with({(bumper, "retaliation", to[0]): [to[1]]}, seat, Retaliate(n=n))

    def foresees(self, seat: str, natural: D20, **coming: int) -> list[Event]:
        """Try Foresight; `coming` says how the next dice (d20, d10, d8, d6, d4) will fall."""
        faces: dict[Sequence, list[int]] = {(seat, "foresight", 20): _faces(natural)}
        faces.update({(seat, "bought", int(die[1:])): [face] for die, face in coming.items()})
        return self._with(faces, seat, Foresight())

    def profiles(self, seat: str, target: str, natural: D20) -> list[Event]:
        return self._with({(seat, "profile", 20): _faces(natural)}, seat, Profile(target=target))

    def resists(self, seat: str) -> list[Event]:
        return self.give(seat, Resist())

    def rerolls(self, seat: str, n: int, *, to: tuple[int, int]) -> list[Event]:
        """Pick the own die `n` after a bump with a natural 20; `to` is (sides, face) of how it rolls again."""
        return self._with({(seat, "free_reroll", to[0]): [to[1]]}, seat, Reroll(n=n))

    def accuses(self, seat: str, target: str, n: int) -> list[Event]:
        return self.give(seat, Accuse(target=target, n=n))

    def passes(self, *seats: str) -> list[Event]:
        """One after the other; the events of the last."""
        events: list[Event] = []
        for seat in seats:
            events = self.give(seat, Pass())
        return events

    def bets(self, seat: str, on: str, amount_cp: int) -> list[Event]:
        return self.give(seat, SideBet(target=on, amount_cp=amount_cp))

    def duels(self, **throws: list[int]) -> None:
        """How the coming duel falls: for each seat a d20 first, then its d4s."""
        for seat, faces in throws.items():
            self.load({(seat, "duel", 20): faces[:1], (seat, "duel", 4): faces[1:]})

    # The table

    def waives(self) -> list[Event]:
        return self.give(None, Waive())

    def closes_the_staredown(self) -> list[Event]:
        return self.give(None, CloseStaredown())

    def leaves(self, seat: str) -> list[Event]:
        return self.give(seat, Leave())

    def removes(self, seat: str) -> list[Event]:
        return self.give(None, RemoveSeat(target=seat))

    def lends(self, seat: str, amount_cp: int) -> list[Event]:
        return self.give(None, GiveCoins(target=seat, amount_cp=amount_cp, reason="a loan"))

    def takes(self, seat: str, amount_cp: int) -> list[Event]:
        return self.give(None, TakeCoins(target=seat, amount_cp=amount_cp, reason="a cash-out"))

    def voids(self) -> list[Event]:
        return self.give(None, VoidRound())

    def closes(self) -> list[Event]:
        return self.give(None, CloseTable())

    def sets_options(self, **options: Any) -> list[Event]:
        return self.give(None, SetOptions(options=options))

    def _with(self, faces: Mapping[Sequence, list[int]], seat: str, command: Command) -> list[Event]:
        self.load(faces)
        return self.give(seat, command)

    # What stands then

    def refusal(self, seat: str | None, command: Command) -> str:
        """The code with which a command is refused; it leaves no trace."""
        before = msgspec.json.encode(self.table)
        with pytest.raises(Refused) as refused:
            self.give(seat, command)
        assert msgspec.json.encode(self.table) == before
        return refused.value.code

    def may(self, seat: str | None, kind: str) -> list[dict[str, Any]]:
        """The parameters of each action of a kind that a seat, or (None) the GM, is offered."""
        return [_plain(action) for action in self.actions(seat) if action.type == kind]

    def refusal_codes(self, seat: str | None, kind: str) -> list[str]:
        """The codes of what a seat, or (None) the GM, may not do of a kind."""
        return [offer.code for offer in self.offers(seat) if isinstance(offer, Refusal) and offer.type == kind]

    def status(self, seat: str) -> str:
        return self._seat(seat).status

    def conditions(self, seat: str, viewer: Viewer = HOUSE) -> list[str]:
        table = self.table if viewer == HOUSE else self.sight(viewer).table
        return list(table.seats[seat].conditions)

    def hand(self, seat: str) -> Hand:
        return cast("Hand", self.table.state.hands[seat])

    def purse(self, seat: str) -> int:
        return self.table.purse(seat)

    @property
    def pot(self) -> int:
        return self.table.balance(POT)

    @property
    def winners(self) -> list[str]:
        """Who won the last round; nobody while one is running."""
        return self.table.result.winners if self.table.result else []

    @property
    def turn(self) -> str | None:
        """The seat that the round waits for, if it is only one."""
        return self.table.to_act[0] if len(self.table.to_act) == 1 else None

    @property
    def asked(self) -> tuple[str, list[str]]:
        """The question, and the seats that are asked."""
        return self.table.question, list(self.table.to_act)

    def heat(self, seat: str) -> int:
        """A seat's heat as the GM sees it."""
        return int(self.seat_view(seat, GM).details["heat"])

    @property
    def table_heat(self) -> int:
        """The table's one heat, as the GM sees it."""
        return int(self.view(GM).details["heat"])

    def seat_view(self, seat: str, viewer: Viewer) -> SeatView:
        return next(view for view in self.view(viewer).seats if view.seat == seat)

    def faces(self, seat: str, viewer: Viewer = HOUSE) -> list[int | None]:
        """The faces of a seat's dice, as a viewer sees them."""
        table = self.table if viewer == HOUSE else self.sight(viewer).table
        return [die.face for die in table.seats[seat].dice]

    def die(self, seat: str, n: int, viewer: Viewer) -> DieView:
        return self.seat_view(seat, viewer).dice[n]

    def total(self, seat: str, viewer: Viewer) -> int | None:
        return self.seat_view(seat, viewer).total

    def notes(self, seat: str) -> list[Note]:
        """What a seat has learned, as it sees it."""
        you = self.view(seat_viewer(seat)).you
        return you.notes if you else []

    def seen_last(self, viewer: Viewer) -> list[Event]:
        """What a viewer saw of the newest entry."""
        entry = self.written[-1].entry
        watched = self.seen(viewer)
        return list(watched[-1].events) if watched and watched[-1].at == entry.at else []

    def heard_last(self, viewer: Viewer) -> list[str]:
        """What a viewer heard of the newest entry, in sentences."""
        entry = self.written[-1].entry
        watched = self.seen(viewer)
        return list(watched[-1].chronicle) if watched and watched[-1].at == entry.at else []

    def _seat(self, seat: str) -> Seat:
        return self.table.seats[seat]


def _faces(roll: D20) -> list[int]:
    return list(roll) if isinstance(roll, tuple) else [roll]


def _plain(action: Action) -> dict[str, Any]:
    params: dict[str, Any] = {name: _values(param) for name, param in action.params.items()}
    return {**params, "cost_cp": action.cost_cp} if action.cost_cp else params


def _values(param: Any) -> Any:
    return param.choices if hasattr(param, "choices") else (param.min, param.max)


def sheet(**modifiers: int) -> Character:
    """A character sheet; `con_save` and `passive_deception` are what they say, the rest abilities and skills."""
    abilities = {name: modifier for name, modifier in modifiers.items() if name in ABILITIES}
    saves = {"con": modifiers["con_save"]} if "con_save" in modifiers else {}
    passive = {"deception": modifiers["passive_deception"]} if "passive_deception" in modifiers else {}
    known = {*abilities, "con_save", "passive_deception"}
    skills = {name: modifier for name, modifier in modifiers.items() if name not in known}
    return Character(abilities=abilities, skills=skills, saves=saves, passive=passive)


def seated(
    *seats: str,
    purses: Mapping[str, int] | None = None,
    kinds: Mapping[str, str] | None = None,
    sheets: Mapping[str, Character] | None = None,
    game: str = "twentyone",
    **options: Any,
) -> TwentyOneTable:
    """A table with these seats, before the first round; who is not said otherwise is a player with 100 gp."""
    table = TwentyOneTable.opened(game, **options)
    purses, kinds, sheets = purses or {}, kinds or {}, sheets or {}
    for seat in seats:
        table.sit(
            seat.capitalize(),
            purse_cp=purses.get(seat, PURSE),
            kind=kinds.get(seat, "player"),
            character=sheets.get(seat, NOBODY_SPECIAL),
        )
    return table


def at_the_cut(
    *,
    purses: Mapping[str, int] | None = None,
    kinds: Mapping[str, str] | None = None,
    sheets: Mapping[str, Character] | None = None,
    options: Mapping[str, Any] | None = None,
    watching: tuple[str, ...] = (),
    game: str = "twentyone",
    **openings: Opening,
) -> TwentyOneTable:
    """A round at the Cut: the seats in table order with their open and hole dice; watchers sat down after them."""
    all_kinds = {**(kinds or {}), **dict.fromkeys(watching, "watcher")}
    table = seated(*openings, *watching, purses=purses, kinds=all_kinds, sheets=sheets, game=game, **(options or {}))
    table.start_round(**openings)
    return table


def betting(
    *,
    purses: Mapping[str, int] | None = None,
    kinds: Mapping[str, str] | None = None,
    sheets: Mapping[str, Character] | None = None,
    options: Mapping[str, Any] | None = None,
    watching: tuple[str, ...] = (),
    game: str = "twentyone",
    **openings: Opening,
) -> TwentyOneTable:
    """A round whose Cut was let be: the betting is open, and the lowest open die is to act."""
    table = at_the_cut(
        purses=purses, kinds=kinds, sheets=sheets, options=options, watching=watching, game=game, **openings
    )
    table.lets_it_be(table.table.order[0])
    return table
