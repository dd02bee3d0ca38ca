"""What games declare about their draws is what they draw, and what the verifiers carry."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from events.draws import draws_of
from games.engine.drawn import declared
from games.engine.rulebook import AnyRulebook
from games.installed import CATALOGUE
from tavern_client import verify
from tests.replays.test_proof_rerun import RECORDED
from tools.development.declared_draws import VERIFIERS, carried, literal, table_of


@pytest.mark.parametrize("path", VERIFIERS, ids=lambda path: path.name)
def test_both_verifiers_carry_what_the_games_declare(path: Path) -> None:
    wanted = literal(table_of(CATALOGUE))

    assert carried(path.read_text(encoding="utf-8")) == wanted
    assert msgspec.json.decode(wanted) == table_of(CATALOGUE) == verify.DECLARED


def every_version() -> Iterator[AnyRulebook]:
    for game in CATALOGUE.rulebooks:
        yield from CATALOGUE.rulebooks.versions(game)


def test_every_version_of_every_game_declares_its_draws_once() -> None:
    for rulebook in every_version():
        rows = declared(rulebook.draws)
        assert rows, rulebook.id
        assert len({(row["purpose"], row["event"]) for row in rows}) == len(rows)
        (entry,) = [one for one in verify.DECLARED[rulebook.id] if rulebook.version in one["rules"]]
        assert entry["draws"] == rows


def test_every_declared_purpose_is_drawn_for_in_the_recorded_rounds() -> None:
    drawn: set[tuple[str, str]] = set()
    for path in RECORDED.glob("*/*.jsonl"):
        game = ""
        for line in path.read_bytes().splitlines()[1:]:
            entry = CATALOGUE.codec.decode(line)
            game = entry.game
            drawn |= {(game, draw.purpose) for event in entry.events for draw in draws_of(event)}

    declared_purposes = {(one.id, row.purpose) for one in every_version() for row in one.draws}
    assert drawn == declared_purposes
