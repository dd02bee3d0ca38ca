"""Every code of a problem that the server's sources name is declared, with its status; and none is declared in vain."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from events import store as stores
from games.deciding.catalogue import UnknownCommand, UnknownGame
from games.legality import Refused
from games.table import TABLE_REFUSALS
from server.http.errors import internal_error, problem_of
from server.http.problem_codes import CODES, title_of
from server.problems import LogDamaged, Problem, store_code
from tests.server.serving import Served

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "server").rglob("*.py"))
UNAUTHORIZED, REFUSED = 401, 409

Found = tuple[int, str]


def literals(tree: ast.AST) -> Iterator[Found]:
    """The statuses and codes that stand together in calls."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        match node.func.id, node.args:
            case "Problem", [ast.Constant(value=int(status)), ast.Constant(value=str(code)), *_]:
                yield status, code
            case "unauthorized", [ast.Constant(value=str(code)), *_]:
                yield UNAUTHORIZED, code
            case "refused", [ast.Constant(value=str(code)), *_]:
                yield REFUSED, code
            case _:
                pass


def words(tree: ast.AST) -> set[str]:
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def code_of(path: Path) -> ast.Module:
    """A module's syntax tree, without the constants beside its routes, which only list codes."""
    tree = ast.parse(path.read_text())
    if any(isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "ROUTES" for node in tree.body):
        tree.body = [node for node in tree.body if not isinstance(node, ast.AnnAssign)]
    return tree


ERRORS: Final[list[Exception]] = [
    UnknownGame("chess", []),
    UnknownCommand("chess", []),
    LogDamaged("a-table", 1, "it is missing"),
    stores.StoreFull(),
    stores.StoreReadOnly(),
    stores.StoreDoubted("Removed."),
    stores.Conflict("a-table", 1, 2),
    stores.StoreDamaged("Damaged."),
    stores.TokensDamaged("Damaged."),
    stores.CommandIdsDamaged("Damaged."),
    stores.StoreUnavailable(),
    stores.StoreError(),
    stores.StoreInUse("Another server holds it."),
    stores.StoreUnreadable(),
    stores.StoreMissing("Not there."),
    stores.NoSuchTable(),
    stores.TableExists(),
    stores.AlreadySaid(1),
    stores.AlreadyAnswered(stores.Answered(table="a-table", seq=1, fingerprint="1f")),
]
"""The errors that become problems in one place."""


def of_errors() -> Iterator[Found]:
    """The statuses and codes of those, and of a mistake of the server's own."""
    for error in ERRORS:
        problem = problem_of(error)
        assert problem is not None
        yield problem.status, problem.code
    incident = internal_error("1f")
    yield incident.status, incident.code


@pytest.mark.parametrize("error", [error for error in ERRORS if isinstance(error, stores.StoreError)])
@pytest.mark.parametrize("kept", [False, None])
def test_the_log_and_the_metrics_have_the_code_that_callers_get(
    error: stores.StoreError, kept: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(error, "kept", kept)
    problem = problem_of(error)
    assert problem is not None
    assert store_code(error) == problem.code


def test_no_kind_of_store_error_is_left_out() -> None:
    kinds = {kind for kind in vars(stores).values() if isinstance(kind, type) and issubclass(kind, stores.StoreError)}
    assert kinds == {type(error) for error in ERRORS if isinstance(error, stores.StoreError)}


def test_a_code_is_listed_with_its_status() -> None:
    found = {pair for path in SOURCES for pair in literals(ast.parse(path.read_text()))} | set(of_errors())
    assert len(found) > 30
    wrong = {(status, code) for status, code in found if code not in CODES or CODES[code].status != status}
    assert wrong == set()


def test_no_code_is_declared_in_vain() -> None:
    sources = [path for path in SOURCES if path.name not in ("problem_codes.py", "contract.py", "openapi.py")]
    said = set[str]().union(*(words(code_of(path)) for path in sources))
    raised = {code for _, code in of_errors()} | {"bad_options"}
    assert set(CODES) - said - raised == set()


def test_codes_are_ordered_by_status() -> None:
    statuses = [code.status for code in CODES.values()]
    assert statuses == sorted(statuses)


@pytest.mark.parametrize("code", [*CODES, *TABLE_REFUSALS])
def test_a_title_reads_like_one(code: str) -> None:
    assert re.fullmatch(r"[A-Z][A-Za-z ]+", title_of(code))


async def test_a_problem_has_its_codes_title(server: Served) -> None:
    opened = await server.open("race")
    ada = await opened.sit("Ada")
    answer = await ada.give("start_round")
    assert (answer["code"], answer["title"]) == ("gm_only", "GM only")
    assert answer["type"] == "urn:problem-type:tavern:gm_only"


def test_a_refusal_by_itself_is_no_problem_of_the_servers() -> None:
    assert problem_of(Refused("not_your_turn", "It is somebody else's turn.")) is None
    assert isinstance(problem_of(Problem(404, "not_found", "There is nothing here.")), Problem)
