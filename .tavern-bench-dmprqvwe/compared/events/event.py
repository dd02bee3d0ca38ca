"""The base types of events and commands, and `redact`, the only place that removes secrets.

An event is a frozen, tagged Struct, named in the past tense. Its type names its guarded fields (`guarded` maps each to
the field with its audience). An event that is secret as a whole has a field `to`. Recorded audiences never change
meaning.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, Literal

import msgspec

from events.audience import CLOSED, Audience, Viewer, may_see


def snake_case(name: str) -> str:
    """`DieRolled` -> `die_rolled`: the tag under which a type is recorded."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def namespaced(namespace: str) -> Callable[[str], str]:
    """A tag function for the events of one game: `HeatRose` -> `twentyone.heat_rose`."""
    return lambda name: f"{namespace}.{snake_case(name)}"


class Event(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake_case):
    """Something that happened at a table. `guarded` maps each guarded field to its audience's field."""

    guarded: ClassVar[Mapping[str, str]] = {}


class V1(Event, frozen=True, kw_only=True):
    """An event in the first version of its schema."""

    v: Literal[1] = 1


class Hidden(Event, frozen=True, kw_only=True):
    """An event that only the audience `to` sees at all."""

    to: Audience = CLOSED


class HiddenV1(Hidden, frozen=True, kw_only=True):
    """A hidden event in the first version of its schema."""

    v: Literal[1] = 1


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=snake_case):
    """A command: something that a player, the GM or the server intends to do.

    `id` (the idempotency key) and `seat` (who acts) address a new command. Recorded commands leave them unset, because
    the entry has them.
    """

    id: str | msgspec.UnsetType = msgspec.UNSET
    seat: str | msgspec.UnsetType = msgspec.UNSET


class CommandV1(Command, frozen=True, kw_only=True):
    """A command in the first version of its schema."""

    v: Literal[1] = 1


@cache
def type_tag(kind: type[msgspec.Struct]) -> str:
    """The tag under which a command's or an event's type is recorded."""
    return str(kind.__struct_config__.tag)


class Draw(msgspec.Struct, frozen=True, kw_only=True):
    """One die as drawn from the round's seed: the `n`-th (from 1) of `sides` for `seat` and `purpose`."""

    seat: str
    purpose: str
    sides: int
    n: int
    face: int


_Plan = tuple[tuple[tuple[str, str], ...], tuple[str, ...]]


@cache
def _plan(kind: type[Event]) -> _Plan | None:
    """The guarded and the open fields of a type; None if it never has secrets."""
    guarded = tuple(kind.guarded.items())
    if not guarded and not issubclass(kind, Hidden):
        return None
    closed_together = {field for pair in guarded for field in pair}
    return guarded, tuple(field for field in kind.__struct_fields__ if field not in closed_together)


def visible(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    """The events redacted for `viewer`, without those that the viewer may not see at all."""
    seen: list[Event] = []
    for event in events:
        # Most types have no secrets, so their events need no check.
        plan = _plan(type(event))
        open_part = event if plan is None else _open_part(event, plan, viewer)
        if open_part is not None:
            seen.append(open_part)
    return seen


def redact(event: Event, viewer: Viewer) -> Event | None:
    """What `viewer` may see of `event`, with hidden values null; None if it is hidden as a whole.

    The result is built from visible values only. A hidden value's audience is hidden too, because it can reveal
    something: a die in the hand that only the GM may see must be a blind one.
    """
    plan = _plan(type(event))
    return event if plan is None else _open_part(event, plan, viewer)


def _open_part(event: Event, plan: _Plan, viewer: Viewer) -> Event | None:
    if isinstance(event, Hidden) and not may_see(viewer, event.to):
        return None
    guarded, open_fields = plan
    for _, audience in guarded:
        if not may_see(viewer, getattr(event, audience)):
            break
    else:
        return event
    values: dict[str, Any] = {field: getattr(event, field) for field in open_fields}
    for field, audience in guarded:
        if may_see(viewer, to := getattr(event, audience)):
            values[field], values[audience] = getattr(event, field), to
    return type(event)(**values)
