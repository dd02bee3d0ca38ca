"""Pictures are small, are shown somewhere, and are described for those who do not see them."""

import re
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).parents[2]
PICTURES: Final = CHECKOUT / "docs" / "pictures"
LARGEST: Final = 120_000
LARGEST_MOVING: Final = 400_000
SHOWN: Final = re.compile(r"!\[([^\]]*)\]\(([^)]*pictures/([^)]+))\)")


def shown() -> list[tuple[str, str]]:
    """The descriptions and the names of all pictures in the README and the docs."""
    pages = [CHECKOUT / "README.md", *(CHECKOUT / "docs").rglob("*.md")]
    return [(text, name) for page in pages for text, _, name in SHOWN.findall(page.read_text(encoding="utf-8"))]


def test_every_picture_is_shown_and_described() -> None:
    pictures = {path.name for path in PICTURES.iterdir() if path.suffix in (".svg", ".webp", ".png")}
    assert {name for _, name in shown()} == pictures
    assert [name for text, name in shown() if len(text) < 20] == []


def test_pictures_are_small() -> None:
    large = {path.name: path.stat().st_size for path in PICTURES.iterdir() if path.stat().st_size > LARGEST}
    assert large.pop("throw.webp") <= LARGEST_MOVING
    assert large == {}
