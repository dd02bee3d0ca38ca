"""The modules of the page: none leads back to itself, not even by what it loads later, and no type says nothing."""

import graphlib
import re
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[2] / "server" / "static" / "page"
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORTED: Final = re.compile(r"""(?:\bfrom|^import|\bimport\()\s*["'](\.[^"']+)""", re.MULTILINE)
ANY: Final = re.compile(r"[{<|(=:] ?any\b|\bany(?:\[\]|[>}|])")


def imports_in(path: Path) -> list[Path]:
    """What a module imports of the page, or loads later. Types in comments are none of it."""
    code = COMMENT.sub("", path.read_text(encoding="utf-8"))
    imported = ((path.parent / name).resolve() for name in IMPORTED.findall(code))
    return [one for one in imported if one.is_relative_to(PAGE)]


def test_no_module_imports_itself_through_others() -> None:
    graph = {path: imports_in(path) for path in PAGE.rglob("*.mjs")}
    assert sum(map(len, graph.values())) > 100
    assert {one for imported in graph.values() for one in imported} <= set(graph)
    graphlib.TopologicalSorter(graph).prepare()


def test_no_type_is_any() -> None:
    """No rule of the linter sees the types in comments: `unknown` is for what may be anything."""
    found = {path.name: ANY.findall(path.read_text(encoding="utf-8")) for path in PAGE.rglob("*.mjs")}
    assert {name: types for name, types in found.items() if types} == {}
