"""The site of the docs has every page once, and its links lead somewhere; the build itself is `make docs`."""

import re
from typing import Final

import pytest

from server.http.route_table import ROUTES
from tests.docs.pages import ROOT
from tools.development.site import hooks, routes

DOCS: Final = ROOT / "docs"
SETTINGS: Final = ROOT / "tools" / "development" / "site" / "mkdocs.yml"
_ENTRY: Final = re.compile(r"^( +)- (?:([^:\n]+):)? ?(\S+)?$", re.MULTILINE)


def navigation() -> hooks.Nav:
    """`nav` of mkdocs.yml: an entry a line, sections one level deep."""
    _, _, settings = SETTINGS.read_text(encoding="utf-8").partition("\nnav:\n")
    lines, _, _ = settings.partition("\n\n")
    entries = _ENTRY.findall(lines)
    assert len(entries) == len(lines.splitlines())
    nav: hooks.Nav = []
    section: hooks.Nav = nav
    for indent, name, page in entries:
        if name and not page:
            section = []
            nav.append({name: section})
        else:
            (nav if len(indent) == 2 else section).append({name: page} if name else page)
    return nav


def pages() -> list[str]:
    return sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


def test_every_page_is_in_the_navigation_once() -> None:
    listed = hooks.named(hooks.expanded(navigation(), pages()))
    assert sorted(listed) == sorted([*pages(), *hooks.PAGES])


def test_a_folder_stands_for_those_of_its_pages_that_are_not_named() -> None:
    nav: hooks.Nav = ["README.md", {"Decisions": ["decisions/README.md", "decisions/*"]}]
    found = ["README.md", "decisions/0002-b.md", "decisions/0001-a.md", "decisions/README.md"]
    decisions = ["decisions/README.md", "decisions/0001-a.md", "decisions/0002-b.md"]
    assert hooks.expanded(nav, found) == ["README.md", {"Decisions": decisions}]


def test_a_game_master_needs_at_most_two_clicks_and_a_thousand_words() -> None:
    guide = "game-master.md"
    assert f"]({guide})" in (DOCS / "README.md").read_text(encoding="utf-8")
    assert len((DOCS / guide).read_text(encoding="utf-8").split()) <= 900


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[rules](rules/pig.md#options)", "[rules](rules/pig.md#options)"),
        ("[here](#options)", "[here](#options)"),
        ("[elsewhere](https://example.org/a.md)", "[elsewhere](https://example.org/a.md)"),
        ("[changelog](../CHANGELOG.md)", "[changelog](changelog.md)"),
        ("[README](../README.md#games)", "[README](README.md#games)"),
        ("[`tools/bot.py`](../tools/bot.py)", "`tools/bot.py`"),
        ("[bot.py](../tools/bot.py)", "`tools/bot.py`"),
        ("[a\nbot](../tools/bot.py)", "a\nbot (`tools/bot.py`)"),
        ("```\n[x](../tools/bot.py)\n```\n", "```\n[x](../tools/bot.py)\n```\n"),
    ],
)
def test_links_out_of_the_docs_become_code(text: str, shown: str) -> None:
    assert hooks.relinked(text, "docs/client.md", "client.md") == shown


def test_links_out_of_the_docs_lead_to_the_repository_if_it_has_an_address() -> None:
    shown = hooks.relinked(
        "[bot](../../tools/bot.py)", "docs/setup/pc.md", "setup/pc.md", "https://example.org/tavern/"
    )
    assert shown == "[bot](https://example.org/tavern/blob/main/tools/bot.py)"


def test_links_of_the_changelog_lead_into_the_docs() -> None:
    assert hooks.relinked("[rules](docs/rules/pig.md)", "CHANGELOG.md", "changelog.md") == "[rules](rules/pig.md)"
    moved = hooks.relinked("[API](../api.md)", "docs/reference/routes.md", "reference/routes.md")
    assert moved == "[API](../api.md)"


def test_every_route_of_the_api_is_on_the_page_of_all_routes() -> None:
    page = routes.page()
    documented = [route for route in ROUTES if route.documented]
    assert [route.id for route in documented if f"\n`{route.method} {route.path}`\n" not in page] == []
    assert len(re.findall(r"^### ", page, re.MULTILINE)) == len(set(re.findall(r"^### .*", page, re.MULTILINE)))
