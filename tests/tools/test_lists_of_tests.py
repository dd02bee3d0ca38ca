"""Lists that name modules and tests name those that exist: a renamed one would be left out without a word."""

from pathlib import Path

from tests import scheduling
from tools.development.mutants import ROOT, SCOPES


def test_the_mutated_modules_and_their_tests_exist() -> None:
    named = [name.removeprefix("--deselect=").partition("::")[0] for tests in SCOPES.values() for name in tests]

    assert [name for name in (*SCOPES, *named) if not (ROOT / name).exists()] == []


def test_the_tests_that_are_run_in_another_way_exist() -> None:
    tests = Path(scheduling.__file__).parent
    lists = (scheduling.DEAREST_FIRST, scheduling.LONG, scheduling.THOROUGH, scheduling.TRACED, scheduling.UNTRACED)
    paths = {path.relative_to(tests).as_posix() for path in tests.rglob("*.py")}

    # A name is how paths begin.
    assert [name for names in lists for name in names if not any(path.startswith(name) for path in paths)] == []
