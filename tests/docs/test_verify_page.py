"""The page that specifies proofs: it runs as it is written, and names every member and every code."""

import ast
import os
import re
import sys
from pathlib import Path
from typing import Final

import msgspec

from replays.proof import Proof
from tavern_client import verify
from tests.docs.pages import ROOT, Shell, steps
from tests.docs.test_tutorial import run
from tests.node import needs_node
from tests.verifier.second_opinions import JAVASCRIPT, PYTHON

PAGE: Final = ROOT / "docs" / "verify.md"
TEXT: Final = PAGE.read_text(encoding="utf-8")
FIRST_CELL: Final = re.compile(r"^\| (`[^|]*?) \|", re.MULTILINE)


def first_cells(heading: str) -> list[str]:
    """The words in the first column of the tables under a heading."""
    section = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return [word for cell in FIRST_CELL.findall(section) for word in re.findall(r"`([^`]+)`", cell)]


@needs_node
def test_the_page_runs_as_it_is_written(tmp_path: Path) -> None:
    environment = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "DOCS": str(ROOT / "docs"),
    }
    found = steps(PAGE)
    assert len(found) == 3
    with Shell(tmp_path, environment) as shell:
        run(shell, PAGE, found)


def test_the_members_of_a_proof_are_those_of_the_page() -> None:
    members = [field.encode_name for field in msgspec.structs.fields(Proof)]

    assert sorted(first_cells("The proof")) == sorted(members) == sorted(verify.PROOF)


def test_the_members_of_a_record_are_those_of_the_page() -> None:
    section = TEXT.split("\n## The record\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.split("|")] for line in section.splitlines() if line.startswith("| ")]
    line, documented = "", dict[str, set[str]]()
    for _, first, members, *_ in rows:
        line = first or line
        documented.setdefault(line, set()).update(re.findall(r"`(\w+)`", members))

    of_all = set(verify.VIEWER)
    assert documented["a root"] | of_all == set(verify.ROOT_SEEN)
    assert documented["a call"] | of_all == set(verify.CALL_ANSWERED)
    assert documented["an entry"] | of_all == {*verify.ENTRY_SEEN, *verify.SHOWN_AT}
    assert {f"`{member}`" for member in verify.ANSWERED} <= set(re.findall(r"`\w+`", section))


def test_the_events_are_those_that_are_checked_with_their_members() -> None:
    section = TEXT.split("\n## Events and faces\n")[1].split("\n## ")[0]
    documented = {
        kind: sorted(re.findall(r"`([^`]+)`", cells[1]))
        for cells in (line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| `"))
        for kind in re.findall(r"`([^`]+)`", cells[0])
    }
    _, _, listed = section.partition("These have no faces: ")
    for kinds, members in re.findall(r"((?:`\w+`(?:\s+and\s+)?)+)\s+\(([^)]+)\)", listed):
        documented |= {kind: sorted(re.findall(r"`(\w+)`", members)) for kind in re.findall(r"`(\w+)`", kinds)}

    assert documented == {kind: sorted(shape) for kind, shape in verify.EVENTS.items()}


def test_the_page_documents_exactly_the_codes_of_the_verifiers() -> None:
    calls = [node for node in ast.walk(ast.parse(PYTHON.read_text())) if isinstance(node, ast.Call)]
    noted = [call.args[1] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "note"]
    codes = {argument.value for argument in noted if isinstance(argument, ast.Constant)}
    in_javascript = set(re.findall(r"note\([^\"]*\"([a-z_]+)\"", JAVASCRIPT.read_text()))
    documented = set(re.findall(r"`([a-z]+_[a-z]+(?:_[a-z]+)*|malformed|unreadable|truncated)`", TEXT))

    assert codes == in_javascript
    assert codes <= documented
    assert len(codes) > 20


def test_the_python_verifier_runs_where_python_is_old() -> None:
    ast.parse(PYTHON.read_text(), feature_version=(3, 9))


def test_the_verifiers_import_nothing_of_the_project() -> None:
    tree = ast.parse(PYTHON.read_text())
    imported = [name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names]
    imported += [str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]

    assert set(imported) <= sys.stdlib_module_names
    assert re.findall(r"import\(\"(.*?)\"\)|^import .*? from \"(.*?)\"", JAVASCRIPT.read_text(), re.MULTILINE) == [
        ("node:fs/promises", "")
    ]
