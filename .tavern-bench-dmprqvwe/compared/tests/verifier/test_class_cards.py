"""Games of class cards of any making, in which dice change, come and go unseen: both verifiers find them right."""

import random
from typing import Any

import pytest

from events.audience import seat_viewer
from games.installed import CATALOGUE
from replays.export import write_export
from tests.games.trickster.referee.worlds import played
from tests.playing import TABLE
from tests.replays.logs import forged
from tests.replays.proving import prove
from tests.verifier.records import record_of, written
from tests.verifier.second_opinions import Node, both
from tests.verifier.test_every_round import every_round_is_found_right, no_single_change_of_a_proof_passes

SEEDS = [*range(4), *(pytest.param(seed, marks=pytest.mark.campaign) for seed in range(4, 200))]


@pytest.mark.parametrize("seed", SEEDS)
def test_games_of_any_cards_are_found_right_and_no_single_change_of_them(node: Node, seed: int) -> None:
    lines = played(seed).playing.lines
    proof = prove(CATALOGUE, lines, 1)
    record = written(record_of(CATALOGUE, lines, seat_viewer("ada")))
    every_round_is_found_right(node, list(write_export(TABLE, lines)), [proof], record)
    no_single_change_of_a_proof_passes(node, proof, random.Random(seed))


@pytest.mark.parametrize("seed", range(3))
def test_a_face_that_is_shown_and_did_not_fall_is_found_out(node: Node, seed: int) -> None:
    lines = played(seed).playing.lines
    seq = next(seq for seq, line in enumerate(lines, 1) if b'"type":"dice_shown"' in line)

    def forgery(entry: dict[str, Any]) -> None:
        shown = next(event for event in entry["events"] if event["type"] == "dice_shown")
        shown["faces"][0] += 1

    report = both(node, b"".join(write_export(TABLE, forged(lines, seq, forgery))))
    assert (seq, "face_mismatch") in report["wrong"]
