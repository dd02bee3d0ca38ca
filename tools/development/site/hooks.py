"""What mkdocs does with the docs before it makes the site of them (see `mkdocs.yml` beside this file).

The docs are read on a repository's host, too. There, links lead to any file of the repository; the site has only the
docs, so links out of them lead to the repository's address if `repo_url` names one, and become code if not.

mkdocs calls the functions whose names begin with `on_`. This module needs nothing but Python until then.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from posixpath import normpath, relpath
from typing import Any, Final, TypeAlias

ROOT: Final = Path(__file__).parents[3]
DOCS: Final = "docs/"
ROUTES: Final = ROOT / "build" / "docs" / "generated" / "routes.md"
"""The page that `tools.development.site.routes` writes, with the server's environment."""
_CLIENT: Final = """\
# All of tavern_client

Made from the code. [A client in Python](../client.md) is the introduction.

::: tavern_client
    options:
      show_root_heading: false
"""
PAGES: Final[Mapping[str, Path | str]] = {
    "changelog.md": ROOT / "CHANGELOG.md",
    "reference/routes.md": ROUTES,
    "reference/tavern_client.md": _CLIENT,
}
"""The pages of the site that are not in docs/: a file or a text for each."""
_ELSEWHERE: Final = {"CHANGELOG.md": "changelog.md", "README.md": "README.md"}
"""Files outside docs/ for which the site has a page. The front page stands for the README."""
_BRANCH: Final = "/blob/main/"
_FENCE: Final = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_LINK: Final = re.compile(r"(?P<kind>!?)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
_ANYWHERE: Final = "/*"

Nav: TypeAlias = "list[str | dict[str, str | Nav]]"
"""As in `mkdocs.yml`: pages, or names with pages or with further lists."""


def named(nav: Nav) -> Iterator[str]:
    """The pages of a navigation, in order."""
    for entry in nav:
        for page in entry.values() if isinstance(entry, dict) else [entry]:
            if isinstance(page, str):
                yield page
            else:
                yield from named(page)


def expanded(nav: Nav, pages: Iterable[str]) -> Nav:
    """A navigation with the pages for which its `FOLDER/*` stand."""
    left = sorted(set(pages) - set(named(nav)))
    return _expanded(nav, left)


def _expanded(nav: Nav, left: list[str]) -> Nav:
    full: Nav = []
    for entry in nav:
        if isinstance(entry, dict):
            full.append(
                {name: below if isinstance(below, str) else _expanded(below, left) for name, below in entry.items()}
            )
        elif entry.endswith(_ANYWHERE):
            full += [page for page in left if page.startswith(entry.removesuffix("*"))]
        else:
            full.append(entry)
    return full


def relinked(text: str, source: str, page: str, repository: str | None = None) -> str:
    """The text of a page with links that lead somewhere on the site.

    `source` is the file in the repository, `page` what stands for it in the site: `docs/api.md` and `api.md`.
    """

    def link(found: re.Match[str]) -> str:
        path, hash_sign, anchor = found["target"].partition("#")
        if not path or re.match(r"[a-z]+:", path):
            return found[0]
        file = normpath(f"{source.rpartition('/')[0]}/{path}").removeprefix("/")
        ours = file.removeprefix(DOCS) if file.startswith(DOCS) else _ELSEWHERE.get(file)
        if ours is not None:
            target = relpath(ours, page.rpartition("/")[0] or ".")
            return f"{found['kind']}[{found['text']}]({target}{hash_sign}{anchor})"
        if repository is not None:
            return f"[{found['text']}]({repository.rstrip('/')}{_BRANCH}{file}{hash_sign}{anchor})"
        words = found["text"].strip("`")
        return f"`{file}`" if file.endswith(words) else f"{found['text']} (`{file}`)"

    parts, end = list[str](), 0
    for fence in _FENCE.finditer(text):
        parts += [_LINK.sub(link, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, _LINK.sub(link, text[end:])])


def on_config(config: Any) -> Any:
    """Put the pages of whole folders into the navigation."""
    docs = Path(config.docs_dir)
    config.nav = expanded(config.nav, [page.relative_to(docs).as_posix() for page in docs.rglob("*.md")])
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are not in docs/."""
    file = import_module("mkdocs.structure.files").File
    for page, content in PAGES.items():
        text = content if isinstance(content, str) else content.read_text(encoding="utf-8")
        files.append(file.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Change the links of a page. The front page leads on by itself, and needs no lists beside it."""
    if page.is_homepage:
        page.meta["hide"] = ["navigation", "toc"]
    page_uri: str = page.file.src_uri
    source = "CHANGELOG.md" if page_uri == _ELSEWHERE["CHANGELOG.md"] else f"{DOCS}{page_uri}"
    return relinked(markdown, source, page_uri, config.repo_url)
