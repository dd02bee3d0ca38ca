"""Searching a log for a round: the same facts as from all entries at once, up to the same damage."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from events.entry import line_hash
from events.table_events import SeatTaken
from games.installed import CATALOGUE
from replays.integrity import LogClaim, intact_part
from replays.rebuild import Round, rounds_of
from replays.searching import Anchor, search
from tests.recorded.scripted import RECORDED
from tests.replays.logs import forged
from tests.tools.running import TABLE, evening, evening_entries

LINES = list(evening().lines)
ROUNDS = rounds_of(evening_entries())
CLAIM = LogClaim("the store", len(LINES), None)


def changed(seq: int) -> list[bytes]:
    line = LINES[seq - 1].replace(b'"salt":"', b'"salt":"00', 1)
    return [*LINES[: seq - 1], line, *LINES[seq:]]


@pytest.mark.parametrize("number", [*range(1, len(ROUNDS) + 2), None])
def test_a_round_is_found_with_the_facts_that_all_entries_give(number: int | None) -> None:
    found = search(CATALOGUE.codec, TABLE, LINES, number, CLAIM)

    known: dict[int | None, Round] = {played.round: played for played in ROUNDS}
    assert found.played == (ROUNDS[-1] if number is None else known.get(number))
    assert (found.rounds, found.entries, found.damage) == (len(ROUNDS), len(LINES), None)
    taken = [event for entry in evening_entries() for event in entry.events if isinstance(event, SeatTaken)]
    assert found.names == {event.seat: event.name for event in taken}


LOGS: dict[str, Sequence[bytes]] = {
    "cut off": LINES[:-3],
    "a line missing": [*LINES[:30], *LINES[31:]],
    "unreadable": [*LINES[:30], b"{}", *LINES[31:]],
    "relinked": forged(LINES, 12, lambda entry: entry.update(salt="00" * 16)),
    **{f"entry {seq} changed": changed(seq) for seq in (1, 2, 5, 20, len(LINES) - 1, len(LINES))},
    "a number of too many digits": [
        *LINES[:30],
        LINES[30].replace(b'"round":', b'"round":' + b"9" * 5_000),
        *LINES[31:],
    ],
    "a start of a round without end": [
        *LINES[:5],
        b'{"events":[{"type":"round_started","v":1,"round":' + b"9" * 5_000 + b"}]",
        *LINES[6:],
    ],
    "its end replaced": [*LINES[:-2], LINES[-1], LINES[-2]],
}


@pytest.mark.parametrize("number", [1, None])
@pytest.mark.parametrize("name", LOGS)
def test_entries_before_damage_are_found_and_none_after_it(name: str, number: int | None) -> None:
    lines = LOGS[name]

    found = search(CATALOGUE.codec, TABLE, lines, number, CLAIM)

    intact = intact_part(CATALOGUE.codec, TABLE, lines, CLAIM)
    rounds = rounds_of(intact.entries)
    assert (found.entries, found.damage) == (len(intact.entries), intact.damage)
    assert found.rounds == len(rounds)
    wanted = rounds[-1:] if number is None else [played for played in rounds if played.round == number]
    assert found.played == next(iter(wanted), None)


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*/*.jsonl"))[::6], ids=lambda path: path.stem)
def test_the_last_round_of_a_recorded_log_is_found(path: Path) -> None:
    lines = path.read_bytes().splitlines()[1:]
    entries = CATALOGUE.codec.decode_log(lines)
    if entries:
        found = search(CATALOGUE.codec, entries[0].table, lines, None)
        assert found.played == next(iter(rounds_of(entries)[-1:]), None)


def anchor_at(seq: int, lines: Sequence[bytes] = LINES) -> Anchor:
    return Anchor(seq, line_hash(lines[seq - 1]))


@pytest.mark.parametrize("number", [*range(1, len(ROUNDS) + 2), None])
@pytest.mark.parametrize("seq", [1, 2, ROUNDS[0].first, ROUNDS[1].first, ROUNDS[1].last, len(LINES) - 1, len(LINES)])
def test_with_a_snapshot_s_line_a_round_is_found_with_the_same_facts(seq: int, number: int | None) -> None:
    found = search(CATALOGUE.codec, TABLE, LINES, number, CLAIM, anchor_at(seq))
    assert found == search(CATALOGUE.codec, TABLE, LINES, number, CLAIM)


@pytest.mark.parametrize("number", [1, None])
@pytest.mark.parametrize("seq", [1, 11, 12, 19, 20, 21, 30, 31, len(LINES) - 2, len(LINES) - 1, len(LINES)])
@pytest.mark.parametrize("name", LOGS)
def test_damage_before_and_after_a_snapshot_s_line_is_reported_as_without_one(
    name: str, seq: int, number: int | None
) -> None:
    found = search(CATALOGUE.codec, TABLE, LOGS[name], number, CLAIM, anchor_at(seq))
    assert found == search(CATALOGUE.codec, TABLE, LOGS[name], number, CLAIM)


def test_of_the_lines_before_a_snapshot_s_only_those_about_the_round_are_decoded() -> None:
    first, last = ROUNDS[0], ROUNDS[-1]
    broken = first.first + 1
    lines = forged(LINES, broken, lambda entry: entry.update(actor=5))

    found = search(CATALOGUE.codec, TABLE, lines, last.round, None, anchor_at(len(lines), lines))

    assert (found.damage, found.entries) == (None, len(lines))
    for anchor in (None, anchor_at(len(LINES))):
        unconfirmed = search(CATALOGUE.codec, TABLE, lines, last.round, None, anchor)
        assert unconfirmed.damage is not None
        assert unconfirmed.damage.seq == broken


@pytest.mark.parametrize("place", [0, -1])
def test_an_unreadable_line_about_the_round_is_found_although_a_snapshot_confirms_it(place: int) -> None:
    played = ROUNDS[0]
    seq = (played.first, played.last or 0)[place]
    lines = forged(LINES, seq, lambda entry: entry.update(actor=5))

    found = search(CATALOGUE.codec, TABLE, lines, played.round, None, anchor_at(len(lines), lines))

    assert found == search(CATALOGUE.codec, TABLE, lines, played.round)
    assert found.damage is not None
    assert found.damage.seq == seq


@pytest.mark.parametrize("number", [1, 2, None])
@pytest.mark.parametrize("within", [False, True])
def test_the_first_damage_is_reported_although_a_snapshot_confirms_it_and_more_follows(
    number: int | None, within: bool
) -> None:
    lines = forged(LINES, 10, lambda entry: entry.update(actor=5))
    later = 40 if within else len(lines) - 2
    lines = forged(lines, later, lambda entry: entry.update(actor=5))

    found = search(CATALOGUE.codec, TABLE, lines, number, None, anchor_at(40, lines))

    assert found.damage is not None
    assert found.damage.seq == 10
    assert found == search(CATALOGUE.codec, TABLE, lines, number)


@pytest.mark.parametrize("place", [0, -1])
def test_an_entry_of_another_table_in_the_round_is_found_although_a_snapshot_confirms_it(place: int) -> None:
    played = ROUNDS[0]
    seq = (played.first, played.last or 0)[place]
    lines = forged(LINES, seq, lambda entry: entry.update(table="other"))

    found = search(CATALOGUE.codec, TABLE, lines, played.round, None, anchor_at(len(lines), lines))

    assert found == search(CATALOGUE.codec, TABLE, lines, played.round)
    assert found.damage is not None
    assert found.damage.seq == seq


@pytest.mark.parametrize("number", [*range(1, len(ROUNDS) + 2), None])
def test_a_round_that_begins_twice_is_found_as_without_a_snapshot(number: int | None) -> None:
    def again(entry: dict[str, Any]) -> None:
        for event in entry["events"]:
            if event["type"] in ("luck_called", "round_started"):
                event["round"] = ROUNDS[0].round

    lines = forged(LINES, ROUNDS[2].first, again)
    found = search(CATALOGUE.codec, TABLE, lines, number, None, anchor_at(len(lines), lines))
    assert found == search(CATALOGUE.codec, TABLE, lines, number)


def test_lines_that_no_server_wrote_are_all_decoded() -> None:
    spaced = forged(LINES, 5, lambda entry: entry.update(actor=5))
    spaced = [*spaced[:-1], spaced[-1].replace(b',"prev":', b', "prev": ')]

    found = search(CATALOGUE.codec, TABLE, spaced, None, None, anchor_at(len(spaced), spaced))

    assert found.damage is not None
    assert found.damage.seq == 5


@pytest.mark.parametrize("path", sorted(RECORDED.glob("*/*.jsonl"))[::6], ids=lambda path: path.stem)
def test_every_round_of_a_recorded_log_is_found_with_a_snapshot_s_line(path: Path) -> None:
    lines = path.read_bytes().splitlines()[1:]
    entries = CATALOGUE.codec.decode_log(lines)
    if entries:
        for number in (*(played.round for played in rounds_of(entries)), None):
            found = search(CATALOGUE.codec, entries[0].table, lines, number, None, anchor_at(len(lines), lines))
            assert found == search(CATALOGUE.codec, entries[0].table, lines, number)
