"""Every code with which a move is refused is declared beside the rules, and every declared one is used."""

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from games.installed import CATALOGUE
from games.rulebook import AnyRulebook
from games.table import TABLE_REFUSALS
from tests.toys.catalogue import TOYS

CODE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
CODE_STANDS_AT = {"Refused": 0, "Refusal": 1}


class UnreadableCode(Exception):
    """A code that is neither written where it is used nor in a pair with its sentence."""


def codes_in(tree: ast.AST) -> Iterator[str]:
    """The codes in a source: of refusals made on the spot, and wherever a code stands before its sentence."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CODE_STANDS_AT:
            yield from code_of(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Barred":
            yield from (ast.literal_eval(keyword.value) for keyword in node.keywords if keyword.arg == "code")
        elif isinstance(node, ast.Tuple | ast.Call):
            values = node.elts if isinstance(node, ast.Tuple) else node.args
            for code, sentence in pairwise(values[:2]):
                if is_code(code) and is_sentence(sentence):
                    yield ast.literal_eval(code)


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


def is_code(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(CODE.fullmatch(node.value))


def is_sentence(node: ast.expr) -> bool:
    last = node.values[-1] if isinstance(node, ast.JoinedStr) else node
    return isinstance(last, ast.Constant) and isinstance(last.value, str) and last.value.endswith(".")


def sources_of(rulebook: AnyRulebook) -> list[Path]:
    """The files of a game's own: the one module, or the package, in which its rulebook stands."""
    *package, module = type(rulebook).__module__.split(".")
    folder = ROOT.joinpath(*package)
    if folder in SHARED_FOLDERS:
        return [folder / f"{module}.py"]
    own = folder if folder.parent in SHARED_FOLDERS else folder.parent
    return sorted(own.rglob("*.py"))


def parts_of(sources: Iterable[Path]) -> set[Path]:
    """The shared parts that sources stand on: those they import, and those that these import in turn."""
    names = [name for source in sources for name in PART.findall(source.read_text())]
    used = {PARTS.joinpath(*name.split(".")).with_suffix(".py") for name in names}
    return used.union(*(parts_of([part]) for part in used))


def found(paths: Iterable[Path]) -> set[str]:
    return {code for path in paths for code in codes_in(ast.parse(path.read_text()))}


ROOT: Final = Path(__file__).parents[2]
PARTS: Final = ROOT / "games" / "mechanics"
PART: Final = re.compile(r"^from games\.mechanics\.([\w.]+) import", re.MULTILINE)
SHARED_FOLDERS: Final = (ROOT / "games", ROOT / "games" / "one_page", ROOT / "tests" / "toys")
BOOKS: Final = [*CATALOGUE.rulebooks.values(), *TOYS.rulebooks.values()]
OF_GAMES: Final = {source for rulebook in BOOKS for source in sources_of(rulebook)}
OF_EVERY_TABLE: Final = [
    *((ROOT / "games").glob("*.py")),
    *((ROOT / "games" / "deciding").glob("*.py")),
    *((ROOT / "games" / "table").glob("*.py")),
    *((ROOT / "projections").glob("*.py")),
]


def test_every_refusal_of_a_table_is_declared_and_used() -> None:
    codes = found(path for path in OF_EVERY_TABLE if path not in OF_GAMES)
    assert sorted(codes) == list(TABLE_REFUSALS)


@pytest.mark.parametrize("rulebook", BOOKS, ids=lambda rulebook: rulebook.id)
def test_every_refusal_of_a_game_and_of_the_parts_it_stands_on_is_declared_and_used(rulebook: AnyRulebook) -> None:
    sources = sources_of(rulebook)
    declared = {code for other in BOOKS if sources_of(other) == sources for code in other.refusals}
    assert sorted(found([*sources, *parts_of(sources)])) == sorted(declared)
    assert list(rulebook.refusals) == sorted(rulebook.refusals)


@pytest.mark.parametrize("rulebook", BOOKS, ids=lambda rulebook: rulebook.id)
def test_every_meaning_is_a_sentence(rulebook: AnyRulebook) -> None:
    meanings = [*TABLE_REFUSALS.values(), *rulebook.refusals.values()]
    assert [meaning for meaning in meanings if not re.fullmatch(r"[A-Z].*\.", meaning)] == []


def test_the_sources_of_a_game_are_its_module_or_its_package() -> None:
    sources = {rulebook.id: [source.name for source in sources_of(rulebook)] for rulebook in BOOKS}
    assert sources["middles-seven"] == ["middles_seven.py"]
    assert {"__init__.py", "rulebook.py", "accusing.py"} < set(sources["twentyone"])
    assert sources["twentyone"] == sources["twentyone-v3"]
    assert sources["race"] == ["race.py"]


def test_a_game_stands_on_the_parts_of_its_parts_too() -> None:
    parts = {part.stem for part in parts_of(sources_of(CATALOGUE.rulebook("middles-seven")))}
    assert {"bank", "coins"} <= parts
    assert "betting" not in parts


@pytest.mark.parametrize(
    ("source", "codes"),
    [
        ('Refusal("roll", "not_now", detail)', ["not_now"]),
        ('raise Refused("gone", f"{seat} has left.")', ["gone"]),
        ('OUT = {1: ("folded", "You have folded.")}', ["folded"]),
        ('return "late", f"It is {turn}’s turn."', ["late"]),
        ('several("no_bet", "Nobody has bet.", "call", "raise")', ["no_bet"]),
        ("Refusal(command, *OUT)", []),
        ('OUT = Barred(code="not_in_set", detail="You do not play.")', ["not_in_set"]),
    ],
)
def test_codes_are_found_wherever_they_are_written(source: str, codes: list[str]) -> None:
    assert list(codes_in(ast.parse(source.replace("return ", "answer = ")))) == codes


def test_a_code_that_is_put_together_is_not_overlooked() -> None:
    with pytest.raises(UnreadableCode):
        list(codes_in(ast.parse('Refusal("roll", f"not_{reason}", detail)')))
