"""Secrets that do not belong to a round: unsealing it must not reveal them, and its dice must not depend on them."""

from collections.abc import Iterable
from functools import cache
from typing import Final

from events.codec import Opaque
from events.draws import fields_with_draws
from events.event import Event, Hidden, type_tag
from events.round_events import ROUND_EVENTS, RoundEnded, RoundStarted, RoundVoided, SeedRecorded

_OF_A_GAME: Final = "."
_FRAME: Final = (RoundStarted, RoundEnded, RoundVoided, SeedRecorded)


def tells_of_other_secrets(events: Iterable[Event]) -> bool:
    """Whether the events have secrets besides a round's, such as a sheet; decided by their types, not their values."""
    return any(_is_another_secret(type(event)) for event in events)


def mixes_secrets(events: Iterable[Event]) -> bool:
    """Whether one entry must not contain all these events, because a proof must show some and hide others.

    A proof shows whole lines only, and needs those with a draw and those that begin or end the round.
    """
    kinds = {type(event) for event in events}
    return any(map(_is_another_secret, kinds)) and any(map(_is_needed, kinds))


@cache
def _is_another_secret(kind: type[Event]) -> bool:
    of_a_round = kind in ROUND_EVENTS or kind is Opaque or _OF_A_GAME in type_tag(kind)
    return (issubclass(kind, Hidden) or bool(kind.guarded)) and not of_a_round


@cache
def _is_needed(kind: type[Event]) -> bool:
    return issubclass(kind, _FRAME) or bool(fields_with_draws(kind))
