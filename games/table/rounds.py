"""Rounds: opening a table, starting rounds, calling them off, and closing the table."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from events.accounts import HOUSE, OUTSIDE, POT
from events.event import CommandV1, Event
from events.merkle import announcing, last_of
from events.round_events import LuckWord, RoundVoided
from events.table_events import AdmissionRefused, RootPublished, TableClosed, TableOpened
from games.engine.chapter import Chapter, Uses, gm_act, gm_offers, server_act
from games.engine.command_fields import Reason, TableName
from games.engine.rulebooks import Context, Rulebooks
from games.mechanics.coins import pay, put_back, shares
from games.table.luck import LuckOfTheTable, started
from games.table.reasons import BETWEEN_ROUNDS, NO_ROUND
from games.table.sitting_out import ready_seats
from projections.actions import Action, Offer, Refusal, Text
from projections.game import AnyTable
from projections.labels import CommandLabel, Label, Labels, ValueLabel


class OpenTable(CommandV1, frozen=True, kw_only=True):
    """Open a table; `options` are resolved. `listed`: the public list includes it."""

    name: TableName
    gm: TableName
    game: str
    options: dict[str, Any]
    seeded: bool
    listed: bool = False


class StartRound(CommandV1, frozen=True, kw_only=True):
    """Start the next round."""


class VoidRound(CommandV1, frozen=True, kw_only=True):
    """Cancel the round: all its coins are returned."""

    reason: Reason = ""


class CloseTable(CommandV1, frozen=True, kw_only=True):
    """Close the table: everybody takes their purse, and play ends."""


def take_turns(table: AnyTable, able: Sequence[str], most: int) -> list[str]:
    """`most` of the seats that can play, in their order. (Rulings, Bluffmaster; the same for every game.)

    The seats that have sat out longest come first, then those that have played the fewest rounds in a row. So nobody
    sits out twice in a row while somebody else plays twice in a row.
    """
    first = sorted(able, key=lambda seat: -table.streaks.get(seat, 0))[:most]
    return [seat for seat in able if seat in first]


class Rounds(Chapter):
    """The rounds of a table, from its opening to its close."""

    reasons: ClassVar = {
        "too_few_seats": "Too few seats can play a round.",
    }
    labels: ClassVar = Labels(
        commands={
            "start_round": CommandLabel("Start the round", "Everybody who can pay plays."),
            "void_round": CommandLabel(
                "Call the round off",
                "The round ends without a winner, and all its coins go back.",
                {"reason": ValueLabel("Reason", "Everybody at the table reads it.", "text")},
                grave=True,
            ),
            "close_table": CommandLabel(
                "Close the table", "Everybody takes their purse, and nothing more is played.", grave=True
            ),
        },
        phases={"lobby": Label("Between rounds", "The GM starts the next round.")},
        statuses={
            "active": Label("In play", "Plays this round."),
            "waiting": Label("Waiting", "Has played no round here yet."),
            "sitting_out": Label("Sitting out", "Does not play this round."),
        },
        outcomes={"voided": Label("Called off", "The GM called the round off, and all its coins went back.")},
        coins={
            "void": Label("Round called off", "The coins of the round go back."),
            "pot_split": Label("Pot split", "The table closed with coins in the pot."),
        },
    )
    luck = Uses(LuckOfTheTable)

    @server_act(OpenTable)
    def open(self, table: AnyTable, context: Context, actor: str, seat: None, command: OpenTable) -> Iterator[Event]:
        """Open the table, and commit the server to the seeds of its first rounds before anybody sits down."""
        yield TableOpened(
            name=command.name,
            gm=command.gm,
            game=command.game,
            rules=context.rulebooks[command.game].version,
            options=command.options,
            seeded=command.seeded,
        )
        yield _root(1, context)

    # Starting a round

    @gm_offers(StartRound)
    def may_start(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Between rounds, if enough seats can play."""
        rulebook = rulebooks.at(table)
        if table.running:
            yield Refusal("start_round", *BETWEEN_ROUNDS)
        elif (ready := len(ready_seats(table, rulebook))) < rulebook.min_seats:
            few = f"Too few can play a round ({ready} of at least {rulebook.min_seats})"
            resting = any(seat.sits_out for seat in table.present())
            remedy = "wait for those who sit out, or seat players" if resting else "seat players, or lend coins"
            yield Refusal("start_round", "too_few_seats", f"{few}: {remedy}.")
        else:
            yield Action(type="start_round")

    @gm_act(StartRound)
    def start(self, table: AnyTable, context: Context, command: StartRound) -> Iterator[Event]:
        """Fix the luck and commit to the seed; then, once sealed luck is revealed, the game opens its round.

        The root of the next range of commitments is published well before the current range ends, so that luck words
        can still be chosen after it.
        """
        rulebook, number = context.rulebook, table.round + 1
        following = table.roots[-1].last + 1
        if number == announcing(following):
            yield _root(following, context)
        entrants = take_turns(table, ready_seats(table, rulebook), rulebook.max_seats)
        if table.options.luck == "sealed":
            yield from self.luck.call(table, context, number, entrants)
            return
        words = [LuckWord(seat=seat, luck=table.seats[seat].luck) for seat in entrants]
        yield started(table, context, number, entrants, words)
        yield from rulebook.open_round(table, context.dealer.dice(table))

    # Calling a round off

    @gm_offers(VoidRound)
    def may_void(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """While a round runs."""
        if table.running:
            yield Action(type="void_round", params={"reason": Text(text=200, optional=True)})
        else:
            yield Refusal("void_round", *NO_ROUND)

    @gm_act(VoidRound)
    def void(self, table: AnyTable, context: Context, command: VoidRound) -> Iterator[Event]:
        """Each account's net of the round is reversed; the House makes up what is missing.

        Loans, buy-ins and cash-outs stay as they are. A seat that has left is paid outside.
        """
        yield from put_back(table, dict(table.moved), "void", pot_cp=table.balance(POT))
        yield RoundVoided(round=table.round, reason=command.reason)

    # Closing the table

    @gm_offers(CloseTable)
    def may_close(self, table: AnyTable, rulebooks: Rulebooks) -> Iterator[Offer]:
        """Between rounds."""
        yield Refusal("close_table", *BETWEEN_ROUNDS) if table.running else Action(type="close_table")

    @gm_act(CloseTable)
    def close(self, table: AnyTable, context: Context, command: CloseTable) -> Iterator[Event]:
        """A pot that rolled over is split among the seats of its round; then everybody takes their coins.

        A pot that comes from a ruling, not from a round, is split among all who are here, or else goes to the House.
        Pending requests to sit down are refused.
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


def _root(first: int, context: Context) -> Event:
    last = last_of(first)
    return RootPublished(first=first, last=last, root=context.dealer.root(first, last))
