"""What unsealing a round must not open stands in no entry that the round's proof needs."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from events.audience import GM, PUBLIC
from events.codec import Opaque
from events.dice import Dice
from events.dispute_events import DISPUTE_EVENTS, DisputeRaised
from events.draws import fields_with_draws
from events.event import Command, Event, Hidden, visible
from events.gaming_sets import GamingSet
from events.other_secrets import mixes_secrets, tells_of_other_secrets
from events.round_events import ROUND_EVENTS, RoundEnded, RoundStarted, RoundVoided, SeedRecorded
from events.table_events import TABLE_EVENTS, InviteRenewed
from games.engine.catalogue import Catalogue
from games.engine.contract import BrokenRule
from games.installed import CATALOGUE
from games.table import TABLE_RULES, Dispute
from projections.game import AnyTable
from replays.proof import NotProvable
from tests.playing import Playing
from tests.properties.samples import body_of
from tests.replays.logs import race_evening, reseal
from tests.replays.proving import prove
from tests.toys.catalogue import TOYS
from tests.toys.race import Race, Roll

COMMON: tuple[type[Event], ...] = (*TABLE_EVENTS, *DISPUTE_EVENTS)
SECRETS = [kind for kind in COMMON if issubclass(kind, Hidden) or kind.guarded]
OF_GAMES: list[type[Event]] = [kind for rulebook in CATALOGUE.rulebooks.values() for kind in rulebook.events]
PLAYED: tuple[type[Event], ...] = (*ROUND_EVENTS, *OF_GAMES)
NEEDED = [kind for kind in PLAYED if fields_with_draws(kind)]
FRAME: list[type[Event]] = [RoundStarted, RoundEnded, RoundVoided, SeedRecorded]


def bare(kind: type[Event]) -> Event:
    """An event of a type, of which nothing but the type is looked at."""
    fields: Iterator[tuple[str, Any]] = ((field.name, None) for field in inspected(kind) if field.required)
    return kind(**dict(fields))


def inspected(kind: type[Event]) -> tuple[inspect.Field, ...]:
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return info.fields


def test_all_that_is_secret_and_not_of_a_round_is_left_out_of_proofs() -> None:
    assert {DisputeRaised, InviteRenewed} < set(SECRETS)
    assert all(tells_of_other_secrets([bare(kind)]) for kind in SECRETS)
    others: list[type[Event]] = [*ROUND_EVENTS, *OF_GAMES, Opaque]
    assert not any(tells_of_other_secrets([bare(kind)]) for kind in others)


def test_what_is_left_out_holds_no_draws() -> None:
    assert len(NEEDED) >= 4
    assert not any(fields_with_draws(kind) for kind in SECRETS)


@pytest.mark.parametrize("needed", [*NEEDED, *FRAME])
def test_no_secret_may_stand_beside_what_a_proof_has_to_show(needed: type[Event]) -> None:
    assert not mixes_secrets([bare(needed), bare(needed)])
    for secret in SECRETS:
        assert mixes_secrets([bare(needed), bare(secret)]), secret
        assert not mixes_secrets([bare(secret), bare(secret)]), secret


class Blabbing(Race):
    """A race whose first roll has a new invite made: a fault, which the driver must not let into the log."""

    def act(self, table: AnyTable, seat: str, command: Command, dice: Dice) -> Iterator[Event]:
        yield from super().act(table, seat, command, dice)
        yield InviteRenewed()


def test_a_rule_that_mixes_them_is_at_fault_and_writes_nothing() -> None:
    playing = Playing.open(Catalogue.of([Blabbing()], TABLE_RULES), "race").seat("Ada", "Bo").start()
    written = list(playing.lines)

    with pytest.raises(BrokenRule, match="secrets"):
        playing.give("ada", Roll())

    assert playing.lines == written


def test_a_log_in_which_they_are_mixed_is_not_proved() -> None:
    lines = list(race_evening().lines)
    place = next(at for at, line in enumerate(lines) if b'"type":"die_rolled"' in line)
    entry = msgspec.json.decode(lines[place])
    entry["events"].append(msgspec.json.decode(msgspec.json.encode(InviteRenewed())))
    lines[place] = msgspec.json.encode(entry)

    with pytest.raises(NotProvable, match="secrets"):
        prove(TOYS, reseal(lines), 1)


def a_round_of_pig() -> Playing:
    """A round with crooked sets, during which somebody else asks for a seat, and a dispute is open."""
    playing = Playing.open(CATALOGUE, "pig", cheating="on", admit="gm")
    playing.sit("Bri", sets=[GamingSet(set="weighted_sticky")], actor=GM)
    playing.sit("Odo", actor=GM)
    playing.sit("Wim", kind="watcher", sets=[GamingSet(set="weighted_sticky")], actor=GM)
    playing.sit_npc("Cal")
    playing.start()
    playing.sit("Fen", sets=[GamingSet(set="weighted_high")])
    playing.give("odo", Dispute(round=1, text="That die was never a 5!"))
    return playing


def test_only_new_tokens_and_invites_leave_an_entry_without_events_in_the_proof_of_a_round() -> None:
    table = a_round_of_pig()
    doers = [None, "bri", "odo", "wim"]
    offered = {(seat, action.type) for seat in doers for action in table.actions(seat)}
    assert {(None, "new_token"), (None, "admit_seat"), ("bri", "load_dice"), ("wim", "leave")} < offered
    bare_in_proofs: set[str] = set()
    for seat, kind in offered:
        playing = a_round_of_pig()
        action = next(one for one in playing.actions(seat) if one.type == kind)
        body = msgspec.json.encode(body_of(random.Random(kind), action))
        events = playing.give(seat, playing.catalogue.read_command("pig", body))
        if tells_of_other_secrets(events) and not visible(events, PUBLIC):
            bare_in_proofs.add(kind)
    assert bare_in_proofs == {"new_token", "new_invite"}
