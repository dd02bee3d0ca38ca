"""Every code with which a move is refused is declared beside the rules, and every declared one is used."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import ModuleType

import pytest

import games.twentyone
import tests.toys.bank
import tests.toys.race
import tests.toys.secret_choice
from games.installed import CATALOGUE
from games.table_refusals import TABLE_REFUSALS
from games.twentyone.refusals import REFUSALS
from tests.toys.bank import Bank
from tests.toys.race import Race
from tests.toys.secret_choice import SecretChoice

ROOT = Path(__file__).parents[2]
CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
CODE_STANDS_AT = {"Refused": 0, "Refusal": 1}


class UnreadableCode(Exception):
    """A code that is neither written where it is used nor in a pair with its sentence."""


def codes_in(tree: ast.AST) -> Iterator[str]:
    """The codes in a source: of refusals made on the spot, and in pairs of a code with a sentence."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CODE_STANDS_AT:
            yield from code_of(node)
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2 and is_sentence(node.elts[1]):
            code = node.elts[0]
            if isinstance(code, ast.Constant) and isinstance(code.value, str) and CODE.fullmatch(code.value):
                yield code.value


def code_of(call: ast.Call) -> Iterator[str]:
    given = call.args[min(CODE_STANDS_AT[call.func.id if isinstance(call.func, ast.Name) else ""], len(call.args) - 1)]
    match given:
        case ast.Constant(value=str(code)):
            yield code
        case ast.Starred() | ast.Name() | ast.Attribute():
            # It comes from a pair, or from another refusal, and is found there.
            return
        case _:
            raise UnreadableCode(ast.unparse(call))


def is_sentence(node: ast.expr) -> bool:
    last = node.values[-1] if isinstance(node, ast.JoinedStr) else node
    return isinstance(last, ast.Constant) and isinstance(last.value, str) and last.value.endswith(".")


def sources(package: ModuleType) -> list[Path]:
    path = Path(package.__file__ or "")
    return sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]


TABLE = [*(ROOT / "games").glob("*.py"), *(ROOT / "projections").glob("*.py")]


def found(paths: Iterable[Path]) -> set[str]:
    return {code for path in paths for code in codes_in(ast.parse(path.read_text()))}


@pytest.mark.parametrize(
    ("paths", "declared"),
    [
        pytest.param(TABLE, TABLE_REFUSALS, id="every table"),
        pytest.param(sources(games.twentyone), REFUSALS, id="twentyone"),
        pytest.param(sources(tests.toys.bank), Bank.refusals, id="bank"),
        pytest.param(sources(tests.toys.race), Race.refusals, id="race"),
        pytest.param(sources(tests.toys.secret_choice), SecretChoice.refusals, id="secret_choice"),
    ],
)
def test_what_is_refused_and_what_is_declared_are_the_same(paths: list[Path], declared: Mapping[str, str]) -> None:
    assert sorted(found(paths)) == list(declared) == sorted(declared)


def test_every_installed_game_declares_its_refusals() -> None:
    assert {book.id: book.refusals for book in CATALOGUE.books.values()} == {"twentyone": REFUSALS}


def test_every_meaning_is_a_sentence() -> None:
    meanings = [*TABLE_REFUSALS.values(), *REFUSALS.values()]
    assert [meaning for meaning in meanings if not re.fullmatch(r"[A-Z].*\.", meaning)] == []


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ('Refusal("roll", "not_now", detail)', ["not_now"]),
        ('raise Refused("gone", f"{seat} has left.")', ["gone"]),
        ('OUT = {1: ("folded", "You have folded.")}', ["folded"]),
        ('return "late", f"It is {turn}’s turn."', ["late"]),
        ("Refusal(command, *OUT)", []),
    ],
)
def test_codes_are_found_wherever_they_are_written(source: str, codes: list[str]) -> None:
    assert list(codes_in(ast.parse(source.replace("return ", "answer = ")))) == codes


def test_a_code_that_is_put_together_is_not_overlooked() -> None:
    with pytest.raises(UnreadableCode):
        list(codes_in(ast.parse('Refusal("roll", f"not_{reason}", detail)')))
