"""The modules of page, client and Foundry: none imports itself through others, be it later, and no type is `any`."""

import graphlib
import re
from pathlib import Path
from typing import Final

import pytest

PAGE: Final = Path(__file__).parents[2] / "server" / "static" / "page"
CLIENT: Final = PAGE.with_name("client")
FOUNDRY: Final = PAGE.with_name("foundry")
COMMENT: Final = re.compile(r"/\*.*?\*/|^//[^\n]*", re.DOTALL | re.MULTILINE)
IMPORTED: Final = re.compile(r"""(?:\bfrom|^import|\bimport\()\s*["'](\.[^"']+)""", re.MULTILINE)
ANY: Final = re.compile(r"[{<|(=:] ?any\b|\bany(?:\[\]|[>}|])")


def imports_in(path: Path, folder: Path) -> list[Path]:
    """What a module imports of a folder, or loads later. Types in comments are none of it."""
    code = COMMENT.sub("", path.read_text(encoding="utf-8"))
    imported = ((path.parent / name).resolve() for name in IMPORTED.findall(code))
    return [one for one in imported if one.is_relative_to(folder)]


@pytest.mark.parametrize(
    ("folder", "least"), [(PAGE, 100), (CLIENT, 40), (FOUNDRY, 50)], ids=["page", "client", "foundry"]
)
def test_no_module_imports_itself_through_others(folder: Path, least: int) -> None:
    graph = {path: imports_in(path, folder) for path in folder.rglob("*.mjs")}
    assert sum(map(len, graph.values())) > least
    assert {one for imported in graph.values() for one in imported} <= set(graph)
    graphlib.TopologicalSorter(graph).prepare()


def test_no_type_is_any() -> None:
    """No rule of the linter sees the types in comments: `unknown` is for what may be anything.

    Of the client, answers have members that differ by game, and Foundry has no types here.
    """
    paths = [*PAGE.rglob("*.mjs"), *(CLIENT / "tavern").rglob("*.mjs"), CLIENT / "tavern.mjs"]
    paths.remove(CLIENT / "tavern" / "answers.mjs")
    found = {path: ANY.findall(path.read_text(encoding="utf-8")) for path in paths}
    assert {path: types for path, types in found.items() if types} == {}
