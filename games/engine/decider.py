"""The decider: a command and a table become events, or a refusal.

Legality is decided on the actor's own table, the outcome on the whole table. Each event is folded before the next.
"""

from collections.abc import Iterable, Iterator

from events.audience import Viewer
from events.event import Command, Event, type_tag
from events.round_events import RoundUnsealed, SeedRecorded
from games.engine.addressed_command import AddressedCommand
from games.engine.authority import authorize
from games.engine.contract import kept
from games.engine.in_words import InWords
from games.engine.legality import Refused, require_offered
from games.engine.rulebook import AnyRulebook
from games.engine.rulebooks import Context, Rulebooks
from projections.actions import Offer
from projections.chronicle import ACCOUNTS
from projections.folding import Folding
from projections.game import AnyTable
from projections.labels import Lookup
from projections.views import Offering


def offering(rulebooks: Rulebooks) -> Offering:
    """The offers that a view lists: those that its own viewer may take up."""
    return lambda table, seat: offers_to(table.viewer, table, rulebooks, seat)


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
        return rulebooks.table_rules.gm_offers(table, rulebooks)
    return rulebooks.table_rules.seat_offers(table, rulebook, seat, only)


def offers_to(actor: Viewer, table: AnyTable, rulebooks: Rulebooks, seat: str | None) -> Iterable[Offer]:
    """The offers of a seat, or (None) of the GM, as far as `actor` may take them up. Others are refused."""
    offers, rulebook = offers_of(table, rulebooks, seat), rulebooks.of(table)
    if rulebook is None or seat is None or seat not in table.seats:
        return offers
    return rulebooks.table_rules.left_to(actor, table, rulebook, seat, offers)


def words_at(table: AnyTable, rulebooks: Rulebooks) -> InWords:
    """What the game of a table calls things, and the names of its seats."""
    rulebook = rulebooks.of(table)
    own = () if rulebook is None else (rulebook.labels,)
    return InWords(Lookup(*own, rulebooks.table_rules.labels), {**ACCOUNTS, **table.names})


def decide(
    context: Context, folding: Folding, table: AnyTable, addressed: AddressedCommand, own_table: AnyTable | None = None
) -> list[Event]:
    """The events of a command, folded into `table` one by one. `own_table` is the actor's own table (default: `table`).

    Raises `Refused`, before anything is folded, if the command is not legal; `BrokenRule` if a rule is at fault.
    """
    authorize(table, context, addressed)
    rules = context.rulebooks.table_rules
    if not isinstance(addressed.command, rules.server_commands):
        require_legal(context.rulebooks, own_table or table, addressed)
    events: list[Event] = []
    asked = table.asked
    for event in kept(context.rulebook, table, _events_of(table, context, addressed)):
        folding.fold(table, event)
        events.append(event)
    for event in rules.next_deadline(table, context.rulebooks.at(table), asked, addressed.command, addressed.at):
        folding.fold(table, event)
        events.append(event)
    return events


def require_legal(rulebooks: Rulebooks, own_table: AnyTable, addressed: AddressedCommand) -> None:
    """Raise `Refused` unless the command is offered at `own_table`, that of its actor."""
    seat, command = addressed.seat, addressed.command
    listed = offers_of(own_table, rulebooks, seat, type_tag(type(command)))
    try:
        require_offered(listed, command, words_at(own_table, rulebooks))
    except Refused as refused:
        rules = rulebooks.table_rules
        why = rules.explain(own_table, rulebooks, seat, command) if refused.code == "not_offered" else None
        if why is None:
            raise
        raise Refused(why.code, why.detail) from None


def rulebook_for(rulebooks: Rulebooks, table: AnyTable, command: Command) -> AnyRulebook:
    """The rulebook that decides a command: the table's own, before any change by the command."""
    game = rulebooks.table_rules.game_opened(command)
    opened = rulebooks.of(table) if game is None else rulebooks.get(game)
    if opened is None:
        raise LookupError(f"the game {table.game!r} is not installed")
    return opened


def _events_of(table: AnyTable, context: Context, addressed: AddressedCommand) -> Iterator[Event]:
    was_running, round_before = table.running, table.round
    yield from context.rulebooks.table_rules.act(table, context, addressed)
    if not table.running and (was_running or table.round != round_before):
        seed = context.dealer.seed(table.round).hex()
        yield SeedRecorded(round=table.round, seed=seed)
        if table.options.unseal == "round":
            yield RoundUnsealed(round=table.round, seed=seed)
