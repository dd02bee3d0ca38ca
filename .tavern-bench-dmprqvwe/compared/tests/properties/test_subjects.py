"""What must hold is held to for every game that is installed, and for a table that changes among them."""

from typing import Final

from events.round_events import RoundStarted
from events.table_events import GameSet
from games.installed import CATALOGUE
from tests.properties.subjects import EVENING, INSTALLED
from tests.properties.walking import Walk

EVENINGS_FOR_A_GAME: Final = 10


def test_every_installed_game_passes_through_the_properties() -> None:
    assert {subject.game for subject in INSTALLED} == set(CATALOGUE.rulebooks)


def test_on_an_evening_every_installed_game_is_turned_to_and_played() -> None:
    """However many games there are: another evening is played until all of them were, within reason."""
    games = set(CATALOGUE.rulebooks)
    turned_to, played = set[str](), set[str]()
    for seed in range(EVENINGS_FOR_A_GAME * len(games)):
        for entry in Walk(EVENING, seed).play(60).entries:
            turned_to |= {event.game for event in entry.events if isinstance(event, GameSet)}
            played |= {event.game for event in entry.events if isinstance(event, RoundStarted)}
        if turned_to == played == games:
            return
    raise AssertionError(f"not turned to: {games - turned_to}; not played: {games - played}")
