"""The rules as pages for the browser: made from docs/rules, and no link leads nowhere."""

import re
from html import unescape

import pytest

from games.installed import CATALOGUE
from tools.development.rules_pages import PAGES, RULES, page_of, pages

MADE = pages()


@pytest.mark.parametrize("name", MADE)
def test_each_file_is_what_the_rules_say(name: str) -> None:
    assert (PAGES / name).read_text("utf-8") == MADE[name], "run python -m tools.development.rules_pages"


def test_every_game_has_a_page() -> None:
    made = {name.removesuffix(".html") for name in MADE if name.endswith(".html")}
    assert made == {path.stem for path in RULES.glob("*.md")}


@pytest.mark.parametrize("game", CATALOGUE.rulebooks)
def test_the_page_of_a_game_begins_with_how_to_play(game: str) -> None:
    before_the_first_section = MADE[f"{game}.html"].partition("<h2")[0]
    steps = re.findall("<li>(.*)</li>", before_the_first_section)
    assert [unescape(step) for step in steps] == list(CATALOGUE.rulebook(game).how_to_play)


@pytest.mark.parametrize("name", [name for name in MADE if name.endswith(".html")])
def test_each_link_leads_to_a_heading_that_there_is(name: str) -> None:
    for game, anchor in re.findall(r'href="page/rules/([a-z0-9-]+)\.html(?:#([^"]+))?"', MADE[name]):
        page = MADE[f"{game}.html"]
        assert not anchor or f'id="{anchor}"' in page, f"{game}.html#{anchor}"


def test_links_out_of_the_rules_become_text_and_html_stays_text() -> None:
    page = page_of(
        "# Dice & more\n\nSee [the API](../api.md#errors), [below](#the-end) and <b>.\n\n## The end\n", "dice"
    )

    assert "See the API, " in page
    assert '<a href="page/rules/dice.html#the-end">below</a>' in page
    assert "&lt;b&gt;" in page
    assert "<title>Dice &amp; more · Tavern Table</title>" in page
