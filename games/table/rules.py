"""What comes of the commands of every table. Rulings, "Everywhere"; the rest is what a table's keeper would do."""

from collections.abc import Iterator
from typing import Final, Protocol

import msgspec

from events.accounts import HOUSE, OUTSIDE, POT
from events.audience import seat_viewer
from events.character import Character
from events.dice import Dice
from events.event import Command, Event
from events.merkle import RANGE, range_of
from events.round_events import LuckWord, RoundStarted, RoundVoided
from events.table_events import (
    AdmissionRefused,
    CharacterSet,
    ClockPaused,
    ClockResumed,
    CoinsMoved,
    GameSet,
    LuckSet,
    OptionsSet,
    RootPublished,
    SeatGivenBack,
    SeatLeft,
    SeatTakenOver,
    TableClosed,
    TableOpened,
)
from games.legality import Refused
from games.mechanics.coins import pay, put_back, shares
from games.rulebook import AnyRulebook, Rulebooks
from games.table import admission, commands, disputes
from games.table import dispute_commands as judging
from projections.game import AnyTable

_KEPT_WITH_THE_TABLE: Final = ("turn_seconds", "admit", "watch")
"""The options that stay when the game changes. When seeds are published is for each game to say."""


class Dealer(Protocol):
    """Who knows the table's seeds: live, the secret; in a re-run, the log's own records."""

    def root(self, first: int) -> str:
        """The Merkle root (hex) over the commitments of the rounds from `first` on."""
        ...

    def commitment(self, round_number: int) -> tuple[str, list[str]]:
        """A round's commitment and its Merkle path, in hex."""
        ...

    def seed(self, round_number: int) -> bytes:
        """A round's seed (32 bytes)."""
        ...

    def dice(self, table: AnyTable) -> Dice:
        """The dice of the table's running round, as far as they have been drawn: `seeded_dice` of the round's seed."""
        ...


def open_table(command: commands.OpenTable, rulebook: AnyRulebook, dealer: Dealer) -> Iterator[Event]:
    """Open the table, and bind the House to the seeds of its first rounds before anybody sits."""
    yield TableOpened(
        name=command.name,
        gm=command.gm,
        game=command.game,
        rules=rulebook.version,
        options=command.options,
        seeded=command.seeded,
    )
    yield _root(1, dealer)


def _root(first: int, dealer: Dealer) -> Event:
    return RootPublished(first=first, last=first + RANGE - 1, root=dealer.root(first))


def start_round(table: AnyTable, rulebook: AnyRulebook, dealer: Dealer) -> Iterator[Event]:
    """Fix the luck words and commit to the seed; then the game opens its round.

    Half-way through a range of commitments the next root is published, so that luck words can still be chosen after it.
    """
    number = table.round + 1
    first = range_of(number)
    if number - first == RANGE // 2:
        yield _root(first + RANGE, dealer)
    entrants = rulebook.entrants(table)
    commitment, path = dealer.commitment(number)
    yield RoundStarted(
        round=number,
        game=rulebook.id,
        rules=rulebook.version,
        seats=entrants,
        sitting_out=[seat.seat for seat in table.present() if seat.kind != "watcher" and seat.seat not in entrants],
        luck=[LuckWord(seat=seat, luck=table.seats[seat].luck) for seat in entrants],
        commitment=commitment,
        first=first,
        path=path,
    )
    yield from rulebook.open_round(table, dealer.dice(table))


def leave(table: AnyTable, rulebook: AnyRulebook, seat: str, why: str, dealer: Dealer) -> Iterator[Event]:
    """Leaving is always possible: the game says what becomes of the round, then the purse goes along."""
    if table.running:
        yield from rulebook.leave(table, seat, dealer.dice(table))
    yield from pay(seat, OUTSIDE, table.purse(seat), "cash_out")
    yield SeatLeft(seat=seat, why=why)


def void_round(table: AnyTable, reason: str) -> Iterator[Event]:
    """Everything is given back: each account's net of the round is moved back, the House making up what is missing.

    Loans, buy-ins and cash-outs stay as they are. Who left the table gets theirs outside.
    """
    yield from put_back(table, dict(table.moved), "void", pot_cp=table.balance(POT))
    yield RoundVoided(round=table.round, reason=reason)


def close_table(table: AnyTable) -> Iterator[Event]:
    """A pot that rolled over is split among those who were in its round; then everybody takes what is theirs.

    What a ruling put into the pot, and no round, is split among all who are here, or else the House's. Who still asks
    to sit down is turned away.
    """
    pot_cp = table.balance(POT)
    if pot_cp:
        here = [holder.seat for holder in table.present()]
        whose = table.rolled_over_from or here or [HOUSE]
        for owner, share_cp in shares(pot_cp, dict.fromkeys(whose, 1)).items():
            yield from pay(POT, owner if owner in here or owner == HOUSE else OUTSIDE, share_cp, "pot_split")
    for holder in table.present():
        yield from pay(holder.seat, OUTSIDE, table.purse(holder.seat), "cash_out")
    for seat in list(table.asking):
        yield AdmissionRefused(seat=seat)
    yield TableClosed()


