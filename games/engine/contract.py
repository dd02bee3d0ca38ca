"""What a game must keep to while it is played. A breach is a mistake in its rules, which no player can cause or mend.

`definition.py` checks what can be checked before anybody plays.
"""

from collections.abc import Iterator, Sequence

from events.accounts import HOUSE, UNBOUNDED
from events.draws import draws_of, fields_with_draws
from events.event import Draw, Event, type_tag
from events.other_secrets import mixes_secrets
from events.round_events import PhaseBegan, RoundStarted
from events.table_events import CoinsMoved
from games.engine.drawn import Drawn, declares
from games.engine.rulebook import AnyRulebook
from projections.game import AnyTable


class BrokenRule(Exception):
    """A rule did what must never happen. The table in memory is spoilt; nothing of the command is recorded."""

    code = "broken_rule"


def kept(rulebook: AnyRulebook, table: AnyTable, events: Iterator[Event]) -> Iterator[Event]:
    """The events of a command, each checked before it is folded into `table`, and all of them at the end.

    Raises `BrokenRule` if an account would be overdrawn, a draw is not declared, a round has begun without a phase, or
    secrets are mixed with draws.
    """
    yielded: list[Event] = []
    for event in events:
        if isinstance(event, CoinsMoved):
            _check_coins(table, event)
        if fields_with_draws(type(event)):
            _check_draws(rulebook, table, event)
        yielded.append(event)
        yield event
    _check_phase(rulebook, table, yielded)
    if mixes_secrets(yielded):
        raise BrokenRule("secrets share an entry with draws, or with the beginning or end of the round")


def _check_coins(table: AnyTable, event: CoinsMoved) -> None:
    if event.amount_cp < 0 or (event.payer not in UNBOUNDED and table.balance(event.payer) < event.amount_cp):
        raise BrokenRule(f"{event.payer} cannot pay {event.amount_cp} cp ({event.reason})")


def _check_phase(rulebook: AnyRulebook, table: AnyTable, events: Sequence[Event]) -> None:
    """Clients tell a running round from the lobby by its phase."""
    kinds = [type(event) for event in events]
    if table.running and RoundStarted in kinds and PhaseBegan not in kinds[kinds.index(RoundStarted) :]:
        raise BrokenRule(f"{rulebook.id}: `open_round` must yield a PhaseBegan: the round runs, and no phase has begun")


def _check_draws(rulebook: AnyRulebook, table: AnyTable, event: Event) -> None:
    """A verifier, which has no rules, finds a draw wrong that is not declared. So no such draw is ever recorded."""
    seat = getattr(event, "seat", None)
    draws = draws_of(event)
    shown: dict[str, object] = {}
    for draw in draws:
        fitting = [drawn for drawn in rulebook.draws if declares(drawn, event, draw)]
        by = [drawn for drawn in fitting if _draws_by(table, drawn, draw.seat)]
        drawn = next((one for one in by if one.most is None or draw.n <= one.most), None)
        if drawn is None or seat not in (None, draw.seat):
            raise BrokenRule(f"{rulebook.id}: `draws` must declare {_named(draw, event, fitting, by)}")
        for field, values in drawn.shows.items():
            shown[field] = sum(one.face for one in draws) if values == "sum" else values[draw.face - 1]
    for field, value in shown.items():
        if getattr(event, field) != value:
            raise BrokenRule(f"{rulebook.id}: {field} of {type_tag(type(event))} is not what was drawn")


def _draws_by(table: AnyTable, drawn: Drawn, seat: str) -> bool:
    if drawn.by == "anybody":
        return seat == HOUSE or seat in table.seats
    return seat == HOUSE if drawn.by == "house" else seat in table.seats and table.seats[seat].playing


def _named(draw: Draw, event: Event, fitting: Sequence[Drawn], by: Sequence[Drawn]) -> str:
    what = f"a d{draw.sides} for “{draw.purpose}” in {type_tag(type(event))}"
    if not fitting:
        return what
    if not by:
        return f"{what} by {draw.seat}, not only by: {', '.join(sorted({drawn.by for drawn in fitting}))}"
    most = max(drawn.most or 0 for drawn in by)
    return f"{what} that {draw.seat} draws {draw.n} times in a round, and not {most} at most"
