"""Every recorded round and every random one is proved, in both languages; and no single change of a proof passes."""

import io
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given

from events.entry import line_hash
from games.installed import CATALOGUE
from replays.export import parse_export, write_export
from replays.proof import Proof
from replays.rebuild import rounds_of
from tests.properties.subjects import Subject, every_game
from tests.properties.walking import Walk, dear, lengths, seeds
from tests.replays.proving import prove
from tests.verifier.changes import SEALED_AND_NOT_SHOWN, changed_values, changes_of_lines, left_out
from tests.verifier.second_opinions import START, Node, both

RECORDED = Path(__file__).parents[2] / "replays" / "recorded"
GAMES = sorted(folder.name for folder in RECORDED.iterdir() if folder.is_dir())


def proofs(catalogue: Any, lines: list[bytes]) -> Iterator[Proof]:
    for played in rounds_of(catalogue.codec.decode_log(lines)):
        yield prove(catalogue, lines, played.round)


@pytest.mark.parametrize("game", GAMES)
def test_every_recorded_round_and_its_export_are_found_right(node: Node, game: str) -> None:
    for path in sorted((RECORDED / game).glob("*.jsonl")):
        exported = path.read_bytes()
        assert both(node, exported)["right"], path.name
        for proof in proofs(CATALOGUE, list(parse_export(io.BytesIO(exported)).lines)):
            assert both(node, msgspec.json.encode(proof))["right"], path.name


@every_game
@dear
@given(seed=seeds, length=lengths)
def test_every_random_round_is_found_right_and_no_single_change_of_it(
    node: Node, subject: Subject, seed: int, length: int
) -> None:
    walk, chance = Walk(subject, seed), random.Random(seed)
    lines = walk.play(length).lines
    proved = list(proofs(subject.catalogue, lines))
    every_round_is_found_right(node, write_export(walk.playing.table.table, lines), proved)
    # Most proofs of a walk are alike: the examples are many, and one proof of each is changed.
    if proved:
        no_single_change_of_a_proof_passes(node, chance.choice(proved), chance)


def every_round_is_found_right(node: Node, exported: Iterable[bytes], proved: Sequence[Proof]) -> None:
    whole = list(exported)
    places = {line_hash(line.removesuffix(b"\n")): place for place, line in enumerate(whole)}
    export = both(node, b"".join(whole))
    reports = [both(node, msgspec.json.encode(proof)) for proof in proved]

    assert all(report["right"] for report in [export, *reports])
    before = [places[proof.entries[0].hash or ""] - 1 if proof.entries else 0 for proof in proved]
    shown = {entry.seq + skipped for proof, skipped in zip(proved, before, strict=True) for entry in proof.entries}
    drawn = [
        {**draw, "seq": draw["seq"] + skipped}
        for report, skipped in zip(reports, before, strict=True)
        for draw in report["draws"]
    ]
    assert drawn == [draw for draw in export["draws"] if draw["seq"] in shown]


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
