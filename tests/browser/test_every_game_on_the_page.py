"""Whatever game is installed is played on the page by random clicks on what it offers, against others who do not use
it, until the round ends."""

from random import Random

import pytest
from playwright.async_api import expect

from games.installed import CATALOGUE
from tests.browser.conftest import Meeting, Starting
from tests.browser.people import Elsewhere, come_back, play_round
from tests.server.playing_through import PURSE_CP, PURSES_CP, SHORT

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES = ("Ada", "Bo", "Cy", "Di")
SHORTER = {**SHORT, "farkle": {"target": 300}}
"""A click takes much longer than a command: where more points are played for, they are made over HTTP."""
SEEDS_OF_A_CAMPAIGN = range(2, 7)


def games_and_seeds() -> list[object]:
    """Each game once, and in a campaign again with other clicks."""
    campaign = [
        pytest.param(game, seed, marks=pytest.mark.campaign)
        for game in CATALOGUE.rulebooks
        for seed in SEEDS_OF_A_CAMPAIGN
    ]
    return [*((game, 1) for game in CATALOGUE.rulebooks), *campaign]


@pytest.mark.parametrize(("game", "seed"), games_and_seeds())
async def test_a_round_is_played_by_random_clicks_on_what_is_offered(
    meet: Meeting, start: Starting, game: str, seed: int
) -> None:
    server = await start(CATALOGUE, chance=seed)
    table = await server.open(game, options=SHORTER.get(game, {}))
    names = NAMES[: max(2, CATALOGUE.rulebook(game).min_seats)]
    seats = [await table.sit(name, purse_cp=PURSES_CP.get(game, PURSE_CP)) for name in names]
    person = await come_back(await meet(), seats[0])
    await table.gm.did("start_round")
    view = await play_round(table.gm, [person, *map(Elsewhere, seats[1:])], Random(f"{game} {seed}"))
    await person.shown()
    await expect(person.page.locator(".result-round")).to_have_text(f"Round {view['round']}")
    assert await person.page.locator(".problem").count() == 0
    replay = person.page
    await replay.locator(".result-links a").click()
    await expect(replay.locator(".eyes").first).to_contain_text("You (Ada)")
    await replay.keyboard.press("End")
    await expect(replay.locator(".seat").first).to_be_visible()
