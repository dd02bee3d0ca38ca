"""Chapters of the rules that every table has: the mechanism of `games.chapter`, one level up.

A game's chapters are given a table and the dice. These are given the rulebooks at hand and the dealer, because they
start the rounds of any game. Their decorators have the names of those for games.
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
NO_ROUND: Final = ("no_round", "No round is running; the GM starts one with start_round.")
NO_SEATS: Final = ("no_seats", "Nobody sits at the table yet.")
"""Why something cannot be done now: reasons that several chapters share."""


class Context(msgspec.Struct, frozen=True):
    """What a command is decided with, besides its table: `rulebook` is the one that the table plays by."""

    rulebooks: Rulebooks
    rulebook: AnyRulebook
    dealer: Dealer


def rulebook_of(table: AnyTable, rulebooks: Rulebooks) -> AnyRulebook:
    """The rulebook that a table plays by. Raises `KeyError` if its game is not installed."""
    return rulebooks.of(table) or rulebooks[table.game]


def offers(*commands: type[Command], when_closed: bool = False) -> Callable[[F], F]:
    """Register `(table, seat) -> Iterator[Offer]`: what is offered and refused to a seat about these commands.

    With `when_closed`, once the table is closed too.
    """
    return register(Mark(role="offers", kinds=commands, when_closed=when_closed))


def gm_offers(*commands: type[Command], when_closed: bool = False) -> Callable[[F], F]:
    """Register `(table, rulebooks) -> Iterator[Offer]`: what is offered and refused to the GM about these commands."""
    return register(Mark(role="gm_offers", kinds=commands, when_closed=when_closed))


def act(command: type[Command]) -> Callable[[F], F]:
    """Register `(table, context, seat, command) -> Iterator[Event]`: what a legal command of a seat does."""
    return register(Mark(role="act", kinds=(command,)))


def gm_act(command: type[Command]) -> Callable[[F], F]:
    """Register `(table, context, command) -> Iterator[Event]`: what a legal command of the GM does."""
    return register(Mark(role="gm_act", kinds=(command,)))


def server_act(command: type[Command]) -> Callable[[F], F]:
    """Register `(table, context, actor, seat, command) -> Iterator[Event]`: what a command of the server's does.

    `seat` is the new id of somebody who sits down. Nothing offers such a command: `games.authority` says who may cause
    it, and the method raises `Refused` if it is not possible.
    """
    return register(Mark(role="server_act", kinds=(command,)))


def explains(*commands: type[Command]) -> Callable[[F], F]:
    """Register `(table, rulebooks, command) -> Refusal | None`: why a command's parameters are not offered, in detail.

    Asked of the actor's own table, as what is offered is.
    """
    return register(Mark(role="explains", kinds=commands))
