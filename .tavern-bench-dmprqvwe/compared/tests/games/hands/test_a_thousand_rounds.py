"""A thousand rounds at random end as their texts say (seeds 003): who wins what, and who may discard."""

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
import pytest

from events.accounts import HOUSE
from events.event import Event
from games.installed import CATALOGUE
from tests.games.hands.judging import STRENGTHS, due, facts_of
from tests.playing import Silent
from tests.properties.samples import body_of

NAMES: Final = ("Ada", "Bo", "Cy", "Dee", "Eve")
_OFTEN: Final = 0.02
every_game = pytest.mark.parametrize(
    ("game", "options", "rounds"),
    [
        ("rulers-bluff", {"open_dice": "shared"}, 500),
        ("rulers-bluff", {"open_dice": "own"}, 500),
        ("triangle", {}, 1_000),
    ],
    ids=["shared", "own", "triangle"],
)


def rounds_at_random(game: str, options: Mapping[str, Any], rounds: int) -> Iterator[list[Event]]:
    """The events of one round after the other, at tables of two to five seats, some of them poor."""
    for number in range(rounds):
        chance = random.Random(f"{game} {options} {number}")
        playing = Silent.open(CATALOGUE, game, ante_cp=2 * chance.randint(1, 50), **options)
        for name in NAMES[: chance.randint(2, len(NAMES))]:
            playing.sit(name, purse_cp=chance.choice([100, 101, 150, 333, 1_000, 20_000]), luck=str(number))
        playing.start()
        while playing.table.running:
            seat = playing.table.to_act[0]
            kinds = {action.type: action for action in playing.actions(seat) if action.type != "dispute"}
            if chance.random() > _OFTEN:
                kinds.pop("leave")
            if chance.random() < 0.7 and len(kinds) > 1:
                kinds.pop("fold", None)
            body = body_of(chance, chance.choice(list(kinds.values())))
            playing.give(seat, CATALOGUE.read_command(game, msgspec.json.encode(body)))
        yield [event for entry in playing.entries for event in entry.events]


@every_game
def test_every_coin_goes_where_the_text_says(game: str, options: Mapping[str, Any], rounds: int) -> None:
    reached = set()
    for events in rounds_at_random(game, options, rounds):
        facts = facts_of(events)
        assert facts.ended is not None
        assert facts.won == due(facts, STRENGTHS[game])
        assert facts.ended.won_cp == facts.won
        assert set(facts.discards.values()) <= {1}
        open_dice = {seat: len(fallen) for seat, fallen in facts.dice.items()}
        reached |= {
            ("showdown", len(facts.seats) - len(facts.out) > 1),
            ("side pot", len(set(facts.paid.values())) > 1),
            ("shared", len(facts.won) > 1),
            ("discarded", bool(facts.discards)),
            ("own dice", max(open_dice[seat] for seat in facts.seats) == 5),
            ("of the House", HOUSE in open_dice),
        }
    assert {(what, True) for what in ("showdown", "side pot", "shared")} <= reached
    assert (("discarded", True) in reached) == (game == "rulers-bluff")
    assert (("own dice", True) in reached) == (options.get("open_dice") == "own")
    assert (("of the House", True) in reached) == (options.get("open_dice") == "shared")
