"""Chapters of the rules of every table: the mechanism of `games.chapter`, one level up.

A game's chapters are given a table and the dice. These chapters are given the available rulebooks and the dealer,
because they start rounds of any game. Their decorators have the same names.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import msgspec

from events.event import Command
from games.chapter import Mark, register
from games.dealer import Dealer
from games.rulebook import AnyRulebook, Rulebooks
from projections.game import AnyTable

F = TypeVar("F", bound=Callable[..., Any])

BETWEEN_ROUNDS: Final = ("round_running", "A round is running: this is possible only between rounds.")
NO_ROUND: Final = ("no_round", "No round is running: the GM starts one.")
NO_SEATS: Final = ("no_seats", "Nobody sits at the table yet.")
"""Reasons why something cannot be done now, which several chapters share."""


class Context(msgspec.Struct, frozen=True):
    """What a command is decided with, besides its table. `rulebook` is the table's own.

    `opening` is the hash (hex) of the table's first line; every round names it.
    """

    rulebooks: Rulebooks
    rulebook: AnyRulebook
    dealer: Dealer
    opening: str


def rulebook_of(table: AnyTable, rulebooks: Rulebooks) -> AnyRulebook:
    """The rulebook of a table. Raises `KeyError` if its game is not installed."""
    return rulebooks.of(table) or rulebooks[table.game]


def offers(*commands: type[Command], when_closed: bool = False) -> Callable[[F], F]:
    """Register `(table, seat) -> Iterator[Offer]`: lists what a seat is offered and refused about these commands.

    With `when_closed`, also at closed tables.
    """
    return register(Mark(role="offers", kinds=commands, when_closed=when_closed))


def gm_offers(*commands: type[Command], when_closed: bool = False) -> Callable[[F], F]:
    """Register `(table, rulebooks) -> Iterator[Offer]`: lists what the GM is offered and refused about the commands."""
    return register(Mark(role="gm_offers", kinds=commands, when_closed=when_closed))


def act(command: type[Command]) -> Callable[[F], F]:
    """Register `(table, context, seat, command) -> Iterator[Event]`: the events of a seat's legal command."""
    return register(Mark(role="act", kinds=(command,)))


def gm_act(command: type[Command]) -> Callable[[F], F]:
    """Register `(table, context, command) -> Iterator[Event]`: the events of a legal command of the GM."""
    return register(Mark(role="gm_act", kinds=(command,)))


def server_act(command: type[Command]) -> Callable[[F], F]:
    """Register `(table, context, actor, seat, command) -> Iterator[Event]`: the events of a command of the server.

    `seat` is the new id of somebody who sits down. Such commands are never offered: `games.deciding.authority` says
    who may cause them, and the method raises `Refused` if one is not possible.
    """
    return register(Mark(role="server_act", kinds=(command,)))


def explains(*commands: type[Command]) -> Callable[[F], F]:
    """Register `(table, rulebooks, command) -> Refusal | None`: explains in detail why a command's parameters are not
    offered.

    It is given the actor's own table, like the methods that list offers.
    """
    return register(Mark(role="explains", kinds=commands))
