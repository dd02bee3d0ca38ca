"""Rounds in which somebody cheats are proved as all others: found right in both languages, and run again alike."""

import random
from collections import Counter

import msgspec
import pytest

from events.event import type_tag
from games.installed import CATALOGUE
from replays.audit import audit
from replays.export import write_export
from replays.proof_rerun import ProofToRun, rerun_round
from replays.rebuild import rounds_of
from tests.playing import Playing
from tests.replays.proving import prove
from tests.verifier.crooked_walks import GAMES_WITH_CHEATING, crooked_play
from tests.verifier.records import record_of, written
from tests.verifier.second_opinions import Node, both
from tests.verifier.test_every_round import viewers

SEEDS = range(5)
WITH_DICE_OF_THEIR_OWN = ("farkle", "mason", "pig")


def happened(playing: Playing) -> Counter[str]:
    return Counter(type_tag(type(event)) for entry in playing.entries for event in entry.events)


@pytest.mark.parametrize("game", GAMES_WITH_CHEATING)
def test_every_random_round_with_cheats_is_proved_and_runs_again_from_its_proof(node: Node, game: str) -> None:
    seen = Counter[str]()
    for seed in SEEDS:
        playing = crooked_play(game, seed)
        seen += happened(playing)
        # The clock of a walk acts when the walk says so.
        assert {finding.code for finding in audit(CATALOGUE, playing.lines).findings} <= {"clock_early"}
        viewer = random.Random(seed).choice(viewers(CATALOGUE, playing.lines))
        record = written(record_of(CATALOGUE, playing.lines, viewer))
        assert both(node, b"".join(write_export(playing.table.table, playing.lines)), record)["right"]
        for played in rounds_of(playing.entries):
            proof = msgspec.json.encode(prove(CATALOGUE, playing.lines, played.round))
            report = both(node, proof, record)
            assert report["right"], (seed, played, report["wrong"])
            result = rerun_round(CATALOGUE, msgspec.json.decode(proof, type=ProofToRun))
            assert result.differing == {}, (seed, played)
            if played.unsealed and not any("leaves it out" in why for why in result.not_run.values()):
                assert result.verified, (seed, played, result)
    expected = ["tricks.cheat_tried", "die_rerolled_secretly", "dice_loaded_out_of_play"]
    expected += ["die_weighted", "dice_loaded"] if game in WITH_DICE_OF_THEIR_OWN else []
    assert [kind for kind in expected if not seen[kind]] == []
