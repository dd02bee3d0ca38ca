"""Makes pages for the browser of the rules in docs/rules: `python -m tools.development.rules_pages`.

The page of a game begins with the three sentences of its `how_to_play`.
"""

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from games.installed import CATALOGUE

_ROOT: Final = Path(__file__).parents[2]
RULES: Final = _ROOT / "docs" / "rules"
PAGES: Final = _ROOT / "server" / "static" / "page" / "rules"
_LIST: Final = "list.mjs"
_FIRST_SECTION: Final = "<h2"
_PAGE: Final = """\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <base href="../../">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>{title} · Tavern Table</title>
    <link rel="icon" href="page/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="page/styles/themes.css">
    <link rel="stylesheet" href="page/styles/base.css">
    <link rel="stylesheet" href="page/rules/rules.css">
    <script type="module" src="page/rules/dress.mjs"></script>
  </head>
  <body>
    <main class="rulespage">
{body}    </main>
  </body>
</html>
"""


def slug_of(heading: str) -> str:
    """The anchor of a heading, as in the documents' own links."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def _link(target: str, game: str) -> str | None:
    """The target of a page's link in the browser; None if it leads out of the rules."""
    path, _, anchor = target.partition("#")
    fragment = f"#{anchor}" if anchor else ""
    if not path:
        return f"page/rules/{game}.html{fragment}"
    if re.fullmatch(r"[a-z0-9-]+\.md", path):
        return f"page/rules/{path.removesuffix('.md')}.html{fragment}"
    return target if path.startswith("https://") else None


def _relinked(tokens: list[Token], game: str) -> list[Token]:
    """Tokens with links that work beside the page; those that lead elsewhere become plain text."""
    kept: list[Token] = []
    dropped = 0
    for token in tokens:
        if token.type == "link_open":
            target = _link(str(token.attrGet("href")), game)
            dropped += target is None
            if target is None:
                continue
            token.attrSet("href", target)
        elif token.type == "link_close" and dropped:
            dropped -= 1
            continue
        kept.append(token)
    return kept


def page_of(text: str, game: str) -> str:
    """The page of one game's rules."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    title = game
    for at, token in enumerate(tokens):
        if token.children is not None:
            token.children = _relinked(token.children, game)
        if token.type == "heading_open":
            heading = "".join(part.content for part in tokens[at + 1].children or ())
            token.attrSet("id", slug_of(heading))
            title = heading if token.tag == "h1" else title
    body = markdown.renderer.render(tokens, markdown.options, {})
    body = body.replace(_FIRST_SECTION, _steps_of(game) + _FIRST_SECTION, 1)
    body = body.replace("<table>", '<div class="scroller" tabindex="0"><table>').replace("</table>", "</table></div>")
    return _PAGE.format(title=escape(title), body=body)


def _steps_of(game: str) -> str:
    """How a game is played, in short; nothing for the pages of what several games share."""
    rulebook = CATALOGUE.rulebooks.get(game)
    if rulebook is None:
        return ""
    steps = "".join(f"<li>{escape(step, quote=False)}</li>\n" for step in rulebook.how_to_play)
    return f'<section class="howto" aria-label="How to play">\n<ol>\n{steps}</ol>\n</section>\n'


def pages() -> Mapping[str, str]:
    """All files that are made, by name."""
    made = {f"{path.stem}.html": page_of(path.read_text("utf-8"), path.stem) for path in sorted(RULES.glob("*.md"))}
    games = "".join(f'  "{name.removesuffix(".html")}",\n' for name in made)
    made[_LIST] = (
        "// @ts-check\n"
        "/** The games whose rules have a page here. Made by `python -m tools.development.rules_pages`. */\n\n"
        f"export const RULES = [\n{games}];\n"
    )
    return made


def main() -> None:
    """Write all of them."""
    for name, text in pages().items():
        (PAGES / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
