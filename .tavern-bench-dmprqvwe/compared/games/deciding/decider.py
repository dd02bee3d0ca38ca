"""The decider: a command and a table become events, or a refusal.

Legality is decided on the actor's own table, the outcome on the whole table. Each event is folded before the next.
"""

from collections.abc import Iterable, Iterator

from events.accounts import UNBOUNDED
from events.audience import GM, seat_viewer
from events.event import Command, Event, type_tag
from events.other_secrets import mixes_secrets
from events.round_events import RoundUnsealed, SeedRecorded
from events.table_events import CoinsMoved
from games.addressed_command import AddressedCommand
from games.deciding.authority import authorize
from games.deciding.seat_offers import SeatOffers
from games.in_words import InWords
from games.legality import Refused, require_offered
from games.rulebook import AnyRulebook, Rulebooks
from games.table import SERVER_COMMANDS, TABLE_LABELS, TABLE_RULES, OpenTable
from games.table.chapter import Context
from games.table.clock import next_deadline
from games.table.luck import left_to_gm
from games.table.taking_over import left_to_player
from projections.actions import Offer
from projections.chronicle import ACCOUNTS
from projections.folding import Folding
from projections.game import AnyTable
from projections.labels import Lookup
from projections.views import Offering


class BrokenRule(Exception):
    """A rule attempted something that must never happen. The table in memory is spoilt; the log is untouched."""

    code = "broken_rule"


def offering(rulebooks: Rulebooks) -> Offering:
    """The offers that a view lists: for a seat, those that its own player may take up."""

    def offered(table: AnyTable, seat: str | None) -> Iterable[Offer]:
        offers = offers_of(table, rulebooks, seat)
        if seat is None or seat not in table.seats:
            return offers
        if table.viewer == GM:
            return left_to_gm(table.seats[seat], offers)
        if table.viewer != seat_viewer(seat):
            return offers
        return left_to_player(table.seats[seat], rulebooks.of(table), offers)

    return offered


def no_offers(_: AnyTable, __: str | None) -> Iterable[Offer]:
    """Offers nothing: for tables at which nobody can do anything any more."""
    return ()


def offers_of(table: AnyTable, rulebooks: Rulebooks, seat: str | None, only: str | None = None) -> Iterator[Offer]:
    """All offers and refusals of a seat, or (None) of the GM, computed from `table`.

    With `only` (a command's tag), at least all those about that command.
    """
    rulebook = rulebooks.of(table)
    if rulebook is None:
        return iter(())
    if seat is None:
        return TABLE_RULES.gm_offers(table, rulebooks)
    return TABLE_RULES.seat_offers(table, rulebook, seat, only)


def words_at(table: AnyTable, rulebooks: Rulebooks) -> InWords:
    """What the game of a table calls things, and the names of its seats."""
    rulebook = rulebooks.of(table)
    own = () if rulebook is None else (rulebook.labels,)
    return InWords(Lookup(*own, TABLE_LABELS), {**ACCOUNTS, **table.names})


def decide(
    context: Context,
    folding: Folding,
    table: AnyTable,
    addressed: AddressedCommand,
    seen: AnyTable | None = None,
    offered: SeatOffers | None = None,
) -> list[Event]:
    """The events of a command, folded into `table` one by one. `seen` is the actor's own table (default: `table`).

    `offered` has the offers of the actor's seat in `seen`, if they were listed before. Raises `Refused`, before
    anything is folded, if the command is not legal; `BrokenRule` if a rule is at fault.
    """
    authorize(table, context, addressed)
    if not isinstance(addressed.command, SERVER_COMMANDS):
        _require_legal(context.rulebooks, seen or table, addressed, offered)
    events: list[Event] = []
    asked = table.asked
    for event in _events_of(table, context, addressed):
        if isinstance(event, CoinsMoved):
            _check_coins(table, event)
        folding.fold(table, event)
        events.append(event)
    for event in next_deadline(table, asked, addressed.command, addressed.at):
        folding.fold(table, event)
        events.append(event)
    if mixes_secrets(events):
        raise BrokenRule("secrets share an entry with draws, or with the beginning or end of the round")
    return events


def _require_legal(
    rulebooks: Rulebooks, seen: AnyTable, addressed: AddressedCommand, offered: SeatOffers | None
) -> None:
    seat, command = addressed.seat, addressed.command
    tag = type_tag(type(command))
    if offered is not None and offered.table is seen and offered.seat == seat:
        listed: Iterable[Offer] = offered.about(tag)
    else:
        listed = offers_of(seen, rulebooks, seat, tag)
    try:
        require_offered(listed, command, words_at(seen, rulebooks))
    except Refused as refused:
        why = TABLE_RULES.explain(seen, rulebooks, seat, command) if refused.code == "not_offered" else None
        if why is None:
            raise
        raise Refused(why.code, why.detail) from None


def rulebook_for(rulebooks: Rulebooks, table: AnyTable, command: Command) -> AnyRulebook:
    """The rulebook that decides a command: the table's own, before any change by the command."""
    opened = rulebooks.get(command.game) if isinstance(command, OpenTable) else rulebooks.of(table)
    if opened is None:
        raise LookupError(f"the game {table.game!r} is not installed")
    return opened


def _events_of(table: AnyTable, context: Context, addressed: AddressedCommand) -> Iterator[Event]:
    was_running, round_before = table.running, table.round
    yield from TABLE_RULES.act(table, context, addressed)
    if not table.running and (was_running or table.round != round_before):
        seed = context.dealer.seed(table.round).hex()
        yield SeedRecorded(round=table.round, seed=seed)
        if table.options.unseal == "round":
            yield RoundUnsealed(round=table.round, seed=seed)


def _check_coins(table: AnyTable, event: CoinsMoved) -> None:
    if event.amount_cp < 0 or (event.payer not in UNBOUNDED and table.balance(event.payer) < event.amount_cp):
        raise BrokenRule(f"{event.payer} cannot pay {event.amount_cp} cp ({event.reason})")