def act_as_gm(table: AnyTable, rulebooks: Rulebooks, command: Command, dealer: Dealer) -> Iterator[Event]:
    """What comes of a legal command of the GM's own."""
    rulebook = rulebooks.of(table) or rulebooks[table.game]
    match command:
        case commands.StartRound():
            yield from start_round(table, rulebook, dealer)
        case commands.GiveCoins() | commands.TakeCoins():
            yield _coins(command)
        case commands.SetCharacter():
            yield _character_set(command.target, command.character)
        case commands.SetOptions() | commands.SetGame():
            yield _settings(rulebooks, command)
        case commands.Pause() | commands.Resume() | commands.TakeOver() | commands.GiveBack():
            yield _switched(command)
        case commands.VoidRound():
            yield from void_round(table, command.reason)
        case commands.RemoveSeat():
            yield from leave(table, rulebook, command.target, "removed", dealer)
        case (
            commands.AdmitSeat()
            | commands.RefuseSeat()
            | commands.NewToken()
            | commands.NewInvite()
            | commands.SetListed()
        ):
            yield from admission.keep_the_door(table, command)
        case commands.CloseTable():
            yield from close_table(table)
        case judging.RuleOnDispute() | judging.Unseal():
            yield from disputes.rule_or_unseal(table, command, dealer.seed)
        case _ if table.running:
            yield from rulebook.gm_act(table, command, dealer.dice(table))
        case _:
            yield from rulebook.gm_act(table, command, None)


def act_as_seat(table: AnyTable, rulebook: AnyRulebook, seat: str, command: Command, dealer: Dealer) -> Iterator[Event]:
    """What comes of a legal command of a seat's."""
    match command:
        case commands.SetLuck():
            return iter([LuckSet(seat=seat, luck=command.luck)])
        case commands.Leave():
            return leave(table, rulebook, seat, "left", dealer)
        case judging.Dispute():
            return disputes.raise_dispute(table, seat, command)
        case _:
            return rulebook.act(table, seat, command, dealer.dice(table))


def _coins(command: commands.GiveCoins | commands.TakeCoins) -> Event:
    brought = isinstance(command, commands.GiveCoins)
    payer, payee = (OUTSIDE, command.target) if brought else (command.target, OUTSIDE)
    reason = "loan" if brought else "cash_out"
    return CoinsMoved(payer=payer, payee=payee, amount_cp=command.amount_cp, reason=reason, note=command.reason)


def _switched(command: commands.Pause | commands.Resume | commands.TakeOver | commands.GiveBack) -> Event:
    match command:
        case commands.Pause():
            return ClockPaused()
        case commands.Resume():
            return ClockResumed()
        case commands.TakeOver():
            return SeatTakenOver(seat=command.target)
        case commands.GiveBack():
            return SeatGivenBack(seat=command.target)


def _settings(rulebooks: Rulebooks, command: commands.SetOptions | commands.SetGame) -> Event:
    if isinstance(command, commands.SetOptions):
        return OptionsSet(options=command.options)
    return GameSet(game=command.game, rules=rulebooks[command.game].version, options=command.options)


def _character_set(seat: str, character: Character) -> Event:
    return CharacterSet(seat=seat, character=character, character_to=seat_viewer(seat))


def resolve(table: AnyTable, rulebooks: Rulebooks, command: Command) -> Command:
    """The command with all that a re-run needs. Raises `Refused` where options do not fit the game."""
    match command:
        case commands.SetOptions():
            current, rulebook = msgspec.to_builtins(table.options), rulebooks[table.game]
        case commands.SetGame():
            if command.game not in rulebooks:
                raise Refused("not_offered", f"No game {command.game!r} is installed here.")
            current = {name: getattr(table.options, name) for name in _KEPT_WITH_THE_TABLE}
            rulebook = rulebooks[command.game]
        case _:
            return command
    return msgspec.structs.replace(command, options=resolve_options(rulebook, {**current, **command.options}))


def resolve_options(rulebook: AnyRulebook, options: dict[str, object]) -> dict[str, object]:
    """A game's options with the defaults in their places. Raises `Refused` (`bad_options`) where they do not fit."""
    try:
        resolved: dict[str, object] = msgspec.to_builtins(msgspec.convert(options, rulebook.options))
    except msgspec.ValidationError as error:
        raise Refused("bad_options", f"The options do not fit {rulebook.name}: {error}.") from None
    return resolved
