"""The recorded rounds that were disputed are made again to the byte, and have rulings of every kind."""

import io

import pytest

from events.dispute_events import DisputeRuled
from events.round_events import RoundUnsealed
from games.installed import CATALOGUE
from replays.export import parse_export
from tests.recorded.disputing import DISPUTED, GAME
from tests.recorded.scripted import RECORDED


def recorded(title: str) -> list[bytes]:
    return list(parse_export(io.BytesIO((RECORDED / GAME / f"{title}.jsonl").read_bytes())).lines)


@pytest.mark.parametrize("title", DISPUTED)
def test_a_disputed_round_is_recorded_again_to_the_same_bytes(title: str) -> None:
    assert DISPUTED[title]() == recorded(title)


def test_rulings_of_every_kind_and_unsealings_are_recorded() -> None:
    events = [event for title in DISPUTED for line in recorded(title) for event in CATALOGUE.codec.decode(line).events]
    rulings = {(event.verdict, event.remedy) for event in events if isinstance(event, DisputeRuled)}
    assert rulings == {("denied", "none"), ("upheld", "none"), ("upheld", "coins"), ("upheld", "round")}
    assert sum(isinstance(event, RoundUnsealed) for event in events) == len(DISPUTED)
