"""What the pages point at is there: files, headings, and the code that they quote."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import ROOT, blocks

PAGES: Final = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_LINK: Final = re.compile(r"(?<!`)!?\[[^\]]*\]\(([^)\s]+)\)")
_FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


def prose(page: Path) -> str:
    return _FENCED.sub("", page.read_text())


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as forges make them."""
    headings = [re.sub(r"[`*_]|\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in _HEADING.findall(prose(page))]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path) -> Iterator[str]:
    for target in _LINK.findall(prose(page)):
        if re.match(r"https?:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            yield target


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_no_page_has_two_versions_of_a_paragraph(page: Path) -> None:
    """As a merge with a conflict leaves them."""
    assert re.findall(r"<<<<<<<|>>>>>>>", page.read_text()) == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert list(broken(page)) == []


def test_every_page_can_be_reached_from_the_readme() -> None:
    reached, waiting = set[Path](), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in reached:
            continue
        reached.add(page)
        targets = [target.partition("#")[0] for target in _LINK.findall(prose(page)) if not target.startswith("http")]
        linked = [(page.parent / target).resolve() for target in targets if target]
        waiting += [file for file in linked if file.suffix == ".md" and file.exists()]
    assert set(PAGES) - reached == set()


def test_code_that_the_pages_quote_stands_in_the_source() -> None:
    sources = [
        source.read_text() for room in ("events", "projections", "games") for source in (ROOT / room).rglob("*.py")
    ]
    quoted = [block.text for block in blocks(ROOT / "docs" / "architecture.md") if block.language == "python"]
    assert quoted
    assert [code for code in quoted if not any(code in source for source in sources)] == []


def test_paths_that_the_pages_name_exist() -> None:
    pages = [ROOT / "README.md", ROOT / "docs" / "architecture.md"]
    named_paths = {
        path for page in pages for path in re.findall(r"`((?:[a-z_]+/)+(?:[a-z_]+\.py)?)`", page.read_text())
    }
    assert named_paths
    assert [path for path in sorted(named_paths) if not (ROOT / path).exists()] == []
