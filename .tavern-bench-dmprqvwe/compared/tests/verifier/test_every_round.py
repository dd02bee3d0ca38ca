"""Every recorded round and every random one is proved, in both languages, and agrees with what every viewer was shown;
and no single change of a proof or of a record passes."""

import io
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

from events.audience import GM, PUBLIC, Viewer, seat_viewer
from events.entry import line_hash
from events.table_events import SeatTaken
from games.deciding.catalogue import Catalogue
from games.installed import CATALOGUE
from replays.export import parse_export, write_export
from replays.proof import Proof
from replays.rebuild import rounds_of
from tests.properties.subjects import Subject, every_installed_game
from tests.properties.walking import Walk, dear, lengths, seeds
from tests.replays.proving import prove
from tests.verifier.changes import SEALED_AND_NOT_SHOWN, changed_values, changes_of_lines, left_out
from tests.verifier.records import record_of, written
from tests.verifier.second_opinions import START, Node, both

RECORDED = Path(__file__).parents[2] / "replays" / "recorded"
GAMES = sorted(folder.name for folder in RECORDED.iterdir() if folder.is_dir())


def proofs(catalogue: Catalogue, lines: list[bytes]) -> Iterator[Proof]:
    for played in rounds_of(catalogue.codec.decode_log(lines)):
        yield prove(catalogue, lines, played.round)


@pytest.mark.parametrize("game", GAMES)
def test_every_recorded_round_and_its_export_are_found_right(node: Node, game: str) -> None:
    for path in sorted((RECORDED / game).glob("*.jsonl")):
        exported = path.read_bytes()
        lines = list(parse_export(io.BytesIO(exported)).lines)
        viewer = random.Random(path.name).choice(viewers(CATALOGUE, lines))
        record = written(record_of(CATALOGUE, lines, viewer))
        assert both(node, exported, record)["right"], path.name
        for proof in proofs(CATALOGUE, lines):
            assert both(node, msgspec.json.encode(proof), record)["right"], path.name


@every_installed_game
@dear
@given(seed=seeds, length=lengths)
def test_every_random_round_is_found_right_and_no_single_change_of_it(
    node: Node, subject: Subject, seed: int, length: int
) -> None:
    walk, chance = Walk(subject, seed), random.Random(seed)
    lines = walk.play(length).lines
    proved = list(proofs(subject.catalogue, lines))
    exported = list(write_export(walk.playing.table.table, lines))
    record = record_of(subject.catalogue, lines, chance.choice(viewers(subject.catalogue, lines)))
    every_round_is_found_right(node, exported, proved, written(record))
    no_single_change_of_a_record_passes(node, b"".join(exported), record, chance)
    # Most proofs of a walk are alike: the examples are many, and one proof of each is changed.
    if proved:
        no_single_change_of_a_proof_passes(node, chance.choice(proved), chance)


def viewers(catalogue: Catalogue, lines: list[bytes]) -> list[Viewer]:
    """Everybody who ever looked at a table."""
    taken = (event for entry in catalogue.codec.decode_log(lines) for event in entry.events)
    return [PUBLIC, GM, *(seat_viewer(event.seat) for event in taken if isinstance(event, SeatTaken))]


def every_round_is_found_right(node: Node, whole: list[bytes], proved: Sequence[Proof], record: bytes) -> None:
    places = {line_hash(line.removesuffix(b"\n")): place for place, line in enumerate(whole)}
    export = both(node, b"".join(whole), record)
    reports = [both(node, msgspec.json.encode(proof), record) for proof in proved]

    assert all(report["right"] for report in [export, *reports])
    before = [places[proof.entries[0].hash or ""] - 1 if proof.entries else 0 for proof in proved]
    shown = {entry.seq + skipped for proof, skipped in zip(proved, before, strict=True) for entry in proof.entries}
    drawn = [
        {**draw, "seq": draw["seq"] + skipped}
        for report, skipped in zip(reports, before, strict=True)
        for draw in report["draws"]
    ]
    assert drawn == [draw for draw in export["draws"] if draw["seq"] in shown]


def no_single_change_of_a_record_passes(
    node: Node, exported: bytes, record: Sequence[dict[str, Any]], chance: random.Random
) -> None:
    shown = [line for line in record if "receipt" in line]
    later = chance.choice(shown)
    lies = [
        {**later, "receipt": later["receipt"][::-1]},
        {**later, "version": later["version"] + 1},
        {**later, "events": [*later["events"], {"type": "paused"}]},
        {**later, "coins": {**later["coins"], "pot": later["coins"]["pot"] + 1}},
        {**later, "dice": {**later["dice"], "house": [*later["dice"].get("house", []), ["d2", None]]}},
    ]
    for lie in lies:
        changed = [lie if line is later else line for line in record]
        assert not both(node, exported, written(changed))["right"], lie


def no_single_change_of_a_proof_passes(node: Node, proof: Proof, chance: random.Random) -> None:
    decoded = msgspec.json.decode(msgspec.json.encode(proof))
    for seq, tampered in changes_of_lines(chance, decoded):
        report = both(node, msgspec.json.encode(tampered))
        assert seq in [at for at, _ in report["wrong"]]
    for place, tampered in changed_values(chance, decoded):
        report = both(node, msgspec.json.encode(tampered))
        claimed_only = place[0] == "start" or (place[0] == "entries" and "events" in place)
        if claimed_only and proof.seed is not None:
            assert report == "unreadable" or not report["right"] or START in report["not_shown"], place
        elif proof.seed is not None or place[0] not in SEALED_AND_NOT_SHOWN:
            assert report == "unreadable" or not report["right"], place
    for tampered in left_out(chance, decoded):
        report = both(node, msgspec.json.encode(tampered))
        assert report == "unreadable" or not report["right"]
