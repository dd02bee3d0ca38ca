"""Analysis: what a decision was worth, from what its player knew, and never from what was hidden."""

import io
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.audience import seat_viewer
from events.entry import Entry
from events.event import Draw, Event, redact, type_tag, visible
from games.engine.decider import offers_of
from games.installed import CATALOGUE
from games.policies import named
from projections.actions import Action
from projections.game import AnyTable
from replays.analysis.decisions import Decision, Precision, analyse, decisions_of
from replays.analysis.rounds import Analysed, RoundAnalysis, by_seat, tables_after
from replays.analysis.worlds import NoWorld, Sight, worlds
from replays.export import parse_export
from replays.rebuild import Round, rounds_of
from tests.recorded.replaying import recordings

GAMES = sorted(CATALOGUE.rulebooks)
CAUTIOUS = named("cautious")


def recorded(path: Path) -> tuple[list[Entry[Event]], Round]:
    """The entries of a recording up to the end of its first round, and that round."""
    lines = list(parse_export(io.BytesIO(path.read_bytes())).lines)
    entries = CATALOGUE.codec.decode_log(lines)
    played = rounds_of(entries)[0]
    return entries[: played.last], played


def sight_of(entries: list[Entry[Event]], played: Round, seat: str) -> Sight:
    before = tables_after(CATALOGUE, entries[0].table, entries[: played.first - 1], [seat])
    return Sight(CATALOGUE, before[seat], entries[played.first - 1 :])


def table_before(entries: list[Entry[Event]], sight: Sight, place: int) -> AnyTable:
    """A seat's own table just before what it saw at a place."""
    viewer = seat_viewer(sight.seat)
    table = CATALOGUE.folding.blank(entries[0].table, viewer)
    for entry in entries[: sight.seen[place].entry.seq - 1]:
        events = visible(entry.events, viewer)
        CATALOGUE.folding.fold_all(table, events)
        table.version += bool(events)
    return table


def players(entries: list[Entry[Event]], played: Round) -> list[str]:
    own = {str(entry.seat) for entry in entries[played.first - 1 :] if entry.actor == seat_viewer(str(entry.seat))}
    return sorted(own)


def other_face(draw: Draw) -> Draw:
    return msgspec.structs.replace(draw, face=draw.face % draw.sides + 1)


def hidden_otherwise(entry: Entry[Event], seat: str) -> Entry[Event]:
    """The entry with other faces of all dice that are hidden from a seat."""
    events: list[Event] = []
    for event in entry.events:
        shown = redact(event, seat_viewer(seat))
        changed: dict[str, Any] = {}
        for field in event.__struct_fields__:
            value = getattr(event, field)
            if shown is not None and getattr(shown, field) == value:
                continue
            if isinstance(value, Draw):
                changed[field] = other_face(value)
            elif isinstance(value, list) and value and isinstance(value[0], Draw):
                changed[field] = [other_face(draw) for draw in value]
        events.append(msgspec.structs.replace(event, **changed))
    return msgspec.structs.replace(entry, events=events)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_from_a_player_changes_nothing(game: str) -> None:
    """In two logs that differ only in hidden dice, a player's decisions are worth the same, to the last digit."""
    precision = Precision(samples=4, policy=CAUTIOUS, seed=b"twins")
    compared = 0
    for path in recordings(game)[1:4]:
        entries, played = recorded(path)
        for seat in players(entries, played)[:2]:
            other = [
                *entries[: played.first - 1],
                *(hidden_otherwise(one, seat) for one in entries[played.first - 1 :]),
            ]
            here, there = sight_of(entries, played, seat), sight_of(other, played, seat)
            for place in decisions_of(here)[:1] if compared < 2 else ():
                assert told(here, place, precision) == told(there, place, precision)
                compared += 1
    assert compared == 2


def told(sight: Sight, place: int, precision: Precision) -> Decision | str | None:
    try:
        return analyse(sight, place, precision, random.Random)
    except NoWorld as error:
        return str(error)


@pytest.mark.parametrize("game", GAMES)
def test_a_world_looks_to_the_player_as_the_round_did(game: str) -> None:
    """A player's own table in a world is the one that they had, and nobody in it knows the player's hidden dice."""
    found = 0
    for path in recordings(game)[:3:2]:
        entries, played = recorded(path)
        for seat in players(entries, played):
            sight = sight_of(entries, played, seat)
            for place in decisions_of(sight)[:1]:
                seen = table_before(entries, sight, place)
                try:
                    world = next(worlds(sight, place, CAUTIOUS, random.Random(1)))
                except NoWorld:
                    continue
                own = world.own_table(seat)
                assert [(s.seat, s.dice, s.status) for s in own.seats.values()] == [
                    (s.seat, s.dice, s.status) for s in seen.seats.values()
                ]
                assert (own.phase, own.to_act, own.accounts) == (seen.phase, seen.to_act, seen.accounts)
                found += 1
    assert found >= 2


@pytest.mark.parametrize("game", GAMES)
def test_every_type_of_move_that_is_offered_is_compared(game: str) -> None:
    precision = Precision(samples=4, policy=CAUTIOUS, seed=b"types")
    moves = {type_tag(kind) for kind in CATALOGUE.rulebook(game).commands}
    entries, played = recorded(recordings(game)[0])
    for seat in players(entries, played):
        sight = sight_of(entries, played, seat)
        for place in decisions_of(sight)[:1]:
            offers = offers_of(table_before(entries, sight, place), CATALOGUE.rulebooks, seat)
            offered = {offer.type for offer in offers if isinstance(offer, Action)} & moves
            decision = told(sight, place, precision)
            if isinstance(decision, Decision):
                assert {option.command["type"] for option in decision.options} == offered


def test_seats_take_turns_so_that_each_has_some_decisions_if_there_is_no_time_for_all() -> None:
    entries, played = recorded(next(path for path in recordings("twentyone") if "a-duel" in path.name))
    seats, since = players(entries, played), played.first - 1
    before = tables_after(CATALOGUE, entries[0].table, entries[:since], seats)
    tasks = RoundAnalysis(CATALOGUE, before, entries[since:]).tasks(seats)
    assert len(seats) > 1
    assert [seat for seat, _ in tasks[: len(seats)]] == seats
    for seat in seats:
        assert [place for whose, place in tasks if whose == seat] == decisions_of(sight_of(entries, played, seat))


def test_a_seat_has_no_accuracy_without_decisions_and_what_had_no_time_is_not_left_out() -> None:
    tasks = [("ada", place) for place in (3, 5, 6, 8)]
    results = {tasks[0]: Analysed(), tasks[1]: Analysed(left_out=True)}
    (ada,) = by_seat(["ada"], tasks, results, 60, "cautious")
    assert (ada.decisions, ada.accuracy, ada.left_out, ada.no_time) == ([], None, 1, 2)
