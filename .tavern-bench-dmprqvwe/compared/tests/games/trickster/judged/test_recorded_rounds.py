"""The rounds that are recorded for good are played by the rules, to a referee who knows no code."""

import io
from pathlib import Path
from typing import Final

import msgspec

from replays.export import parse_export
from tests.games.trickster.referee.judging import Judge
from tests.games.trickster.referee.random_games import STANDARD

RECORDED: Final = Path(__file__).parents[4] / "replays" / "recorded" / "trickster"


def test_every_recorded_round_is_played_by_the_rules() -> None:
    for path in sorted(RECORDED.glob("*.jsonl")):
        lines = parse_export(io.BytesIO(path.read_bytes())).lines
        Judge(STANDARD).judge(map(msgspec.json.decode, lines))
